// chrF's statistics against the reference with the best F. Twin: chrf.py
#include "matches.hpp"

namespace tarjih {
namespace {

struct Settings {
    size_t orders;
    double factor;  // beta squared
    bool epsilon;
};

// The F of one segment, in the order of operations of score(): ties between references
// must fall the same way.
double f_score(const double *row, const Settings &settings) {
    constexpr double tiny = 1e-16;
    double sum = 0, precisions = 0, recalls = 0;
    size_t effective = 0;
    for (size_t n = 0; n < settings.orders; ++n, row += 3) {
        const double precision = row[0] > 0 ? row[2] / row[0] : tiny;
        const double recall = row[1] > 0 ? row[2] / row[1] : tiny;
        const double below = settings.factor * precision + recall;
        sum += below > 0 ? (1 + settings.factor) * precision * recall / below : tiny;
        if (row[0] > 0 && row[1] > 0) {
            precisions += precision;
            recalls += recall;
            ++effective;
        }
    }
    if (settings.epsilon) return 100 * sum / static_cast<double>(settings.orders);
    if (effective == 0) return 0;
    precisions /= static_cast<double>(effective);
    recalls /= static_cast<double>(effective);
    if (precisions + recalls == 0) return 0;
    const double above = (1 + settings.factor) * precisions * recalls;
    return 100 * (above / (settings.factor * precisions + recalls));
}

// One kind of unit: characters or words.
class Units {
public:
    Units(const In<int32_t> &ids, const In<int64_t> &offsets, size_t order)
        : ids_(ids.data()), offsets_(offsets.data()), order_(order), matcher_(order) {}

    void set_hypothesis(int64_t line) {
        if (order_ == 0) return;
        hypothesis_ = line_at(ids_, offsets_, line);
        matcher_.set_hypothesis(hypothesis_);
    }

    double *compare(int64_t line, double *row) {
        if (order_ == 0) return row;
        const Line reference = line_at(ids_, offsets_, line);
        for (size_t n = 0; n < order_; ++n) {
            const size_t total = ngrams_in(reference.size, n + 1);
            // a hypothesis is not charged for an order that the reference cannot match
            row[3 * n] = total ? static_cast<double>(ngrams_in(hypothesis_.size, n + 1)) : 0;
            row[3 * n + 1] = static_cast<double>(total);
            row[3 * n + 2] = 0;
        }
        matcher_.forget_references();
        matcher_.add_reference(reference, [&](size_t n, size_t) { ++row[3 * n + 2]; });
        return row + 3 * order_;
    }

private:
    const int32_t *ids_;
    const int64_t *offsets_;
    size_t order_;
    Matcher matcher_;
    Line hypothesis_{nullptr, 0};
};

Matrix<double> chrf_matches(In<int32_t> chars, In<int64_t> char_offsets, In<int32_t> words,
                            In<int64_t> word_offsets, Pairs pairs, size_t char_order,
                            size_t word_order, double beta, bool epsilon) {
    const Settings settings{char_order + word_order, beta * beta, epsilon};
    const size_t columns = 3 * settings.orders;
    std::vector<double> rows;
    {
        nb::gil_scoped_release free;
        rows.assign(pairs.shape(0) * columns, 0);
        Units characters(chars, char_offsets, char_order), tokens(words, word_offsets, word_order);
        std::vector<double> row(columns);
        for (size_t i = 0; i < pairs.shape(0); ++i) {
            characters.set_hypothesis(pairs(i, 0));
            tokens.set_hypothesis(pairs(i, 0));
            double best = -1;
            for (int64_t r = pairs(i, 1); r < pairs(i, 2); ++r) {
                tokens.compare(r, characters.compare(r, row.data()));
                const double f = f_score(row.data(), settings);
                if (f <= best) continue;
                best = f;
                std::copy(row.begin(), row.end(), rows.begin() + i * columns);
            }
        }
    }
    return to_numpy(std::move(rows), columns);
}

}  // namespace

void bind_chrf(nb::module_ &m) {
    m.def("chrf_matches", &chrf_matches, nb::arg("chars"), nb::arg("char_offsets"),
          nb::arg("words"), nb::arg("word_offsets"), nb::arg("pairs"), nb::arg("char_order"),
          nb::arg("word_order"), nb::arg("beta"), nb::arg("epsilon"));
}

}  // namespace tarjih
