"""The text of the benchmarks: what WMT12's French-English systems made of newstest2012.

It is read where $TARJIH_DATA says, or else in `../shared/data` beside the repository.
"""

from __future__ import annotations

import lzma
import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAME = "newstest2012, French-English"
_PLAIN = Path("judgments/wmt12/plain")
_REFERENCE = _PLAIN / "references/newstest2012-ref.en.xz"
_SYSTEMS = _PLAIN / "system-outputs/newstest2012/fr-en"


@dataclass(frozen=True)
class Text:
    """One translation and its reference, line by line."""

    hypotheses: list[str]
    references: list[str]

    def first(self, segments: int | None) -> Text:
        """The first segments alone, or all of them."""
        return Text(self.hypotheses[:segments], self.references[:segments])

    def __len__(self) -> int:
        return len(self.hypotheses)


def default_data() -> Path:
    """Where the human judgments are unless the caller says otherwise."""
    return Path(os.environ.get("TARJIH_DATA") or ROOT.parent / "shared/data")


def read_systems(data: Path) -> list[Text]:
    """Read every system beside the one reference."""
    reference = data / _REFERENCE
    paths = sorted((data / _SYSTEMS).glob("newstest2012.*.xz"))
    if not paths or not reference.exists():
        raise SystemExit(
            f"no WMT12 text in {data}: name the folder that holds {_PLAIN} "
            "with --data or in TARJIH_DATA"
        )
    references = read_lines(reference)
    return [Text(read_lines(path), references) for path in paths]


def read_lines(path: Path) -> list[str]:
    """The lines of an xz file; they end at \\n and at nothing else."""
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return [line.rstrip() for line in file]


def joined(texts: list[Text]) -> Text:
    """All translations, one after the other, as one long text."""
    return Text(
        [line for text in texts for line in text.hypotheses],
        [line for text in texts for line in text.references],
    )
