#pragma once
#include "CImage.h"

#include <string.h>

// A deflate block with dynamic Huffman codes: alphabets, header, and bits. RFC 1951.

#pragma clang assume_nonnull begin

// MARK: Alphabets

enum {
    block_end = 256,
    first_length = 257,
    symbol_count = 286,
    /// The longest match.
    longest_run = 258,
    /// Distance codes 2 and 3 are the distances 3 and 4: the previous pixel without and with alpha. Each is one bit
    /// long, because only these two are used.
    distance_count = 4,
    /// All distance codes.
    any_distance_count = 30,
    longest_code = 15,
};

/// The symbol of a match length or distance, and its extra bits.
typedef struct {
    uint16_t symbol;
    uint8_t extra_bits;
    uint16_t extra;
} run_symbol;

static run_symbol symbol_of(uint32_t bytes) {
    if (bytes == longest_run) return (run_symbol){285, 0, 0};
    uint32_t n = bytes - 3;
    if (n < 8) return (run_symbol){(uint16_t)(first_length + n), 0, 0};
    // Four symbols per power of two.
    uint8_t bits = (uint8_t)(31 - __builtin_clz(n) - 2);
    return (run_symbol){(uint16_t)(first_length + 4 * bits + (n >> bits)), bits, (uint16_t)(n & ((1u << bits) - 1))};
}

/// The lengths of the matches that a run of bytes is split into: `longest` maximum matches, then one or two more.
typedef struct {
    uint32_t longest, first, second;
} run_parts;

static run_parts parts_of(uint32_t bytes) {
    uint32_t longest = (bytes - 3) / longest_run, rest = bytes - longest * longest_run;
    return rest <= longest_run ? (run_parts){longest, rest, 0} : (run_parts){longest, rest - 4, 4};
}

/// The symbol of a distance and its extra bits.
///
/// - back: The distance minus one.
static run_symbol distance_of(uint32_t back) {
    if (back < 4) return (run_symbol){(uint16_t)back, 0, 0};
    // Two symbols per power of two.
    uint8_t power = (uint8_t)(31 - __builtin_clz(back)), bits = power - 1;
    return (run_symbol){(uint16_t)(2 * power + (back >> bits & 1)), bits, (uint16_t)(back & ((1u << bits) - 1))};
}

// MARK: Writing bits

/// Accumulates bits to be written as bytes, lowest bit first. Up to 56 bits can be added before `flush`.
typedef struct {
    uint64_t bits;
    uint32_t count;
    uint8_t *to;
} bit_writer;

static inline void put(bit_writer *w, uint64_t bits, uint32_t count) {
    w->bits |= bits << w->count;
    w->count += count;
}

/// Writes whole bytes; may overwrite up to eight bytes after them.
static inline void flush(bit_writer *w) {
    memcpy(w->to, &w->bits, 8);
    w->to += w->count >> 3;
    w->bits >>= w->count & ~7u;
    w->count &= 7;
}

/// Code lengths as encoded in a block header: repeated lengths and zeros are runs.
typedef struct {
    uint8_t symbols[symbol_count + any_distance_count], extra[symbol_count + any_distance_count];
    size_t count;
} packed_lengths;

static void pack(packed_lengths *packed, uint8_t symbol, uint8_t extra) {
    packed->symbols[packed->count] = symbol;
    packed->extra[packed->count++] = extra;
}

static packed_lengths pack_lengths(const uint8_t *lengths, size_t count) {
    packed_lengths packed = {.count = 0};
    for (size_t i = 0; i < count;) {
        size_t n = 1;
        while (i + n < count && lengths[i + n] == lengths[i]) n++;
        i += n;
        uint8_t length = lengths[i - 1];
        if (length) {
            pack(&packed, length, 0);
            n--;
        }
        while (n >= 3) {
            size_t maximum = length ? 6 : n <= 10 ? 10 : 138, part = n < maximum ? n : maximum;
            pack(&packed, length ? 16 : n <= 10 ? 17 : 18, (uint8_t)(part - (length || n <= 10 ? 3 : 11)));
            n -= part;
        }
        while (n-- > 0) pack(&packed, length, 0);
    }
    return packed;
}

/// Maximum size of a header in bytes: the lengths of the length codes, and every length without runs.
enum { max_head_bytes = 16 + 2 * (symbol_count + any_distance_count) };

static void put_head(bit_writer *w, const uint8_t *symbol_lengths, const uint8_t *distance_lengths, size_t distances) {
    enum { kinds = 19 };
    static const uint8_t order[kinds] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15},
                         extra_bits[kinds] = {[16] = 2, [17] = 3, [18] = 7};
    size_t used = symbol_count;
    while (symbol_lengths[used - 1] == 0) used--;
    uint8_t lengths[symbol_count + any_distance_count];
    memcpy(lengths, symbol_lengths, used);
    memcpy(lengths + used, distance_lengths, distances);
    packed_lengths packed = pack_lengths(lengths, used + distances);

    uint32_t frequencies[kinds] = {0};
    uint8_t kind_lengths[kinds];
    uint16_t words[kinds];
    for (size_t i = 0; i < packed.count; i++) frequencies[packed.symbols[i]]++;
    vi_code_lengths(frequencies, kinds, 7, kind_lengths);
    vi_code_words(kind_lengths, kinds, words);
    size_t told = kinds;
    while (kind_lengths[order[told - 1]] == 0) told--;

    put(w, 2 << 1, 3);  // dynamic codes; another block follows
    put(w, used - 257, 5);
    put(w, distances - 1, 5);
    put(w, told - 4, 4);
    flush(w);
    for (size_t i = 0; i < told; i++) {
        put(w, kind_lengths[order[i]], 3);
        flush(w);
    }
    for (size_t i = 0; i < packed.count; i++) {
        uint8_t kind = packed.symbols[i];
        put(w, words[kind], kind_lengths[kind]);
        put(w, packed.extra[i], extra_bits[kind]);
        flush(w);
    }
}

/// Writes the end of the block, and an empty stored block, which aligns to a byte.
static void put_end(bit_writer *w, uint16_t word, uint8_t bits) {
    put(w, word, bits);
    put(w, 0, 3);
    put(w, 0, (8 - (w->count & 7)) & 7);
    flush(w);
    put(w, 0xFFFF0000, 32);
    flush(w);
}

#pragma clang assume_nonnull end
