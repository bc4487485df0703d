// Sentence similarity by aligning words (Matsuo et al. 2017). Twin: alignment.py
#include "assignment.hpp"
#include "similarity.hpp"

#include <cmath>

namespace tarjih {
namespace {

#if defined(__GNUC__)
template <size_t ROWS>
[[gnu::always_inline]] inline void block(const float *const *rows, const float *tile, size_t dim,
                                         float *out) {
    Lanes sums[ROWS] = {};
    for (size_t d = 0; d < dim; ++d) {
        const Lanes column = *reinterpret_cast<const Lanes *>(tile + d * COLUMNS);
        for (size_t i = 0; i < ROWS; ++i) sums[i] += rows[i][d] * column;
    }
    for (size_t i = 0; i < ROWS; ++i) *reinterpret_cast<Lanes *>(out + i * COLUMNS) = sums[i];
}
#else
template <size_t ROWS>
void block(const float *const *rows, const float *tile, size_t dim, float *out) {
    for (size_t i = 0; i < ROWS * COLUMNS; ++i) out[i] = 0;
    for (size_t d = 0; d < dim; ++d)
        for (size_t i = 0; i < ROWS; ++i)
            for (size_t j = 0; j < COLUMNS; ++j)
                out[i * COLUMNS + j] += rows[i][d] * tile[d * COLUMNS + j];
}
#endif

TARJIH_WIDE void inner_products(const float *const *rows, size_t count, const float *tile,
                                size_t dim, float *out) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) block<4>(rows + i, tile, dim, out + i * COLUMNS);
    for (; i < count; ++i) block<1>(rows + i, tile, dim, out + i * COLUMNS);
    for (size_t k = 0; k < count * COLUMNS; ++k)
        out[k] = out[k] > 1.0f ? 1.0f : out[k] < -1.0f ? -1.0f : out[k];
}

// Raises the best of every row, and finds that of every column.
TARJIH_WIDE void maxima(const float *found, size_t count, float *of_rows, float *of_columns) {
    float columns[COLUMNS];
    std::copy(found, found + COLUMNS, columns);
    for (size_t i = 0; i < count; ++i, found += COLUMNS) {
        static_assert(COLUMNS == 8);
        float most[4], half[2];
        for (size_t j = 0; j < COLUMNS; ++j)
            columns[j] = columns[j] > found[j] ? columns[j] : found[j];
        for (size_t j = 0; j < 4; ++j) most[j] = found[j] > found[j + 4] ? found[j] : found[j + 4];
        for (size_t j = 0; j < 2; ++j) half[j] = most[j] > most[j + 2] ? most[j] : most[j + 2];
        const float best = half[0] > half[1] ? half[0] : half[1];
        of_rows[i] = of_rows[i] > best ? of_rows[i] : best;
    }
    std::copy(columns, columns + COLUMNS, of_columns);
}

TARJIH_WIDE void add_vector(const float *vector, double weight, size_t dim, double *sum) {
    for (size_t d = 0; d < dim; ++d) sum[d] += weight * vector[d];
}

double dot(const std::vector<double> &a, const std::vector<double> &b) {
    double sum = 0;
    for (size_t d = 0; d < a.size(); ++d) sum += a[d] * b[d];
    return sum;
}

double cut(double cosine, double threshold) { return cosine >= threshold ? cosine : 0; }

size_t longest_line(const In<int64_t> &offsets) {
    int64_t longest = 0;
    for (size_t i = 0; i + 1 < offsets.shape(0); ++i)
        longest = std::max(longest, offsets(i + 1) - offsets(i));
    return static_cast<size_t>(longest);
}

// The two lines of a comparison.
struct Sides {
    Line one, two;
    Bag first, second;

    Sides(size_t vocabulary, size_t longest)
        : first(vocabulary, longest), second(vocabulary, longest) {}

    bool empty() const { return !(first.total > 0 && second.total > 0); }
};

// What the metrics share: `Align` fills a row for each comparison of a line with a reference.
// Rows of lines without words stay 0.
template <typename Align>
Matrix<double> over_lines(In<int32_t> ids, In<int64_t> offsets, Pairs pairs, In<double> weights,
                          size_t columns, Align &align) {
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        size_t count = 0;
        for (size_t k = 0; k < pairs.shape(0); ++k)
            count += static_cast<size_t>(pairs(k, 2) - pairs(k, 1));
        rows.assign(count * columns, 0);
        Sides sides(weights.shape(0), longest_line(offsets));
        double *row = rows.data();
        for (size_t k = 0; k < pairs.shape(0); ++k) {
            sides.one = line_at(ids.data(), offsets.data(), pairs(k, 0));
            sides.first.fill(sides.one, weights.data());
            for (int64_t r = pairs(k, 1); r < pairs(k, 2); ++r, row += columns) {
                sides.two = line_at(ids.data(), offsets.data(), r);
                sides.second.fill(sides.two, weights.data());
                if (!sides.empty()) align(sides, row);
            }
        }
    }
    return to_numpy(std::move(rows), columns);
}

