"""The HTTP and WebSocket layer: middleware, rate limits, transport, worker processes and metrics."""
