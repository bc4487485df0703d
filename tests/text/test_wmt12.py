"""The real files of WMT12, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tarjih.text import open_column

pytestmark = pytest.mark.data


def test_every_file_has_3003_segments(wmt12: Path) -> None:
    files = [p for p in sorted(wmt12.rglob("*.xz")) if not p.name.startswith(".")]
    counts = {path.name: sum(1 for _ in open_column(f"{path}")) for path in files}
    assert len(files) > 150
    assert set(counts.values()) == {3003}


def test_sgml_and_plain_hold_the_same_reference(wmt12: Path) -> None:
    sgml = open_column(f"{wmt12}/meteor/cs-en.ref.sgm.xz")
    plain = open_column(f"{wmt12}/plain/references/newstest2012-ref.en.xz")
    same = sum(a == b for a, b in zip(sgml, plain, strict=True))
    assert same > 2000
