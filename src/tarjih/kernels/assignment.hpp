// The assignment problem: rows to different columns at the least cost, by shortest augmenting
// paths (Jonker and Volgenant 1987) from a greedy start.
#pragma once

#include <limits>
#include <utility>

#include "arrays.hpp"

namespace tarjih {

class Assignment {
public:
    std::vector<double> cost;  // rows × columns, rows ≤ columns

    // Returns the column of each row.
    const std::vector<int32_t> &solve(size_t rows, size_t columns) {
        columns_ = columns;
        column_of_.assign(rows, NONE);
        row_of_.assign(columns, NONE);
        u_.resize(rows);
        v_.assign(columns, 0);
        start(rows);
        for (size_t row = 0; row < rows; ++row)
            if (column_of_[row] == NONE) augment(static_cast<int32_t>(row));
        return column_of_;
    }

private:
    static constexpr int32_t NONE = -1;

    // Every row gets its cheapest column if that is free.
    void start(size_t rows) {
        for (size_t i = 0; i < rows; ++i) {
            const double *line = cost.data() + i * columns_;
            size_t best = 0;
            for (size_t j = 1; j < columns_; ++j)
                if (line[j] < line[best]) best = j;
            for (size_t j = best; j < columns_ && row_of_[best] != NONE; ++j)
                if (line[j] == line[best] && row_of_[j] == NONE) best = j;
            u_[i] = line[best];
            if (row_of_[best] == NONE) {
                row_of_[best] = static_cast<int32_t>(i);
                column_of_[i] = static_cast<int32_t>(best);
            }
        }
    }

    // Dijkstra from a row to the nearest free column, over reduced costs.
    void augment(int32_t root) {
        distance_.assign(columns_, std::numeric_limits<double>::infinity());
        from_.assign(columns_, root);
        open_.resize(columns_);
        for (size_t j = 0; j < columns_; ++j) open_[j] = static_cast<int32_t>(j);
        done_.clear();
        int32_t row = root, column = NONE;
        double shortest = 0;
        while (true) {
            const double *line = cost.data() + static_cast<size_t>(row) * columns_;
            const double base = shortest - u_[row];
            size_t nearest = 0;
            double least = std::numeric_limits<double>::infinity();
            for (size_t k = 0; k < open_.size(); ++k) {
                const int32_t j = open_[k];
                const double through = base + line[j] - v_[j];
                if (through < distance_[j]) {
                    distance_[j] = through;
                    from_[j] = row;
                }
                if (distance_[j] < least || (distance_[j] == least && row_of_[j] == NONE)) {
                    least = distance_[j];
                    nearest = k;
                }
            }
            shortest = least;
            column = open_[nearest];
            if (row_of_[column] == NONE) break;
            open_[nearest] = open_.back();
            open_.pop_back();
            done_.push_back(column);
            row = row_of_[column];
        }
        u_[root] += shortest;
        for (const int32_t j : done_) {
            u_[row_of_[j]] += shortest - distance_[j];
            v_[j] -= shortest - distance_[j];
        }
        while (true) {
            const int32_t last = from_[column];
            row_of_[column] = last;
            std::swap(column, column_of_[last]);
            if (last == root) break;
        }
    }

    size_t columns_ = 0;
    std::vector<double> u_, v_, distance_;
    std::vector<int32_t> row_of_, column_of_, from_, open_, done_;
};

}  // namespace tarjih
