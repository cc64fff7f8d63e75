import pickle

import pytest

from aliquot.core.prefix import Prefix


def test_a_prefix_stays_as_it_is_while_the_list_grows() -> None:
    items = [1, 2]
    prefix = Prefix(items, 2)
    items.append(3)
    assert prefix == (1, 2)
    assert list(prefix) == [1, 2]
    assert (prefix[-1], prefix[0], prefix[:1], prefix[5:], 3 in prefix) == (2, 1, (1,), (), False)
    assert list(reversed(prefix)) == [2, 1]
    for index in (2, -3):
        with pytest.raises(IndexError):
            prefix[index]


def test_a_prefix_equals_the_tuple_and_no_list() -> None:
    assert Prefix([1, 2, 3], 2) == (1, 2)
    assert Prefix([1, 2, 3], 2) == (1, 2)
    assert Prefix([1, 2, 3], 2) == Prefix({0: 1, 1: 2}, 2)
    assert Prefix([1, 2], 2) != Prefix([1, 3], 2)
    assert Prefix([1, 2], 2) != [1, 2]
    assert hash(Prefix([1, 2, 3], 2)) == hash((1, 2))
    assert repr(Prefix([1, 2, 3], 2)) == "(1, 2)"


def test_a_prefix_travels_alone() -> None:
    again = pickle.loads(pickle.dumps(Prefix([1, 2, 3], 2)))
    assert again == (1, 2)
    assert isinstance(again, Prefix)
