"""METEOR's alignment of two lines: its matchers, its beam search, its statistics."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from tarjih.kernels.arrays import F64, I32, I64, U8

EXACT, STEM, SYNONYM, PARAPHRASE = range(4)
SLOTS = 4  # modules that a row has room for
WIDTH = 4 + 4 * SLOTS + 3


def meteor_matches(
    ids: I32,
    offsets: I64,
    pairs: I64,
    keys: I32,
    stems: I32,
    set_ends: I64,
    sets: I32,
    function: U8,
    sizes: I32,
    modules: I32,
    words: I32,
    child_ends: I32,
    child_words: I32,
    target_ends: I32,
    targets: I32,
    beam: int,
) -> F64:
    """Align every hypothesis with each of its references, and count what matched.

    Of every type of token: its key (types of one key are one word), its stem, the
    synonym sets it is in (`sets`, of which type t has those from `set_ends[t]` to
    `set_ends[t + 1]`), whether it is a function word, its size (1, or its length where
    characters are counted), and its number among the words of the paraphrases, or -1.

    Phrases are nodes of a tree: the first nodes are the words, those below node n are
    numbered on from there, by `child_ends` with the last word of each in `child_words`;
    `targets` are the phrases that a phrase may be replaced by.

    Returns for each pair and reference a row of METEOR's statistics: sizes of
    hypothesis and reference, of their function words; for each module the matched
    content of hypothesis and reference and the matched function words of both; chunks
    (0 where everything matches in one chunk, as METEOR adds them up); matched words.
    """
    types = _Types(keys, stems, set_ends, sets, words)
    phrases = _Phrases(len(child_ends) - 1 - len(child_words), child_ends, child_words)
    phrases.targets, phrases.target_ends = targets, target_ends
    rows = []
    for hypothesis, first, end in pairs.tolist():
        line1 = ids[offsets[hypothesis] : offsets[hypothesis + 1]].tolist()
        for reference in range(first, end):
            line2 = ids[offsets[reference] : offsets[reference + 1]].tolist()
            asked = modules.tolist()[: 1 if line1 == line2 else None]
            found = _candidates(line1, line2, asked, types, phrases)
            weights = [2 if module == EXACT else 1 for module in modules.tolist()]
            aligned = _align(found, len(line1), weights, beam)
            rows.append(_row(line1, line2, aligned, function, sizes))
    return np.array(rows, np.float64).reshape(-1, WIDTH)


class Match(NamedTuple):
    """Words of the reference (2) and of the hypothesis (1) that a module pairs."""

    start: int
    length: int
    start1: int
    length1: int
    module: int  # its place in the list of modules


@dataclass
class _Types:
    keys: I32
    stems: I32
    set_ends: I64
    sets: I32
    words: I32

    def synonym_sets(self, token: int) -> set[int]:
        return set(self.sets[self.set_ends[token] : self.set_ends[token + 1]].tolist())


@dataclass
class _Phrases:
    vocabulary: int
    child_ends: I32
    child_words: I32
    target_ends: I32 = field(default_factory=lambda: np.zeros(1, np.int32))
    targets: I32 = field(default_factory=lambda: np.zeros(0, np.int32))

    def starting_at(self, line: Sequence[int], start: int) -> Iterator[tuple[int, int]]:
        """Yield the lengths and nodes of the phrases that start here."""
        node = -1
        for length, word in enumerate(line[start:], 1):
            node = self._below(node, word) if length > 1 else word
            if node < 0:
                return
            yield length, node

    def replacements(self, node: int) -> list[int]:
        begin, end = self.target_ends[node : node + 2].tolist()
        found: list[int] = self.targets[begin:end].tolist()
        return found

    def _below(self, node: int, word: int) -> int:
        begin, end = self.child_ends[node : node + 2].tolist()
        at = begin + int(np.searchsorted(self.child_words[begin:end], word))
        found = at < end and self.child_words[at] == word
        return self.vocabulary + at if found else -1


Candidates = list[list[Match]]  # by where they start in the reference


def _candidates(
    line1: list[int],
    line2: list[int],
    modules: list[int],
    types: _Types,
    phrases: _Phrases,
) -> Candidates:
    found: Candidates = [[] for _ in line2]
    for place, module in enumerate(modules):
        if module == PARAPHRASE:
            _match_phrases(line1, line2, place, types.words, phrases, found)
        else:
            _match_words(line1, line2, place, module, types, found)
    return found


def _match_words(
    line1: list[int],
    line2: list[int],
    place: int,
    module: int,
    types: _Types,
    found: Candidates,
) -> None:
    sets = {token: types.synonym_sets(token) for token in {*line1, *line2}}
    for i, two in enumerate(line2):
        for j, one in enumerate(line1):
            matches = types.keys[one] == types.keys[two]
            if module == STEM:
                matches = not matches and types.stems[one] == types.stems[two]
            elif module == SYNONYM:
                matches = not matches and not sets[one].isdisjoint(sets[two])
            if matches:
                found[i].append(Match(i, 1, j, 1, place))


def _match_phrases(
    line1: list[int],
    line2: list[int],
    place: int,
    words: I32,
    phrases: _Phrases,
    found: Candidates,
) -> None:
    """Phrases of the reference that become one of the hypothesis, then the reverse."""
    one, two = words[line1].tolist(), words[line2].tolist()
    in_one, in_two = _occurrences(one, phrases), _occurrences(two, phrases)
    for start, length, node in _phrases_of(two, phrases):
        for target in phrases.replacements(node):
            for start1, length1 in in_one[target]:
                found[start].append(Match(start, length, start1, length1, place))
    for start1, length1, node in _phrases_of(one, phrases):
        for target in phrases.replacements(node):
            for start, length in in_two[target]:
                found[start].append(Match(start, length, start1, length1, place))


def _phrases_of(line: list[int], phrases: _Phrases) -> Iterator[tuple[int, int, int]]:
    for start in range(len(line)):
        for length, node in phrases.starting_at(line, start):
            yield start, length, node


def _occurrences(
    line: list[int], phrases: _Phrases
) -> defaultdict[int, list[tuple[int, int]]]:
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for start, length, node in _phrases_of(line, phrases):
        found[node].append((start, length))
    return found


@dataclass(frozen=True)
class _Partial:
    """An alignment of the reference up to somewhere.

    `weight` is twice what METEOR counts: it adds half a word for an inexact match, and
    drops the half of an odd number.
    """

    matches: tuple[Match, ...] = ()
    used: frozenset[int] = frozenset()  # words of the hypothesis
    weight: int = 0
    chunks: int = 0
    next: int = 0  # the first word of the reference that is not decided
    last: int = -1  # where the last match ends in the hypothesis
    distance: int = 0

    def rank(self) -> tuple[int, int, int]:
        return -self.weight, self.chunks, self.distance

    def with_match(self, match: Match, weight: int) -> _Partial:
        words = range(match.start1, match.start1 + match.length1)
        counted = match.length * weight // 2 + match.length1 * weight // 2
        return replace(
            self,
            matches=(*self.matches, match),
            used=self.used.union(words),
            weight=self.weight + counted,
            chunks=self.chunks + (self.last not in (-1, match.start1)),
            next=match.start + match.length,
            last=match.start1 + match.length1,
        )

    def without(self, distance: int) -> _Partial:
        return replace(
            self,
            chunks=self.chunks + (self.last != -1),
            next=self.next + 1,
            last=-1,
            distance=self.distance + distance,
        )


def _align(
    candidates: Candidates, size1: int, weights: list[int], beam: int
) -> list[Match]:
    fixed = _certain(candidates, size1)
    taken = {word for match in fixed.values() for word in _words1(match)}
    taken2 = {word for match in fixed.values() for word in _words2(match)}
    front = [_Partial()]
    for i, found in enumerate(candidates):
        front = sorted(front, key=_Partial.rank)[:beam]
        if i in taken2:
            front = [_through(partial, i, fixed, weights) for partial in front]
            continue
        free = [
            match
            for match in found
            if taken.isdisjoint(_words1(match)) and taken2.isdisjoint(_words2(match))
        ]
        front = [
            extended
            for partial in front
            for extended in _extend(partial, i, free, weights)
        ]
    front = sorted(front, key=_Partial.rank)[:beam]
    ended = [replace(one, chunks=one.chunks + (one.last != -1)) for one in front]
    return list(min(ended, key=_Partial.rank).matches)


def _certain(candidates: Candidates, size1: int) -> dict[int, Match]:
    """The matches whose words nothing else matches."""
    cover1, cover2 = [0] * size1, [0] * len(candidates)
    for match in (match for found in candidates for match in found):
        for word in _words1(match):
            cover1[word] += 1
        for word in _words2(match):
            cover2[word] += 1
    return {
        i: found[0]
        for i, found in enumerate(candidates)
        if len(found) == 1
        and all(cover1[word] == 1 for word in _words1(found[0]))
        and all(cover2[word] == 1 for word in _words2(found[0]))
    }


def _words1(match: Match) -> range:
    return range(match.start1, match.start1 + match.length1)


def _words2(match: Match) -> range:
    return range(match.start, match.start + match.length)


def _through(
    partial: _Partial, i: int, fixed: dict[int, Match], weights: list[int]
) -> _Partial:
    """Take in the certain match that starts here."""
    if i < partial.next:
        return partial
    taken = partial.with_match(fixed[i], weights[fixed[i].module])
    return replace(taken, distance=taken.distance + abs(i - fixed[i].start1))


def _extend(
    partial: _Partial, i: int, found: list[Match], weights: list[int]
) -> Iterator[_Partial]:
    """Match the word in every way that is free, and leave it out.

    METEOR 1.5 adds the distance of a match to the alignments made after it from the
    same one, not to the alignment that has the match; so does this.
    """
    if i < partial.next:
        yield partial
        return
    distance = 0
    for match in found:
        if partial.used.isdisjoint(_words1(match)):
            extended = partial.with_match(match, weights[match.module])
            yield replace(extended, distance=partial.distance + distance)
            distance += abs(match.start - match.start1)
    yield partial.without(distance)


def _row(
    line1: list[int], line2: list[int], matches: list[Match], function: U8, sizes: I32
) -> list[float]:
    row = [0.0] * WIDTH
    for side, line in enumerate((line1, line2)):
        row[side] = sum(sizes[line].tolist())
        row[2 + side] = sum((sizes[line] * function[line]).tolist())
    total = [0, 0]
    for match in matches:
        spans = (line1, _words1(match)), (line2, _words2(match))
        for side, (line, span) in enumerate(spans):
            for token in line[span.start : span.stop]:
                kind = 2 * int(function[token])
                row[4 + 4 * match.module + kind + side] += sizes[token]
                total[side] += int(sizes[token])
            row[-2 + side] += len(span)
    chunks = _chunks(matches)
    perfect = total == row[:2] and chunks == 1
    row[-3] = 0 if perfect else chunks
    return row


def _chunks(matches: list[Match]) -> int:
    chunks, next1, next2 = 0, -1, -1
    for match in matches:
        chunks += (match.start, match.start1) != (next2, next1)
        next1, next2 = match.start1 + match.length1, match.start + match.length
    return chunks
