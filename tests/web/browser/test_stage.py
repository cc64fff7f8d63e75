"""The tools of these tests: that they notice what they are there to notice."""

from ..conftest import Served
from .conftest import Visit
from .line import Line
from .people import CUT


def test_whatever_goes_wrong_on_a_page_is_noticed(visit: Visit) -> None:
    ada = visit()
    ada.goes("/")
    assert ada.unforeseen() == []
    ada.asks("setTimeout(() => { throw new Error('thrown') })")
    ada.asks("console.error('written')")
    ada.asks("document.body.setAttribute('onclick', 'alert(1)')")
    ada.asks("setTimeout(() => alert('asked'))")
    ada.asks("new Promise((done) => setTimeout(done))")
    found = " ".join(ada.unforeseen())
    for trouble in ("uncaught: thrown", "written", "policy: script-src", "a dialog: asked"):
        assert trouble in found
        ada.foresees(trouble)
    ada.foresees("Content Security Policy")


def test_a_line_is_cut_held_up_and_taken_away(visit: Visit, server: Served) -> None:
    with Line() as line:
        line.target = server.port
        ada = visit(line.url)
        ada.foresees(CUT)
        ada.goes("/")
        asked = "fetch('/api/games').then((answer) => answer.status, () => 'gone')"
        assert ada.asks(asked) == 200
        line.hold()
        ada.asks("window.late = fetch('/api/games').then((answer) => answer.status, () => 'gone'); null")
        assert ada.asks("Promise.race([window.late, new Promise((done) => setTimeout(done, 200, 'late'))])") == "late"
        line.let_go()
        assert ada.asks("window.late") == 200
        line.take_away()
        assert ada.asks(asked) == "gone"
        line.bring_back()
        assert ada.asks(asked) == 200
        assert line.cuts == 0, "there was no socket"
