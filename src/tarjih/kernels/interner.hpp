// Byte strings to small ids, in order of first appearance.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace tarjih {

class Interner {
public:
    std::vector<uint8_t> bytes;
    std::vector<int64_t> offsets{0};

    Interner() : slots_(1024) {}

    int32_t add(const uint8_t *text, size_t size) {
        const uint64_t hash = hash_of(text, size);
        Slot &slot = probe(hash, text, size);
        if (slot.id == empty) {
            slot = {static_cast<uint32_t>(hash >> 32), static_cast<int32_t>(hashes_.size())};
            const int32_t id = slot.id;
            hashes_.push_back(hash);
            bytes.insert(bytes.end(), text, text + size);
            offsets.push_back(static_cast<int64_t>(bytes.size()));
            if (2 * hashes_.size() > slots_.size()) grow();
            return id;
        }
        return slot.id;
    }

    // The id of a string that was added, or -1.
    int32_t find(const uint8_t *text, size_t size) {
        return probe(hash_of(text, size), text, size).id;
    }

private:
    static constexpr int32_t empty = -1;
    struct Slot {
        uint32_t tag = 0;
        int32_t id = empty;
    };
    std::vector<Slot> slots_;
    std::vector<uint64_t> hashes_;

    static uint64_t mix(uint64_t a) {
        a *= 0x9E3779B97F4A7C15ull;
        a ^= a >> 32;
        return a * 0xD6E8FEB86659FD93ull;
    }

    static uint64_t hash_of(const uint8_t *text, size_t size) {
        uint64_t hash = size;
        for (; size >= 8; text += 8, size -= 8) {
            uint64_t word;
            std::memcpy(&word, text, 8);
            hash = mix(hash ^ word);
        }
        uint64_t rest = 0;
        std::memcpy(&rest, text, size);
        hash = mix(hash ^ rest);
        return hash ^ hash >> 29;
    }

    bool same(int32_t id, const uint8_t *text, size_t size) const {
        const int64_t start = offsets[id];
        return static_cast<size_t>(offsets[id + 1] - start) == size &&
               std::memcmp(bytes.data() + start, text, size) == 0;
    }

    Slot &probe(uint64_t hash, const uint8_t *text, size_t size) {
        const auto tag = static_cast<uint32_t>(hash >> 32);
        for (size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
            Slot &slot = slots_[at];
            if (slot.id == empty || (slot.tag == tag && same(slot.id, text, size))) return slot;
        }
    }

    void grow() {
        std::vector<Slot> wider(2 * slots_.size());
        for (size_t id = 0; id < hashes_.size(); ++id) {
            size_t at = hashes_[id] & (wider.size() - 1);
            while (wider[at].id != empty) at = (at + 1) & (wider.size() - 1);
            wider[at] = {static_cast<uint32_t>(hashes_[id] >> 32), static_cast<int32_t>(id)};
        }
        slots_.swap(wider);
    }
};

}  // namespace tarjih
