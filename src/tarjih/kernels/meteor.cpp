// METEOR's alignment: its matchers, its beam search, its statistics. Twin: meteor.py
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "arrays.hpp"

namespace tarjih {
namespace {

enum Module : int32_t { exact, stem, synonym, paraphrase };
constexpr size_t slots = 4, row_width = 4 + 4 * slots + 3;

struct Match {
    int32_t start, length, start1, length1, module;
};

// The words of a hypothesis that are taken, a bit each.
template <size_t W>
struct FixedBits {
    std::array<uint64_t, W> words{};
    explicit FixedBits(size_t) {}
};
struct AnyBits {
    std::vector<uint64_t> words;
    explicit AnyBits(size_t bits) : words(bits / 64 + 1) {}
};
template <typename Bits>
bool meet(const Bits &a, const Bits &b) {
    for (size_t i = 0; i < a.words.size(); ++i)
        if (a.words[i] & b.words[i]) return true;
    return false;
}
template <typename Bits>
void take(Bits &bits, const Match &match) {
    for (int32_t i = match.start1; i < match.start1 + match.length1; ++i)
        bits.words[static_cast<size_t>(i) / 64] |= uint64_t{1} << i % 64;
}
template <typename Bits>
void join(Bits &a, const Bits &b) {
    for (size_t i = 0; i < a.words.size(); ++i) a.words[i] |= b.words[i];
}

struct Types {
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
        : types_(types), phrases_(phrases), newest_(sets, -1), stamps_(sets, 0) {}

