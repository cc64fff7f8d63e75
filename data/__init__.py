"""Scripts that make the data files of the package; they need more than the package does."""
