"""Live matches: the lobby, the rooms in it, and the protocol clients speak."""
