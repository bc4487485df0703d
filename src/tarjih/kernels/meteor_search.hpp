// METEOR's beam search for the best alignment of two lines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "meteor_matchers.hpp"

namespace tarjih::meteor {

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
bool has(const Bits &bits, int32_t word) {
    return bits.words[static_cast<size_t>(word) / 64] >> word % 64 & 1;
}
template <typename Bits>
void join(Bits &a, const Bits &b) {
    for (size_t i = 0; i < a.words.size(); ++i) a.words[i] |= b.words[i];
}

// How alignments are ordered: the more words the better, then fewer chunks, then less distance,
// then the place in the order before. Only differences matter: what all alignments have in
// common need not be added. Of two forms the short one is for lines whose numbers fit it.
class ShortRank {
public:
    static constexpr size_t most_words = 255, most_places = 1 << 16;
    static constexpr uint64_t no_words = 511;
    static constexpr int64_t most_distance = 1 << 30;

    void cover(int32_t words) { key_ -= static_cast<uint64_t>(words) << 55; }
    void add_chunks(bool more) { key_ += static_cast<uint64_t>(more) << 46; }
    void move(int64_t distance) { key_ += static_cast<uint64_t>(distance) << 16; }
    uint64_t words_left() const { return key_ >> 55; }
    size_t place() const { return key_ & 0xFFFF; }
    void put(size_t place) { key_ = (key_ & ~uint64_t{0xFFFF}) | place; }
    bool operator<(const ShortRank &other) const { return key_ < other.key_; }

private:
    uint64_t key_ = no_words << 55;
};

class LongRank {
public:
    static constexpr uint64_t no_words = uint64_t{1} << 31;

    void cover(int32_t words) { words_chunks_ -= static_cast<uint64_t>(words) << 32; }
    void add_chunks(bool more) { words_chunks_ += more; }
    void move(int64_t distance) { distance_place_ += static_cast<uint64_t>(distance) << 24; }
    uint64_t words_left() const { return words_chunks_ >> 32; }
    size_t place() const { return distance_place_ & 0xFFFFFF; }
    void put(size_t place) { distance_place_ = (distance_place_ & ~uint64_t{0xFFFFFF}) | place; }
    bool operator<(const LongRank &other) const {
        return words_chunks_ != other.words_chunks_ ? words_chunks_ < other.words_chunks_
                                                    : distance_place_ < other.distance_place_;
    }

private:
    uint64_t words_chunks_ = no_words << 32;
    uint64_t distance_place_ = 0;
};

// An alignment of the reference up to somewhere.
template <typename Bits, typename Rank>
struct Partial {
    Bits used;
    Rank rank;
    int32_t next = 0;    // the first word of the reference that is not decided
    int32_t last = -1;   // where the last match ends in the hypothesis
    int32_t trail = -1;  // its last uncertain match in the trails
};

template <typename Bits, typename Rank>
class Search {
public:
    void run(const std::vector<std::vector<Match>> &candidates, size_t size1, size_t size2,
             const int32_t *modules, size_t beam, std::vector<Match> &found) {
        candidates_ = &candidates;
        modules_ = modules;
        beam_ = beam;
        size1_ = size1;
        find_certain(size2);
        find_limits(size2);
        if (!search(size2)) {
            limits_.assign(size2 + 1, Rank::no_words);
            search(size2);
        }
        collect(front_[0], found);
    }

private:
    const std::vector<std::vector<Match>> *candidates_ = nullptr;
    const int32_t *modules_ = nullptr;
    size_t beam_ = 0, size1_ = 0;
    Bits taken_{0};                       // words of certain matches: of the hypothesis
    std::vector<char> taken2_;            // and of the reference
    std::vector<const Match *> certain_;  // where they start
    std::vector<int32_t> cover1_, cover2_;
    std::vector<uint64_t> limits_;

    // The alignments in order. Where they are uniform, all have come equally far and their last
    // match ends at the same word: whatever is certain then changes all of them alike.
    using Alignment = Partial<Bits, Rank>;
    std::vector<Alignment> front_, back_;
    bool uniform_ = true;
    int32_t last_ = -1;

