// METEOR's alignment and the statistics of what was aligned. Twin: meteor.py
#include <algorithm>
#include <vector>

#include "arrays.hpp"
#include "meteor_search.hpp"

namespace tarjih {
namespace {

using namespace meteor;

constexpr size_t slots = 4, row_width = 4 + 4 * slots + 3;

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
                              In<int32_t> keys, In<int32_t> stems, In<int64_t> set_ends, In<int32_t> sets,
                              In<uint8_t> function, In<int32_t> sizes, In<int32_t> modules,
                              In<int32_t> words, In<int32_t> child_ends, In<int32_t> child_words,
                              In<int32_t> target_ends, In<int32_t> targets, int32_t beam) {
    std::vector<double> rows;
    {
        nb::gil_scoped_release free;
        bool distinct = true;
        for (size_t t = 0; t < keys.shape(0); ++t)
            distinct = distinct && keys(t) == static_cast<int32_t>(t);
        const Types types{keys.data(), distinct, stems.data(), set_ends.data(), sets.data(),
                          function.data(), sizes.data(), words.data()};
        const auto vocabulary = static_cast<int32_t>(child_ends.shape(0) - 1 - child_words.shape(0));
        const Phrases phrases{vocabulary, child_ends.data(), child_words.data(),
                              target_ends.data(), targets.data()};
        const int32_t *last = std::max_element(sets.data(), sets.data() + sets.shape(0));
        Candidates candidates(types, phrases, sets.shape(0) ? static_cast<size_t>(*last) + 1 : 0);
        Aligner aligner;
        for (size_t p = 0; p < pairs.shape(0); ++p) {
            const Line one = line_at(ids.data(), offsets.data(), pairs(p, 0));
            for (int64_t reference = pairs(p, 1); reference < pairs(p, 2); ++reference) {
                const Line two = line_at(ids.data(), offsets.data(), reference);
                const bool same = one.size == two.size && std::equal(one.ids, one.ids + one.size, two.ids);
                candidates.find(one, two, modules.data(), same ? 1 : modules.shape(0));
                aligner.align(candidates.at, one.size, two.size, modules.data(),
                              static_cast<size_t>(beam));
                rows.resize(rows.size() + row_width);
                fill_row(one, two, aligner.matches, types, rows.data() + rows.size() - row_width);
            }
        }
    }
    return to_numpy(std::move(rows), row_width);
}

}  // namespace

void bind_meteor(nb::module_ &m) {
    m.def("meteor_matches", &meteor_matches, nb::arg("ids"), nb::arg("offsets"), nb::arg("pairs"),
          nb::arg("keys"), nb::arg("stems"), nb::arg("set_ends"), nb::arg("sets"), nb::arg("function"),
          nb::arg("sizes"), nb::arg("modules"), nb::arg("words"), nb::arg("child_ends"),
          nb::arg("child_words"), nb::arg("target_ends"), nb::arg("targets"), nb::arg("beam"));
}

}  // namespace tarjih
