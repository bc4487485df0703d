// Pearson's correlation of two metrics after scores were swapped. Twin: swaps.py
#include <algorithm>
#include <cmath>

#include "arrays.hpp"

namespace tarjih {
namespace {

using Kept = nb::ndarray<const double, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Total = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

constexpr double kConstant = 1e-12;  // a share of the squares: below, variance is rounding
constexpr double kTiny = 1e-200;

// The sums of one metric in one group: a row of draws, and what they come from.
struct Sums {
    const double *scores, *squares, *products;
    double score, square, product;
};

Sums sums_of(const double *kept, const double *total, size_t metric, size_t metrics,
             size_t draws) {
    const double *row = kept + metric * draws;
    const double *sum = total + metric;
    size_t step = metrics * draws;
    return {row, row + step, row + 2 * step, sum[0], sum[metrics], sum[2 * metrics]};
}

// What to divide a product by. The product of a constant metric is rounding, and stays
// small by this floor. No branch: several draws are taken at a time.
inline double norm(double score, double square, double inverse) {
    double variance = square - score * score * inverse;
    return std::sqrt(std::max(variance, kConstant * square + kTiny));
}

void add_differences(const Sums &a, const Sums &b, double inverse, size_t draws, double *out) {
    for (size_t d = 0; d < draws; ++d) {
        double score = a.scores[d] - b.scores[d];
        double square = a.squares[d] - b.squares[d];
        double product = a.products[d] - b.products[d];
        double first = norm(b.score + score, b.square + square, inverse);
        double second = norm(a.score - score, a.square - square, inverse);
        // one division, not two: p / first - q / second
        out[d] += ((b.product + product) * second - (a.product - product) * first) /
                  (first * second);
    }
}

Matrix<double> swapped_pearsons(Kept kept, Total total, In<double> sizes) {
    size_t metrics = kept.shape(2), draws = kept.shape(3);
    std::vector<double> out(metrics * (metrics ? metrics - 1 : 0) / 2 * draws);
    {
        nb::gil_scoped_release released;
        for (size_t group = 0; group < sizes.size(); ++group) {
            const double *rows = kept.data() + group * 3 * metrics * draws;
            const double *sums = total.data() + group * 3 * metrics;
            double *row = out.data();
            for (size_t a = 0; a < metrics; ++a)
                for (size_t b = a + 1; b < metrics; ++b, row += draws)
                    add_differences(sums_of(rows, sums, a, metrics, draws),
                                    sums_of(rows, sums, b, metrics, draws),
                                    1 / sizes.data()[group], draws, row);
        }
    }
    return to_numpy(std::move(out), draws);
}

}  // namespace

void bind_swaps(nb::module_ &m) {
    m.def("swapped_pearsons", &swapped_pearsons, nb::arg("kept"), nb::arg("total"),
          nb::arg("sizes"));
}

}  // namespace tarjih
