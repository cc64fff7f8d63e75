"""The vocabulary of the house. It knows no particular game."""
