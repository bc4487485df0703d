// Edit distance, 64 cells of a column at a time: Myers (1999) as rephrased, and extended to long
// patterns, by Hyyrö (2003). Column i of the matrix holds the distances of the first i words of
// the hypothesis to every prefix of the reference; neighbours differ by at most one, so a column
// is kept as two bits a cell.
#pragma once

#include <algorithm>

#include "arrays.hpp"

namespace tarjih {

// Where each word occurs in one reference, as bits.
class Pattern {
public:
    explicit Pattern(size_t vocabulary) : symbols_(vocabulary, 0) {}

    void set(Line reference) {
        for (size_t j = 0; j < reference_.size; ++j) symbols_[reference_.ids[j]] = 0;
        reference_ = reference;
        words = std::max<size_t>(1, (reference.size + 63) / 64);
        last_bit = (reference.size + 63) % 64;
        masks_.assign((reference.size + 1) * words, 0);
        int32_t used = 0;
        for (size_t j = 0; j < reference.size; ++j) {
            int32_t &symbol = symbols_[reference.ids[j]];
            if (!symbol) symbol = ++used;
            masks_[symbol * words + j / 64] |= uint64_t{1} << j % 64;
        }
    }

    size_t size() const { return reference_.size; }
    // The words of the reference are numbered from 1; all others are 0 and match nowhere.
    int32_t symbol(int32_t id) const { return symbols_[id]; }
    const uint64_t *mask(int32_t symbol) const { return &masks_[symbol * words]; }

    size_t words = 1;       // of 64 bits, in a mask or a column
    unsigned last_bit = 0;  // where the last of them holds the last word of the reference

private:
    Line reference_{nullptr, 0};
    std::vector<int32_t> symbols_;
    std::vector<uint64_t> masks_;
};

// 64 cells of a column, as they are before the first word of the hypothesis: is a cell one more,
// or one less, than the cell above? And, for those who trace: does it equal its upper left
// neighbour?
struct Cells {
    uint64_t more = ~uint64_t{0}, less = 0, same = 0;
};

// Replaces a column by the next one, for a hypothesis word with this mask; returns by how much
// the last cell changed. `Words` fixes the number of 64-bit words; 0 asks the pattern.
template <size_t Words>
inline int advance(Cells *column, const uint64_t *mask, const Pattern &pattern) {
    const size_t words = Words ? Words : pattern.words;
    // Is the cell above those at hand one more, or one less, than its left neighbour? At the top
    // it is the empty reference's, whose distance always grows.
    uint64_t grew = 1, shrank = 0;
    for (size_t w = 0; w < words; ++w) {
        const uint64_t more = column[w].more, less = column[w].less;
        const uint64_t match = mask[w] | shrank;
        const uint64_t same = (((match & more) + more) ^ more) | match | less;
        const uint64_t grows = less | ~(same | more), shrinks = same & more;
        const uint64_t above_grows = grows << 1 | grew, above_shrinks = shrinks << 1 | shrank;
        column[w] = {above_shrinks | ~(same | above_grows), above_grows & same, same};
        const unsigned bit = w + 1 < words ? 63 : pattern.last_bit;
        grew = grows >> bit & 1;
        shrank = shrinks >> bit & 1;
    }
    return static_cast<int>(grew) - static_cast<int>(shrank);
}

}  // namespace tarjih
