"""The texts of a WMT test set, found in a folder by how WMT names its files.

    newstest2012-ref.en                    newstest2012.cs-en.SYSTEM         (to 2013)
    newstest2015-csen-ref.en               newstest2015.SYSTEM.cs-en         (to 2020)
    newstest2021.zh-en.{src.zh,ref.A.en}   newstest2021.zh-en.hyp.SYSTEM.en  (2021)

each perhaps with `.txt` or `.sgm`, perhaps compressed, in whatever sub-folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tarjih.errors import DataError
from tarjih.judgments.languages import CODE
from tarjih.judgments.texts import Stream, TextKey, Texts
from tarjih.text import Column

_SET = r"(?P<set>[A-Za-z]\w*)"
_PAIR = rf"(?P<pair>(?:{CODE})-(?:{CODE}))"
_ENDS = re.compile(r"(\.(txt|sgml?))?(\.(xz|gz|bz2|zst))?$")
_OUTPUTS = (
    re.compile(rf"{_SET}\.{_PAIR}\.hyp\.(?P<system>.+)\.[a-z]{{2,3}}"),
    re.compile(rf"{_SET}\.{_PAIR}\.(?!(?:ref|src)\.)(?P<system>.+)"),
    re.compile(rf"{_SET}\.(?P<system>.+)\.{_PAIR}"),
)
_SIDES = (
    re.compile(rf"{_SET}\.{_PAIR}\.(?P<side>ref)\.(?P<name>\w+)\.(?P<lang>\w+)"),
    re.compile(rf"{_SET}\.{_PAIR}\.(?P<side>src)\.(?P<lang>\w+)"),
    re.compile(rf"{_SET}-(?P<joined>[a-z]{{4}})-(?P<side>ref|src)\.(?P<lang>\w+)"),
    re.compile(rf"{_SET}-(?P<side>ref|src)\.(?P<lang>\w+)"),
)
TextsFrom = str | Path | Mapping[TextKey, Texts] | None
_NAME = "ref"  # of a reference that has no name of its own


@dataclass(frozen=True)
class Output:
    """What the name of a system's output says."""

    test_set: str
    pair: str
    system: str


@dataclass(frozen=True)
class _Side:
    """A source or reference; without a pair it serves all pairs of its language."""

    test_set: str
    pair: str | None
    side: str
    lang: str
    name: str
    stream: Stream

    def serves(self, key: TextKey) -> bool:
        test_set, pair = key
        if self.pair is not None:
            return key == (self.test_set, self.pair)
        position = {"src": 0, "ref": 1}[self.side]
        return test_set == self.test_set and pair.split("-")[position] == self.lang


def output_name(name: str) -> Output | None:
    """Read a file name, or a system's name in judgments that is a file name."""
    bare = _ENDS.sub("", name)
    for pattern in _OUTPUTS:
        if found := pattern.fullmatch(bare):
            return Output(found["set"], found["pair"], found["system"])
    return None


def find_wmt_plain(folder: str | Path, depth: int = 3) -> dict[TextKey, Texts]:
    """Return the texts by test set and language pair, read when they are used.

    `depth` is how many folders down the files may be; what is hidden is passed over.
    """
    root = existing(folder)
    systems: dict[TextKey, dict[str, Stream]] = {}
    sides: list[_Side] = []
    for path in _files(root, depth):
        if side := _side(path):
            sides.append(side)
        elif output := output_name(path.name):
            key = output.test_set, output.pair
            systems.setdefault(key, {})[output.system] = _stream(path)
    return {key: _texts(key, found, sides) for key, found in sorted(systems.items())}


def existing(folder: str | Path) -> Path:
    """Return the folder, which must be there."""
    root = Path(folder)
    if not root.is_dir():
        raise DataError("no such folder", path=f"{root}")
    return root


def texts_beside(
    path: str, given: TextsFrom, folder: str, depth: int = 3
) -> Mapping[TextKey, Texts]:
    """Return the texts given, or those in `folder` beside the file if it is there.

    A place that is given may be such a folder, or the one that it is in.
    """
    if isinstance(given, Mapping):
        return given
    if given is not None:
        inside = Path(given) / folder
        return find_wmt_plain(inside if inside.is_dir() else given)
    beside = Path(path).parent / folder
    is_file = Path(path).is_file()  # and not standard input
    return find_wmt_plain(beside, depth) if is_file and beside.is_dir() else {}


def _files(folder: Path, depth: int) -> Iterator[Path]:
    for path in sorted(folder.glob("[!.]*")):
        if path.is_file():
            yield path
        elif depth:
            yield from _files(path, depth - 1)


def _side(path: Path) -> _Side | None:
    bare = _ENDS.sub("", path.name)
    for pattern in _SIDES:
        if found := pattern.fullmatch(bare):
            return _Side(
                test_set=found["set"],
                pair=_side_pair(found.groupdict()),
                side=found["side"],
                lang=found["lang"],
                name=found.groupdict().get("name", _NAME),
                stream=_stream(path),
            )
    return None


def _side_pair(found: Mapping[str, str]) -> str | None:
    if joined := found.get("joined"):  # csen
        return f"{joined[:2]}-{joined[2:]}"
    return found.get("pair")


def _texts(key: TextKey, systems: dict[str, Stream], sides: list[_Side]) -> Texts:
    mine = [side for side in sides if side.serves(key)]
    references = {side.name: side.stream for side in mine if side.side == "ref"}
    sources = [side.stream for side in mine if side.side == "src"]
    return Texts(references, systems, next(iter(sources), None))


def _stream(path: Path) -> Stream:
    return Stream(Column(f"{path}", f"{path}", None))
