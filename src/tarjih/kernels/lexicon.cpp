// Words looked up by an index, and the synonym sets that they are in. Twin: lexicon.py
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "arrays.hpp"
#include "utf8.hpp"

namespace tarjih {
namespace {

using View = std::string_view;

class Words {
public:
    Words(const In<uint8_t> &bytes, const In<int64_t> &offsets)
        : bytes_(reinterpret_cast<const char *>(bytes.data())), offsets_(offsets.data()),
          size_(offsets.shape(0) - 1) {}

    size_t size() const { return size_; }

    View operator[](size_t i) const {
        return {bytes_ + offsets_[i], static_cast<size_t>(offsets_[i + 1] - offsets_[i])};
    }

private:
    const char *bytes_;
    const int64_t *offsets_;
    size_t size_;
};

// The slot where a search for a word starts: a hash that takes in eight bytes at a time, the
// first the lowest. There are a power of two of slots.
size_t home(View word, size_t slots) {
    uint64_t hash = word.size();
    for (size_t i = 0; i < word.size(); i += 8) {
        uint64_t bytes = 0;
        for (size_t j = std::min<size_t>(word.size() - i, 8); j-- > 0;)
            bytes = bytes << 8 | static_cast<uint8_t>(word[i + j]);
        hash = (hash ^ bytes) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    return hash & (slots - 1);
}

Vector<int32_t> index_words(In<uint8_t> words, In<int64_t> offsets) {
    const Words list(words, offsets);
    size_t slots = 2;
    while (slots < 2 * list.size()) slots *= 2;
    std::vector<int32_t> index(slots, -1);
    {
        nb::gil_scoped_release free;
        for (size_t i = 0; i < list.size(); ++i) {
            size_t at = home(list[i], slots);
            while (index[at] >= 0) at = (at + 1) & (slots - 1);
            index[at] = static_cast<int32_t>(i);
        }
    }
    return to_numpy(std::move(index));
}

// Words and their index.
class Book {
public:
    const Words words;

    Book(const In<uint8_t> &bytes, const In<int64_t> &offsets, const In<int32_t> &index)
        : words(bytes, offsets), index_(index.data()), slots_(index.shape(0)) {}

    // The place of a word, or -1.
    int32_t find(View word) const {
        for (size_t at = home(word, slots_);; at = (at + 1) & (slots_ - 1)) {
            const int32_t place = index_[at];
            if (place < 0 || words[static_cast<size_t>(place)] == word) return place;
        }
    }

private:
    const int32_t *index_;
    size_t slots_;
};

Vector<int32_t> find_words(In<uint8_t> words, In<int64_t> offsets, In<int32_t> index,
                           In<uint8_t> asked, In<int64_t> asked_offsets) {
    const Book book(words, offsets, index);
    const Words wanted(asked, asked_offsets);
    std::vector<int32_t> found(wanted.size());
    {
        nb::gil_scoped_release free;
        for (size_t i = 0; i < wanted.size(); ++i) found[i] = book.find(wanted[i]);
    }
    return to_numpy(std::move(found));
}

// Java's String.hashCode, over units of UTF-16.
Vector<int32_t> java_hashes(In<uint8_t> data, In<int64_t> offsets) {
    std::vector<int32_t> found;
    {
        nb::gil_scoped_release free;
        for (size_t i = 0; i + 1 < offsets.shape(0); ++i) {
            uint32_t hash = 0;
            const uint8_t *end = data.data() + offsets(i + 1);
            for (const uint8_t *p = data.data() + offsets(i); p < end; p += width(*p)) {
                const auto c = static_cast<uint32_t>(decode(p));
                if (c < 0x10000) {
                    hash = 31 * hash + c;
                } else {
                    hash = 31 * hash + (0xD7C0 + (c >> 10));
                    hash = 31 * hash + (0xDC00 | (c & 0x3FF));
                }
            }
            found.push_back(static_cast<int32_t>(hash));
        }
    }
    return to_numpy(std::move(found));
}

struct Ending {
    View from, to;
};
// WordNet's, nouns before verbs before adjectives; the first that gives a known word counts.
constexpr std::array<Ending, 20> endings{{
    {"s", ""}, {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"},
    {"men", "man"}, {"ies", "y"},
    {"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""}, {"ing", "e"},
    {"ing", ""},
    {"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}};

bool ends_with(View word, View ending) {
    return word.size() >= ending.size() && word.substr(word.size() - ending.size()) == ending;
}

// As METEOR counts a word's length, in UTF-16.
size_t units(View word) {
    size_t count = 0;
    for (const char c : word) {
        const auto byte = static_cast<uint8_t>(c);
        count += (byte & 0xC0) != 0x80;
        count += byte >= 0xF0;
    }
    return count;
}

class Synonyms {
public:
    std::vector<int64_t> ends{0};
    std::vector<int32_t> found;

    Synonyms(const Book &words, const int32_t *set_ends, const In<int32_t> &sets,
             const Book &forms, const int32_t *base_ends, const int32_t *bases)
        : words_(words), set_ends_(set_ends), sets_(sets.data()), own_(sets.shape(0)),
          forms_(forms), base_ends_(base_ends), bases_(bases),
          numbers_(own_ + words.words.size(), -1) {}

    void look_up(View word) {
        add(words_.find(word));
        const int32_t form = forms_.find(word);
        if (form < 0) {
            add(base(word));
        } else {
            for (int32_t b = base_ends_[form]; b < base_ends_[form + 1]; ++b) add(bases_[b]);
        }
        ends.push_back(static_cast<int64_t>(found.size()));
    }

private:
    const Book &words_;
    const int32_t *set_ends_, *sets_;
    size_t own_;  // a number above those of the sets
    const Book &forms_;
    const int32_t *base_ends_, *bases_;
    std::vector<int32_t> numbers_;  // of the sets that appeared
    int32_t next_ = 0;
    std::string base_;

    int32_t base(View word) {
        if (ends_with(word, "ss") || units(word) <= 2) return -1;
        for (const Ending &ending : endings) {
            if (!ends_with(word, ending.from)) continue;
            base_.assign(word.substr(0, word.size() - ending.from.size())).append(ending.to);
            const int32_t place = words_.find(base_);
            if (place >= 0) return place;
        }
        return -1;
    }

    void add(int32_t place) {
        if (place < 0) return;
        const int32_t begin = set_ends_[place], end = set_ends_[place + 1];
        if (begin == end) add_set(own_ + static_cast<size_t>(place));
        for (int32_t s = begin; s < end; ++s) add_set(static_cast<size_t>(sets_[s]));
    }

    void add_set(size_t set) {
        if (numbers_[set] < 0) numbers_[set] = next_++;
        const auto mine = found.begin() + ends.back();
        if (std::find(mine, found.end(), numbers_[set]) == found.end())
            found.push_back(numbers_[set]);
    }
};

nb::tuple synonym_sets(In<uint8_t> words, In<int64_t> offsets, In<int32_t> index,
                       In<int32_t> set_ends, In<int32_t> sets, In<uint8_t> forms,
                       In<int64_t> form_offsets, In<int32_t> form_index, In<int32_t> base_ends,
                       In<int32_t> bases, In<uint8_t> asked, In<int64_t> asked_offsets) {
    const Book known(words, offsets, index), irregular(forms, form_offsets, form_index);
    const Words wanted(asked, asked_offsets);
    Synonyms synonyms(known, set_ends.data(), sets, irregular, base_ends.data(), bases.data());
    {
        nb::gil_scoped_release free;
        for (size_t i = 0; i < wanted.size(); ++i) synonyms.look_up(wanted[i]);
    }
    return nb::make_tuple(to_numpy(std::move(synonyms.ends)), to_numpy(std::move(synonyms.found)));
}

}  // namespace

void bind_lexicon(nb::module_ &m) {
    m.def("index_words", &index_words, nb::arg("words"), nb::arg("offsets"));
    m.def("java_hashes", &java_hashes, nb::arg("data"), nb::arg("offsets"));
    m.def("find_words", &find_words, nb::arg("words"), nb::arg("offsets"), nb::arg("index"),
          nb::arg("asked"), nb::arg("asked_offsets"));
    m.def("synonym_sets", &synonym_sets, nb::arg("words"), nb::arg("offsets"), nb::arg("index"),
          nb::arg("set_ends"), nb::arg("sets"), nb::arg("forms"), nb::arg("form_offsets"),
          nb::arg("form_index"), nb::arg("base_ends"), nb::arg("bases"), nb::arg("asked"),
          nb::arg("asked_offsets"));
}

}  // namespace tarjih
