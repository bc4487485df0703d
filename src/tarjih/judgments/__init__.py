"""Human judgments of translations: readers, one table, and its preferences."""

from tarjih.judgments.appraise_xml import read_appraise_xml
from tarjih.judgments.combine import combine
from tarjih.judgments.comet_csv import read_comet_csv
from tarjih.judgments.describe import Description, describe
from tarjih.judgments.esa import read_esa
from tarjih.judgments.factor import Factor
from tarjih.judgments.formats import read_judgments
from tarjih.judgments.meteor_rank import read_meteor_rank
from tarjih.judgments.mqm import read_mqm, read_mqm_averages
from tarjih.judgments.mtme import (
    read_human_scores,
    read_metric_scores,
    read_mtme,
    read_mtme_texts,
    write_metric_scores,
    write_mtme,
)
from tarjih.judgments.own import read_pairs
from tarjih.judgments.preferences import Preferences
from tarjih.judgments.scores import read_scores, write_scores
from tarjih.judgments.skipped import Reason, Skipped
from tarjih.judgments.split import split
from tarjih.judgments.table import Judgments, concatenate
from tarjih.judgments.texts import Stream, Texts, is_reference
from tarjih.judgments.unroll import Report, unroll
from tarjih.judgments.wmt_csv import read_wmt_csv
from tarjih.judgments.wmt_da import read_wmt_da
from tarjih.judgments.wmt_folder import find_wmt_plain
from tarjih.judgments.write import (
    write_comet_csv,
    write_comet_scores,
    write_pairs_jsonl,
    write_pairs_tsv,
)

__all__ = [
    "Description",
    "Factor",
    "Judgments",
    "Preferences",
    "Reason",
    "Report",
    "Skipped",
    "Stream",
    "Texts",
    "combine",
    "concatenate",
    "describe",
    "find_wmt_plain",
    "is_reference",
    "read_appraise_xml",
    "read_comet_csv",
    "read_esa",
    "read_human_scores",
    "read_judgments",
    "read_meteor_rank",
    "read_metric_scores",
    "read_mqm",
    "read_mqm_averages",
    "read_mtme",
    "read_mtme_texts",
    "read_pairs",
    "read_scores",
    "read_wmt_csv",
    "read_wmt_da",
    "split",
    "unroll",
    "write_comet_csv",
    "write_comet_scores",
    "write_metric_scores",
    "write_mtme",
    "write_pairs_jsonl",
    "write_pairs_tsv",
    "write_scores",
]
