"""Which reader a file of judgments needs, told by what it holds."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarjih.errors import DataError, UsageError
from tarjih.judgments import comet_csv, esa, mqm, own, wmt_da
from tarjih.judgments.appraise_xml import read_appraise_xml
from tarjih.judgments.intake import opened
from tarjih.judgments.meteor_rank import read_meteor_rank
from tarjih.judgments.mtme import read_mtme
from tarjih.judgments.table import Judgments
from tarjih.judgments.wmt_csv import read_wmt_csv
from tarjih.text.decode import check_encoding
from tarjih.text.jsonl import is_jsonl
from tarjih.text.lines import Text
from tarjih.text.markup import root_name

_RANK = re.compile(r"\d+\t(\S+)\t\S+\t\1\t\S+\r?\n?")
_HIT = re.compile(r"<HIT\b")


@dataclass(frozen=True)
class Format:
    """A format, as messages call it, how it is recognised, and its reader."""

    name: str
    recognises: Callable[[Text], bool]
    read: Callable[..., Judgments]


def _header(text: Text) -> set[str]:
    """Return the names in the first line, whatever stands between them."""
    first = text.head.partition("\n")[0]
    if "\t" in first:
        return {name.strip() for name in first.split("\t")}
    if "," in first:
        try:
            return {name.strip() for row in csv.reader([first]) for name in row}
        except csv.Error:
            return set()
    return set(first.split())


def _has(*names: str) -> Callable[[Text], bool]:
    return lambda text: _header(text) >= set(names)


FORMATS = (
    Format(
        "METEOR's .rank (segment, lp, better, lp, worse)",
        lambda text: _RANK.match(text.head) is not None,
        read_meteor_rank,
    ),
    Format(
        "Appraise XML (<HIT>, <ranking-task>)",
        lambda text: root_name(text.head) is not None and bool(_HIT.search(text.head)),
        read_appraise_xml,
    ),
    Format(
        "JSON Lines (ref, hyp1, hyp2, preference)",
        lambda t: is_jsonl(t.head),
        own.read_pairs,
    ),
    Format("TSV (ref, hyp1, hyp2, preference)", _has(*own.NEEDED), own.read_pairs),
    Format("WMT ranking CSV (system1Id, system1rank)", _has("system1Id"), read_wmt_csv),
    Format(
        "COMET CSV (src, ref, pos, neg)",
        _has(*comet_csv.RANKING),
        comet_csv.read_comet_csv,
    ),
    Format(
        "COMET CSV (src, mt, ref, score)",
        _has(*comet_csv.REGRESSION),
        comet_csv.read_comet_csv,
    ),
    Format(
        "WMT DA (LP DATA SYSTEM SID HUMAN)", _has(*wmt_da.SCORED), wmt_da.read_wmt_da
    ),
    Format(
        "WMT daRR (LP DATA SID BETTER WORSE)", _has(*wmt_da.RANKED), wmt_da.read_wmt_da
    ),
    Format(
        "MQM TSV (system, rater, category, severity)", _has(*mqm.ERRORS), mqm.read_mqm
    ),
    Format(
        "MQM averages (system mqm_avg_score seg_id)",
        _has(*mqm.AVERAGES),
        mqm.read_mqm_averages,
    ),
    Format("ESA of Appraise (12 columns, no header)", esa.is_esa, esa.read_esa),
)
MTME = "mt-metrics-eval (FOLDER::LP.NAME, as wmt22::en-de.mqm)"


def read_judgments(
    spec: str | Path, *, encoding: str = "utf-8", **options: Any
) -> Judgments:
    """Read a file, told by its content, or `FOLDER::LP.NAME` of mt-metrics-eval.

    The options are those of the format's reader; `skip_bad` is one of all. `encoding`
    is that of the file; texts beside it are UTF-8.
    """
    check_encoding(encoding)
    folder, separator, name = f"{spec}".rpartition("::")
    if separator and Path(folder).is_dir():
        return _read_folder(folder, name, options)
    if separator and Path(folder).is_file():
        raise DataError(
            "is no folder of mt-metrics-eval; if it holds scores of a metric, name it "
            "after an -m of its own",
            path=folder,
        )
    text = opened(f"{spec}", encoding)
    for form in FORMATS:
        if form.recognises(text):
            _check_options(form.name, form.read, options)
            return form.read(text, **options)
    known = "; ".join([*(form.name for form in FORMATS), MTME])
    first = text.head.partition("\n")[0]
    header = " or lacks its header" if set(",\t") & set(first) else ""
    raise text.error(
        f"is in no known format of judgments{header}; known: {known}", line=1
    )


def _read_folder(folder: str, name: str, options: dict[str, Any]) -> Judgments:
    pair, separator, score = name.partition(".")
    if not separator:
        raise UsageError(f"{folder}::{name}: name the scores too, as in {MTME}")
    _check_options(MTME, read_mtme, options)
    return read_mtme(folder, pair, score, **options)


def _check_options(
    name: str, read: Callable[..., Judgments], options: dict[str, Any]
) -> None:
    known = read.__kwdefaults__ or {}
    for option in options:
        if option not in known:
            raise UsageError(f"{name} takes no option {option!r}")
