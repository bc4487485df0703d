"""The closed-form metrics, by name."""

from __future__ import annotations

from tarjih.registry import Entry, Registry

METRICS = Registry(
    "metric",
    "tarjih.metrics",
    {
        "aas": Entry(
            "tarjih.metrics.alignment:Aas",
            "mean similarity of all pairs of words, by their vectors",
        ),
        "bleu": Entry("tarjih.metrics.bleu:Bleu", "BLEU, as sacreBLEU computes it"),
        "bleu+1": Entry(
            "tarjih.metrics.bleu:Bleu",
            "BLEU+1: one added to matches and totals of orders above 1",
            {"smooth_method": "add-k", "smooth_value": 1.0, "name": "BLEU+1"},
        ),
        "bleu-eps": Entry(
            "tarjih.metrics.bleu:Bleu",
            "BLEU with 0.001 added to matches and totals, as AL-BLEU's baseline",
            {"smooth_method": "epsilon", "name": "BLEU-eps"},
        ),
        "chrf": Entry("tarjih.metrics.chrf:Chrf", "F score of character n-grams"),
        "chrf+": Entry(
            "tarjih.metrics.chrf:Chrf", "chrF with words as well", {"word_order": 1}
        ),
        "chrf++": Entry(
            "tarjih.metrics.chrf:Chrf",
            "chrF with words and word bigrams",
            {"word_order": 2},
        ),
        "has": Entry(
            "tarjih.metrics.alignment:Has",
            "similarity of words aligned one to one, by their vectors",
        ),
        "length-ratio": Entry(
            "tarjih.metrics.edits:LengthRatio",
            "hypothesis words per reference word, in percent",
        ),
        "mas": Entry(
            "tarjih.metrics.alignment:Mas",
            "mean similarity of each word and the nearest to it, by their vectors",
        ),
        "mas-f": Entry(
            "tarjih.metrics.alignment:Mas",
            "F of MAS's precision and recall",
            {"part": "f"},
        ),
        "mas-p": Entry(
            "tarjih.metrics.alignment:Mas",
            "MAS of the hypothesis' words alone",
            {"part": "precision"},
        ),
        "mas-r": Entry(
            "tarjih.metrics.alignment:Mas",
            "MAS of the reference's words alone",
            {"part": "recall"},
        ),
        "meteor": Entry(
            "tarjih.metrics.meteor:Meteor",
            "METEOR 1.5: aligned words, stems and synonyms",
        ),
        "nist": Entry(
            "tarjih.metrics.nist:Nist",
            "n-gram matches weighted by information, as mteval",
        ),
        "per": Entry(
            "tarjih.metrics.edits:Per", "word error rate that ignores word order"
        ),
        "ter": Entry(
            "tarjih.metrics.ter:Ter",
            "edits with block shifts per reference word, as tercom",
        ),
        "1-ter": Entry(
            "tarjih.metrics.ter:Ter",
            "100 - TER, so that larger is better",
            {"complement": True},
        ),
        "w2v-cos": Entry(
            "tarjih.metrics.alignment:VectorCosine",
            "cosine of the mean word vectors of two lines",
        ),
        "wer": Entry("tarjih.metrics.edits:Wer", "word edits per reference word"),
    },
)
