"""The server: live duels over HTTP and WebSocket, each move on disk before it is acknowledged.

The web is a door like the terminal: it knows no rule, says no verdict of its own and counts no time. All of that is in
`aliquot.play` and above. What is here is how games are stored, who may do what, and how everybody is told.
"""
