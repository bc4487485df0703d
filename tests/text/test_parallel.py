from __future__ import annotations

import pytest

from tarjih import DataError
from tarjih.text.parallel import chunks, merge, single


def test_chunks() -> None:
    found = list(chunks([list("abcde"), list("vwxyz")], ["a", "b"], 2))
    expected = [[["a", "b"], ["v", "w"]], [["c", "d"], ["x", "y"]], [["e"], ["z"]]]
    assert found == expected


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_unequal(size: int) -> None:
    columns = [list("abcde"), list("abc"), list("abcdef")]
    message = r"^two has 3 segments but one has 5: two ends after segment 3$"
    with pytest.raises(DataError, match=message):
        list(chunks(columns, ["one", "two", "three"], size))


def test_merge() -> None:
    assert merge(["a", None, ("b", None, "c")], 7, ["x"]) == ("a", "b", "c")
    with pytest.raises(DataError, match=r"^segment 7,000 has no reference in x or y$"):
        merge([None, (None,)], 7000, ["x", "y"])


def test_single() -> None:
    assert single("a", 1, "sys") == "a"
    with pytest.raises(DataError, match=r"^sys: segment 2 is missing$"):
        single(None, 2, "sys")
    with pytest.raises(DataError, match=r"^sys: segment 3 holds 2 texts, not one$"):
        single(("a", "b"), 3, "sys")
