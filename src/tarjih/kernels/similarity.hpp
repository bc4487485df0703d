// The distinct words of two lines and the cosines between them, a tile of columns at a time.
#pragma once

#include <algorithm>

#include "arrays.hpp"

// Compiled for wider registers as well where the linker can choose; without fused operations,
// so that every processor finds the same bits.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#define TARJIH_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TARJIH_WIDE
#endif

namespace tarjih {

using UnitVectors = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr size_t COLUMNS = 8;  // words of the second line in a tile

#if defined(__GNUC__)
typedef float Lanes __attribute__((vector_size(sizeof(float) * COLUMNS), aligned(sizeof(float))));
#endif

// The words of a line, each once, with the sum of the weights of its occurrences.
struct Bag {
    std::vector<int32_t> words;
    std::vector<double> mass;
    double total = 0;

    Bag(size_t vocabulary, size_t longest) : places_(vocabulary) {
        words.reserve(longest);
        mass.reserve(longest);
    }

    void fill(Line line, const double *weights) {
        words.clear();
        mass.clear();
        total = 0;
        ++line_;
        for (size_t i = 0; i < line.size; ++i) {
            const int32_t word = line.ids[i];
            Place &place = places_[word];
            if (place.line != line_) {
                place = {line_, static_cast<int32_t>(words.size())};
                words.push_back(word);
                mass.push_back(0);
            }
            mass[place.slot] += weights[word];
            total += weights[word];
        }
    }

    // Where a word stands, or -1.
    int32_t find(int32_t word) const {
        return places_[word].line == line_ ? places_[word].slot : -1;
    }

private:
    struct Place {
        int64_t line = 0;
        int32_t slot = 0;
    };
    std::vector<Place> places_;
    int64_t line_ = 0;
};

// The vectors of a batch: word k has the k-th, and words beyond them have none.
class Cosines {
public:
    const bool exact;  // a word without a vector matches its equal

    Cosines(const UnitVectors &vectors, bool exact, size_t longest)
        : exact(exact), data_(vectors.data()), known_(vectors.shape(0)), dim_(vectors.shape(1)),
          zero_(dim_), tile_(dim_ * COLUMNS) {
        rows_.reserve(longest);
        found_.reserve(longest * COLUMNS);
    }

    size_t dim() const { return dim_; }
    bool known(int32_t word) const { return static_cast<size_t>(word) < known_; }
    bool equals_itself(int32_t word) const { return exact || known(word); }
    const float *vector(int32_t word) const {
        return known(word) ? data_ + static_cast<size_t>(word) * dim_ : zero_.data();
    }

    // Calls visit(first column, columns, cosines) with COLUMNS cosines for each of the rows; those
    // beyond the columns repeat the last one.
    template <typename Visit>
    void tiles(const int32_t *rows, size_t row_count, const int32_t *columns, size_t column_count,
               Visit &&visit) {
        if (row_count == 0) return;
        rows_.resize(row_count);
        for (size_t i = 0; i < row_count; ++i) rows_[i] = vector(rows[i]);
        found_.resize(row_count * COLUMNS);
        for (size_t first = 0; first < column_count; first += COLUMNS) {
            const size_t count = std::min(COLUMNS, column_count - first);
            const float *lines[COLUMNS];
            for (size_t j = 0; j < COLUMNS; ++j)
                lines[j] = vector(columns[first + std::min(j, count - 1)]);
            transpose(lines, dim_, tile_.data());
            multiply(rows_.data(), row_count, tile_.data(), dim_, found_.data());
            visit(first, count, static_cast<const float *>(found_.data()));
        }
    }

private:
    static void transpose(const float *const *lines, size_t dim, float *tile) {
        for (size_t d = 0; d < dim; ++d)
            for (size_t j = 0; j < COLUMNS; ++j) tile[d * COLUMNS + j] = lines[j][d];
    }

    static void multiply(const float *const *rows, size_t count, const float *tile, size_t dim,
                         float *out);

    const float *data_;
    size_t known_, dim_;
    std::vector<float> zero_, tile_, found_;
    std::vector<const float *> rows_;
};

}  // namespace tarjih
