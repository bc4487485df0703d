// METEOR's matchers: which words and phrases of two lines may be aligned.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>
#ifdef _MSC_VER
#include <intrin.h>
#endif

#include "arrays.hpp"

namespace tarjih::meteor {

enum Module : int32_t { exact, stem, synonym, paraphrase };

// Words of the reference, and of the hypothesis (1), that a module pairs.
struct Match {
    int32_t start, length, start1, length1, module;
};

inline size_t lowest_bit(uint64_t bits) {
#ifdef _MSC_VER
    unsigned long place;
    _BitScanForward64(&place, bits);
    return place;
#else
    return static_cast<size_t>(__builtin_ctzll(bits));
#endif
}

struct Types {
    const int32_t *keys;  // words of one key are one word
    bool distinct;        // no two types have one key
    const int32_t *stems;
    const int64_t *set_ends;
    const int32_t *sets;
    const uint8_t *function;
    const int32_t *sizes;
    const int32_t *words;
};

struct Phrases {
    int32_t vocabulary;
    const int32_t *child_ends, *child_words, *target_ends, *targets;

    int32_t below(int32_t node, int32_t word) const {
        const int32_t *begin = child_words + child_ends[node], *end = child_words + child_ends[node + 1];
        const int32_t *at = std::lower_bound(begin, end, word);
        return at < end && *at == word ? vocabulary + static_cast<int32_t>(at - child_words) : -1;
    }
};

// The phrases that occur in a line, in the order of their start and length.
class Occurrences {
public:
    struct Phrase {
        int32_t start, length, node;
    };
    std::vector<Phrase> found;

    void find(const Line &line, const int32_t *words, const Phrases &phrases) {
        found.clear();
        seen_.fill(0);
        for (size_t start = 0; start < line.size; ++start) {
            int32_t node = words[line.ids[start]];
            for (size_t end = start + 1; node >= 0; ++end) {
                found.push_back({static_cast<int32_t>(start), static_cast<int32_t>(end - start), node});
                seen_[slot(node)] |= bit(node);
                if (end == line.size) break;
                const int32_t word = words[line.ids[end]];
                node = word < 0 ? -1 : phrases.below(node, word);
            }
        }
    }

    template <typename Use>
    void each(int32_t node, Use use) const {
        if (!(seen_[slot(node)] & bit(node))) return;
        for (const Phrase &phrase : found)
            if (phrase.node == node) use(phrase);
    }

private:
    std::array<uint64_t, 64> seen_{};  // a Bloom filter: most phrases do not occur
    static uint32_t mixed(int32_t node) { return static_cast<uint32_t>(node) * 0x9E3779B1u >> 20; }
    static size_t slot(int32_t node) { return mixed(node) / 64; }
    static uint64_t bit(int32_t node) { return uint64_t{1} << mixed(node) % 64; }
};

// All matches of a comparison, by where they start in the reference.
class Candidates {
public:
    std::vector<std::vector<Match>> at;

    Candidates(const Types &types, const Phrases &phrases, size_t sets)
        : types_(types), phrases_(phrases), sets_(sets) {}

    void find(const Line &one, const Line &two, const int32_t *modules, size_t count) {
        if (at.size() < two.size) at.resize(two.size);
        for (size_t i = 0; i < two.size; ++i) at[i].clear();
        size_t place = 0;
        if (count > 1 && modules[0] == exact && modules[1] == stem && one.size <= 64 &&
            types_.distinct) {
            match_words_and_stems(one, two);
            place = 2;
        }
        for (; place < count; ++place) {
            const auto module = static_cast<int32_t>(place);
            switch (modules[place]) {
                case exact: match_exactly(one, two, module); break;
                case stem: match_stems(one, two, module); break;
                case synonym: match_synonyms(one, two, module); break;
                default: match_phrases(one, two, module);
            }
        }
    }

private:
    const Types &types_;
    const Phrases &phrases_;
    struct Set {
        uint32_t comparison = 0;  // in which a word of the hypothesis was in it
        int32_t newest = -1;      // the last of these words
    };
    std::vector<Set> sets_;
    std::vector<std::pair<int32_t, int32_t>> members_;  // a word, and the one before it
    std::vector<int32_t> stems1_;
    std::vector<size_t> hits_;
    uint32_t comparison_ = 0;
    Occurrences in_one_, in_two_;