    struct Step {
        const Match *match;
        int32_t before;
    };
    std::vector<Step> trails_;
    struct Free {
        const Match *match;
        int32_t words, distance;
        Bits mask;
    };
    std::vector<Free> free_;
    std::vector<Rank> bases_, run_, best_, merged_;  // of parents; of proposals
    size_t shift_ = 0;
    uint64_t limit_ = 0, fewest_ = 0;
    size_t full_ = 0;

    // METEOR adds half a word for an inexact match, and drops the half of an odd number.
    int32_t words(const Match &m) const {
        return modules_[m.module] == exact ? m.length + m.length1 : m.length / 2 + m.length1 / 2;
    }

    // How many words an alignment may lack after each word of the reference, if it is to come to
    // as many in the end as can be matched: of each type, what both lines have of it, for only
    // exact matches count. No word adds more than it can match itself. So an alignment that
    // lacks more ranks behind all that do not, and so do those made of it: to drop it changes
    // nothing for the others.
    void find_limits(size_t size2) {
        limits_.assign(size2 + 1, 0);
        cover1_.assign(size1_, 0);  // by the first word of a type: how often it was met
        uint64_t all = 0;
        for (size_t i = size2; i-- > 0;) {
            limits_[i] = limits_[i + 1];
            if (taken2_[i]) continue;
            int32_t first = -1, count = 0;
            for (const Match &m : (*candidates_)[i]) {
                if (modules_[m.module] == exact) {
                    if (has(taken_, m.start1)) continue;
                    if (first < 0) first = m.start1;
                    ++count;
                } else if (words(m) > 0) {
                    return limits_.assign(size2 + 1, Rank::no_words);
                }
            }
            if (count == 0) continue;
            limits_[i] += 2;
            if (cover1_[first]++ < count) all += 2;
        }
        // so far what is still to come; the rest must have been matched before
        for (uint64_t &limit : limits_) limit = Rank::no_words - (all - std::min(all, limit));
    }

    // Whether the best alignment that was found is sure to be the best of the whole beam.
    bool search(size_t size2) {
        trails_.clear();
        front_.assign(1, {Bits(size1_)});
        uniform_ = true;
        last_ = -1;
        for (size_t i = 0; i < size2 && !front_.empty(); ++i) decide(static_cast<int32_t>(i));
        if (front_.empty()) return false;
        if (!uniform_) {
            for (auto &partial : front_) partial.rank.add_chunks(partial.last != -1);
            sort();
        }
        return true;
    }

    // The matches whose words nothing else matches.
    void find_certain(size_t size2) {
        cover1_.assign(size1_, 0);
        cover2_.assign(size2, 0);
        certain_.assign(size2, nullptr);
        taken_ = Bits(size1_);
        taken2_.assign(size2, 0);
        auto count = [](std::vector<int32_t> &cover, int32_t start, int32_t length) {
            for (int32_t i = start; i < start + length; ++i) ++cover[i];
        };
        for (size_t i = 0; i < size2; ++i)
            for (const Match &m : (*candidates_)[i]) {
                count(cover1_, m.start1, m.length1);
                count(cover2_, m.start, m.length);
            }
        auto alone = [](const std::vector<int32_t> &cover, int32_t start, int32_t length) {
            return std::all_of(&cover[start], &cover[start] + length, [](int32_t n) { return n == 1; });
        };
        for (size_t i = 0; i < size2; ++i) {
            if ((*candidates_)[i].size() != 1) continue;
            const Match &m = (*candidates_)[i][0];
            if (!alone(cover1_, m.start1, m.length1) || !alone(cover2_, m.start, m.length)) continue;
            certain_[i] = &m;
            take(taken_, m);
            for (int32_t k = m.start; k < m.start + m.length; ++k) taken2_[k] = 1;
        }
    }

