"""Write METEOR's function words: what makes up a thousandth of a text or more.

    pip install wordfreq
    python tools/function_words.py DATA

The threshold is METEOR's (Denkowski and Lavie 2011). DATA holds WMT's texts, as the
experiments read them: the English references of newstest2013 and 2014, the others of
newstest2012, split as METEOR splits them. There is no Russian text; its words are those
of wordfreq's tables (Speer 2022, CC BY-SA 4.0), its marks what all the others share.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections.abc import Iterable
from html import unescape
from pathlib import Path

import numpy as np
from wordfreq import get_frequency_dict

from tarjih.metrics.meteor.words import RULES, Splitter
from tarjih.text.batch import Batch

THRESHOLD = 1e-3
TARGET = (
    Path(__file__).parents[1] / "src/tarjih/metrics/meteor/data/function_words.json"
)
ABOUT = (
    "Words that make up a thousandth of a text or more. en: references of newstest2013 "
    "and 2014; cs, de, es, fr: newstest2012; ru: words of wordfreq 3.1, marks of the "
    "others. Written by tools/function_words.py."
)


def texts(data: Path) -> dict[str, list[str]]:
    """Lines of each language's newspapers."""
    judgments = data / "judgments"
    plain = judgments / "wmt12/plain/references"
    found = {
        code: _read(plain / f"newstest2012-ref.{code}.xz").split("\n")
        for code in ("cs", "de", "es", "fr")
    }
    english = sorted(judgments.glob("wmt1[34]/meteor/*.ref.sgm.xz"))
    segments = (re.findall("<seg[^>]*>(.*?)</seg>", _read(path)) for path in english)
    found["en"] = [unescape(line) for lines in segments for line in lines]
    return found


def frequent(lines: list[str], language: str) -> list[str]:
    """The words of a text that reach the threshold, the most frequent first."""
    splitter = Splitter(RULES.get(language, "other"))
    tokens = splitter.split(Batch.of_lines(lines), punctuation=True, lowercase=True)
    counts = np.bincount(tokens.ids, minlength=len(tokens.types))
    words = zip(tokens.types, counts.tolist(), strict=True)
    kept = [(-n, word) for word, n in words if n >= THRESHOLD * len(tokens.ids)]
    return [word for _, word in sorted(kept)]


def russian(others: Iterable[list[str]]) -> list[str]:
    """The words of wordfreq, and the marks frequent in every other language."""
    table = get_frequency_dict("ru")
    words = [w for w, share in table.items() if share >= THRESHOLD and w.isalpha()]
    first, *rest = others
    marks = [w for w in first if not w.isalnum() and all(w in other for other in rest)]
    return [*marks, *sorted(words, key=lambda word: (-table[word], word))]


def _read(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode("utf-8")


def main() -> None:
    """Count, and write the lists."""
    found = {
        code: frequent(lines, code) for code, lines in texts(Path(sys.argv[1])).items()
    }
    found["ru"] = russian(list(found.values()))
    body = {"about": ABOUT, **dict(sorted(found.items()))}
    TARGET.write_text(json.dumps(body, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
