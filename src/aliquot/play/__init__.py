"""Play for every user interface: the setup, a session of one match, and a series of sessions.

Nothing is displayed here: the terminal and the server show what sessions return, each in its own way.
"""
