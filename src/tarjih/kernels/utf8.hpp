// UTF-8 that pack() has made: always valid, so decoding checks nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarjih {

inline size_t width(uint8_t lead) {
    return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

inline int32_t decode(const uint8_t *p) {
    if (*p < 0x80) return *p;
    if (*p < 0xE0) return (p[0] & 0x1F) << 6 | (p[1] & 0x3F);
    if (*p < 0xF0) return (p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F);
    return (p[0] & 0x07) << 18 | (p[1] & 0x3F) << 12 | (p[2] & 0x3F) << 6 | (p[3] & 0x3F);
}

// What Python's str.split() splits on.
inline bool is_space(int32_t c) {
    if (c <= 0x20) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
    if (c < 0x85) return false;
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

}  // namespace tarjih
