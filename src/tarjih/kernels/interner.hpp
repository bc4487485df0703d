// Byte strings to small ids, in order of first appearance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tarjih {

class Interner {
public:
    std::vector<uint8_t> bytes;
    std::vector<int64_t> offsets{0};

    // `text` bytes are to come: a table that fits a batch at once need not grow to it.
    explicit Interner(size_t text = 0) {
        size_t slots = 256;
        while (slots < std::min<size_t>(text / 16, 1 << 14)) slots *= 2;
        slots_.resize(slots);
    }

    int32_t add(const uint8_t *text, size_t size) {
        const Slot wanted = slot_of(text, size);
        Slot &slot = probe(wanted, text);
        if (slot.id != empty) return slot.id;
        const auto id = static_cast<int32_t>(offsets.size()) - 1;
        slot = wanted;
        slot.id = id;
        bytes.insert(bytes.end(), text, text + size);
        offsets.push_back(static_cast<int64_t>(bytes.size()));
        if (2 * offsets.size() > slots_.size()) grow();
        return id;
    }

    // The id of a string that was added, or -1.
    int32_t find(const uint8_t *text, size_t size) {
        return probe(slot_of(text, size), text).id;
    }

private:
    static constexpr int32_t empty = -1;
    static constexpr size_t longest_inline = 8;
    // A string of up to eight bytes is its own key: most tokens are compared without
    // looking at the text. A longer one has a hash for a key.
    struct Slot {
        uint64_t word = 0;
        uint32_t size = 0;
        int32_t id = empty;
    };
    std::vector<Slot> slots_;

    static uint64_t mix(uint64_t a) {
        a *= 0x9E3779B97F4A7C15ull;
        return a ^ a >> 32;
    }

    template <typename T>
    static T load(const uint8_t *p) {
        T value;
        std::memcpy(&value, p, sizeof value);
        return value;
    }

    // Up to eight bytes as one number, by two loads that overlap.
    static uint64_t short_word(const uint8_t *p, size_t size) {
        if (size >= 4) return load<uint32_t>(p) | uint64_t{load<uint32_t>(p + size - 4)} << 32;
        if (size == 0) return 0;
        return p[0] | uint64_t{p[size / 2]} << 8 | uint64_t{p[size - 1]} << 16;
    }

    static Slot slot_of(const uint8_t *p, size_t size) {
        if (size <= longest_inline) return {short_word(p, size), static_cast<uint32_t>(size)};
        uint64_t hash = size;
        for (size_t i = 0; i + 8 < size; i += 8) hash = mix(hash ^ load<uint64_t>(p + i));
        return {mix(hash ^ load<uint64_t>(p + size - 8)), static_cast<uint32_t>(size)};
    }

    bool same(const Slot &slot, const Slot &wanted, const uint8_t *text) const {
        if (slot.word != wanted.word || slot.size != wanted.size) return false;
        return slot.size <= longest_inline ||
               std::memcmp(bytes.data() + offsets[slot.id], text, slot.size) == 0;
    }

    size_t home(const Slot &slot, size_t slots) const {
        const uint64_t hash = mix(slot.word + slot.size);
        return (hash ^ hash >> 16) & (slots - 1);
    }

    Slot &probe(const Slot &wanted, const uint8_t *text) {
        for (size_t at = home(wanted, slots_.size());; at = (at + 1) & (slots_.size() - 1)) {
            Slot &slot = slots_[at];
            if (slot.id == empty || same(slot, wanted, text)) return slot;
        }
    }

    void grow() {
        std::vector<Slot> wider(2 * slots_.size());
        for (const Slot &slot : slots_) {
            if (slot.id == empty) continue;
            size_t at = home(slot, wider.size());
            while (wider[at].id != empty) at = (at + 1) & (wider.size() - 1);
            wider[at] = slot;
        }
        slots_.swap(wider);
    }
};

}  // namespace tarjih