    bool same(int32_t one, int32_t two) const { return types_.keys[one] == types_.keys[two]; }

    void add(size_t start, size_t start1, int32_t module) {
        at[start].push_back({static_cast<int32_t>(start), 1, static_cast<int32_t>(start1), 1, module});
    }

    // The two usual modules at once: equal words have equal stems, and those are looked up.
    void match_words_and_stems(const Line &one, const Line &two) {
        std::array<uint64_t, 64> places{};  // of stems by their last bits
        for (size_t j = 0; j < one.size; ++j)
            places[types_.stems[one.ids[j]] % 64] |= uint64_t{1} << j;
        for (size_t i = 0; i < two.size; ++i) {
            const int32_t wanted = types_.stems[two.ids[i]];
            const uint64_t found = places[wanted % 64];
            if (!found) continue;
            for (const bool stems : {false, true})
                for (uint64_t rest = found; rest; rest &= rest - 1) {
                    const size_t j = lowest_bit(rest);
                    if (types_.stems[one.ids[j]] == wanted && (one.ids[j] != two.ids[i]) == stems)
                        add(i, j, stems);
                }
        }
    }

    void match_exactly(const Line &one, const Line &two, int32_t module) {
        for (size_t i = 0; i < two.size; ++i)
            for (size_t j = 0; j < one.size; ++j)
                if (same(one.ids[j], two.ids[i])) add(i, j, module);
    }

    void match_stems(const Line &one, const Line &two, int32_t module) {
        stems1_.clear();
        for (size_t j = 0; j < one.size; ++j) stems1_.push_back(types_.stems[one.ids[j]]);
        for (size_t i = 0; i < two.size; ++i) {
            const int32_t wanted = types_.stems[two.ids[i]];
            for (size_t j = 0; j < one.size; ++j)
                if (stems1_[j] == wanted && !same(one.ids[j], two.ids[i])) add(i, j, module);
        }
    }

    void match_synonyms(const Line &one, const Line &two, int32_t module) {
        ++comparison_;
        members_.clear();
        for (size_t j = 0; j < one.size; ++j) {
            each_set(one.ids[j], [&](size_t set) {
                Set &seen = sets_[set];
                const int32_t before = seen.comparison == comparison_ ? seen.newest : -1;
                members_.push_back({static_cast<int32_t>(j), before});
                seen = {comparison_, static_cast<int32_t>(members_.size()) - 1};
            });
        }
        hits_.assign(one.size, two.size);
        for (size_t i = 0; i < two.size; ++i) {
            bool any = false;
            each_set(two.ids[i], [&](size_t set) {
                if (sets_[set].comparison != comparison_) return;
                for (int32_t m = sets_[set].newest; m >= 0; m = members_[m].second)
                    hits_[members_[m].first] = i;
                any = true;
            });
            for (size_t j = 0; any && j < one.size; ++j)
                if (hits_[j] == i && !same(one.ids[j], two.ids[i])) add(i, j, module);
        }
    }

    template <typename Use>
    void each_set(int32_t type, Use use) const {
        for (int64_t s = types_.set_ends[type]; s < types_.set_ends[type + 1]; ++s)
            use(static_cast<size_t>(types_.sets[s]));
    }

    // Phrases of the reference that become one of the hypothesis, then the reverse.
    void match_phrases(const Line &one, const Line &two, int32_t module) {
        in_one_.find(one, types_.words, phrases_);
        in_two_.find(two, types_.words, phrases_);
        for (const auto &from : in_two_.found)
            each_target(from.node, in_one_, [&](const Occurrences::Phrase &to) {
                at[from.start].push_back({from.start, from.length, to.start, to.length, module});
            });
        for (const auto &from : in_one_.found)
            each_target(from.node, in_two_, [&](const Occurrences::Phrase &to) {
                at[to.start].push_back({to.start, to.length, from.start, from.length, module});
            });
    }

    template <typename Use>
    void each_target(int32_t node, const Occurrences &line, Use use) const {
        for (int32_t t = phrases_.target_ends[node]; t < phrases_.target_ends[node + 1]; ++t)
            line.each(phrases_.targets[t], use);
    }
};

}  // namespace tarjih::meteor
