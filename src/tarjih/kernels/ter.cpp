// Translation edit rate: word edits and shifts of blocks of words. Twin: ter.py
#include <array>

#include "bag.hpp"
#include "beam.hpp"
#include "levenshtein.hpp"
#include "references.hpp"

namespace tarjih {
namespace {

constexpr int kMaxLength = 10, kMaxMove = 50, kMaxCandidates = 1000;

// Moving a block of words swaps it with its neighbour: [begin, middle) with [middle, end).
struct Shift {
    int begin = 0, middle = 0, end = 0;

    Shift undone() const { return {begin, begin + end - middle, end}; }
    // In true distance: the shorter block could as well be deleted and inserted anew. (A beam's
    // distance may fall further.)
    int largest_gain() const { return 2 * std::min(middle - begin, end - middle); }
};

class TerEdits {
public:
    explicit TerEdits(size_t vocabulary) : pattern_(vocabulary), bag_edits_(vocabulary) {}

    int64_t operator()(Line hypothesis, Line reference) {
        if (!reference.size) return static_cast<int64_t>(hypothesis.size);
        read(hypothesis, reference);
        return pattern_.words == 1 ? edits<1>() : edits<0>();
    }

private:
    void read(Line hypothesis, Line reference) {
        n_ = static_cast<int>(hypothesis.size);
        m_ = static_cast<int>(reference.size);
        beam_.set(n_, m_);
        pattern_.set(reference);
        fewest_ = static_cast<int>(bag_edits_(hypothesis, reference));
        hypothesis_.resize(n_);
        for (int i = 0; i < n_; ++i) hypothesis_[i] = pattern_.symbol(hypothesis.ids[i]);
        reference_.resize(m_);
        first_place_.assign(m_ + 1, m_);
        next_place_.resize(m_);
        for (int j = m_; j-- > 0;) {
            const int symbol = reference_[j] = pattern_.symbol(reference.ids[j]);
            next_place_[j] = first_place_[symbol];
            first_place_[symbol] = j;
        }
        trial_.resize(pattern_.words);
        columns_.resize((n_ + 1) * pattern_.words);
        std::fill_n(columns_.begin(), pattern_.words, Cells{});
        last_cells_.resize(n_ + 1);
        last_cells_[0] = m_;
    }

    template <size_t Words>
    int edits() {
        int candidates = 0;
        for (int shifts = 0, changed = 0;; ++shifts) {
            const int distance = align<Words>(changed);
            if (distance == fewest_ || !collect(candidates)) return shifts + distance;
            const Shift best = choose<Words>(distance);
            if (!best.end) return shifts + distance;
            apply(best);
            changed = best.begin;
        }
    }

    // The distance; where a shift could lower it, also the trace. `changed` is the first word of
    // the hypothesis that is not what it was at the last call.
    template <size_t Words>
    int align(int changed) {
        const size_t words = Words ? Words : pattern_.words;
        for (int i = changed; i < n_; ++i) {
            Cells *next = &columns_[(i + 1) * words];
            std::copy_n(next - words, words, next);
            last_cells_[i + 1] = last_cells_[i] + advance<Words>(next, mask(i), pattern_);
        }
        const int distance = last_cells_[n_];
        const bool sure = beam_.surely_contains(distance);
        if (sure && distance == fewest_) return distance;
        // A best path that stays inside the beam is also the beam's: cells on it are exact, no
        // others are too small, so each step is preferred for the same reason.
        const bool inside = trace([&](int i, int j) { return step(i, j); },
                                  [&](int i, int j) { return sure || beam_.contains(i, j); });
        if (inside) return distance;
        const int beam_distance = beam_.distance(hypothesis_, reference_);
        trace([&](int i, int j) { return beam_.step(i, j, equal(i, j)); },
              [](int, int) { return true; });
        return beam_distance;
    }

    const uint64_t *mask(int i) const { return pattern_.mask(hypothesis_[i]); }
    bool equal(int i, int j) const { return hypothesis_[i - 1] == reference_[j - 1]; }

    // Beam::step, read from the bits of the columns.
    Step step(int i, int j) const {
        if (equal(i, j)) return Step::kKeep;
        const size_t word = (j - 1) / 64, bit = (j - 1) % 64;
        const Cells &here = columns_[i * pattern_.words + word];
        const Cells &before = columns_[(i - 1) * pattern_.words + word];
        if (!(here.same >> bit & 1)) return Step::kReplace;
        return before.less >> bit & 1 ? Step::kDelete : Step::kInsert;
    }

    // Follows the best path back from the end; false as soon as it leaves the beam.
    template <typename StepAt, typename Inside>
    bool trace(StepAt step_at, Inside inside) {
        hypothesis_wrong_.assign(n_, false);
        reference_wrong_.assign(m_, false);
        target_.assign(m_ + 1, 0);
        for (int i = n_, j = m_; i > 0 || j > 0;) {
            if (!inside(i, j)) return false;
            const Step step = i == 0   ? Step::kInsert
                              : j == 0 ? Step::kDelete
                                       : step_at(i, j);
            if (step != Step::kDelete) {
                target_[j] = i;
                reference_wrong_[--j] = step != Step::kKeep;
            }
            if (step != Step::kInsert) hypothesis_wrong_[--i] = step != Step::kKeep;
        }
        return true;
    }

