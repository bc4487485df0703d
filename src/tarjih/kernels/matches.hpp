// Clipped n-gram matches of one hypothesis against its references.
#pragma once

#include "arrays.hpp"
#include "ngrams.hpp"

namespace tarjih {

inline size_t ngrams_in(size_t tokens, size_t order) {
    return tokens >= order ? tokens - order + 1 : 0;
}

// Which ids the references of a comparison have: no other n-gram can match.
class Shared {
public:
    explicit Shared(const In<int32_t> &ids)
        : last_seen_(ids.shape(0) ? 1 + *std::max_element(ids.data(), ids.data() + ids.shape(0))
                                  : 0) {}

    void forget() { ++comparison_; }

    void add(Line line) {
        for (size_t i = 0; i < line.size; ++i) last_seen_[line.ids[i]] = comparison_;
    }

    bool operator()(int32_t id) const { return last_seen_[id] == comparison_; }

private:
    std::vector<int32_t> last_seen_;
    int32_t comparison_ = 0;
};

class Matcher {
public:
    explicit Matcher(size_t max_order) : max_order_(max_order) {}

    void set_hypothesis(Line line) {
        set_hypothesis(line, [](int32_t) { return true; });
    }

    // Leaves out the n-grams with ids that no reference shares.
    template <typename Shares>
    void set_hypothesis(Line line, const Shares &shared) {
        trie_.reset(line.size * max_order_);
        tally_.assign(1, Tally{});
        reference_ = 0;
        for (size_t i = 0; i < line.size; ++i) {
            int32_t node = NgramTrie::root;
            for (size_t n = i; n < std::min(line.size, i + max_order_); ++n) {
                if (!shared(line.ids[n])) break;
                node = trie_.add(node, line.ids[n]);
                if (node - NgramTrie::root >= static_cast<int32_t>(tally_.size()))
                    tally_.push_back({});
                ++tally_[node - NgramTrie::root].hypothesis;
            }
        }
    }

    // Calls matched(order - 1, start) for every n-gram of the reference that adds to the
    // clipped count: BLEU clips by the largest count of any one reference, so an n-gram
    // counts only beyond what an earlier reference has already matched.
    template <typename Matched>
    void add_reference(Line line, Matched matched) {
        ++reference_;
        for (size_t i = 0; i < line.size; ++i) {
            int32_t node = NgramTrie::root;
            for (size_t n = i; n < std::min(line.size, i + max_order_); ++n) {
                node = trie_.find(node, line.ids[n]);
                if (node == NgramTrie::absent) break;
                Tally &tally = tally_[node - NgramTrie::root];
                if (tally.seen_in != reference_) {
                    tally.seen_in = reference_;
                    tally.seen = 0;
                }
                if (++tally.seen > tally.best && tally.best < tally.hypothesis) {
                    tally.best = tally.seen;
                    matched(n - i, i);
                }
            }
        }
    }

    // Lets the next reference start from zero, for metrics that choose one reference.
    void forget_references() {
        for (Tally &tally : tally_) tally.best = 0;
    }

private:
    struct Tally {
        int32_t hypothesis = 0, best = 0, seen = 0, seen_in = 0;
    };
    size_t max_order_;
    NgramTrie trie_;
    std::vector<Tally> tally_;
    int32_t reference_ = 0;
};

}  // namespace tarjih
