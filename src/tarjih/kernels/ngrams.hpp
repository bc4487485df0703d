// The n-grams of one line as paths in a hashed trie: (node of the prefix, token) -> node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tarjih {

inline uint64_t ngram_key(int32_t prefix, int32_t token) {
    return static_cast<uint64_t>(prefix) << 32 | static_cast<uint32_t>(token);
}

inline uint64_t ngram_hash(uint64_t key) {
    key *= 0x9E3779B97F4A7C15ull;
    return key ^ key >> 32;
}

class NgramTrie {
public:
    static constexpr int32_t root = 1, absent = 0;

    // Forgets all n-grams and makes room for `capacity` of them.
    void reset(size_t capacity) {
        size_t slots = 64;
        while (slots < 2 * capacity) slots *= 2;
        mask_ = slots - 1;
        if (keys_.size() < slots) {
            keys_.resize(slots);
            nodes_.resize(slots);
        }
        std::fill_n(keys_.begin(), slots, 0);
        next_ = root + 1;
    }

    int32_t add(int32_t prefix, int32_t token) {
        const size_t at = probe(ngram_key(prefix, token));
        if (keys_[at] == 0) {
            keys_[at] = ngram_key(prefix, token);
            nodes_[at] = next_++;
        }
        return nodes_[at];
    }

    int32_t find(int32_t prefix, int32_t token) const {
        const size_t at = probe(ngram_key(prefix, token));
        return keys_[at] == 0 ? absent : nodes_[at];
    }

    // One past the largest node.
    int32_t end() const { return next_; }

private:
    std::vector<uint64_t> keys_;  // never 0 where used: prefixes start at 1
    std::vector<int32_t> nodes_;
    size_t mask_ = 0;
    int32_t next_ = root + 1;

    size_t probe(uint64_t key) const {
        size_t at = ngram_hash(key) & mask_;
        while (keys_[at] != 0 && keys_[at] != key) at = (at + 1) & mask_;
        return at;
    }
};

}  // namespace tarjih
