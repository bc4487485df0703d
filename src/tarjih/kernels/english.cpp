// The English stemmer of Porter's Snowball over packed words. Twin: english.py
#include <array>
#include <string>
#include <string_view>

#include "arrays.hpp"
#include "utf8.hpp"

namespace tarjih {
namespace {

using View = std::string_view;

// One byte stands for one unit of UTF-16, as METEOR's stemmer counts: an ASCII character
// is itself, any other is foreign, and twice so beyond U+FFFF. No rule looks into those.
constexpr char foreign = '\x80';

struct Rule {
    View ending, replacement;
};

// In every table an ending comes before those that it ends with: the longest counts.
constexpr std::array<Rule, 18> exceptions{{
    {"skis", "ski"}, {"skies", "sky"}, {"dying", "die"}, {"lying", "lie"}, {"tying", "tie"},
    {"idly", "idl"}, {"gently", "gentl"}, {"ugly", "ugli"}, {"early", "earli"},
    {"only", "onli"}, {"singly", "singl"}, {"sky", "sky"}, {"news", "news"},
    {"howe", "howe"}, {"atlas", "atlas"}, {"cosmos", "cosmos"}, {"bias", "bias"},
    {"andes", "andes"}}};
constexpr std::array<View, 8> finished{"inning",  "outing",  "canning", "herring",
                                       "earring", "proceed", "exceed",  "succeed"};
constexpr std::array<View, 3> openings{"gener", "commun", "arsen"};
constexpr std::array<Rule, 24> step_2_rules{{
    {"ization", "ize"}, {"ational", "ate"}, {"fulness", "ful"}, {"ousness", "ous"},
    {"iveness", "ive"}, {"biliti", "ble"}, {"tional", "tion"}, {"lessli", "less"},
    {"entli", "ent"}, {"ation", "ate"}, {"alism", "al"}, {"aliti", "al"}, {"ousli", "ous"},
    {"iviti", "ive"}, {"fulli", "ful"}, {"enci", "ence"}, {"anci", "ance"},
    {"abli", "able"}, {"izer", "ize"}, {"ator", "ate"}, {"alli", "al"}, {"bli", "ble"},
    {"ogi", "og"}, {"li", ""}}};
constexpr std::array<Rule, 9> step_3_rules{{
    {"ational", "ate"}, {"tional", "tion"}, {"alize", "al"}, {"icate", "ic"}, {"iciti", "ic"},
    {"ative", ""}, {"ical", "ic"}, {"ness", ""}, {"ful", ""}}};
constexpr std::array<View, 18> step_4_endings{
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism",
    "ate",   "iti",  "ous",  "ive",  "ize",  "ion",  "al",  "er",  "ic"};

inline bool is_vowel(char c) {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

inline bool one_of(char c, View letters) { return letters.find(c) != View::npos; }

bool has_vowel(View text) {
    for (const char c : text) {
        if (is_vowel(c)) return true;
    }
    return false;
}

// The last letter tells most endings apart.
inline bool ends_with(View word, View ending) {
    return word.size() >= ending.size() && word.back() == ending.back() &&
           word.compare(word.size() - ending.size(), View::npos, ending) == 0;
}

View ending_of(const Rule &rule) { return rule.ending; }
View ending_of(View ending) { return ending; }

template <typename Table>
auto find_ending(View word, const Table &table) -> decltype(table.data()) {
    for (const auto &row : table) {
        if (ends_with(word, ending_of(row))) return &row;
    }
    return nullptr;
}

class Stemmer {
public:
    View operator()(View word) {
        word_.assign(word);
        for (const Rule &rule : exceptions) {
            if (word_ == rule.ending) return rule.replacement;
        }
        if (word_.size() < 3) return word_;
        mark_consonants();
        mark_regions();
        step_1a();
        if (!is_finished()) {
            step_1b();
            step_1c();
            step_2();
            step_3();
            step_4();
            step_5();
        }
        for (char &c : word_) c = c == 'Y' ? 'y' : c;
        return word_;
    }

private:
    std::string word_;
    size_t r1_ = 0, r2_ = 0;

    // The word without an ending.
    View stem(View ending) const { return View(word_).substr(0, word_.size() - ending.size()); }

    void replace(View ending, View replacement) {
        word_.resize(word_.size() - ending.size());
        word_ += replacement;
    }

    void mark_consonants() {
        if (word_.front() == '\'') word_.erase(0, 1);
        for (size_t i = 0; i < word_.size(); ++i) {
            if (word_[i] == 'y' && (i == 0 || is_vowel(word_[i - 1]))) word_[i] = 'Y';
        }
    }

    size_t region(size_t after) const {
        size_t i = after;
        while (i < word_.size() && !is_vowel(word_[i])) ++i;
        while (i < word_.size() && is_vowel(word_[i])) ++i;
        return i < word_.size() ? i + 1 : word_.size();
    }

    void mark_regions() {
        r1_ = 0;
        for (const View opening : openings) {
            if (View(word_).substr(0, opening.size()) == opening) r1_ = opening.size();
        }
        if (!r1_) r1_ = region(0);
        r2_ = region(r1_);
    }

    bool is_finished() const {
        for (const View word : finished) {
            if (word_ == word) return true;
        }
        return false;
    }

    static bool is_short(View text) {
        const size_t n = text.size();
        if (n < 2 || !is_vowel(text[n - 2]) || is_vowel(text[n - 1])) return false;
        return n == 2 || (!is_vowel(text[n - 3]) && !one_of(text[n - 1], "wxY"));
    }

    void step_1a() {
        for (const View ending : {"'s'", "'s", "'"}) {
            if (ends_with(word_, ending)) {
                replace(ending, "");
                break;
            }
        }
        if (ends_with(word_, "sses")) replace("es", "");
        else if (ends_with(word_, "ied") || ends_with(word_, "ies"))
            replace("xx", word_.size() > 4 ? "" : "e");
        else if (ends_with(word_, "us") || ends_with(word_, "ss")) return;
        else if (ends_with(word_, "s") && word_.size() > 1 && has_vowel(stem("xs")))
            replace("s", "");
    }

    void step_1b() {
        for (const View ending : {"eedly", "eed"}) {
            if (!ends_with(word_, ending)) continue;
            if (stem(ending).size() >= r1_) replace(ending, "ee");
            return;
        }
        for (const View ending : {"ingly", "edly", "ing", "ed"}) {
            if (!ends_with(word_, ending)) continue;
            if (has_vowel(stem(ending))) {
                replace(ending, "");
                mend();
            }
            return;
        }
    }

    // What is left after "ed" or "ing" may lack an e, or have one consonant too many.
    void mend() {
        const char last = word_.back();
        const bool is_double = word_.size() > 1 && word_[word_.size() - 2] == last;
        if (is_double && one_of(last, "bdfgmnprt")) word_.pop_back();
        else if (ends_with(word_, "at") || ends_with(word_, "bl") || ends_with(word_, "iz") ||
                 (word_.size() == r1_ && is_short(word_)))
            word_ += 'e';
    }

    void step_1c() {
        const size_t n = word_.size();
        if (n > 2 && one_of(word_[n - 1], "yY") && !is_vowel(word_[n - 2])) word_[n - 1] = 'i';
    }

    void step_2() {
        const Rule *rule = find_ending(word_, step_2_rules);
        if (!rule || stem(rule->ending).size() < r1_) return;
        const View rest = stem(rule->ending);
        if (rule->ending == "ogi" && !ends_with(rest, "l")) return;
        if (rule->ending == "li" && (rest.empty() || !one_of(rest.back(), "cdeghkmnrt"))) return;
        replace(rule->ending, rule->replacement);
    }

    void step_3() {
        const Rule *rule = find_ending(word_, step_3_rules);
        if (!rule || stem(rule->ending).size() < (rule->ending == "ative" ? r2_ : r1_)) return;
        replace(rule->ending, rule->replacement);
    }

    void step_4() {
        const View *ending = find_ending(word_, step_4_endings);
        if (!ending || stem(*ending).size() < r2_) return;
        const View rest = stem(*ending);
        if (*ending == "ion" && (rest.empty() || !one_of(rest.back(), "st"))) return;
        replace(*ending, "");
    }

    void step_5() {
        if (word_.empty()) return;
        const View rest = stem("x");
        if (word_.back() == 'e') {
            if (rest.size() >= r2_ || (rest.size() >= r1_ && !is_short(rest))) word_.pop_back();
        } else if (ends_with(word_, "ll") && rest.size() >= r2_) {
            word_.pop_back();
        }
    }
};

// Returns whether the word is ASCII as a whole.
bool to_units(const uint8_t *p, const uint8_t *end, std::string &units) {
    units.clear();
    bool ascii = true;
    for (; p < end; p += width(*p)) {
        if (*p < 0x80) {
            units += static_cast<char>(*p);
        } else {
            units.append(width(*p) == 4 ? 2 : 1, foreign);
            ascii = false;
        }
    }
    return ascii;
}

// Puts the characters of the word back where they were: no rule takes one away.
void append(View stem, const uint8_t *p, std::vector<uint8_t> &out) {
    for (size_t i = 0; i < stem.size(); ++i) {
        if (stem[i] != foreign) {
            out.push_back(static_cast<uint8_t>(stem[i]));
            continue;
        }
        while (*p < 0x80) ++p;
        const size_t size = width(*p);
        out.insert(out.end(), p, p + size);
        p += size;
        if (size == 4) ++i;
    }
}

nb::tuple english_stems(In<uint8_t> data, In<int64_t> offsets) {
    std::vector<uint8_t> bytes;
    std::vector<int64_t> ends{0};
    {
        nb::gil_scoped_release free;
        bytes.reserve(data.shape(0) + offsets.shape(0));
        ends.reserve(offsets.shape(0));
        Stemmer stemmer;
        std::string units;
        for (size_t i = 0; i + 1 < offsets.shape(0); ++i) {
            const uint8_t *word = data.data() + offsets(i);
            const bool ascii = to_units(word, data.data() + offsets(i + 1), units);
            const View stem = stemmer(units);
            if (ascii) bytes.insert(bytes.end(), stem.begin(), stem.end());
            else append(stem, word, bytes);
            ends.push_back(static_cast<int64_t>(bytes.size()));
        }
    }
    return nb::make_tuple(to_numpy(std::move(bytes)), to_numpy(std::move(ends)));
}

}  // namespace

void bind_english(nb::module_ &m) {
    m.def("english_stems", &english_stems, nb::arg("data"), nb::arg("offsets"));
}

}  // namespace tarjih
