// Lines of UTF-8 to interned tokens in one pass. Twin: tokens.py
#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "interner.hpp"
#include "utf8.hpp"

namespace tarjih {
namespace {

using Ranges = nb::ndarray<const int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

struct Sink {
    Interner types;
    std::vector<int32_t> ids;

    void operator()(const uint8_t *begin, const uint8_t *end) {
        ids.push_back(types.add(begin, static_cast<size_t>(end - begin)));
    }
};

// How mteval-v13a's rules treat a byte.
enum Kind : uint8_t { letter, space, punctuation, dotted, wide };

constexpr std::array<Kind, 256> make_kinds() {
    std::array<Kind, 256> kinds{};
    for (int c = 0; c < 256; ++c) {
        if (c >= 0x80) kinds[c] = wide;
        else if (c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F)) kinds[c] = space;
        else if (c == '.' || c == ',' || c == '-') kinds[c] = dotted;
        else if ((c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
                 (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/') kinds[c] = punctuation;
        else kinds[c] = letter;
    }
    return kinds;
}
constexpr auto kinds = make_kinds();

inline bool digit(uint8_t c) { return c >= '0' && c <= '9'; }
inline bool stop(uint8_t c) { return c == '.' || c == ','; }

const uint8_t *trim_end(const uint8_t *begin, const uint8_t *end) {
    while (begin < end) {
        const uint8_t *last = end - 1;
        while (last > begin && (*last & 0xC0) == 0x80) --last;
        if (!is_space(decode(last))) break;
        end = last;
    }
    return end;
}

template <typename Emit>
void split(const uint8_t *p, const uint8_t *end, Emit &emit) {
    const uint8_t *run = p;
    while (p < end) {
        const size_t size = width(*p);
        if (is_space(decode(p))) {
            if (run < p) emit(run, p);
            run = p + size;
        }
        p += size;
    }
    if (run < end) emit(run, end);
}

template <typename Emit>
void characters(const uint8_t *p, const uint8_t *end, Emit &emit) {
    for (; p < end; p += width(*p)) {
        if (!is_space(decode(p))) emit(p, p + width(*p));
    }
}

inline bool ascii_punctuation(uint8_t c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

// chrF++'s words: one punctuation mark comes off the end of a word, or else off its start.
template <typename Emit>
void words(const uint8_t *p, const uint8_t *end, Emit &emit) {
    auto peel = [&](const uint8_t *word, const uint8_t *stop) {
        const uint8_t *cut = stop;
        if (stop - word > 1 && ascii_punctuation(stop[-1])) cut = stop - 1;
        else if (stop - word > 1 && ascii_punctuation(*word)) cut = word + 1;
        emit(word, cut);
        if (cut < stop) emit(cut, stop);
    };
    split(p, end, peel);
}

// mteval-v13a's four rules for western punctuation. White space and most punctuation cut a
// line into runs that the rules about '.', ',' and '-' never look across, so only a run that
// has one of these three needs them.
class Western {
public:
    // `padded`: the line counts as having a space before and after it.
    template <typename Emit>
    void operator()(const uint8_t *line, const uint8_t *end, bool padded, Emit &emit) {
        const uint8_t *run = line, *first_stop = nullptr;
        bool hyphen_after_digit = false;
        auto close = [&](const uint8_t *at) {
            if (run == at) return;
            const bool after = padded || at < end;
            if (!first_stop && !hyphen_after_digit) {
                emit(run, at);
            } else if (run < first_stop && first_stop + 1 == at && after && !hyphen_after_digit) {
                emit(run, first_stop);  // the usual end of a clause
                emit(first_stop, at);
            } else {
                split_run(run, at, padded || run > line, after, emit);
            }
            first_stop = nullptr;
            hyphen_after_digit = false;
        };
        for (const uint8_t *p = line; p < end; ++p) {
            while (kinds[*p] == letter) {
                if (++p == end) return close(end);
            }
            switch (kinds[*p]) {
                case letter: break;
                case dotted:
                    if (*p == '-') hyphen_after_digit |= p > run && digit(p[-1]);
                    else if (!first_stop) first_stop = p;
                    break;
                case space: close(p); run = p + 1; break;
                case punctuation: close(p); emit(p, p + 1); run = p + 1; break;
                case wide: {
                    const size_t size = width(*p);
                    if (is_space(decode(p))) { close(p); run = p + size; }
                    p += size - 1;
                }
            }
        }
        close(end);
    }

private:
    std::string once_, twice_, done_;

    // Each rule consumes what it matches, as the regular expressions of mteval do.
    template <typename Emit>
    void split_run(const uint8_t *run, const uint8_t *end, bool before, bool after, Emit &emit) {
        once_.clear();  // ([^0-9])([.,]) -> \1 \2
        const uint8_t *p = run;
        if (before && stop(*p)) { once_ += static_cast<char>(*p++); once_ += ' '; }
        for (; p < end; ++p) {
            once_ += static_cast<char>(*p);
            if (p + 1 < end && !digit(p[0]) && stop(p[1])) {
                once_ += ' ';
                once_ += static_cast<char>(*++p);
                once_ += ' ';
            }
        }
        twice_.clear();  // ([.,])([^0-9]) -> \1 \2
        for (size_t i = 0; i < once_.size(); ++i) {
            const bool last = i + 1 == once_.size();
            if (!stop(once_[i]) || (last ? !after : digit(once_[i + 1]))) {
                twice_ += once_[i];
                continue;
            }
            twice_ += ' ';
            twice_ += once_[i];
            twice_ += ' ';
            if (!last) twice_ += once_[++i];
        }
        done_.clear();  // ([0-9])(-) -> \1 \2
        for (size_t i = 0; i < twice_.size(); ++i) {
            done_ += twice_[i];
            if (digit(twice_[i]) && i + 1 < twice_.size() && twice_[i + 1] == '-') {
                done_ += " - ";
                ++i;
            }
        }
        const auto *bytes = reinterpret_cast<const uint8_t *>(done_.data());
        split(bytes, bytes + done_.size(), emit);
    }
};

void replace_all(std::string &text, std::string_view from, std::string_view to) {
    size_t read = 0, hit = text.find(from);
    if (hit == std::string::npos) return;
    std::string out;
    for (; hit != std::string::npos; hit = text.find(from, read)) {
        out.append(text, read, hit - read).append(to);
        read = hit + from.size();
    }
    text = out.append(text, read, std::string::npos);
}

// mteval-v13a: its mark-up, line ends and entities, then the western rules.
class Mteval {
public:
    template <typename Emit>
    void operator()(const uint8_t *line, const uint8_t *end, Emit &emit) {
        if (line == end) return;
        const auto size = static_cast<size_t>(end - line);
        const bool has_mark_up = std::memchr(line, '&', size) || std::memchr(line, '<', size) ||
                                 std::memchr(line, '\n', size);
        if (!has_mark_up) return western_(line, end, true, emit);
        text_.assign(line, end);
        replace_all(text_, "<skipped>", "");
        replace_all(text_, "-\n", "");
        replace_all(text_, "\n", " ");
        replace_all(text_, "&quot;", "\"");
        replace_all(text_, "&amp;", "&");
        replace_all(text_, "&lt;", "<");
        replace_all(text_, "&gt;", ">");
        const auto *bytes = reinterpret_cast<const uint8_t *>(text_.data());
        western_(bytes, bytes + text_.size(), true, emit);
    }

private:
    Western western_;
    std::string text_;
};

// mteval-v14's international rules, over Unicode numbers, punctuation and symbols.
class International {
public:
    explicit International(const Ranges &ranges)
        : ranges_(reinterpret_cast<const Range *>(ranges.data())),
          ranges_end_(ranges_ + ranges.shape(0)) {}

    template <typename Emit>
    void operator()(const uint8_t *line, const uint8_t *end, Emit &emit) {
        read_.clear();
        for (; line < end; line += width(*line)) {
            const int32_t c = decode(line);
            read_.push_back({line, class_of(c)});
        }
        // (\P{N})(\p{P}) -> \1 \2, then (\p{P})(\P{N}) -> \1 \2, then (\p{S}) -> \1
        pass<Gap::after>(read_, first_, [](const Item &a, const Item &b) {
            return a.kind != number && b.kind == mark;
        });
        pass<Gap::before>(first_, second_, [](const Item &a, const Item &b) {
            return a.kind == mark && b.kind != number;
        });
        pieces_.clear();
        for (const Item &item : second_) {
            if (item.kind == symbol) pieces_ += ' ';
            if (item.at) pieces_.append(reinterpret_cast<const char *>(item.at), width(*item.at));
            else pieces_ += ' ';
            if (item.kind == symbol) pieces_ += ' ';
        }
        const auto *bytes = reinterpret_cast<const uint8_t *>(pieces_.data());
        split(bytes, bytes + pieces_.size(), emit);
    }

private:
    enum : int32_t { other = 0, number = 1, mark = 2, symbol = 3 };
    struct Item {
        const uint8_t *at;  // null: a space that a rule put in
        int32_t kind;
    };
    struct Range {
        int32_t first, last, kind;
    };
    enum class Gap { before, after };
    const Range *ranges_, *ranges_end_;
    std::vector<Item> read_, first_, second_;
    std::string pieces_;

    template <Gap outer, typename Matches>
    static void pass(const std::vector<Item> &in, std::vector<Item> &out, Matches matches) {
        constexpr Item gap{nullptr, other};
        out.clear();
        for (size_t i = 0; i < in.size(); ++i) {
            if (i + 1 == in.size() || !matches(in[i], in[i + 1])) {
                out.push_back(in[i]);
                continue;
            }
            if (outer == Gap::before) out.push_back(gap);
            out.push_back(in[i]);
            out.push_back(gap);
            out.push_back(in[++i]);
            if (outer == Gap::after) out.push_back(gap);
        }
    }

    int32_t class_of(int32_t c) const {
        const Range *range = std::lower_bound(
            ranges_, ranges_end_, c, [](const Range &r, int32_t value) { return r.last < value; });
        return range < ranges_end_ && range->first <= c ? range->kind : other;
    }
};

template <typename Tokenize>
std::vector<int64_t> each_line(const In<uint8_t> &data, const In<int64_t> &offsets, Sink &sink,
                               Tokenize tokenize) {
    std::vector<int64_t> ends{0};
    const size_t lines = offsets.shape(0) - 1;
    ends.reserve(lines + 1);
    sink.ids.reserve(data.shape(0) / 5);
    for (size_t i = 0; i < lines; ++i) {
        const uint8_t *begin = data.data() + offsets(i);
        const uint8_t *end = trim_end(begin, data.data() + offsets(i + 1));
        tokenize(begin, end, sink);
        ends.push_back(static_cast<int64_t>(sink.ids.size()));
    }
    return ends;
}

nb::tuple tokenize(In<uint8_t> data, In<int64_t> offsets, const std::string &scheme,
                   Ranges ranges) {
    Sink sink{Interner(data.shape(0)), {}};
    std::vector<int64_t> ends;
    auto run = [&](auto tokenizer) {
        nb::gil_scoped_release free;
        ends = each_line(data, offsets, sink, tokenizer);
    };
    if (scheme == "split") run([](auto b, auto e, Sink &out) { split(b, e, out); });
    else if (scheme == "char") run([](auto b, auto e, Sink &out) { characters(b, e, out); });
    else if (scheme == "chrf") run([](auto b, auto e, Sink &out) { words(b, e, out); });
    else if (scheme == "13a") run(Mteval());
    else if (scheme == "western")
        run([w = Western()](auto b, auto e, Sink &out) mutable { w(b, e, false, out); });
    else if (scheme == "intl") run(International(ranges));
    else throw std::invalid_argument("unknown scheme " + scheme);
    return nb::make_tuple(to_numpy(std::move(sink.ids)), to_numpy(std::move(ends)),
                          to_numpy(std::move(sink.types.bytes)),
                          to_numpy(std::move(sink.types.offsets)));
}

Vector<int32_t> match_types(In<uint8_t> known, In<int64_t> known_offsets, In<uint8_t> data,
                            In<int64_t> offsets) {
    std::vector<int32_t> found;
    {
        nb::gil_scoped_release free;
        Interner types;
        for (size_t i = 0; i + 1 < known_offsets.shape(0); ++i)
            types.add(known.data() + known_offsets(i),
                      static_cast<size_t>(known_offsets(i + 1) - known_offsets(i)));
        found.reserve(offsets.shape(0));
        for (size_t i = 0; i + 1 < offsets.shape(0); ++i)
            found.push_back(types.find(data.data() + offsets(i),
                                       static_cast<size_t>(offsets(i + 1) - offsets(i))));
    }
    return to_numpy(std::move(found));
}

nb::tuple codepoints(In<uint8_t> data, In<int64_t> offsets, bool whitespace) {
    std::vector<int32_t> ids;
    std::vector<int64_t> ends{0};
    {
        nb::gil_scoped_release free;
        ids.reserve(data.shape(0));
        for (size_t i = 0; i + 1 < offsets.shape(0); ++i) {
            const uint8_t *end = data.data() + offsets(i + 1);
            for (const uint8_t *p = data.data() + offsets(i); p < end; p += width(*p)) {
                const int32_t c = decode(p);
                if (whitespace || !is_space(c)) ids.push_back(c);
            }
            ends.push_back(static_cast<int64_t>(ids.size()));
        }
    }
    return nb::make_tuple(to_numpy(std::move(ids)), to_numpy(std::move(ends)));
}

}  // namespace

void bind_tokens(nb::module_ &m) {
    m.def("tokenize", &tokenize, nb::arg("data"), nb::arg("offsets"), nb::arg("scheme"),
          nb::arg("ranges"));
    m.def("match_types", &match_types, nb::arg("known"), nb::arg("known_offsets"),
          nb::arg("data"), nb::arg("offsets"));
    m.def("codepoints", &codepoints, nb::arg("data"), nb::arg("offsets"),
          nb::arg("whitespace"));
}

}  // namespace tarjih
