// Python strings to one UTF-8 buffer with offsets. Twin: strings.py
#include <stdexcept>

#include "arrays.hpp"

namespace tarjih {
namespace {

inline void put(std::vector<uint8_t> &out, uint32_t c) {
    if (c < 0x80) {
        out.push_back(static_cast<uint8_t>(c));
    } else if (c < 0x800) {
        out.push_back(static_cast<uint8_t>(0xC0 | c >> 6));
        out.push_back(static_cast<uint8_t>(0x80 | (c & 0x3F)));
    } else if (c < 0x10000) {
        out.push_back(static_cast<uint8_t>(0xE0 | c >> 12));
        out.push_back(static_cast<uint8_t>(0x80 | (c >> 6 & 0x3F)));
        out.push_back(static_cast<uint8_t>(0x80 | (c & 0x3F)));
    } else {
        out.push_back(static_cast<uint8_t>(0xF0 | c >> 18));
        out.push_back(static_cast<uint8_t>(0x80 | (c >> 12 & 0x3F)));
        out.push_back(static_cast<uint8_t>(0x80 | (c >> 6 & 0x3F)));
        out.push_back(static_cast<uint8_t>(0x80 | (c & 0x3F)));
    }
}

// The string is read in place: asking CPython for UTF-8 would store a second copy in
// every non-ASCII string of the caller.
void append(std::vector<uint8_t> &out, PyObject *text) {
    const auto length = static_cast<size_t>(PyUnicode_GET_LENGTH(text));
    if (PyUnicode_IS_ASCII(text)) {
        const auto *bytes = static_cast<const uint8_t *>(PyUnicode_DATA(text));
        out.insert(out.end(), bytes, bytes + length);
        return;
    }
    const auto kind = static_cast<int>(PyUnicode_KIND(text));
    const void *data = PyUnicode_DATA(text);
    for (size_t i = 0; i < length; ++i) {
        const uint32_t c = PyUnicode_READ(kind, data, i);
        if (c >= 0xD800 && c < 0xE000) throw std::invalid_argument("lone surrogate");
        put(out, c);
    }
}

nb::tuple pack(nb::list strings) {
    std::vector<uint8_t> bytes;
    std::vector<int64_t> offsets{0};
    offsets.reserve(strings.size() + 1);
    for (nb::handle text : strings) {
        if (!PyUnicode_Check(text.ptr())) throw nb::type_error("pack takes strings");
        append(bytes, text.ptr());
        offsets.push_back(static_cast<int64_t>(bytes.size()));
    }
    return nb::make_tuple(to_numpy(std::move(bytes)), to_numpy(std::move(offsets)));
}

}  // namespace

void bind_strings(nb::module_ &m) { m.def("pack", &pack, nb::arg("strings")); }

}  // namespace tarjih
