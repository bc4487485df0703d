"""The compiled kernels have the signatures of their twins."""

from tarjih.kernels.alignment import average_alignment as average_alignment
from tarjih.kernels.alignment import hungarian_alignment as hungarian_alignment
from tarjih.kernels.alignment import maximum_alignment as maximum_alignment
from tarjih.kernels.alignment import vector_cosines as vector_cosines
from tarjih.kernels.averages import mean_rows as mean_rows
from tarjih.kernels.bleu import ngram_matches as ngram_matches
from tarjih.kernels.chrf import chrf_matches as chrf_matches
from tarjih.kernels.edits import bag_edits as bag_edits
from tarjih.kernels.edits import word_edits as word_edits
from tarjih.kernels.english import english_stems as english_stems
from tarjih.kernels.lexicon import find_words as find_words
from tarjih.kernels.lexicon import index_words as index_words
from tarjih.kernels.lexicon import java_hashes as java_hashes
from tarjih.kernels.lexicon import synonym_sets as synonym_sets
from tarjih.kernels.meteor import meteor_matches as meteor_matches
from tarjih.kernels.meteor_text import meteor_tokens as meteor_tokens
from tarjih.kernels.nist import count_ngrams as count_ngrams
from tarjih.kernels.nist import nist_matches as nist_matches
from tarjih.kernels.strings import pack as pack
from tarjih.kernels.swaps import swapped_pearsons as swapped_pearsons
from tarjih.kernels.ter import ter_edits as ter_edits
from tarjih.kernels.tokens import codepoints as codepoints
from tarjih.kernels.tokens import match_types as match_types
from tarjih.kernels.tokens import tokenize as tokenize
