"""Tests of the adapters to harnesses, each run in an environment of its own by `make harnesses`."""
