"""The vocabulary shared by all games: game, match, series, clock, record, view."""
