"""The real files of WMT12, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarjih.text import open_column

WMT12 = Path(__file__).parents[3] / "shared" / "data" / "judgments" / "wmt12"
FILES = sorted(p for p in WMT12.rglob("*.xz") if not p.name.startswith("."))


@pytest.mark.data
@pytest.mark.skipif(not FILES, reason="no human judgments here")
def test_every_file_has_3003_segments() -> None:
    counts = {path.name: sum(1 for _ in open_column(f"{path}")) for path in FILES}
    assert set(counts.values()) == {3003}


@pytest.mark.data
@pytest.mark.skipif(not FILES, reason="no human judgments here")
def test_sgml_and_plain_hold_the_same_reference() -> None:
    sgml = open_column(f"{WMT12}/meteor/cs-en.ref.sgm.xz")
    plain = open_column(f"{WMT12}/plain/references/newstest2012-ref.en.xz")
    same = sum(a == b for a, b in zip(sgml, plain, strict=True))
    assert same > 2000
