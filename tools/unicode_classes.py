"""Write src/tarjih/text/unicode_classes.py from the `regex` package's Unicode tables.

Run: python tools/unicode_classes.py
The classes are those sacreBLEU's `intl` tokenizer sees, frozen so that a score does not
depend on the Unicode version of the Python that computes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import regex

TARGET = Path(__file__).parents[1] / "src/tarjih/text/unicode_classes.py"
HEADER = '''"""Unicode classes (first, last, class): 1 number, 2 punctuation, 3 symbol.

Written by tools/unicode_classes.py from regex {version}; do not edit.
"""

from __future__ import annotations

import numpy as np

# fmt: off
RANGES = np.array(
    [
'''


def classes() -> list[tuple[int, int, int]]:
    """Return the ranges of consecutive code points of one class, sorted."""
    rules = {
        1: regex.compile(r"\p{N}"),
        2: regex.compile(r"\p{P}"),
        3: regex.compile(r"\p{S}"),
    }
    ranges: list[tuple[int, int, int]] = []
    for code in range(sys.maxunicode + 1):
        kind = next((k for k, rule in rules.items() if rule.match(chr(code))), 0)
        if not kind:
            continue
        if ranges and ranges[-1][1] == code - 1 and ranges[-1][2] == kind:
            ranges[-1] = (ranges[-1][0], code, kind)
        else:
            ranges.append((code, code, kind))
    return ranges


def main() -> None:
    """Write the table, five ranges a line."""
    cells = [f"({a:#x}, {b:#x}, {k})," for a, b, k in classes()]
    lines = [" ".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]
    body = "".join(f"        {line}\n" for line in lines)
    TARGET.write_text(
        HEADER.format(version=regex.__version__) + body + "    ],\n    np.int32,\n)\n"
    )


if __name__ == "__main__":
    main()
