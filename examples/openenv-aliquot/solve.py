"""The oracle of the environment: it plays matches perfectly through the public interface.

    python solve.py http://127.0.0.1:8000 0 1 2    # the address, and the seeds of the matches

It prints the rewards and the decisions at stake of each match, and fails if they differ.
"""

import sys

from openenv import GenericEnvClient

from aliquot.evals.item import as_typed, read_board, wrap
from aliquot.oracle import solve


def play(url: str, seed: int) -> tuple[float, int]:
    """Play one match; return the sum of the rewards and the number of decisions at stake."""
    total, decisions = 0.0, 0
    with GenericEnvClient(base_url=url).sync() as client:
        result = client.reset(seed=seed)
        while not result.done:
            state = client.state()
            game, position = read_board(state["game"], state["position"])
            move = (solve(game, position).winning_moves or game.legal_moves(position))[0]
            result = client.step({"reply": wrap(as_typed(game, position, move))})
            total += float(result.reward or 0)
            decisions += bool(result.observation["at_stake"])
    return total, decisions


if __name__ == "__main__":
    address, *seeds = sys.argv[1:] or ["http://127.0.0.1:8000"]
    results = [play(address, int(seed)) for seed in seeds or ["0"]]
    for rewards, at_stake in results:
        print(f"{rewards:g} {at_stake}")
    sys.exit(any(rewards < at_stake for rewards, at_stake in results))
