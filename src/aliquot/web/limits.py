"""Every limit of the server in one place; docs/protocol.md states those that clients meet."""

FRAME = 4 * 1024
"""Bytes in one WebSocket message from a client."""
BODY = 64 * 1024
"""Bytes in the body of a request."""
HEADERS = 32 * 1024
"""Bytes in a request line and its headers."""
HEADERS_SECONDS = 10
"""Seconds in which a client must have sent its request line and headers."""
BODY_SECONDS = 15
"""Seconds in which the body of a request must have arrived."""
INCOMPLETE_PER_ADDRESS = 16 * 1024 * 1024
"""Bytes of all requests from one address that have not arrived completely; then those that came first are dropped."""
READING_SECONDS = 60
"""Seconds in which a client must have read an answer that the system cannot hold for it."""
FORM_FIELDS = 40
"""Fields in a form."""
HELLO_SECONDS = 10
"""Seconds in which a new socket must have sent its hello."""
OUTBOX_MESSAGES = 256
"""Messages that may wait for a client; a client that reads more slowly is dropped."""
OUTBOX_BYTES = 512 * 1024
"""Bytes that may wait for a client; a client that reads more slowly is dropped."""
UNREAD_PER_ADDRESS = 64 * 1024 * 1024
"""Bytes that may wait for all clients at one address; then those that have waited longest are dropped."""
UNSENT = 64 * 1024
"""Bytes of one connection that the system takes over before they can be sent; the others are counted."""

QUIET_SECONDS = 20
"""Seconds between pings; a socket that has sent nothing since the last one is dropped."""
AWAY_SECONDS = 6
"""Seconds without a connection after which a player is called away: longer than a reload takes."""
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

FRAMES_PER_SECOND, FRAMES_BURST = 100.0, 200
"""WebSocket frames of any kind from one socket; a client that sends more is disconnected."""
ADDRESS_FRAMES_PER_SECOND, ADDRESS_FRAMES_BURST = 20_000.0, 40_000
"""WebSocket frames from all sockets of one address, so that a thousand sockets do not send as much as each may."""
ANSWER_PER_FRAME = 1024
"""Bytes of answers that count as one more frame of the address: those with the state of a large match cost time."""
GAMES_PER_MINUTE, GAMES_BURST = 20.0, 40
"""Matches one visitor may create."""
NEWCOMERS_PER_MINUTE, NEWCOMERS_BURST = 60.0, 120
"""Matches and names of new visitors at one address, which they share: enough for three classes to begin at once."""
ADDRESS_GAMES_PER_MINUTE, ADDRESS_GAMES_BURST = 300.0, 600
"""Matches and names from one address of all its visitors, so that a collection of cookies does not help."""
ADDRESS_PER_SECOND, ADDRESS_BURST = 200.0, 2_000
"""Requests from one address: generous, since a whole class shares one."""
SOCKETS_PER_ADDRESS = 10_000
"""Sockets open at once from one address; at most half of what the system lets the server have open."""
CONNECTIONS_PER_ADDRESS = 10_000
"""Other connections open at once from one address; at most a quarter of what the system lets the server have open."""
HANDSHAKES_PER_SECOND, HANDSHAKES_BURST = 50.0, 1_000
"""New sockets from one address: enough for a school to come back after a restart."""
FLOOD_HANDSHAKES = 20
"""New sockets that an address loses for each socket that is closed because it sent too many frames."""
WATCHERS_PER_GAME = 500
"""Watchers of one game. Players have places of their own."""
CONNECTIONS_PER_SEAT = 16
"""Connections of one player to one game; a further one replaces the oldest."""

ORACLE_SECONDS = 3.0
"""Seconds of processor time for one analysis."""
QUICK_SECONDS = 0.25
"""Seconds of processor time after which an analysis or a computer's turn starts again among the long ones."""
QUESTIONS_PER_VISITOR = 8
"""Analyses of one visitor that may wait; further ones are refused."""
QUESTIONS_PER_ADDRESS = 64
"""Analyses from one address that may wait; further ones are refused."""
QUESTIONS_WAITING = 256
"""Analyses that may wait; further ones replace those of the address with the most, or are refused."""
THINKING_SECONDS = 10.0
"""Seconds of processor time a computer player may take for one move; it loses on time at the third attempt."""
WAITING_SECONDS = 30.0
"""Seconds for one analysis, including the time in the queue."""

LIVE_BYTES = 128 * 1024 * 1024
"""Estimated bytes of the matches held in memory; those that nobody follows make room, the longest untouched first."""
IDLE_SECONDS = 600
"""Seconds after which a match that nobody follows or asks for leaves the memory."""
RELEASE_SECONDS = 5
"""Seconds after which a finished match that nobody follows leaves the memory, at least."""
DATABASE_SECONDS = 5
"""Seconds for one read or one transaction; then whoever waits for it is refused."""
VIEWS_BYTES = 16 * 1024 * 1024
"""Bytes of encoded positions held in memory, to answer many clients with the same one."""
FORGOTTEN_DAYS = 30
"""Days without an event after which an unfinished match is deleted."""
CLASS_SIZE = 60
"""Pupils in one class."""
CLASS_HOURS = 24
"""Hours without an event after which a class is deleted with everything in it."""
CLASS_EVENTS = 20_000
"""Events in one class, far more than a day of lessons has: then it only accepts its end."""
JOINS_PER_MINUTE, JOINS_BURST = 60.0, 90
"""New pupils of all classes at one address: two classes can begin at once, a script cannot fill ten."""
STOPPING_SECONDS = 8
"""Seconds a stopping server gives to what is under way."""
POLL_SECONDS = 25
"""Seconds a long poll waits for an event."""
EVENTS_AT_ONCE = 1_000
"""Events in one answer; a client asks for the rest with the last number."""
