"""The duels in a terminal."""
