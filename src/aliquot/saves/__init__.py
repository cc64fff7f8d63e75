"""Files of the user: matches as readable `.duel` records, progress in the lessons, and settings."""
