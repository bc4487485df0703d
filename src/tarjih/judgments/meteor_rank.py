"""METEOR's `LP.rank`: one preference a line, with SGML texts beside it.

    segment<TAB>lp<TAB>better<TAB>lp<TAB>worse

Beside it are `LP.ref.sgm` and `LP.sysN.sgm`, plain or compressed. They are plain text
with its marks escaped, so that `&apos;` is an apostrophe again when read from here.
`sysmap.LP.tsv`, in the same folder or one up, says which system `sysN` is. Ties and
judges are lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import unescape

from tarjih.judgments.delimited import tab_rows
from tarjih.judgments.intake import Intake, Item, Source, Unfit, opened, whole
from tarjih.judgments.table import Judgments
from tarjih.judgments.texts import Stream, TextKey, Texts
from tarjih.judgments.wmt_folder import Output, TextsFrom, existing, output_name
from tarjih.text import Column
from tarjih.text.lines import Text
from tarjih.text.sgml import read_sgml

_MARKS = {"&quot;": '"', "&apos;": "'"}
Systems = Mapping[str, Output]


def read_meteor_rank(
    source: Source,
    *,
    test_set: str | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read the preferences of one language pair, with the texts beside it."""
    file = opened(source)
    pair = Path(file.name).name.partition(".")[0]
    folder = Path(file.name).parent
    systems = _system_map(folder, pair)
    name = test_set or next((s.test_set for s in systems.values()), folder.name)
    if not isinstance(texts, Mapping):
        place = folder if texts is None else existing(texts)
        texts = _texts(place, pair, name, systems)
    intake = Intake(file, "ranks", texts, skip_bad)
    return intake.take(tab_rows(file), _reader(name, pair, systems)).judgments()


def _reader(
    test_set: str, pair: str, systems: Systems
) -> Callable[[list[str]], list[Item]]:
    names = {number: output.system for number, output in systems.items()}

    def read(cells: list[str]) -> list[Item]:
        if len(cells) != 5:
            raise Unfit(f"has {len(cells)} columns, not 5", "wrong number of columns")
        segment, first, better, second, worse = cells
        if first != second or (pair and first != pair):
            raise Unfit(
                f"ranks {first} and {second} in the file of {pair}",
                "another language pair",
            )
        number = whole(segment, "segment")
        better, worse = names.get(better, better), names.get(worse, worse)
        return [
            Item(test_set, pair, number, "", better, 1, 1),
            Item(test_set, pair, number, "", worse, 2, 2),
        ]

    return read


def _system_map(folder: Path, pair: str) -> Systems:
    """Return what `sysN` stands for; nothing where there is no map."""
    for place in (folder, folder.parent):
        path = place / f"sysmap.{pair}.tsv"
        if path.is_file():
            rows = tab_rows(opened(f"{path}"))
            return {
                cells[0]: output_name(cells[1]) or Output(folder.name, pair, cells[1])
                for _, cells in rows
                if len(cells) > 1
            }
    return {}


def _texts(
    folder: Path, pair: str, test_set: str, systems: Systems
) -> Mapping[TextKey, Texts]:
    streams: dict[str, Stream] = {}
    for path in sorted(folder.glob(f"{pair}.*.sgm*")):
        streams[path.name.split(".")[1]] = _stream(path)
    if "ref" not in streams:
        return {}
    reference = {"ref": streams.pop("ref")}
    named = {
        systems[number].system if number in systems else number: stream
        for number, stream in streams.items()
    }
    return {(test_set, pair): Texts(reference, named)}


def _stream(path: Path) -> Stream:
    return Stream(Column(f"{path}", f"{path}", None, read=_read_unescaped))


def _read_unescaped(text: Text, selector: str | None) -> Iterator[str]:
    return (unescape(segment, _MARKS) for segment in read_sgml(text, selector))
