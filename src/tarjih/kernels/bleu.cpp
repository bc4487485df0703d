// BLEU's statistics. Twin: bleu.py
#include <cstdlib>

#include "matches.hpp"

namespace tarjih {
namespace {

Matrix<double> ngram_matches(In<int32_t> ids, In<int64_t> offsets, Pairs pairs, size_t order) {
    const size_t columns = 2 + 2 * order;
    std::vector<double> rows;
    {
        nb::gil_scoped_release free;
        rows.assign(pairs.shape(0) * columns, 0);
        Matcher matcher(order);
        Shared shared(ids);
        for (size_t i = 0; i < pairs.shape(0); ++i) {
            double *row = rows.data() + i * columns;
            const Line hypothesis = line_at(ids.data(), offsets.data(), pairs(i, 0));
            shared.forget();
            for (int64_t r = pairs(i, 1); r < pairs(i, 2); ++r)
                shared.add(line_at(ids.data(), offsets.data(), r));
            matcher.set_hypothesis(hypothesis, shared);
            const auto length = static_cast<int64_t>(hypothesis.size);
            int64_t closest = -1;
            for (int64_t r = pairs(i, 1); r < pairs(i, 2); ++r) {
                const Line reference = line_at(ids.data(), offsets.data(), r);
                matcher.add_reference(reference, [&](size_t n, size_t) { ++row[2 + n]; });
                const auto size = static_cast<int64_t>(reference.size);
                const int64_t gap = std::abs(length - size), best = std::abs(length - closest);
                if (closest < 0 || gap < best || (gap == best && size < closest)) closest = size;
            }
            row[0] = static_cast<double>(length);
            row[1] = static_cast<double>(closest);
            for (size_t n = 1; n <= order; ++n)
                row[1 + order + n] = static_cast<double>(ngrams_in(hypothesis.size, n));
        }
    }
    return to_numpy(std::move(rows), columns);
}

}  // namespace

void bind_bleu(nb::module_ &m) {
    m.def("ngram_matches", &ngram_matches, nb::arg("ids"), nb::arg("offsets"),
          nb::arg("pairs"), nb::arg("order"));
}

}  // namespace tarjih
