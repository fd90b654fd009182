// LZ77 matches at any distance, for pictures that repeat in other ways than pixel by pixel: rotated or similar texts,
// and cells of a grid.
//
//  bytes ── the last position with the same four bytes, by their hash ── length of the match ── literals and matches

#include "png_repeats.h"

#include <string.h>

enum {
    /// Size of the hash table of positions, as a power of two.
    hash_bits = 14,
    farthest = 32768,
    longest = 258,
    shortest = 4,
};

static inline uint32_t load4(const uint8_t *bytes) {
    uint32_t four;
    memcpy(&four, bytes, sizeof four);
    return four;
}

static inline uint32_t hash(uint32_t four) { return four * 0x9E3779B1u >> (32 - hash_bits); }

/// Number of equal bytes from two positions on, at most `maximum`.
static inline uint32_t alike(const uint8_t *a, const uint8_t *b, uint32_t maximum) {
    uint32_t count = 0;
    for (; count + 8 <= maximum; count += 8) {
        uint64_t x, y;
        memcpy(&x, a + count, 8);
        memcpy(&y, b + count, 8);
        if (x == y) continue;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        return count + (uint32_t)__builtin_clzll(x ^ y) / 8;
#else
        return count + (uint32_t)__builtin_ctzll(x ^ y) / 8;
#endif
    }
    while (count < maximum && a[count] == b[count]) count++;
    return count;
}

size_t vi_find_matches(const uint8_t *bytes, size_t count, vi_token *tokens) {
    // Positions plus one; 0: none yet.
    uint32_t last[1 << hash_bits] = {0};
    size_t found = 0, i = 0;
    while (i + shortest <= count) {
        uint32_t four = load4(bytes + i), position = last[hash(four)];
        last[hash(four)] = (uint32_t)i + 1;
        if (position > 0 && i - (position - 1) <= farthest && load4(bytes + position - 1) == four) {
            size_t left = count - i;
            uint32_t length = alike(bytes + position - 1, bytes + i, left < longest ? (uint32_t)left : longest);
            tokens[found++] = (vi_token){(uint16_t)length, (uint16_t)(i - position)};
            // The bytes after a match are often equal to those after the end of its source.
            i += length;
            if (i + shortest <= count) last[hash(load4(bytes + i - 1))] = (uint32_t)i;
        } else {
            tokens[found++] = (vi_token){0, bytes[i++]};
        }
    }
    while (i < count) tokens[found++] = (vi_token){0, bytes[i++]};
    return found;
}
