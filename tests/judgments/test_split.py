from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgments.tables import table
from tarjih.errors import UnknownName, UsageError
from tarjih.judgments import Factor, Judgments, Stream, Texts, split

SEGMENTS = 200
ROWS = [(i, i % SEGMENTS + 1, "ab"[i % 2], 1.0) for i in range(3 * SEGMENTS)]


def segments(judgments: Judgments) -> set[tuple[str, int]]:
    return set(
        zip(judgments.test_set.values(), judgments.segment.tolist(), strict=True)
    )


@given(st.floats(0.05, 0.95), st.integers(0, 9))
def test_no_segment_on_both_sides(share: float, seed: int) -> None:
    judgments = table("ranks", ROWS)
    pairs = Factor.of(["cs-en", "de-en", "cs-en"][i % 3] for i in range(len(ROWS)))
    one, other = split(replace(judgments, pair=pairs), share=share, seed=seed)
    assert not segments(one) & segments(other)
    assert len(one) + len(other) == len(judgments)
    assert abs(len(segments(one)) - share * SEGMENTS) <= 0.5
    again, _ = split(judgments, share=share, seed=seed)
    assert segments(again) == segments(one)


def test_segments_with_the_same_reference_stay_together() -> None:
    references = [f"r{(i + 1) // 2}" for i in range(SEGMENTS)]  # 2 and 3, 4 and 5, ...
    texts = Texts({"ref": Stream(references)}, {})
    judgments = replace(table("ranks", ROWS), texts={("t", "cs-en"): texts})
    one, _ = split(judgments, share=0.5)
    numbers = {segment for _, segment in segments(one)}
    assert all((i in numbers) == (i + 1 in numbers) for i in range(2, SEGMENTS, 2))


def test_the_same_reference_in_three_places() -> None:
    first = Texts({"ref": Stream(["a", "b", "c", "d"])}, {})
    second = Texts({"ref": Stream(["x", "c", "a", "y"])}, {})
    rows = [(i, i % 4 + 1, "s", 1.0) for i in range(8)]
    judgments = replace(
        table("ranks", rows),
        pair=Factor.of(["cs-en"] * 4 + ["de-en"] * 4),
        texts={("t", "cs-en"): first, ("t", "de-en"): second},
    )
    one, other = split(judgments, share=0.5)
    assert {len(one), len(other)} == {2, 6}  # 1, 2 and 3 are linked
    assert not segments(one) & segments(other)


@pytest.mark.parametrize("share", [0, 1, -0.5, 2, float("nan")])
def test_shares(share: float) -> None:
    with pytest.raises(UsageError, match="the share is between 0 and 1"):
        split(table("ranks", ROWS), share=share)


def test_unknown_way() -> None:
    with pytest.raises(UnknownName, match="unknown way to split 'judge'"):
        split(table("ranks", ROWS), share=0.5, by="judge")  # type: ignore[arg-type]  # the mistake
