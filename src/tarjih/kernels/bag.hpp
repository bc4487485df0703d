// Lines as bags of words.
#pragma once

#include <algorithm>

#include "arrays.hpp"

namespace tarjih {

class BagEdits {
public:
    explicit BagEdits(size_t vocabulary) : left_(vocabulary, 0) {}

    // Edits between two lines whose order does not matter (a multiset difference): no order of
    // either line has fewer.
    int64_t operator()(Line a, Line b) {
        size_t common = 0;
        for (size_t i = 0; i < a.size; ++i) ++left_[a.ids[i]];
        for (size_t i = 0; i < b.size; ++i) common += left_[b.ids[i]]-- > 0;
        for (size_t i = 0; i < a.size; ++i) left_[a.ids[i]] = 0;
        for (size_t i = 0; i < b.size; ++i) left_[b.ids[i]] = 0;
        return static_cast<int64_t>(std::max(a.size, b.size) - common);
    }

private:
    std::vector<int32_t> left_;  // by word: how many of the first line have found no partner
};

}  // namespace tarjih
