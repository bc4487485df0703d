// Weighted sums and means of the rows of each line's words. Twin: averages.py
#include <algorithm>

#include "arrays.hpp"

namespace tarjih {
namespace {

using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Adds the rows of a line, by their weights, to `sums`; returns the sum of the weights.
double add_rows(const Line &line, const float *rows, const float *weights, size_t width,
                double *sums) {
    double total = 0;
    for (size_t i = 0; i < line.size; ++i) {
        const auto id = static_cast<size_t>(line.ids[i]);
        const double weight = weights[id];
        if (weight == 0) continue;
        total += weight;
        const float *row = rows + id * width;
        for (size_t d = 0; d < width; ++d) sums[d] += weight * row[d];
    }
    return total;
}

Matrix<float> mean_rows(Rows rows, In<float> weights, In<int32_t> ids, In<int64_t> offsets,
                        bool additive) {
    const size_t width = rows.shape(1), lines = offsets.shape(0) - 1;
    std::vector<float> out(lines * width);
    std::vector<double> sums(width);
    {
        nb::gil_scoped_release free;
        for (size_t i = 0; i < lines; ++i) {
            std::fill(sums.begin(), sums.end(), 0);
            const Line line = line_at(ids.data(), offsets.data(), static_cast<int64_t>(i));
            const double total =
                add_rows(line, rows.data(), weights.data(), width, sums.data());
            const double share = additive ? 1 : total > 0 ? 1 / total : 0;
            for (size_t d = 0; d < width; ++d)
                out[i * width + d] = static_cast<float>(sums[d] * share);
        }
    }
    return to_numpy(std::move(out), width);
}

}  // namespace

void bind_averages(nb::module_ &m) {
    m.def("mean_rows", &mean_rows, nb::arg("rows"), nb::arg("weights"), nb::arg("ids"),
          nb::arg("offsets"), nb::arg("additive") = false);
}

}  // namespace tarjih