// Equation 1. Without a threshold it is the product of the mean vectors.
struct Average {
    Cosines cosines;
    In<double> thresholds;
    std::vector<double> sum1, sum2;

    void operator()(const Sides &sides, double *row) {
        const double size = sides.first.total * sides.second.total;
        bool thresholded = false;
        for (size_t t = 0; t < thresholds.shape(0); ++t) {
            if (thresholds(t) > -1) thresholded = true;
            else row[t] = everything(sides) / size;
        }
        if (!thresholded) return;
        const Bag &one = sides.first, &two = sides.second;
        cosines.tiles(one.words.data(), one.words.size(), two.words.data(), two.words.size(),
                      [&](size_t first, size_t count, const float *found) {
            for (size_t i = 0; i < one.words.size(); ++i)
                for (size_t j = 0; j < count; ++j)
                    add(one, two, i, first + j, found[i * COLUMNS + j], row);
        });
        for (size_t t = 0; t < thresholds.shape(0); ++t)
            if (thresholds(t) > -1) row[t] /= size;
    }

private:
    void add(const Bag &one, const Bag &two, size_t i, size_t j, double cosine, double *row) const {
        if (one.words[i] == two.words[j] && cosines.equals_itself(one.words[i])) cosine = 1;
        const double mass = one.mass[i] * two.mass[j];
        for (size_t t = 0; t < thresholds.shape(0); ++t)
            if (thresholds(t) > -1) row[t] += mass * cut(cosine, thresholds(t));
    }

    double everything(const Sides &sides) {
        sum(sides.first, sum1);
        sum(sides.second, sum2);
        double total = dot(sum1, sum2);
        if (cosines.exact)
            for (size_t i = 0; i < sides.first.words.size(); ++i) {
                const int32_t word = sides.first.words[i], j = sides.second.find(word);
                if (j >= 0 && !cosines.known(word))
                    total += sides.first.mass[i] * sides.second.mass[static_cast<size_t>(j)];
            }
        return total;
    }

    void sum(const Bag &bag, std::vector<double> &total) const {
        std::fill(total.begin(), total.end(), 0);
        for (size_t i = 0; i < bag.words.size(); ++i)
            if (cosines.known(bag.words[i]))
                add_vector(cosines.vector(bag.words[i]), bag.mass[i], total.size(), total.data());
    }
};

// Equation 2, in both directions: precision and recall. A word that the other line has as well
// is known to match with 1, so that only the others are multiplied.
struct Maximum {
    Cosines cosines;
    In<double> thresholds;

    struct Half {
        std::vector<int32_t> words;  // those that only this line has, then the common ones
        std::vector<double> mass;
        std::vector<float> best;
        size_t alone;
    };
    Half one, two;

    void operator()(const Sides &sides, double *row) {
        part(sides.first, sides.second, one);
        part(sides.second, sides.first, two);
        search(one.words.size(), 0, two.alone);
        search(one.alone, two.alone, two.words.size());
        for (size_t t = 0; t < thresholds.shape(0); ++t) {
            row[2 * t] = mean(one, thresholds(t)) / sides.first.total;
            row[2 * t + 1] = mean(two, thresholds(t)) / sides.second.total;
        }
    }

private:
    void part(const Bag &bag, const Bag &other, Half &half) const {
        half.words.clear();
        half.mass.clear();
        for (const bool common : {false, true}) {
            for (size_t i = 0; i < bag.words.size(); ++i) {
                const int32_t word = bag.words[i];
                if ((cosines.equals_itself(word) && other.find(word) >= 0) != common) continue;
                half.words.push_back(word);
                half.mass.push_back(bag.mass[i]);
            }
            if (!common) half.alone = half.words.size();
        }
        half.best.assign(half.alone, -1);
        half.best.resize(half.words.size(), 1);
    }

    void search(size_t rows, size_t begin, size_t end) {
        cosines.tiles(one.words.data(), rows, two.words.data() + begin, end - begin,
                      [&](size_t first, size_t count, const float *found) {
            float best[COLUMNS];
            maxima(found, rows, one.best.data(), best);
            for (size_t j = 0; j < count; ++j) {
                float &most = two.best[begin + first + j];
                most = std::max(most, best[j]);
            }
        });
    }

    static double mean(const Half &half, double threshold) {
        double sum = 0;
        for (size_t i = 0; i < half.words.size(); ++i) sum += half.mass[i] * cut(half.best[i], threshold);
        return sum;
    }
};

// Equation 4: the best one-to-one alignment of the shorter line's words. A pair weighs what the
// lighter of its words does.
struct Hungarian {
    Cosines cosines;
    In<double> thresholds;
    const double *weights;
    Assignment assignment;
    std::vector<float> found;
    std::vector<double> gains;

