// The native kernels: each file binds its own, this one lists them.
#include <nanobind/nanobind.h>

namespace tarjih {
void bind_strings(nanobind::module_ &);
void bind_tokens(nanobind::module_ &);
void bind_bleu(nanobind::module_ &);
void bind_chrf(nanobind::module_ &);
void bind_nist(nanobind::module_ &);
void bind_ter(nanobind::module_ &);
void bind_edits(nanobind::module_ &);
void bind_swaps(nanobind::module_ &);
void bind_english(nanobind::module_ &);
void bind_averages(nanobind::module_ &);
void bind_lexicon(nanobind::module_ &);
void bind_meteor(nanobind::module_ &);
void bind_meteor_text(nanobind::module_ &);
void bind_alignment(nanobind::module_ &);
}  // namespace tarjih

NB_MODULE(_native, m) {
    tarjih::bind_strings(m);
    tarjih::bind_tokens(m);
    tarjih::bind_bleu(m);
    tarjih::bind_chrf(m);
    tarjih::bind_nist(m);
    tarjih::bind_ter(m);
    tarjih::bind_edits(m);
    tarjih::bind_swaps(m);
    tarjih::bind_english(m);
    tarjih::bind_averages(m);
    tarjih::bind_lexicon(m);
    tarjih::bind_meteor(m);
    tarjih::bind_meteor_text(m);
    tarjih::bind_alignment(m);
}
