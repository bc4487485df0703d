"""Write METEOR's synonyms from WordNet 3.0, as Debian's wordnet-base has it.

    apt-get install wordnet-base
    python tools/wordnet_synonyms.py [/usr/share/wordnet]

Only words of one token are kept, and only sets that hold two of these: a word without
a set is one of its own, see the kernel `synonym_sets`. METEOR's own table numbers a
set by its place in the file of its part of speech, so that 296 numbers stand for sets
of two parts of speech at once; here they stay apart.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path

from tarjih import tensors
from tarjih.metrics.meteor.synonyms import Synonyms

TARGET = (
    Path(__file__).parents[1] / "src/tarjih/metrics/meteor/data/wordnet.safetensors"
)
PARTS = ("noun", "verb", "adj", "adv")
NOTES = {
    "about": "Synonym sets of single words, and irregular forms",
    "source": "WordNet 3.0, Princeton University; see NOTICE",
    "written by": "tools/wordnet_synonyms.py",
}


def read_sets(folder: Path) -> dict[str, set[tuple[str, str]]]:
    """The sets of every word of one token, by part of speech and place in its file."""
    found: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for part in PARTS:
        for line in (folder / f"index.{part}").read_text("utf-8").splitlines():
            word, *cells = line.split()
            if not line.startswith(" ") and "_" not in word:
                found[word].update((part, place) for place in cells[-int(cells[1]) :])
    return dict(found)


def read_bases(folder: Path) -> dict[str, list[str]]:
    """The bases of every irregular form."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for part in PARTS:
        for line in (folder / f"{part}.exc").read_text("utf-8").splitlines():
            form, *bases = line.split()
            if "_" not in form:
                found[form] += bases
    return dict(found)


def main() -> None:
    """Number the sets that hold several words, and write the table."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet")
    sets = read_sets(folder)
    members = defaultdict(list)
    for word in sorted(sets):
        for one in sets[word]:
            members[one].append(word)
    shared = {frozenset(words) for words in members.values() if len(words) > 1}
    numbers = {words: i for i, words in enumerate(sorted(shared, key=sorted))}
    mine: dict[str, set[int]] = {word: set() for word in sets}
    for words, number in numbers.items():
        for word in words:
            mine[word].add(number)
    tensors.save(TARGET, asdict(Synonyms.of(mine, read_bases(folder))), NOTES)


if __name__ == "__main__":
    main()
