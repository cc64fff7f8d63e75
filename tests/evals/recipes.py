"""Recipes of every kind: small ones, which can be solved by trying everything, and large ones."""

from aliquot.evals import Kind, Recipe

POOL, SUBTRACT, DIVIDE, CHAIN = "divisor-duel-pool", "divisor-duel-subtract", "dividers-duel", "longest-chain"
SMALL = (
    Recipe(Kind.MOVE, SUBTRACT, 20, 200, share=0.34),
    Recipe(Kind.MOVE, DIVIDE, 30, 500),
    Recipe(Kind.MOVE, SUBTRACT, 20, 200, misere=True, share=0.5),
    Recipe(Kind.MOVE, "sum", 6, 30, parts=2, style="any"),
    Recipe(Kind.MOVE, POOL, 8, 16, share=0.4, style="any", lists_moves=None),
    Recipe(Kind.MOVES, DIVIDE, 6, 40, parts=3, share=0.4),
    Recipe(Kind.MOVES, POOL, 8, 16, share=0.5),
    Recipe(Kind.WINNER, SUBTRACT, 4, 200, style="any", share=1.0),
    Recipe(Kind.WINNER, DIVIDE, 4, 30, parts=3, misere=True, share=1.0),
    Recipe(Kind.WINNER, POOL, 8, 16, share=1.0),
    Recipe(Kind.GRUNDY, "sum", 4, 20, parts=2, share=1.0),
    Recipe(Kind.GRUNDY, SUBTRACT, 20, 200, share=1.0),
    Recipe(Kind.LINE, "sum", 6, 20, parts=2, share=0.5),
    Recipe(Kind.LINE, POOL, 8, 16, share=0.5),
    Recipe(Kind.PROOF, POOL, 10, 18, share=0.5, lists_moves=None, style="any"),
    Recipe(Kind.CHAIN, CHAIN, 3, 12, style="any"),
)
LARGE = (
    Recipe(Kind.MOVE, SUBTRACT, 10**6, 10**12),
    Recipe(Kind.MOVE, DIVIDE, 10**12, 10**18, style="any", lists_moves=None),
    Recipe(Kind.MOVE, "sum", 100, 10**9, parts=4, style="any"),
    Recipe(Kind.MOVES, POOL, 50, 100, style="any"),
    Recipe(Kind.WINNER, "sum", 10**12, 10**18, parts=3, share=1.0, certificates=True),
    Recipe(Kind.GRUNDY, "sum", 100, 10**6, parts=5),
    Recipe(Kind.LINE, POOL, 40, 80),
    Recipe(Kind.PROOF, POOL, 60, 120, depth=16, certificates=True),
    Recipe(Kind.CHAIN, CHAIN, 100, 300),
)
