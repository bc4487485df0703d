// METEOR's own tokens, from UTF-8 to interned words. Twin: meteor_text.py
#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <string>

#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "interner.hpp"
#include "utf8.hpp"

namespace tarjih {
namespace {

using Text = std::vector<int32_t>;  // code points

// The letters that the rules know: Latin, Cyrillic and phonetic extensions.
constexpr bool alpha(int32_t c) {
    if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7) || (c >= 0x400 && c <= 0x527) ||
           (c >= 0xA640 && c <= 0xA66E) || (c >= 0xA67E && c <= 0xA697) ||
           (c >= 0x1D00 && c <= 0x1D7F);
}
constexpr bool digit(int32_t c) { return c >= '0' && c <= '9'; }
constexpr bool alnum(int32_t c) { return digit(c) || alpha(c); }
constexpr bool blank(int32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
inline bool wide_blank(int32_t c) {
    return c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}
// What western text keeps together at first: white space and the marks with rules of their own.
constexpr bool undecided(int32_t c) {
    return blank(c) || c == 0x0B || c == '.' || c == '\'' || c == '`' || c == ',' || c == '-' ||
           c == 0x2018 || c == 0x2019;
}
// What there is to do for a character.
enum : uint8_t { part = 1, comma = 2, dash = 4, quote = 8, curly = 16 };
constexpr uint8_t to_do(int32_t c) {
    return (!alnum(c) && !undecided(c) ? part : 0) | (c == ',' ? comma : 0) |
           (c == '-' || c == 0x2013 ? dash : 0) |
           (c == '\'' || c == '`' || c == 0x2018 || c == 0x2019 ? quote : 0) |
           (c == 0x201C || c == 0x201D ? curly : 0);
}
constexpr std::array<uint8_t, 0x80> ascii_to_do = [] {
    std::array<uint8_t, 0x80> found{};
    for (int32_t c = 0; c < 0x80; ++c) found[c] = to_do(c);
    return found;
}();
inline bool other_mark(int32_t c) {
    return (c >= '!' && c <= '+') || c == '-' || c == '/' || (c >= ':' && c <= '@') ||
           (c >= '[' && c <= '`') || (c >= '{' && c <= 0xBF) || c == 0x60C;
}
inline bool not_digit(int32_t c) { return !digit(c); }
inline bool not_alpha(int32_t c) { return !alpha(c); }
inline bool not_alnum(int32_t c) { return !alnum(c); }

// A text that rules rewrite one after the other, as regular expressions would: what a match
// has taken in is not looked at again by the same rule.
class Draft {
public:
    Text text;

    // ([left])mark([right]) -> \1 between \2
    template <typename Left, typename Right>
    void between(Left left, int32_t mark, Right right, std::initializer_list<int32_t> with) {
        replace(mark, [&](const int32_t *free, const int32_t *at, const int32_t *end) -> Span {
            if (at == free || at + 1 == end || !left(at[-1]) || !right(at[1])) return {at, at};
            return {at, at + 1, at + 2};
        }, with);
    }

    // mark mark -> with
    void pairs(int32_t mark, std::initializer_list<int32_t> with) {
        replace(mark, [&](const int32_t *, const int32_t *at, const int32_t *end) -> Span {
            if (at + 1 == end || at[1] != mark) return {at, at};
            return {at, at + 2, at + 2};
        }, with);
    }

    // ([marks]) -> " \1 ", where `find` has the bit `part`; returns all bits that were found.
    template <typename Find>
    uint8_t apart(Find find) {
        next_.resize(3 * text.size());
        int32_t *out = next_.data();
        uint8_t all = 0;
        for (const int32_t c : text) {
            const uint8_t found = find(c);
            all |= found;
            *out = ' ';
            out += found & part;
            *out++ = c;
            *out = ' ';
            out += found & part;
        }
        next_.resize(static_cast<size_t>(out - next_.data()));
        text.swap(next_);
        return all;
    }

private:
    Text next_;

    // What to replace, and up to where the rule then takes no more; nothing if it is empty.
    struct Span {
        const int32_t *begin, *end, *free = nullptr;
    };

    template <typename Find>
    void replace(int32_t mark, Find find, std::initializer_list<int32_t> with) {
        const int32_t *copied = text.data(), *free = copied, *end = copied + text.size();
        const int32_t *at = std::find(copied, end, mark);
        if (at == end) return;
        next_.clear();
        for (; at != end; at = std::find(at, end, mark)) {
            const Span span = find(free, at, end);
            if (span.begin == span.end) {
                ++at;
                continue;
            }
            next_.insert(next_.end(), copied, span.begin);
            next_.insert(next_.end(), with);
            copied = span.end;
            at = free = span.free;
        }
        next_.insert(next_.end(), copied, end);
        text.swap(next_);
    }
};

void commas(Draft &draft) {
    draft.between(not_digit, ',', not_digit, {' ', ',', ' '});
    draft.between(digit, ',', not_digit, {' ', ',', ' '});
    draft.between(not_digit, ',', digit, {' ', ',', ' '});
}

void quotes(Draft &draft) {
    for (int32_t &c : draft.text) {
        if (c == '`' || c == 0x2018 || c == 0x2019) c = '\'';
        else if (c == 0x2013) c = '-';
    }
}

// Double quotes of single ones, and double hyphens.
void doubled(Draft &draft) {
    draft.pairs('\'', {' ', '"', ' '});
    draft.pairs('-', {'-'});
}

void curly_quotes(Draft &draft) {
    auto is_curly = [](int32_t c) { return c == 0x201C || c == 0x201D; };
    draft.apart(is_curly);
    for (int32_t &c : draft.text)
        if (is_curly(c)) c = '"';
}

enum class Rules { split, english, french, western, other };

Rules rules_of(const std::string &name) {
    if (name == "split") return Rules::split;
    if (name == "english") return Rules::english;
    if (name == "french") return Rules::french;
    if (name == "western") return Rules::western;
    if (name == "other") return Rules::other;
    throw std::invalid_argument("unknown rules " + name);
}

void apostrophes(Draft &draft, Rules rules) {
    auto neither = [](int32_t c) { return !alnum(c); };
    if (rules == Rules::western) {
        draft.apart([](int32_t c) { return c == '\''; });
        return;
    }
    draft.between(not_alpha, '\'', not_alpha, {' ', '\'', ' '});
    if (rules == Rules::french) {
        draft.between(not_alpha, '\'', alpha, {' ', '\'', ' '});
        draft.between(alpha, '\'', not_alpha, {' ', '\'', ' '});
        draft.between(alpha, '\'', alpha, {'\'', ' '});
        return;
    }
    draft.between(neither, '\'', alpha, {' ', '\'', ' '});
    draft.between(alpha, '\'', not_alpha, {' ', '\'', ' '});
    draft.between(alpha, '\'', alpha, {' ', '\''});
    draft.between(digit, '\'', [](int32_t c) { return c == 's'; }, {' ', '\''});
}

void western(Draft &draft, Rules rules) {
    const uint8_t found =
        draft.apart([](int32_t c) { return c < 0x80 ? ascii_to_do[c] : to_do(c); });
    if (found & comma) commas(draft);
    if (found & curly) curly_quotes(draft);
    if (found & (dash | quote)) {
        quotes(draft);
        doubled(draft);
    }
    if (found & dash)
        draft.between([](int32_t c) { return c == '.' || alnum(c); }, '-', alnum, {' '});
    if (found & quote) apostrophes(draft, rules);
}

void non_western(Draft &draft) {
    commas(draft);
    curly_quotes(draft);
    quotes(draft);
    doubled(draft);
    draft.between(not_digit, '.', not_digit, {' ', '.', ' '});
    draft.between(digit, '.', not_digit, {' ', '.', ' '});
    draft.between(not_digit, '.', digit, {' ', '.', ' '});
    draft.apart(other_mark);
}

inline uint8_t *encode(int32_t c, uint8_t *out) {
    if (c < 0x80) {
        *out = static_cast<uint8_t>(c);
        return out + 1;
    }
    const int extra = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    constexpr int leads[] = {0, 0xC0, 0xE0, 0xF0};
    *out++ = static_cast<uint8_t>(leads[extra] | c >> 6 * extra);
    for (int i = extra - 1; i >= 0; --i)
        *out++ = static_cast<uint8_t>(0x80 | (c >> 6 * i & 0x3F));
    return out;
}

template <typename Emit>
void each_word(const int32_t *p, const int32_t *end, Emit emit) {
    while (p < end) {
        while (p < end && blank(*p)) ++p;
        const int32_t *word = p;
        while (p < end && !blank(*p)) ++p;
        if (word < p) emit(word, p);
    }
}

class Tokenizer {
public:
    Interner types;
    std::vector<int32_t> ids;

    Tokenizer(size_t size, Rules rules, bool keep_punctuation, const In<uint8_t> &prefixes,
              const In<int64_t> &prefix_offsets, int32_t always)
        : types(size), rules_(rules), keep_punctuation_(keep_punctuation), always_(always) {
        for (size_t i = 0; i + 1 < prefix_offsets.shape(0); ++i)
            prefixes_.add(prefixes.data() + prefix_offsets(i),
                          static_cast<size_t>(prefix_offsets(i + 1) - prefix_offsets(i)));
    }

    void line(const uint8_t *p, const uint8_t *end) {
        read_.clear();
        for (; p < end; p += width(*p)) read_.push_back(decode(p));
        if (rules_ == Rules::split) return intern(read_.data(), read_.data() + read_.size());
        out_.clear();
        by_dots();
        finish();
    }

private:
    Rules rules_;
    bool keep_punctuation_;
    int32_t always_;  // prefixes below this id keep their full stop before anything
    Interner prefixes_;
    Text read_, out_;
    Draft draft_;
    std::vector<uint8_t> bytes_;

    // Two full stops or more are a token of their own; no rule looks across it.
    void by_dots() {
        size_t from = 0;
        for (size_t i = 0; i < read_.size(); ++i) {
            if (read_[i] != '.' || i + 1 == read_.size() || read_[i + 1] != '.') continue;
            piece(from, i);
            for (; i < read_.size() && read_[i] == '.'; ++i) out_.push_back('.');
            out_.push_back(' ');
            from = i--;
        }
        piece(from, read_.size());
    }

    void piece(size_t from, size_t to) {
        draft_.text.assign(1, ' ');
        draft_.text.insert(draft_.text.end(), read_.begin() + static_cast<ptrdiff_t>(from),
                           read_.begin() + static_cast<ptrdiff_t>(to));
        draft_.text.push_back(' ');
        if (rules_ == Rules::other) {
            non_western(draft_);
            out_.insert(out_.end(), draft_.text.begin(), draft_.text.end());
            out_.push_back(' ');
            return;
        }
        western(draft_, rules_);
        const int32_t *end = draft_.text.data() + draft_.text.size();
        each_word(draft_.text.data(), end, [&](const int32_t *word, const int32_t *stop) {
            full_stop(word, stop, std::find_if_not(stop, end, blank), end);
        });
    }

    // Takes the full stop off the end of a word that is no abbreviation.
    void full_stop(const int32_t *word, const int32_t *stop, const int32_t *after,
                   const int32_t *end) {
        const int32_t *cut = stop;
        if (stop - word > 1 && stop[-1] == '.') {
            const bool lower = after < end && *after >= 'a' && *after <= 'z';
            cut = stop - 1;
            if (std::find(word, cut, '.') < cut && std::any_of(word, cut, alpha)) {
                std::copy_if(word, cut, std::back_inserter(out_), [](int32_t c) { return c != '.'; });
                return out_.push_back(' ');  // U.S. -> US
            }
            const int32_t known = prefix(word, cut);
            if (lower || (known >= 0 && (known < always_ || (after < end && digit(*after)))))
                cut = stop;
        }
        out_.insert(out_.end(), word, cut);
        out_.push_back(' ');
        if (cut < stop) out_.insert(out_.end(), {'.', ' '});
    }

    int32_t prefix(const int32_t *word, const int32_t *end) {
        return prefixes_.find(bytes_.data(), encoded(word, end));
    }

    // All blanks to spaces; control characters at both ends fall away.
    void finish() {
        for (int32_t &c : out_) {
            if (keep_punctuation_ && c < 0x80) continue;
            const bool mark = rules_ == Rules::other ? c == '.' || other_mark(c) : not_alnum(c);
            if (wide_blank(c) || (!keep_punctuation_ && mark)) c = ' ';
        }
        const int32_t *begin = out_.data(), *end = begin + out_.size();
        while (begin < end && *begin <= ' ') ++begin;
        while (begin < end && end[-1] <= ' ') --end;
        intern(begin, end);
    }

    // Puts a word into `bytes_`; returns how many bytes it takes there.
    size_t encoded(const int32_t *word, const int32_t *end) {
        const auto room = 4 * static_cast<size_t>(end - word);
        if (bytes_.size() < room) bytes_.resize(room);
        uint8_t *out = bytes_.data();
        for (; word < end; ++word) out = encode(*word, out);
        return static_cast<size_t>(out - bytes_.data());
    }

    void intern(const int32_t *begin, const int32_t *end) {
        each_word(begin, end, [&](const int32_t *word, const int32_t *stop) {
            const size_t size = encoded(word, stop);
            ids.push_back(types.add(bytes_.data(), size));
        });
    }
};

nb::tuple meteor_tokens(In<uint8_t> data, In<int64_t> offsets, const std::string &rules,
                        bool keep_punctuation, In<uint8_t> prefixes, In<int64_t> prefix_offsets,
                        int32_t always) {
    Tokenizer tokenizer(data.shape(0), rules_of(rules), keep_punctuation, prefixes,
                        prefix_offsets, always);
    std::vector<int64_t> ends{0};
    {
        nb::gil_scoped_release free;
        tokenizer.ids.reserve(data.shape(0) / 5);
        for (size_t i = 0; i + 1 < offsets.shape(0); ++i) {
            tokenizer.line(data.data() + offsets(i), data.data() + offsets(i + 1));
            ends.push_back(static_cast<int64_t>(tokenizer.ids.size()));
        }
    }
    return nb::make_tuple(to_numpy(std::move(tokenizer.ids)), to_numpy(std::move(ends)),
                          to_numpy(std::move(tokenizer.types.bytes)),
                          to_numpy(std::move(tokenizer.types.offsets)));
}

}  // namespace

void bind_meteor_text(nb::module_ &m) {
    m.def("meteor_tokens", &meteor_tokens, nb::arg("data"), nb::arg("offsets"), nb::arg("rules"),
          nb::arg("keep_punctuation"), nb::arg("prefixes"), nb::arg("prefix_offsets"),
          nb::arg("always"));
}

}  // namespace tarjih
