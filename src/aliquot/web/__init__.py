"""The web door: live matches and the page, over HTTP and WebSocket; every move is on disk before it is acknowledged.

Like the terminal it knows no rules, gives no verdicts and keeps no time: the library above does. Imports point one way:
`server` (transport, middleware, workers), `store`, `live`, `site`, and last `app` and `run`.
"""
