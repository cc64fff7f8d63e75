"""The HTTP and WebSocket server: application, middleware, transport, worker processes and metrics."""
