"""NIST's statistics (Doddington 2002): n-grams weighted by their information.

The n-grams of a reference corpus are a frozen trie in three arrays. Nodes are numbered
from 2 in the order in which the n-grams appear (the root is 1); node k has the key
`keys[k - 2]`, which is its prefix's node << 32 | its last token. `slots` is an
open-addressing table of nodes, twice as large as needed: both the compiled kernel and
this one fill and probe it alike, so a table made by one can be read by the other.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tarjih.kernels.arrays import F64, I32, I64, U64
from tarjih.kernels.bleu import ngrams

ROOT = 1


def count_ngrams(ids: I32, offsets: I64, order: int) -> tuple[U64, I64, I32]:
    """Count all n-grams up to `order`: their keys, counts and hash table."""
    nodes: dict[int, int] = {}
    counts: list[int] = []
    for start, end in pairwise(offsets.tolist()):
        line = ids[start:end].tolist()
        for i in range(len(line)):
            node = ROOT
            for token in line[i : i + order]:
                node = nodes.setdefault(node << 32 | token, len(nodes) + 2)
                if node == len(counts) + 2:
                    counts.append(0)
                counts[node - 2] += 1
    keys = np.array(list(nodes), np.uint64)
    return keys, np.array(counts, np.int64), _hash_table(list(nodes))


def nist_matches(
    ids: I32,
    offsets: I64,
    pairs: I64,
    order: int,
    known: I32,
    keys: U64,
    slots: I32,
    information: F64,
) -> F64:
    """Sum the information of the clipped n-gram matches of each hypothesis.

    `known` numbers the batch's types as the reference corpus does, -1 where it lacks
    them. A row of the result is (average reference length, information of order 1..,
    hypothesis n-grams of order 1..).
    """
    nodes = {key: node for node, key in enumerate(keys.tolist(), start=2)}

    def weight(ngram: tuple[int, ...]) -> float:
        node = ROOT
        for token in ngram:
            node = nodes.get(node << 32 | int(known[token]) & 0xFFFFFFFF, 0)
            if not node:
                return 0.0
        return float(information[node - 2])

    rows = np.zeros((len(pairs), 1 + 2 * order))
    for row, (hypothesis, first, end) in zip(rows, pairs, strict=True):
        tokens = ids[offsets[hypothesis] : offsets[hypothesis + 1]].tolist()
        references = [
            ids[offsets[line] : offsets[line + 1]].tolist()
            for line in range(first, end)
        ]
        row[0] = sum(map(len, references)) / len(references)
        for n in range(1, order + 1):
            most = ngrams(references[0], n)
            for reference in references[1:]:
                most |= ngrams(reference, n)
            matched = ngrams(tokens, n) & most
            row[n] = sum(weight(ngram) * count for ngram, count in matched.items())
            row[order + n] = max(0, len(tokens) - n + 1)
    return rows


def _hash_table(keys: list[int]) -> I32:
    size = 1024
    while size < 2 * len(keys):
        size *= 2
    slots = [0] * size
    for node, key in enumerate(keys, start=2):
        at = key * 0x9E3779B97F4A7C15 % (1 << 64)
        at = (at ^ at >> 32) % size
        while slots[at]:
            at = (at + 1) % size
        slots[at] = node
    return np.array(slots, np.int32)
