"""Games kept on disk: one readable `.duel` file each, in the user's data folder."""
