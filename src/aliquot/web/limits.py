"""Every limit of the server in one place, so that what is refused can be said, documented and tested."""

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
"""Seconds in which a new socket must have said who it is."""
OUTBOX_MESSAGES = 256
"""Messages that may wait for a reader; one who lets more pile up is dropped."""
OUTBOX_BYTES = 512 * 1024
"""Characters that may wait for a reader; one who lets more pile up is dropped."""

QUIET_SECONDS = 20
"""How often a socket is asked for a sign of life; one that gives none is cut off when it is asked again."""
CLOSING_SECONDS = 5
"""How long a client may take to answer that it was closed."""
MESSAGES_WAITING = 16
"""Messages of one socket that wait to be answered; the rest waits outside."""

POOL = 1_000
"""Numbers in the largest pool the web offers."""
SUM = 8
"""Numbers in the largest sum the web offers."""
NAME = 32
"""Characters in a name."""
MOVE = 64
"""Characters in a move as a client writes it."""
RECORD = BODY
"""Bytes in a record that is sent in for review."""

MESSAGES_PER_SECOND, MESSAGES_BURST = 100.0, 200
"""What one socket may send."""
GAMES_PER_MINUTE, GAMES_BURST = 20.0, 40
"""Games one visitor may set up."""
NEWCOMERS_PER_SECOND, NEWCOMERS_BURST = 20.0, 2_000
"""Games set up from one address by visitors who have not been here before."""
ADDRESS_PER_SECOND, ADDRESS_BURST = 200.0, 2_000
"""Requests from one address: generous, since a whole class shares one."""
SOCKETS_PER_ADDRESS = 10_000
"""Sockets open at once from one address."""
SOCKETS_PER_GAME = 500
"""Sockets that follow one game, watchers included."""

ORACLE_SECONDS = 3.0
"""How long one question to the oracle may take."""
ORACLE_WAITING = 64
"""Questions and computers' turns that may wait; whoever comes then is asked to come again."""
THINKING_SECONDS = 10.0
"""How long a computer may think about one move; one that needs longer loses on time at the third attempt."""
WAITING_SECONDS = 30.0
"""How long a question may take in all, waiting for its turn included."""

LIVE_GAMES = 20_000
"""Games held in memory; the longest untouched make room for others."""
FORGOTTEN_DAYS = 30
"""After how many days without a change an unfinished game is removed."""
STOPPING_SECONDS = 8
"""How long a stopping server gives what is under way."""
POLL_SECONDS = 25
"""How long a long poll waits for something to happen."""
EVENTS_AT_ONCE = 1_000
"""Events in one answer; the rest is asked for from the last number on."""
