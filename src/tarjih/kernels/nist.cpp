// NIST: the n-grams of a reference corpus, and the information that matches carry.
// Twin: nist.py
#include "matches.hpp"

namespace tarjih {
namespace {

// The reference corpus as a frozen trie. Node k > 1 is keys[k - 2]; the root is node 1.
// `slots` is an open-addressing table over the keys, filled in the order of the nodes.
struct Table {
    const uint64_t *keys;
    const int32_t *slots;
    uint64_t mask;

    int32_t find(int32_t prefix, int32_t token) const {
        const uint64_t key = ngram_key(prefix, token);
        uint64_t at = ngram_hash(key) & mask;
        while (slots[at] != 0 && keys[slots[at] - 2] != key) at = (at + 1) & mask;
        return slots[at];
    }
};

// Finds n-grams of one reference, given longer and longer ones from each start.
struct Walk {
    const Table &table;
    const int32_t *known;
    int32_t node = NgramTrie::absent;
    size_t start = SIZE_MAX, next = 0;

    int32_t to(Line reference, size_t from, size_t n) {
        if (from != start) {
            start = next = from;
            node = NgramTrie::root;
        }
        for (; next <= start + n && node != NgramTrie::absent; ++next)
            node = table.find(node, known[reference.ids[next]]);
        return node;
    }
};

class Counter {
public:
    std::vector<uint64_t> keys;
    std::vector<int64_t> counts;
    std::vector<int32_t> slots;

    Counter() : slots(1024) {}

    int32_t add(int32_t prefix, int32_t token) {
        const uint64_t key = ngram_key(prefix, token);
        uint64_t at = place(key);
        if (slots[at] == 0) {
            keys.push_back(key);
            counts.push_back(0);
            slots[at] = static_cast<int32_t>(keys.size()) + 1;
            if (2 * keys.size() > slots.size()) grow();
            return static_cast<int32_t>(keys.size()) + 1;
        }
        return slots[at];
    }

private:
    uint64_t place(uint64_t key) const {
        uint64_t at = ngram_hash(key) & (slots.size() - 1);
        while (slots[at] != 0 && keys[slots[at] - 2] != key) at = (at + 1) & (slots.size() - 1);
        return at;
    }

    void grow() {
        slots.assign(2 * slots.size(), 0);
        for (size_t k = 0; k < keys.size(); ++k) slots[place(keys[k])] = static_cast<int32_t>(k) + 2;
    }
};

nb::tuple count_ngrams(In<int32_t> ids, In<int64_t> offsets, size_t order) {
    Counter counter;
    {
        nb::gil_scoped_release free;
        for (size_t i = 0; i + 1 < offsets.shape(0); ++i) {
            const Line line = line_at(ids.data(), offsets.data(), static_cast<int64_t>(i));
            for (size_t start = 0; start < line.size; ++start) {
                int32_t node = NgramTrie::root;
                for (size_t n = start; n < std::min(line.size, start + order); ++n) {
                    node = counter.add(node, line.ids[n]);
                    ++counter.counts[node - 2];
                }
            }
        }
    }
    return nb::make_tuple(to_numpy(std::move(counter.keys)), to_numpy(std::move(counter.counts)),
                          to_numpy(std::move(counter.slots)));
}

Matrix<double> nist_matches(In<int32_t> ids, In<int64_t> offsets, Pairs pairs, size_t order,
                            In<int32_t> known, In<uint64_t> keys, In<int32_t> slots,
                            In<double> information) {
    const size_t columns = 1 + 2 * order;
    std::vector<double> rows;
    {
        nb::gil_scoped_release free;
        const Table table{keys.data(), slots.data(), slots.shape(0) - 1};
        rows.assign(pairs.shape(0) * columns, 0);
        Matcher matcher(order);
        Shared shared(ids);
        for (size_t i = 0; i < pairs.shape(0); ++i) {
            double *row = rows.data() + i * columns;
            const Line hypothesis = line_at(ids.data(), offsets.data(), pairs(i, 0));
            shared.forget();
            for (int64_t r = pairs(i, 1); r < pairs(i, 2); ++r)
                shared.add(line_at(ids.data(), offsets.data(), r));
            matcher.set_hypothesis(hypothesis, shared);
            size_t words = 0;
            for (int64_t r = pairs(i, 1); r < pairs(i, 2); ++r) {
                const Line reference = line_at(ids.data(), offsets.data(), r);
                words += reference.size;
                Walk walk{table, known.data()};
                matcher.add_reference(reference, [&](size_t n, size_t start) {
                    const int32_t node = walk.to(reference, start, n);
                    if (node != NgramTrie::absent) row[1 + n] += information(node - 2);
                });
            }
            row[0] = static_cast<double>(words) / static_cast<double>(pairs(i, 2) - pairs(i, 1));
            for (size_t n = 1; n <= order; ++n)
                row[order + n] = static_cast<double>(ngrams_in(hypothesis.size, n));
        }
    }
    return to_numpy(std::move(rows), columns);
}

}  // namespace

void bind_nist(nb::module_ &m) {
    m.def("count_ngrams", &count_ngrams, nb::arg("ids"), nb::arg("offsets"), nb::arg("order"));
    m.def("nist_matches", &nist_matches, nb::arg("ids"), nb::arg("offsets"), nb::arg("pairs"),
          nb::arg("order"), nb::arg("known"), nb::arg("keys"), nb::arg("slots"),
          nb::arg("information"));
}

}  // namespace tarjih