    void operator()(const Sides &sides, double *row) {
        const bool flipped = sides.one.size > sides.two.size;
        const Line few = flipped ? sides.two : sides.one, many = flipped ? sides.one : sides.two;
        const Bag &less = flipped ? sides.second : sides.first;
        const Bag &more = flipped ? sides.first : sides.second;
        compare(less, more);
        const size_t size = few.size * many.size;
        gains.resize(size);
        assignment.cost.resize(size);
        for (size_t t = 0; t < thresholds.shape(0); ++t) {
            for (size_t i = 0; i < few.size; ++i)
                for (size_t j = 0; j < many.size; ++j) {
                    const int32_t a = few.ids[i], b = many.ids[j];
                    const size_t at = static_cast<size_t>(less.find(a)) * more.words.size() +
                                      static_cast<size_t>(more.find(b));
                    const double gain =
                        std::min(weights[a], weights[b]) * cut(found[at], thresholds(t));
                    gains[i * many.size + j] = gain;
                    assignment.cost[i * many.size + j] = -gain;
                }
            const std::vector<int32_t> &columns = assignment.solve(few.size, many.size);
            double sum = 0;
            for (size_t i = 0; i < few.size; ++i)
                sum += gains[i * many.size + static_cast<size_t>(columns[i])];
            row[t] = sum / std::min(sides.first.total, sides.second.total);
        }
    }

private:
    void compare(const Bag &one, const Bag &two) {
        found.resize(one.words.size() * two.words.size());
        cosines.tiles(one.words.data(), one.words.size(), two.words.data(), two.words.size(),
                      [&](size_t first, size_t count, const float *tile) {
            for (size_t i = 0; i < one.words.size(); ++i)
                std::copy(tile + i * COLUMNS, tile + i * COLUMNS + count,
                          found.data() + i * two.words.size() + first);
        });
        for (size_t i = 0; i < one.words.size(); ++i) {
            const int32_t j = two.find(one.words[i]);
            if (j >= 0 && cosines.equals_itself(one.words[i]))
                found[i * two.words.size() + static_cast<size_t>(j)] = 1;
        }
    }
};

// The cosine between the sums of the vectors.
struct OfSums {
    Cosines cosines;
    std::vector<double> sum1, sum2;

    void operator()(const Sides &sides, double *row) {
        sum(sides.first, sum1);
        sum(sides.second, sum2);
        const double size = std::sqrt(dot(sum1, sum1) * dot(sum2, sum2));
        row[0] = size > 0 ? std::min(1.0, std::max(-1.0, dot(sum1, sum2) / size)) : 0;
    }

private:
    void sum(const Bag &bag, std::vector<double> &total) const {
        std::fill(total.begin(), total.end(), 0);
        for (size_t i = 0; i < bag.words.size(); ++i)
            if (cosines.known(bag.words[i]))
                add_vector(cosines.vector(bag.words[i]), bag.mass[i], total.size(), total.data());
    }
};

Matrix<double> average_alignment(In<int32_t> ids, In<int64_t> offsets, Pairs pairs,
                                 UnitVectors vectors, In<double> weights, In<double> thresholds,
                                 bool exact) {
    const size_t dim = vectors.shape(1);
    Average align{Cosines(vectors, exact, longest_line(offsets)), thresholds,
                  std::vector<double>(dim), std::vector<double>(dim)};
    return over_lines(ids, offsets, pairs, weights, thresholds.shape(0), align);
}

Matrix<double> maximum_alignment(In<int32_t> ids, In<int64_t> offsets, Pairs pairs,
                                 UnitVectors vectors, In<double> weights, In<double> thresholds,
                                 bool exact) {
    Maximum align{Cosines(vectors, exact, longest_line(offsets)), thresholds, {}, {}};
    return over_lines(ids, offsets, pairs, weights, 2 * thresholds.shape(0), align);
}

Matrix<double> hungarian_alignment(In<int32_t> ids, In<int64_t> offsets, Pairs pairs,
                                   UnitVectors vectors, In<double> weights, In<double> thresholds,
                                   bool exact) {
    Hungarian align{Cosines(vectors, exact, longest_line(offsets)), thresholds, weights.data(),
                    {}, {}, {}};
    return over_lines(ids, offsets, pairs, weights, thresholds.shape(0), align);
}

Matrix<double> vector_cosines(In<int32_t> ids, In<int64_t> offsets, Pairs pairs,
                              UnitVectors vectors, In<double> weights) {
    const size_t dim = vectors.shape(1);
    OfSums align{Cosines(vectors, false, 0), std::vector<double>(dim), std::vector<double>(dim)};
    return over_lines(ids, offsets, pairs, weights, 1, align);
}

}  // namespace

void Cosines::multiply(const float *const *rows, size_t count, const float *tile, size_t dim,
                       float *out) {
    inner_products(rows, count, tile, dim, out);
}

void bind_alignment(nb::module_ &m) {
    for (const auto &[name, kernel] :
         {std::pair{"average_alignment", &average_alignment},
          std::pair{"maximum_alignment", &maximum_alignment},
          std::pair{"hungarian_alignment", &hungarian_alignment}})
        m.def(name, kernel, nb::arg("ids"), nb::arg("offsets"), nb::arg("pairs"),
              nb::arg("vectors"), nb::arg("weights"), nb::arg("thresholds"), nb::arg("exact"));
    m.def("vector_cosines", &vector_cosines, nb::arg("ids"), nb::arg("offsets"), nb::arg("pairs"),
          nb::arg("vectors"), nb::arg("weights"));
}

}  // namespace tarjih
