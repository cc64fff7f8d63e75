from pathlib import Path

import pytest

from aliquot.saves.archive import SaveError
from aliquot.saves.lock import Lock


def test_a_lock_is_held_by_one_until_it_is_released(tmp_path: Path) -> None:
    path = tmp_path / "game-1.duel"
    first = Lock(path)
    for _ in range(3):
        with pytest.raises(SaveError, match=r"game-1\.duel' is being played in another window"):
            Lock(path)
    first.release()
    second = Lock(path)
    second.release()
    second.release()
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_locks_of_different_games_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    locks = [Lock(tmp_path / f"game-{number}.duel") for number in range(5)]
    for lock in locks:
        lock.release()


def test_a_lock_file_that_a_killed_program_left_behind_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / ".game-1.duel.lock").touch()
    Lock(tmp_path / "game-1.duel").release()


def test_where_no_lock_can_be_laid_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match="cannot be locked"):
        Lock(tmp_path / "file" / "game-1.duel")
