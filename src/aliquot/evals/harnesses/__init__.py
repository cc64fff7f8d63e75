"""Adapters to the harnesses in which models are trained and tested, one module each, without logic of their own.

Each needs its own extra, and an environment of its own, since the harnesses' requirements conflict. `options.py` holds
what they share: how a set of items is named.
"""