    // Lists the shifts to try; false once the limit on their number is reached.
    bool collect(int &candidates) {
        for (auto &shifts : shifts_) shifts.clear();
        for (int start = 0; start < n_; ++start) {
            if (!hypothesis_[start]) continue;
            int place = first_place_[hypothesis_[start]];
            for (; place < m_; place = next_place_[place]) {
                if (std::abs(place - start) > kMaxMove) continue;
                candidates += collect_at(start, place);
                if (candidates >= kMaxCandidates) return false;
            }
        }
        return true;
    }

    // Lists those that bring words from `start` on to equal words from `place` on; how many?
    int collect_at(int start, int place) {
        bool hypothesis_wrong = false, reference_wrong = false;
        int candidates = 0;
        const int longest = std::min({kMaxLength, n_ - start, m_ - place});
        for (int k = 0; k < longest && hypothesis_[start + k] == reference_[place + k]; ++k) {
            hypothesis_wrong |= hypothesis_wrong_[start + k];
            reference_wrong |= reference_wrong_[place + k];
            if (!hypothesis_wrong || !reference_wrong) continue;
            const int length = k + 1, aligned = target_[place + 1] - 1;
            if (start <= aligned && aligned < start + length) continue;
            for (int offset = 0; offset <= length; ++offset) {
                const int target = target_[place + offset];
                if (offset && target == target_[place + offset - 1]) continue;
                ++candidates;
                add(start, length, target);
            }
        }
        return candidates;
    }

    void add(int start, int length, int target) {
        const int stop = start + length;
        if (target < start)
            shifts_[length - 1].push_back({target, start, stop});
        else if (target > stop)
            shifts_[length - 1].push_back({start, stop, target});
        else if (target > start)  // inside the block: the block moves on by as many words
            shifts_[length - 1].push_back({start, stop, std::min(n_, target + length)});
    }

    // The shift of largest gain; an empty one if none gains. The lists run through the shifts in
    // the order that breaks ties: longer first, then earlier start, then earlier target.
    template <size_t Words>
    Shift choose(int distance) {
        Shift best;
        int best_distance = distance;
        for (int length = kMaxLength; length > 0; --length) {
            for (const Shift &shift : shifts_[length - 1]) {
                if (last_cells_[n_] - shift.largest_gain() >= best_distance) continue;
                const int shifted = try_shift<Words>(shift, best_distance - 1);
                if (shifted >= best_distance) continue;
                best_distance = shifted;
                best = shift;
                if (best_distance == fewest_) return best;
            }
        }
        return best;
    }

    // The distance after a shift; anything larger than `limit` if it is larger than `limit`.
    template <size_t Words>
    int try_shift(const Shift &shift, int limit) {
        const size_t words = Words ? Words : pattern_.words;
        Cells single;  // kept in registers
        Cells *column = Words == 1 ? &single : trial_.data();
        std::copy_n(&columns_[shift.begin * words], words, column);
        int last = last_cells_[shift.begin];
        const auto run = [&](int from, int to) {
            for (int i = from; i < to; ++i) last += advance<Words>(column, mask(i), pattern_);
        };
        run(shift.middle, shift.end);
        run(shift.begin, shift.middle);
        // The last cell shrinks by at most 1 a word.
        for (int i = shift.end; i < n_ && last - (n_ - i) <= limit; ++i) run(i, i + 1);
        // The true distance is never larger than the beam's.
        if (last > limit || beam_.surely_contains(last)) return last;
        apply(shift);
        last = beam_.distance(hypothesis_, reference_);
        apply(shift.undone());
        return last;
    }

    void apply(const Shift &shift) {
        const auto words = hypothesis_.begin();
        std::rotate(words + shift.begin, words + shift.middle, words + shift.end);
    }

    Pattern pattern_;
    BagEdits bag_edits_;
    Beam beam_;
    int n_ = 0, m_ = 0;
    int fewest_ = 0;                             // edits that no order of the words avoids
    std::vector<int> hypothesis_, reference_;    // symbols of the pattern
    std::vector<int> first_place_, next_place_;  // of a symbol, of the same symbol; m_ after all
    std::vector<Cells> columns_;                 // n_ + 1, of pattern_.words each
    std::vector<int> last_cells_;                // of the columns
    std::vector<Cells> trial_;                   // the column of a shifted hypothesis
    std::vector<char> hypothesis_wrong_, reference_wrong_;
    std::vector<int> target_;  // where words go to stand after reference word j - 1
    std::array<std::vector<Shift>, kMaxLength> shifts_;  // by length
};

}  // namespace

void bind_ter(nb::module_ &m) {
    m.def("ter_edits", &over_references<TerEdits>, nb::arg("ids"), nb::arg("offsets"),
          nb::arg("pairs"));
}

}  // namespace tarjih
