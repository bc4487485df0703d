// Edits without shifts, in order and as bags of words. Twin: edits.py
#include "bag.hpp"
#include "levenshtein.hpp"
#include "references.hpp"

namespace tarjih {
namespace {

class WordEdits {
public:
    explicit WordEdits(size_t vocabulary) : pattern_(vocabulary) {}

    int64_t operator()(Line hypothesis, Line reference) {
        if (!reference.size) return static_cast<int64_t>(hypothesis.size);
        pattern_.set(reference);
        column_.assign(pattern_.words, Cells{});
        return pattern_.words == 1 ? distance<1>(hypothesis) : distance<0>(hypothesis);
    }

private:
    template <size_t Words>
    int64_t distance(Line hypothesis) {
        auto last = static_cast<int64_t>(pattern_.size());
        for (size_t i = 0; i < hypothesis.size; ++i) {
            const uint64_t *mask = pattern_.mask(pattern_.symbol(hypothesis.ids[i]));
            last += advance<Words>(column_.data(), mask, pattern_);
        }
        return last;
    }

    Pattern pattern_;
    std::vector<Cells> column_;
};

}  // namespace

void bind_edits(nb::module_ &m) {
    m.def("word_edits", &over_references<WordEdits>, nb::arg("ids"), nb::arg("offsets"),
          nb::arg("pairs"));
    m.def("bag_edits", &over_references<BagEdits>, nb::arg("ids"), nb::arg("offsets"),
          nb::arg("pairs"));
}

}  // namespace tarjih
