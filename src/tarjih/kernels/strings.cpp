// Python strings to one UTF-8 buffer with offsets. Twin: strings.py
#include <cstring>
#include <stdexcept>

#include "arrays.hpp"

namespace tarjih {
namespace {

// A string as CPython holds it: read in place, since asking for UTF-8 would store a second
// copy in every non-ASCII string of the caller.
struct Source {
    const void *data;
    size_t length;
    int kind;
    bool ascii;
};

Source source_of(PyObject *text) {
    return {PyUnicode_DATA(text), static_cast<size_t>(PyUnicode_GET_LENGTH(text)),
            static_cast<int>(PyUnicode_KIND(text)), static_cast<bool>(PyUnicode_IS_ASCII(text))};
}

inline uint8_t *put(uint8_t *out, uint32_t c) {
    if (c < 0x80) {
        *out++ = static_cast<uint8_t>(c);
    } else if (c < 0x800) {
        *out++ = static_cast<uint8_t>(0xC0 | c >> 6);
        *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        if (c >= 0xD800 && c < 0xE000) throw std::invalid_argument("lone surrogate");
        *out++ = static_cast<uint8_t>(0xE0 | c >> 12);
        *out++ = static_cast<uint8_t>(0x80 | (c >> 6 & 0x3F));
        *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
    } else {
        *out++ = static_cast<uint8_t>(0xF0 | c >> 18);
        *out++ = static_cast<uint8_t>(0x80 | (c >> 12 & 0x3F));
        *out++ = static_cast<uint8_t>(0x80 | (c >> 6 & 0x3F));
        *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
    }
    return out;
}

template <typename Unit>
uint8_t *transcode(uint8_t *out, const Source &text) {
    const auto *units = static_cast<const Unit *>(text.data);
    for (size_t i = 0; i < text.length; ++i) out = put(out, units[i]);
    return out;
}

uint8_t *copy_ascii(uint8_t *out, const Source &text, bool lowercase) {
    const auto *bytes = static_cast<const uint8_t *>(text.data);
    if (!lowercase) {
        std::memcpy(out, bytes, text.length);
        return out + text.length;
    }
    for (size_t i = 0; i < text.length; ++i) {
        const uint8_t c = bytes[i];
        out[i] = c + 32 * (c >= 'A' && c <= 'Z');
    }
    return out + text.length;
}

uint8_t *write(uint8_t *out, const Source &text, bool lowercase) {
    if (text.ascii) return copy_ascii(out, text, lowercase);
    if (text.kind == PyUnicode_1BYTE_KIND) return transcode<uint8_t>(out, text);
    if (text.kind == PyUnicode_2BYTE_KIND) return transcode<uint16_t>(out, text);
    return transcode<uint32_t>(out, text);
}

// The most bytes that the strings can take: 2 for a character of Latin 1, 3 for one that
// fits 16 bits, 4 for any.
size_t room_for(const std::vector<Source> &texts) {
    size_t room = 0;
    for (const Source &text : texts) {
        const size_t most = text.ascii ? 1 : text.kind == PyUnicode_4BYTE_KIND ? 4 : text.kind + 1;
        room += text.length * most;
    }
    return room;
}

nb::tuple pack(nb::list strings, bool lowercase) {
    std::vector<Source> texts;
    std::vector<nb::object> lowered;  // keeps what `texts` points into
    texts.reserve(strings.size());
    for (nb::handle text : strings) {
        if (!PyUnicode_Check(text.ptr())) throw nb::type_error("pack takes strings");
        if (lowercase && !PyUnicode_IS_ASCII(text.ptr())) {
            lowered.push_back(text.attr("lower")());
            text = lowered.back();
        }
        texts.push_back(source_of(text.ptr()));
    }
    std::vector<uint8_t> bytes;
    std::vector<int64_t> offsets{0};
    {
        nb::gil_scoped_release free;
        bytes.resize(room_for(texts));
        offsets.reserve(texts.size() + 1);
        uint8_t *out = bytes.data();
        for (const Source &text : texts) {
            out = write(out, text, lowercase);
            offsets.push_back(out - bytes.data());
        }
        bytes.resize(static_cast<size_t>(offsets.back()));
    }
    return nb::make_tuple(to_numpy(std::move(bytes)), to_numpy(std::move(offsets)));
}

}  // namespace

void bind_strings(nb::module_ &m) {
    m.def("pack", &pack, nb::arg("strings"), nb::arg("lowercase") = false);
}

}  // namespace tarjih
