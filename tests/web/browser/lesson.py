"""A lesson with a class, lived through in browsers: a teacher, a projector and pupils."""

from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from .people import DESKTOP, PHONE, PROJECTOR, Person

LAPTOP = (1366, 768)
CHAINS = ((12, 6, 3, 9, 27, 54, 18, 36, 72, 24), (2, 4, 8, 16, 32), (97, 1, 53))


class Lesson:
    """A class, its teacher, its projector and three pupils."""

    def __init__(self, come: Callable[..., Person]) -> None:
        """Starts a class and has pupils join it, the first by its code.

        Args:
            come: Brings somebody with a screen of some size.
        """
        self.teacher = come(size=LAPTOP)
        self.teacher.context.on("page", lambda page: page.set_viewport_size({"width": 1920, "height": 1080}))
        self.teacher.goes("/class")
        self.desk.get_by_role("button", name="Start a class").click()
        self.desk.wait_for_url("**/teacher")
        self.code = self.desk.url.split("/")[-2]
        self.projector = self.teacher.tab()
        self.projector.goto(f"/class/{self.code}/projector")
        self.pupils: Sequence[Person] = [come(size=size) for size in (PHONE, PHONE, DESKTOP)]
        first = self.pupils[0]
        first.goes("/class")
        first.page.get_by_label("Class code").fill(f"{self.code[:3].lower()} {self.code[3:]}")
        first.page.get_by_role("button", name="Join").click()
        for pupil in self.pupils[1:]:
            pupil.goes(f"/class/{self.code}")
        for pupil in self.pupils:
            pupil.touch(pupil.page.get_by_role("button", name="Join"))
            expect(pupil.page.get_by_role("heading", name="You are")).to_be_visible()
        expect(self.desk.get_by_text("3 of 3 here")).to_be_visible()
        expect(self.projector.get_by_text("3 joined")).to_be_visible()

    @property
    def desk(self) -> Page:
        """The teacher's page."""
        return self.teacher.page

    def starts(self, title: str) -> None:
        """Has the teacher start an activity."""
        heading = self.desk.get_by_role("heading", name=title, exact=True)
        self.desk.locator("form.card").filter(has=heading).get_by_role("button", name="Start").click()

    def presses(self, name: str) -> None:
        """Has the teacher press a button."""
        self.desk.get_by_role("button", name=name, exact=True).click()

    def asks_all(self, moves: Sequence[str] = ("10", "40", "10")) -> None:
        """Asks everybody about one position, and shows the answers, the verdicts and the reasons."""
        self.starts("One position for all")
        for pupil, move in zip(self.pupils, moves, strict=True):
            pupil.touch(pupil.page.locator(f'.choices [data-notation="{move}"]'))
            expect(pupil.page.get_by_text(f"You chose {move}.")).to_be_visible()
            expect(pupil.page.locator(".choices .picked")).to_have_attribute("data-notation", move)
        expect(self.desk.get_by_text("3 of 3 have answered")).to_be_visible()
        expect(self.projector.locator(".bar")).to_have_count(0)
        self.presses("Show the answers")
        expect(self.projector.locator(".bar")).to_have_count(2)
        self.presses("Show which win")
        expect(self.projector.locator(".bar.wins")).to_have_count(1)
        self.presses("Show why")
        expect(self.projector.locator(".bar .why")).to_have_count(2)
        expect(self.pupils[0].page.locator(".bar.own.wins")).to_have_count(1)

    def pairs(self) -> None:
        """Pairs the pupils, who make a move each where they can."""
        self.starts("Pairs")
        self.presses("Random")
        expect(self.desk.locator(".tile")).to_have_count(2)
        expect(self.projector.locator(".pairs li")).to_have_count(2)
        for pupil in self.pupils:
            expect(pupil.page.locator("aliquot-match .sentence")).not_to_be_empty()
        moved = 0
        while moved < 4:
            for pupil in self.pupils:
                choices = pupil.page.locator("aliquot-match .choices [data-notation]:visible")
                if choices.count():
                    pupil.touch(choices.nth(choices.count() // 2))
                    moved += 1
                    pupil.page.wait_for_timeout(100)
        expect(self.desk.locator(".tile .mini .last").first).to_be_visible()

    def races(self) -> None:
        """Races for the longest chain."""
        self.starts("The longest chain")
        for pupil, chain in zip(self.pupils, CHAINS, strict=True):
            for number in chain:
                pupil.touch(pupil.page.locator(f'.cells [data-number="{number}"]'))
        expect(self.projector.locator(".tally b")).to_have_text("10")
        expect(self.projector.locator(".standings li")).to_have_count(3)
        expect(self.projector.locator(".links li")).to_have_count(10)

    def works(self) -> None:
        """Hands out a worksheet."""
        self.starts("Worksheet")
        for pupil in self.pupils:
            expect(pupil.page.locator(".worksheet .question")).not_to_be_empty()
            expect(pupil.page.locator(".worksheet .goal b")).to_be_visible()

    def stops(self) -> None:
        """Ends the activity."""
        self.presses("End activity")
        expect(self.desk.locator("form.card").first).to_be_visible()
        for pupil in self.pupils:
            expect(pupil.page.get_by_role("heading", name="You are")).to_be_visible()

    def results(self) -> None:
        """Opens the results."""
        self.teacher.goes(f"/class/{self.code}/results")
        expect(self.desk.locator("table tbody tr")).to_have_count(3)


__all__ = ["DESKTOP", "LAPTOP", "PHONE", "PROJECTOR", "Lesson"]
