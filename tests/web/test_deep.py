"""What takes minutes: every request schemathesis can think of, and races by the thousand."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from .conftest import Live, Served, client
from .test_games import pair


@pytest.mark.deep
def test_no_request_of_whatever_shape_is_met_with_a_fault(serve: Callable[..., Served]) -> None:
    import schemathesis  # It takes a second, and only here it is worth it.

    served = serve()
    asking = client(served.url)
    schema = schemathesis.openapi.from_dict(asking.get("/openapi.json").json())
    made = asking.post("/api/matches", json={"game": "dividers-duel"}).json()["match"]
    for operation in schema.get_all_operations():
        found: Any = cast("Any", operation).ok()
        if found.path.endswith("/stream"):
            continue  # It goes on for ever; tests of its own follow it.

        @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
        @given(case=found.as_strategy(), name=st.sampled_from([made, "none"]))
        def ask(case: Any, name: str) -> None:
            if case.path_parameters:
                case.path_parameters["name"] = name
            if case.query and "wait" in case.query:
                case.query["wait"] = 0
            answer = case.call(base_url=served.url)
            assert answer.status_code < 500 or answer.status_code == 503, (case, answer.text)

        ask()
    assert served.process.poll() is None
    assert [line for line in served.log if "Traceback" in line] == []


@pytest.mark.deep
def test_a_move_raced_and_resent_a_thousand_times_is_accepted_once(server: Served) -> None:
    ada, emmy, made = pair(server, "divisor-duel-subtract", start="1000000")
    with emmy.live(made) as two:
        for ply in range(0, 2000, 2):
            with Live(server.url, made, ada.tokens[made]) as one, Live(server.url, made, ada.tokens[made]) as other:
                message = json.dumps({"type": "move", "id": f"a{ply}", "ply": ply, "move": "2"})
                one.socket.send(message)
                other.socket.send(message)
                if ply % 4:
                    one.socket.close()  # Cut off before the answer; the move is sent again.
                else:
                    assert one.at(ply + 1)["number"] == ply + 2
                assert other.at(ply + 1)["number"] == ply + 2
            assert ada.move(made, ply, "2", f"a{ply}")["result"] == "already"
            assert two.ask("move", f"e{ply}", ply=ply + 1, move="2")["result"] == "accepted"
    assert ada.state(made)["ply"] == 2000


@pytest.mark.deep
def test_ten_thousand_forged_tokens_open_nothing(server: Served) -> None:
    import random
    import string

    ada, _, made = pair(server)
    generator, alphabet = random.Random(1), string.ascii_letters + string.digits + "-_"
    for _ in range(10_000):
        with Live(server.url, made, "".join(generator.choices(alphabet, k=32))) as live:
            assert live.state["you"] == []
    assert ada.state(made)["ply"] == 0
