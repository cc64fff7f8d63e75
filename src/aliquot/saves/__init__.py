"""What is kept on disk: games, one readable `.duel` file each, a learner's progress, and a few preferences."""
