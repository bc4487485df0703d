// Edit distance inside tercom's beam: only cells near the diagonal are filled in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "arrays.hpp"

namespace tarjih {

// A step of a trace, from the hypothesis to the reference.
enum class Step { kKeep, kReplace, kDelete, kInsert };

class Beam {
public:
    // n: words of the hypothesis, m: of the reference.
    void set(int n, int m) {
        n_ = n;
        m_ = m;
        slope_ = n ? static_cast<double>(m) / n : 1;
        // Beams of neighbouring rows must overlap where the reference is far longer.
        width_ = slope_ / 2 > kWidth ? static_cast<int>(std::ceil(slope_ / 2 + kWidth)) : kWidth;
    }

    // Cells [begin, end) of row i are filled in.
    std::pair<int, int> window(int i) const {
        if (i == 0) return {0, m_ + 1};
        const int diagonal = static_cast<int>(std::floor(i * slope_));
        return {std::max(0, diagonal - width_),
                i == n_ ? m_ + 1 : std::min(m_ + 1, diagonal + width_)};
    }

    bool contains(int i, int j) const {
        const auto [begin, end] = window(i);
        return begin <= j && j < end;
    }

    // True only if no path of this cost leaves the beam; the beam's distance is then the true one.
    //
    // Let D = m - n. A path through (i, j) on diagonal k = j - i costs at least |k| to get there
    // and |D - k| from there on, so |k| + |D - k| <= distance, that is |k - D/2| <= distance/2.
    // The beam is centred on diagonal i*D/n, at most |D|/2 away from D/2; rounding to a whole cell
    // lowers the centre by at most 1. So j is at most (distance + |D|)/2 below and
    // (distance + |D|)/2 + 1 above the centre, and the beam reaches 25 below and 24 above it.
    // Where the reference has no more than 24 words, every row is filled in from end to end.
    bool surely_contains(int distance) const {
        return m_ < kWidth || distance + std::abs(m_ - n_) <= 2 * (kWidth - 2);
    }

    // Fills the beam; words are equal where their symbols are.
    int distance(const std::vector<int32_t> &hypothesis, const std::vector<int32_t> &reference) {
        rows_.resize(n_ + 1);
        cells_.clear();
        add_row(0);
        for (int j = 0; j <= m_; ++j) cells_[j] = j;
        for (int i = 1; i <= n_; ++i) fill(i, hypothesis[i - 1], reference.data());
        return at(n_, m_);
    }

    // The last step of the best path to a filled cell: keep or replace before delete before insert.
    Step step(int i, int j, bool equal) const {
        const int here = at(i, j);
        if (at(i - 1, j - 1) + !equal == here) return equal ? Step::kKeep : Step::kReplace;
        return at(i - 1, j) + 1 == here ? Step::kDelete : Step::kInsert;
    }

private:
    static constexpr int kWidth = 25;
    static constexpr int32_t kUnreached = 1 << 30;

    struct Row {
        int begin, end;
        size_t first;  // its place in cells_
    };

    void add_row(int i) {
        const auto [begin, end] = window(i);
        rows_[i] = {begin, end, cells_.size()};
        cells_.resize(cells_.size() + (end - begin));
    }

    void fill(int i, int32_t word, const int32_t *reference) {
        add_row(i);
        int32_t left = kUnreached;
        for (int j = rows_[i].begin; j < rows_[i].end; ++j) {
            int32_t best = std::min(left, at(i - 1, j)) + 1;
            if (j) best = std::min(best, at(i - 1, j - 1) + (word != reference[j - 1]));
            left = cells_[rows_[i].first + (j - rows_[i].begin)] = best;
        }
    }

    int32_t at(int i, int j) const {
        const Row &row = rows_[i];
        return row.begin <= j && j < row.end ? cells_[row.first + (j - row.begin)] : kUnreached;
    }

    int n_ = 0, m_ = 0, width_ = kWidth;
    double slope_ = 1;
    std::vector<Row> rows_;
    std::vector<int32_t> cells_;
};

}  // namespace tarjih
