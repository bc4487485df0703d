from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tarjih.errors import DataError, UsageError
from tarjih.text import open_column

Write = Callable[..., str]


@pytest.mark.parametrize(
    ("spec", "path", "selector"),
    [
        ("a.txt", "a.txt", None),
        ("a.tsv::ref", "a.tsv", "ref"),
        ("a.xml::ref:A", "a.xml", "ref:A"),
        ("C:\\a.tsv::2", "C:\\a.tsv", "2"),
        ("a::b.txt::", "a::b.txt", None),
        ("a::b.tsv::ref", "a::b.tsv", "ref"),
        ("-", "-", None),
        ("-::ref", "-", "ref"),
    ],
)
def test_spec(spec: str, path: str, selector: str | None) -> None:
    column = open_column(spec)
    assert (column.spec, column.path, column.selector) == (spec, path, selector)


@pytest.mark.parametrize("spec", ["", "::", "::ref"])
def test_spec_without_a_file(spec: str) -> None:
    with pytest.raises(UsageError) as caught:
        open_column(spec)
    assert str(caught.value) == f"{spec!r} names no file"


def test_colons_in_a_file_name(write: Write) -> None:
    write("x\n", "a::b.txt")
    assert list(open_column("a::b.txt::")) == ["x"]


def test_opened_at_the_first_value(tmp_path: Path) -> None:
    column = open_column(f"{tmp_path}/later")
    (tmp_path / "later").write_text("here\n", encoding="utf-8")
    assert list(column) == ["here"]


@pytest.mark.parametrize("root", ["tmx", "html"])
def test_other_xml(root: str, write: Write) -> None:
    write(f"<?xml version='1.0'?>\n<{root}></{root}>")
    with pytest.raises(DataError) as caught:
        list(open_column("f"))
    assert str(caught.value) == (
        f"f: is XML with the root <{root}>; "
        "known roots: dataset, mteval, refset, srcset, tstset"
    )


@pytest.mark.parametrize(
    "line", ["<b>a</b>", "<!-- a", "<?xml a", "<?xml?> a", "<refsets>", "<!doctype"]
)
def test_lines_that_look_like_markup(line: str, write: Write) -> None:
    write(line + "\n")
    assert list(open_column("f")) == [line]