    void find(const Line &one, const Line &two, const int32_t *modules, size_t count) {
        if (at.size() < two.size) at.resize(two.size);
        for (size_t i = 0; i < two.size; ++i) at[i].clear();
        for (size_t place = 0; place < count; ++place) {
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
    std::vector<int32_t> newest_;   // of each set: the last word of the hypothesis in it
    std::vector<uint32_t> stamps_;  // and the comparison in which that was
    std::vector<std::pair<int32_t, int32_t>> members_;  // a word, and the one before it
    std::vector<int32_t> stems1_;
    std::vector<size_t> hits_;
    uint32_t comparison_ = 0;
    Occurrences in_one_, in_two_;

    void add(size_t start, size_t start1, int32_t module) {
        at[start].push_back({static_cast<int32_t>(start), 1, static_cast<int32_t>(start1), 1, module});
    }

    void match_exactly(const Line &one, const Line &two, int32_t module) {
        for (size_t i = 0; i < two.size; ++i)
            for (size_t j = 0; j < one.size; ++j)
                if (one.ids[j] == two.ids[i]) add(i, j, module);
    }

    void match_stems(const Line &one, const Line &two, int32_t module) {
        stems1_.clear();
        for (size_t j = 0; j < one.size; ++j) stems1_.push_back(types_.stems[one.ids[j]]);
        for (size_t i = 0; i < two.size; ++i) {
            const int32_t wanted = types_.stems[two.ids[i]];
            for (size_t j = 0; j < one.size; ++j)
                if (stems1_[j] == wanted && one.ids[j] != two.ids[i]) add(i, j, module);
        }
    }

    void match_synonyms(const Line &one, const Line &two, int32_t module) {
        ++comparison_;
        members_.clear();
        for (size_t j = 0; j < one.size; ++j) {
            each_set(one.ids[j], [&](size_t set) {
                const bool first = stamps_[set] != comparison_;
                stamps_[set] = comparison_;
                members_.push_back({static_cast<int32_t>(j), first ? -1 : newest_[set]});
                newest_[set] = static_cast<int32_t>(members_.size()) - 1;
            });
        }
        hits_.assign(one.size, two.size);
        for (size_t i = 0; i < two.size; ++i) {
            bool any = false;
            each_set(two.ids[i], [&](size_t set) {
                if (stamps_[set] != comparison_) return;
                for (int32_t m = newest_[set]; m >= 0; m = members_[m].second) hits_[members_[m].first] = i;
                any = true;
            });
            for (size_t j = 0; any && j < one.size; ++j)
                if (hits_[j] == i && one.ids[j] != two.ids[i]) add(i, j, module);
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

// An alignment of the reference up to somewhere.
template <typename Bits>
struct Partial {
    Bits used;
    int32_t weight = 0, chunks = 0;
    int32_t next = 0;   // the first word of the reference that is not decided
    int32_t last = -1;  // where the last match ends in the hypothesis
    int64_t distance = 0;
    int32_t trail = -1;  // its last match in the trails

    // METEOR adds half a word for an inexact match, and drops the half of an odd number.
    static int32_t counted(const Match &m, bool whole) {
        return whole ? m.length + m.length1 : m.length / 2 + m.length1 / 2;
    }

    void match(const Match &m, bool whole) {
        weight += counted(m, whole);
        chunks += last != -1 && last != m.start1;
        next = m.start + m.length;
        last = m.start1 + m.length1;
    }
};

template <typename Bits>
class Search {
public:
    Search(const std::vector<std::vector<Match>> &candidates, size_t size1, size_t size2,
           const int32_t *modules, size_t beam)
        : candidates_(candidates), size1_(size1), size2_(size2), modules_(modules), beam_(beam),
          taken_(size1), certain_(size2), taken2_(size2) {}

    std::vector<Match> run() {
        find_certain();
        front_.assign(1, {Bits(size1_)});
        for (size_t i = 0; i < size2_; ++i) {
            best_first();
            if (taken2_[i]) through(static_cast<int32_t>(i));
            else extend(static_cast<int32_t>(i));
        }
        best_first();
        for (auto &partial : front_) partial.chunks += partial.last != -1;
        best_first();
        return matches_of(front_[0]);
    }

private:
    const std::vector<std::vector<Match>> &candidates_;
    size_t size1_, size2_;
    const int32_t *modules_;
    size_t beam_;
    Bits taken_;                      // words of certain matches: of the hypothesis
    std::vector<const Match *> certain_;
    std::vector<char> taken2_;        // and of the reference
    std::vector<Partial<Bits>> front_, back_;
    struct Step {
        const Match *match;
        int32_t before;
    };
    std::vector<Step> trails_;
    struct Free {
        const Match *match;
        Bits mask;
    };
    std::vector<Free> free_;
    struct Rank {
        uint64_t weight_chunks, distance_place;
        bool operator<(const Rank &other) const {
            return weight_chunks != other.weight_chunks ? weight_chunks < other.weight_chunks
                                                        : distance_place < other.distance_place;
        }
    };
    std::vector<Rank> ranks_;
    std::vector<size_t> seen_;

    bool whole(const Match &m) const { return modules_[m.module] == exact; }

    // The matches whose words nothing else matches.
    void find_certain() {
        std::vector<int32_t> cover1(size1_), cover2(size2_);
        auto count = [](std::vector<int32_t> &cover, int32_t start, int32_t length) {
            for (int32_t i = start; i < start + length; ++i) ++cover[i];
        };
        for (size_t i = 0; i < size2_; ++i)
            for (const Match &m : candidates_[i]) {
                count(cover1, m.start1, m.length1);
                count(cover2, m.start, m.length);
            }
        auto alone = [](const std::vector<int32_t> &cover, int32_t start, int32_t length) {
            return std::all_of(&cover[start], &cover[start] + length, [](int32_t n) { return n == 1; });
        };
        for (size_t i = 0; i < size2_; ++i) {
            if (candidates_[i].size() != 1) continue;
            const Match &m = candidates_[i][0];
            if (!alone(cover1, m.start1, m.length1) || !alone(cover2, m.start, m.length)) continue;
            certain_[i] = &m;
            take(taken_, m);
            for (int32_t k = m.start; k < m.start + m.length; ++k) taken2_[k] = 1;
        }
    }

    // The best alignments in order, earlier ones before equal later ones.
    void best_first() {
        if (front_.size() < 2) return;
        ranks_.clear();
        for (size_t i = 0; i < front_.size(); ++i) {
            const auto &p = front_[i];
            ranks_.push_back({(uint64_t{0xFFFFFFFF} - static_cast<uint32_t>(p.weight)) << 32 |
                                  static_cast<uint32_t>(p.chunks),
                              static_cast<uint64_t>(p.distance) << 24 | i});
        }
        if (ranks_.size() <= beam_ && std::is_sorted(ranks_.begin(), ranks_.end())) return;
        const auto kept = ranks_.begin() + static_cast<ptrdiff_t>(std::min(beam_, ranks_.size()));
        if (kept < ranks_.end()) std::nth_element(ranks_.begin(), kept, ranks_.end());
        std::sort(ranks_.begin(), kept);
        back_.clear();
        for (auto rank = ranks_.begin(); rank < kept; ++rank)
            back_.push_back(std::move(front_[rank->distance_place & 0xFFFFFF]));
        front_.swap(back_);
    }

    // Take in the certain match that starts here.
    void through(int32_t i) {
        for (auto &partial : front_) {
            if (i < partial.next) continue;
            const Match &m = *certain_[i];
            partial.match(m, whole(m));
            partial.distance += std::abs(m.start - m.start1);
            trails_.push_back({&m, partial.trail});
            partial.trail = static_cast<int32_t>(trails_.size()) - 1;
        }
    }

    void find_free(int32_t i) {
        free_.clear();
        for (const Match &m : candidates_[i]) {
            Bits mask(size1_);
            take(mask, m);
            const auto begin = taken2_.begin() + m.start;
            if (!meet(mask, taken_) && std::find(begin, begin + m.length, 1) == begin + m.length)
                free_.push_back({&m, std::move(mask)});
        }
    }

    // Match the word in every way that is free, and leave it out.
    void extend(int32_t i) {
        find_free(i);
        back_.clear();
        for (auto &partial : front_) {
            if (i >= partial.next) {
                // METEOR 1.5 adds the distance of a match to the alignments made after it from
                // the same one, not to the alignment that has the match; so does this.
                match_all(partial);
                partial.chunks += partial.last != -1;
                partial.last = -1;
                ++partial.next;
            }
            back_.push_back(std::move(partial));
        }
        front_.swap(back_);
    }

    // Of matches that count the same and begin a chunk, only the first can stay in the beam:
    // those after them have a larger distance.
    void match_all(Partial<Bits> &partial) {
        seen_.clear();
        for (const Free &free : free_) {
            if (meet(partial.used, free.mask)) continue;
            const Match &m = *free.match;
            const auto count = static_cast<size_t>(Partial<Bits>::counted(m, whole(m)));
            if (count >= seen_.size()) seen_.resize(count + 1);
            if (m.start1 == partial.last || seen_[count]++ < beam_) {
                back_.push_back(partial);
                auto &extended = back_.back();
                join(extended.used, free.mask);
                extended.match(m, whole(m));
                trails_.push_back({&m, partial.trail});
                extended.trail = static_cast<int32_t>(trails_.size()) - 1;
            }
            partial.distance += std::abs(m.start - m.start1);
        }
    }

    std::vector<Match> matches_of(const Partial<Bits> &partial) const {
        std::vector<Match> found;
        for (int32_t t = partial.trail; t >= 0; t = trails_[t].before) found.push_back(*trails_[t].match);
        std::reverse(found.begin(), found.end());
        return found;
    }
};

std::vector<Match> align(const std::vector<std::vector<Match>> &candidates, size_t size1,
                         size_t size2, const int32_t *modules, size_t beam) {
    if (size1 <= 64) return Search<FixedBits<1>>(candidates, size1, size2, modules, beam).run();
    if (size1 <= 256) return Search<FixedBits<4>>(candidates, size1, size2, modules, beam).run();
    return Search<AnyBits>(candidates, size1, size2, modules, beam).run();
}

int32_t chunks_of(const std::vector<Match> &matches) {
    int32_t chunks = 0, next1 = -1, next2 = -1;
    for (const Match &m : matches) {
        chunks += m.start != next2 || m.start1 != next1;
        next1 = m.start1 + m.length1;
        next2 = m.start + m.length;
    }
    return chunks;
}

void fill_row(const Line &one, const Line &two, const std::vector<Match> &matches,
              const Types &types, double *row) {
    const Line *lines[] = {&one, &two};
    double total[] = {0, 0};
    for (size_t side = 0; side < 2; ++side)
        for (size_t i = 0; i < lines[side]->size; ++i) {
            const int32_t type = lines[side]->ids[i];
            row[side] += types.sizes[type];
            if (types.function[type]) row[2 + side] += types.sizes[type];
        }
    for (const Match &m : matches) {
        const int32_t starts[] = {m.start1, m.start}, lengths[] = {m.length1, m.length};
        for (size_t side = 0; side < 2; ++side)
            for (int32_t i = starts[side]; i < starts[side] + lengths[side]; ++i) {
                const int32_t type = lines[side]->ids[i];
                row[4 + 4 * static_cast<size_t>(m.module) + 2 * (types.function[type] != 0) + side] +=
                    types.sizes[type];
                total[side] += types.sizes[type];
                row[row_width - 2 + side] += 1;
            }
    }
    const int32_t chunks = chunks_of(matches);
    const bool perfect = total[0] == row[0] && total[1] == row[1] && chunks == 1;
    row[row_width - 3] = perfect ? 0 : chunks;
}

Matrix<double> meteor_matches(In<int32_t> ids, In<int64_t> offsets, Pairs pairs,
                              In<int32_t> stems, In<int64_t> set_ends, In<int32_t> sets,
                              In<uint8_t> function, In<int32_t> sizes, In<int32_t> modules,
                              In<int32_t> words, In<int32_t> child_ends, In<int32_t> child_words,
                              In<int32_t> target_ends, In<int32_t> targets, int32_t beam) {
    std::vector<double> rows;
    {
        nb::gil_scoped_release free;
        const Types types{stems.data(), set_ends.data(), sets.data(),
                          function.data(), sizes.data(), words.data()};
        const auto vocabulary = static_cast<int32_t>(child_ends.shape(0) - 1 - child_words.shape(0));
        const Phrases phrases{vocabulary, child_ends.data(), child_words.data(),
                              target_ends.data(), targets.data()};
        const int32_t *last = std::max_element(sets.data(), sets.data() + sets.shape(0));
        Candidates candidates(types, phrases, sets.shape(0) ? static_cast<size_t>(*last) + 1 : 0);
        for (size_t p = 0; p < pairs.shape(0); ++p) {
            const Line one = line_at(ids.data(), offsets.data(), pairs(p, 0));
            for (int64_t reference = pairs(p, 1); reference < pairs(p, 2); ++reference) {
                const Line two = line_at(ids.data(), offsets.data(), reference);
                const bool same = one.size == two.size && std::equal(one.ids, one.ids + one.size, two.ids);
                candidates.find(one, two, modules.data(), same ? 1 : modules.shape(0));
                const auto matches = align(candidates.at, one.size, two.size, modules.data(),
                                           static_cast<size_t>(beam));
                rows.resize(rows.size() + row_width);
                fill_row(one, two, matches, types, rows.data() + rows.size() - row_width);
            }
        }
    }
    return to_numpy(std::move(rows), row_width);
}

}  // namespace

void bind_meteor(nb::module_ &m) {
    m.def("meteor_matches", &meteor_matches, nb::arg("ids"), nb::arg("offsets"), nb::arg("pairs"),
          nb::arg("stems"), nb::arg("set_ends"), nb::arg("sets"), nb::arg("function"),
          nb::arg("sizes"), nb::arg("modules"), nb::arg("words"), nb::arg("child_ends"),
          nb::arg("child_words"), nb::arg("target_ends"), nb::arg("targets"), nb::arg("beam"));
}

}  // namespace tarjih
