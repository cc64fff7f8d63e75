"""Every limit of the server in one place; docs/protocol.md states those that clients meet."""

FRAME = 4 * 1024
"""Bytes in one WebSocket message from a client."""
BODY = 64 * 1024
"""Bytes in the body of a request."""
HEADERS_SECONDS = 10
"""Seconds in which a client must have sent its request line and headers."""
BODY_SECONDS = 15
"""Seconds in which the body of a request must have arrived."""
FORM_FIELDS = 40
"""Fields in a form."""
HELLO_SECONDS = 10
"""Seconds in which a new socket must have sent its hello."""
OUTBOX_MESSAGES = 256
"""Messages that may wait for a client; a client that reads more slowly is dropped."""
OUTBOX_BYTES = 512 * 1024
"""Bytes that may wait for a client; a client that reads more slowly is dropped."""

QUIET_SECONDS = 20
"""Seconds between pings; a socket that has sent nothing since the last one is dropped."""
CLOSING_SECONDS = 5
"""Seconds in which a client must answer a close frame."""
MESSAGES_WAITING = 16
"""Messages of one socket that wait for their answer; then the socket is not read until there is room."""

POOL = 1_000
"""Numbers in the largest pool."""
SUM = 8
"""Numbers in the largest sum."""
NAME = 32
"""Characters in a name."""
MOVE = 64
"""Characters in the text of a move."""
RECORD = BODY
"""Bytes in an uploaded record."""

MESSAGES_PER_SECOND, MESSAGES_BURST = 100.0, 200
"""Messages from one socket."""
GAMES_PER_MINUTE, GAMES_BURST = 20.0, 40
"""Matches one visitor may create."""
NEWCOMERS_PER_SECOND, NEWCOMERS_BURST = 20.0, 2_000
"""Matches created from one address by new visitors."""
ADDRESS_PER_SECOND, ADDRESS_BURST = 200.0, 2_000
"""Requests from one address: generous, since a whole class shares one."""
SOCKETS_PER_ADDRESS = 10_000
"""Sockets open at once from one address."""
SOCKETS_PER_GAME = 500
"""Sockets that follow one game, watchers included."""

ORACLE_SECONDS = 3.0
"""Seconds for one analysis."""
ORACLE_WAITING = 64
"""Analyses and computers' turns that may wait; further ones are refused."""
THINKING_SECONDS = 10.0
"""Seconds a computer player may take for one move; it loses on time at the third attempt."""
WAITING_SECONDS = 30.0
"""Seconds for one analysis, including the time in the queue."""

LIVE_GAMES = 20_000
"""Games held in memory; the longest untouched make room for others."""
FORGOTTEN_DAYS = 30
"""Days without an event after which an unfinished match is deleted."""
STOPPING_SECONDS = 8
"""Seconds a stopping server gives to what is under way."""
POLL_SECONDS = 25
"""Seconds a long poll waits for an event."""
EVENTS_AT_ONCE = 1_000
"""Events in one answer; a client asks for the rest with the last number."""
