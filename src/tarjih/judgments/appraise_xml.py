"""Appraise's XML of WMT15 and WMT16, streamed a ranking at a time.

    <HIT source-language="deu" target-language="eng"> <ranking-task id="581">
        <ranking-result user= duration= [skipped="true"]> <translation system= rank= />

The task's id is the segment, counted from 1. A comma list of systems is one output that
they share: each of them gets the rank, and the pairs inside the list are no judgment.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from tarjih.judgments.intake import Intake, Item, Passed, Source, Unfit, opened, whole
from tarjih.judgments.languages import language_pair
from tarjih.judgments.table import Judgments
from tarjih.judgments.wmt_folder import Output, TextsFrom, output_name, texts_beside
from tarjih.text.lines import Text

_BLANK = -1
_RANKS = 5
Attributes = Mapping[str, str]


def read_appraise_xml(
    source: Source,
    *,
    test_set: str | None = None,
    texts: TextsFrom = None,
    skip_bad: bool = False,
) -> Judgments:
    """Read the rankings; texts are found in a folder `plain` beside the file."""
    file = opened(source)
    found = texts_beside(file.name, texts, "plain")
    name = test_set or Path(file.name).name.partition(".")[0]
    intake = Intake(file, "ranks", found, skip_bad)
    rankings = _rankings(file)
    return intake.take(rankings, lambda ranking: ranking.items(name)).judgments()


@dataclass
class _Ranking:
    """One `<ranking-result>`, with what stood around it."""

    line: int
    hit: Attributes
    task: Attributes
    result: Attributes
    translations: list[Attributes] = field(default_factory=list)

    def items(self, test_set: str) -> list[Item]:
        if self.result.get("skipped", "").lower() == "true":
            raise Passed("skipped by the judge")
        if not self.translations:
            raise Unfit("<ranking-result> without a <translation>", "empty ranking")
        pair = language_pair(
            _get(self.hit, "HIT", "source-language"),
            _get(self.hit, "HIT", "target-language"),
        )
        segment = whole(_get(self.task, "ranking-task", "id"), "ranking-task id")
        judge = self.result.get("user", "")
        return [
            Item(output.test_set, pair, segment, judge, output.system, rank, place)
            for place, shown in enumerate(self.translations, 1)
            for rank in [_rank(_get(shown, "translation", "rank"))]
            for output in _outputs(shown, test_set, pair)
        ]


def _get(attributes: Attributes, tag: str, name: str) -> str:
    if name not in attributes:
        raise Unfit(f"<{tag}> without {name!r}")
    return attributes[name]


def _outputs(shown: Attributes, test_set: str, pair: str) -> list[Output]:
    """Return the systems of a comma list; their names are those of files."""
    names = _get(shown, "translation", "system").split(",")
    found = [(name.strip(), output_name(name.strip())) for name in names]
    for _, output in found:
        if output and output.pair != pair:
            raise Unfit(
                f"a system of {output.pair} in a ranking of {pair}",
                "another language pair",
            )
    return [output or Output(test_set, pair, name) for name, output in found]


def _rank(cell: str) -> float:
    rank = whole(cell, "rank")
    if rank == _BLANK:
        return math.nan
    if not 1 <= rank <= _RANKS:
        raise Unfit(
            f"rank is {rank}; ranks are 1 to {_RANKS}, or {_BLANK} where blank",
            "rank out of range",
        )
    return float(rank)


def _rankings(file: Text) -> Iterator[tuple[int, _Ranking]]:
    handler = _Handler(file)
    try:
        for chunk in file.chunks():
            handler.parser.Parse(chunk, False)
            yield from handler.take_done()
        handler.parser.Parse("", True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise file.error(f"invalid XML: {reason}", line=error.lineno) from error


class _Handler:
    """What expat has met so far."""

    def __init__(self, file: Text) -> None:
        self._file = file
        self._done: list[tuple[int, _Ranking]] = []
        self._around: dict[str, Attributes] = {}
        self._ranking: _Ranking | None = None
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._refuse_declaration
        self.parser.SkippedEntityHandler = self._refuse_entity

    def take_done(self) -> list[tuple[int, _Ranking]]:
        """Return the rankings that ended since the last call."""
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in ("HIT", "ranking-task"):
            self._around[tag] = attributes
        elif tag == "ranking-result":
            hit, task = self._of("HIT"), self._of("ranking-task")
            line = self.parser.CurrentLineNumber
            self._ranking = _Ranking(line, hit, task, attributes)
        elif tag == "translation" and self._ranking is not None:
            self._ranking.translations.append(attributes)

    def _of(self, tag: str) -> Attributes:
        return self._around.get(tag, {})

    def _end(self, tag: str) -> None:
        self._around.pop(tag, None)
        if tag == "ranking-result" and self._ranking is not None:
            self._done.append((self._ranking.line, self._ranking))
            self._ranking = None

    def _refuse_declaration(self, name: str, *_details: object) -> None:
        self._fail(f"declares the entity {name!r}; declarations are refused")

    def _refuse_entity(self, name: str, _is_parameter: bool) -> None:
        self._fail(f"unknown entity &{name};")

    def _fail(self, problem: str) -> NoReturn:
        raise self._file.error(problem, line=self.parser.CurrentLineNumber)