    void decide(int32_t i) {
        if (taken2_[i]) return through(certain_[i]);
        find_free(i);
        if (!free_.empty()) return branch(i);
        if (!uniform_) {
            bool together = true;
            for (auto &partial : front_) {
                if (i >= partial.next) end_chunk(partial, i);
                else together = together && partial.next == i + 1 && partial.last == -1;
            }
            sort();
            if (!together) return;
        }
        uniform_ = true;
        last_ = -1;
    }

    void end_chunk(Alignment &partial, int32_t i) {
        partial.rank.add_chunks(partial.last != -1);
        partial.last = -1;
        partial.next = i + 1;
    }

    // Take in the certain match that starts here; null inside of one. No other match can reach
    // over it, so all alignments have come this far.
    void through(const Match *m) {
        if (m == nullptr) return;
        if (!uniform_) {
            for (auto &partial : front_)
                partial.rank.add_chunks(partial.last != -1 && partial.last != m->start1);
            sort();
        }
        uniform_ = true;
        last_ = m->start1 + m->length1;
    }

    void find_free(int32_t i) {
        free_.clear();
        for (const Match &m : (*candidates_)[i]) {
            Bits mask(size1_);
            take(mask, m);
            const auto begin = taken2_.begin() + m.start;
            if (!meet(mask, taken_) && std::find(begin, begin + m.length, 1) == begin + m.length)
                free_.push_back({&m, words(m), std::abs(m.start - m.start1), std::move(mask)});
        }
    }

    // Match the word in every way that is free, and leave it out.
    void branch(int32_t i) {
        bases_.clear();
        for (auto &partial : front_) {
            if (uniform_) {
                partial.last = last_;
                partial.next = i;
            }
            bases_.push_back(partial.rank);
        }
        uniform_ = false;
        limit_ = limits_[static_cast<size_t>(i) + 1];
        fewest_ = Rank::no_words + 1;
        full_ = 0;
        shift_ = 1;
        while (free_.size() >> shift_) ++shift_;
        best_.clear();
        for (size_t f = 0; f < free_.size(); ++f) propose_match(i, f);
        propose_none(i);
        back_.resize(best_.size(), Alignment{Bits(0)});
        for (size_t r = 0; r < best_.size(); ++r) follow(best_[r], i, back_[r]);
        front_.swap(back_);
    }

    // Make the alignment that a proposal stands for.
    void follow(const Rank &rank, int32_t i, Alignment &partial) {
        const Alignment &parent = front_[rank.place() >> shift_];
        const size_t f = rank.place() & ((size_t{1} << shift_) - 1);
        partial = parent;
        partial.rank = rank;
        if (i < parent.next) return;
        partial.last = -1;
        partial.next = i + 1;
        if (f == free_.size()) return;
        const Free &free = free_[f];
        join(partial.used, free.mask);
        partial.next = free.match->start + free.match->length;
        partial.last = free.match->start1 + free.match->length1;
        trails_.push_back({free.match, partial.trail});
        partial.trail = static_cast<int32_t>(trails_.size()) - 1;
    }

    // METEOR 1.5 adds the distance of a match to the alignments made after it from the same one,
    // not to the alignment that has the match; so does this.
    void propose_match(int32_t i, size_t f) {
        const Free &free = free_[f];
        Rank *end = new_run();
        for (size_t p = 0; p < front_.size(); ++p) {
            const Alignment &partial = front_[p];
            const bool possible = i >= partial.next && !meet(partial.used, free.mask);
            Rank rank = bases_[p];
            rank.cover(free.words);
            rank.add_chunks(partial.last != -1 && partial.last != free.match->start1);
            propose(possible, rank, p, f, end);
            bases_[p].move(possible ? free.distance : 0);
        }
        merge(end);
    }

    // Leave the word out. Alignments that have come further stay as they are.
    void propose_none(int32_t i) {
        Rank *end = new_run();
        for (size_t p = 0; p < front_.size(); ++p) {
            const Alignment &partial = front_[p];
            Rank rank = bases_[p];
            rank.add_chunks(i >= partial.next && partial.last != -1);
            propose(true, rank, p, free_.size(), end);
        }
        merge(end);
    }

