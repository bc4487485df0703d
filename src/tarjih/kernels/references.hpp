// What every edit-counting kernel does around its own count. Twin: edits.py, over_references
#pragma once

#include <algorithm>
#include <limits>

#include "arrays.hpp"

namespace tarjih {

// Per row the smallest count over the references, and the average reference length. `Edits` is
// made with the size of the vocabulary (ids count from 0, so tables by id are small) and called
// with two lines; its scratch space lives as long as the batch.
template <typename Edits>
Matrix<double> over_references(In<int32_t> ids, In<int64_t> offsets, Pairs pairs) {
    std::vector<double> rows(pairs.shape(0) * 2);
    {
        nb::gil_scoped_release release;
        const int32_t *words = ids.data();
        const auto largest = std::max_element(words, words + ids.size());
        Edits edits(ids.size() ? static_cast<size_t>(*largest) + 1 : 0);
        for (size_t k = 0; k < pairs.shape(0); ++k) {
            const Line hypothesis = line_at(words, offsets.data(), pairs(k, 0));
            const int64_t begin = pairs(k, 1), end = pairs(k, 2);
            int64_t fewest = std::numeric_limits<int64_t>::max();
            for (int64_t r = begin; r < end; ++r) {
                const Line reference = line_at(words, offsets.data(), r);
                fewest = std::min<int64_t>(fewest, edits(hypothesis, reference));
            }
            const int64_t length = offsets.data()[end] - offsets.data()[begin];
            rows[2 * k] = static_cast<double>(fewest);
            rows[2 * k + 1] = static_cast<double>(length) / static_cast<double>(end - begin);
        }
    }
    return to_numpy(std::move(rows), 2);
}

}  // namespace tarjih
