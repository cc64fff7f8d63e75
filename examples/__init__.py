"""Learners to start from."""