    Rank *new_run() {
        run_.resize(front_.size() + 1);
        return run_.data();
    }

    // The place says who proposes what, in order: the parent, and the match or, behind all of
    // these, that there is none. Once the beam is full of those that match the most words, all
    // that match fewer can go.
    void propose(bool kept, Rank rank, size_t parent, size_t free, Rank *&end) {
        rank.put(parent << shift_ | free);
        *end = rank;
        const uint64_t left = rank.words_left();
        kept = kept && left <= limit_;
        end += kept;
        if (kept && left < fewest_) {
            fewest_ = left;
            full_ = 0;
        }
        full_ += kept && left == fewest_;
        if (full_ == beam_) limit_ = fewest_;
    }

    // Merges a run of proposals into the best. Their parents are in order, so they nearly are.
    void merge(Rank *end) {
        Rank *begin = run_.data();
        for (Rank *r = begin; r < end; ++r) {
            const Rank rank = *r;
            Rank *place = r;
            for (; place > begin && rank < place[-1]; --place) *place = place[-1];
            *place = rank;
        }
        const size_t both = best_.size() + static_cast<size_t>(end - begin);
        merged_.resize(std::min(beam_, both));
        const Rank *one = best_.data(), *one_end = one + best_.size();
        for (Rank &rank : merged_) {
            const bool run = one == one_end || (begin < end && *begin < *one);
            rank = run ? *begin : *one;
            begin += run;
            one += !run;
        }
        best_.swap(merged_);
    }

    // Put the alignments in order again, earlier ones before equal later ones.
    void sort() {
        Rank *end = new_run();
        for (size_t p = 0; p < front_.size(); ++p) {
            *end = front_[p].rank;
            (end++)->put(p);
        }
        if (std::is_sorted(run_.data(), end)) return;
        std::sort(run_.data(), end);
        back_.resize(front_.size(), Alignment{Bits(0)});
        for (size_t p = 0; p < front_.size(); ++p) {
            back_[p] = std::move(front_[run_[p].place()]);
            back_[p].rank = run_[p];
        }
        front_.swap(back_);
    }

    void collect(const Alignment &partial, std::vector<Match> &found) const {
        found.clear();
        for (int32_t t = partial.trail; t >= 0; t = trails_[t].before) found.push_back(*trails_[t].match);
        for (const Match *m : certain_)
            if (m != nullptr) found.push_back(*m);
        std::sort(found.begin(), found.end(),
                  [](const Match &a, const Match &b) { return a.start < b.start; });
    }
};

// Searches for lines of any length; what they allocate is used again.
class Aligner {
public:
    std::vector<Match> matches;

    void align(const std::vector<std::vector<Match>> &candidates, size_t size1, size_t size2,
               const int32_t *modules, size_t beam) {
        if (size1 <= 64 && are_small(candidates, size1, size2, beam))
            short_.run(candidates, size1, size2, modules, beam, matches);
        else if (size1 <= 256) middle_.run(candidates, size1, size2, modules, beam, matches);
        else long_.run(candidates, size1, size2, modules, beam, matches);
    }

private:
    Search<FixedBits<1>, ShortRank> short_;
    Search<FixedBits<4>, LongRank> middle_;
    Search<AnyBits, LongRank> long_;

    // Whether no number outgrows a short rank: each word of the reference adds at most the
    // distances of all of its matches.
    static bool are_small(const std::vector<std::vector<Match>> &candidates, size_t size1,
                          size_t size2, size_t beam) {
        if (size1 + size2 > ShortRank::most_words) return false;
        size_t all = 0;
        for (size_t i = 0; i < size2; ++i) {
            all += candidates[i].size();
            if (2 * beam * (candidates[i].size() + 1) > ShortRank::most_places) return false;
        }
        return static_cast<int64_t>(all * ShortRank::most_words) < ShortRank::most_distance;
    }
};

}  // namespace tarjih::meteor
