"""References as a Python caller gives them: by segment or by stream, never guessed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from tarjih.errors import DataError, UsageError

SegmentReferences = Sequence[str | Sequence[str | None]]
ReferenceStreams = Sequence[Sequence[str | None]]
References = tuple[str, ...]  # of a segment; the garbage collector lets go of tuples


def check_hypotheses(hypotheses: Sequence[str]) -> list[str]:
    """Return the hypotheses as a list of strings."""
    if isinstance(hypotheses, str):
        raise UsageError(
            "hypotheses are a list of strings, one a segment, not a string"
        )
    texts = list(hypotheses)
    if all_strings(texts):
        return texts
    return [_text(text, f"hypothesis {i}") for i, text in enumerate(texts, 1)]


def by_segment(
    count: int,
    refs: SegmentReferences | None = None,
    ref_streams: ReferenceStreams | None = None,
) -> list[References]:
    """Return the references of each of `count` segments; None is a missing one.

    `refs` holds a list of references for each segment (or a string, where each segment
    has just one); `ref_streams` holds whole translations of the test set.
    """
    if (refs is None) == (ref_streams is None):
        raise UsageError(
            "give the references either by segment, refs=[[a1, b1], [a2, b2], ...], "
            "or by stream, ref_streams=[[a1, a2, ...], [b1, b2, ...]]"
        )
    if refs is not None:
        segments = _from_segments(count, refs)
    else:
        segments = _from_streams(count, ref_streams or [])
    if not all(segments):
        raise DataError(f"segment {segments.index(()) + 1} has no reference")
    return segments


def all_strings(texts: Iterable[object]) -> bool:
    """Whether all are plain strings, found out without a call for each."""
    return set(map(type, texts)) <= {str}


def _from_segments(count: int, refs: SegmentReferences) -> list[References]:
    if isinstance(refs, str):
        raise UsageError(
            "refs is a list with the references of each segment, not a string"
        )
    if len(refs) != count:
        transposed = refs and all(_is_list(r) and len(r) == count for r in refs)
        hint = (
            f"; these look like {_count(len(refs), 'stream')} of {count}: write "
            "ref_streams=[[a1, a2, ...], [b1, b2, ...]]"
            if transposed
            else ""
        )
        raise DataError(
            f"{_count(count, 'hypothesis')} but references for "
            f"{_count(len(refs), 'segment')}{hint}"
        )
    if all_strings(refs):
        return list(zip(refs, strict=True))  # type: ignore[arg-type]  # as was seen
    if set(map(type, refs)) <= {list, tuple} and all_strings(chain.from_iterable(refs)):
        return list(map(tuple, refs))  # type: ignore[arg-type]  # as was seen
    return [_segment(refs[i], i + 1) for i in range(count)]


def _from_streams(count: int, streams: ReferenceStreams) -> list[References]:
    if not _is_list(streams) or not all(_is_list(stream) for stream in streams):
        raise UsageError(
            "ref_streams holds whole translations of the test set: "
            "ref_streams=[[a1, a2, ...], [b1, b2, ...]]"
        )
    for i, stream in enumerate(streams, 1):
        if len(stream) != count:
            hint = (
                "; these look like references by segment: write "
                "refs=[[a1, b1], [a2, b2], ...]"
                if len(streams) == count
                else ""
            )
            raise DataError(
                f"{_count(count, 'hypothesis')} but reference stream {i} has "
                f"{_count(len(stream), 'segment')}{hint}"
            )
    if streams and all(map(all_strings, streams)):
        return list(zip(*streams, strict=True))
    return [_segment([stream[i] for stream in streams], i + 1) for i in range(count)]


def _segment(given: str | Sequence[str | None], number: int) -> References:
    if isinstance(given, str):
        return (given,)
    place = f"a reference of segment {number}"
    if not _is_list(given):
        raise DataError(f"{place} is {given!r} ({type(given).__name__}), not a string")
    return tuple(_text(text, place) for text in given if text is not None)


def _text(text: object, place: str) -> str:
    if not isinstance(text, str):
        raise DataError(
            f"{place} is {text!r} ({type(text).__name__}), not a string; "
            "an empty translation is ''"
        )
    return text


def _is_list(value: object) -> bool:
    # a NumPy array or a pandas column is as good as a list, a string is not
    return (
        hasattr(value, "__len__")
        and hasattr(value, "__getitem__")
        and not isinstance(value, (str, bytes, dict))
    )


def _count(number: int, noun: str) -> str:
    plural = "hypotheses" if noun == "hypothesis" else f"{noun}s"
    return f"1 {noun}" if number == 1 else f"{number} {plural}"
