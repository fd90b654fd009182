// Prefix codes: lengths by Huffman's algorithm with two queues, limited to a maximum length; codes in deflate's bit
// order.

#include "CImage.h"

#include <string.h>

enum { max_symbols = 288, max_bits = 32 };

/// Sort key: frequency, then symbol, so that symbols with equal frequencies keep their order.
static uint64_t weighted(uint32_t frequency, size_t symbol) { return (uint64_t)frequency << 16 | symbol; }

/// Radix sort by frequency, rarest first.
static void sort(uint64_t *keys, uint64_t *spare, size_t count, uint32_t greatest) {
    for (int shift = 0; shift < 32 && greatest >> shift; shift += 8) {
        uint32_t positions[257] = {0};
        for (size_t i = 0; i < count; i++) positions[(keys[i] >> (16 + shift) & 255) + 1]++;
        for (size_t d = 0; d < 256; d++) positions[d + 1] += positions[d];
        for (size_t i = 0; i < count; i++) spare[positions[keys[i] >> (16 + shift) & 255]++] = keys[i];
        memcpy(keys, spare, count * sizeof *keys);
    }
}

/// The number of symbols of each length, for `count` sorted symbols.
///
/// Repeatedly joins the two rarest trees. Sums are created in ascending order, so the rarest tree is always at the
/// front of the symbols or of the sums.
static void count_lengths(const uint64_t *sorted, size_t count, uint32_t *lengths) {
    uint64_t sums[max_symbols];
    uint16_t parents[2 * max_symbols];
    size_t leaf = 0, sum = 0;
    for (size_t made = 0; made + 1 < count; made++) {
        uint64_t total = 0;
        for (int k = 0; k < 2; k++) {
            if (sum == made || (leaf < count && sorted[leaf] >> 16 <= sums[sum])) {
                parents[leaf] = (uint16_t)(count + made);
                total += sorted[leaf++] >> 16;
            } else {
                parents[count + sum] = (uint16_t)(count + made);
                total += sums[sum++];
            }
        }
        sums[made] = total;
    }
    uint8_t depths[2 * max_symbols];
    size_t root = 2 * count - 2;
    depths[root] = 0;
    memset(lengths, 0, (max_bits + 1) * sizeof *lengths);
    for (size_t node = root; node-- > 0;) {
        uint8_t depth = (uint8_t)(depths[parents[node]] + 1);
        depths[node] = depth;
        if (node < count) lengths[depth < max_bits ? depth : max_bits]++;
    }
}

/// Limits codes to `longest` bits. Truncated codes exceed the code space, measured in units of the longest code. Each
/// step frees one unit: it makes a shorter code one bit longer, and a truncated code takes the other half of its space.
static void cut_lengths(uint32_t *lengths, int longest) {
    for (int bits = longest + 1; bits <= max_bits; bits++) {
        lengths[longest] += lengths[bits];
        lengths[bits] = 0;
    }
    int64_t room = 1ll << longest;
    for (int bits = 1; bits <= longest; bits++) room -= (int64_t)lengths[bits] << (longest - bits);
    for (; room < 0; room++) {
        int bits = longest - 1;
        while (lengths[bits] == 0) bits--;
        lengths[bits]--;
        lengths[bits + 1] += 2;
        lengths[longest]--;
    }
}

void vi_code_lengths(const uint32_t *frequencies, size_t count, int longest, uint8_t *lengths) {
    uint64_t keys[max_symbols], spare[max_symbols];
    size_t used = 0;
    uint32_t greatest = 0;
    memset(lengths, 0, count);
    for (size_t symbol = 0; symbol < count; symbol++) {
        if (!frequencies[symbol]) continue;
        keys[used++] = weighted(frequencies[symbol], symbol);
        if (frequencies[symbol] > greatest) greatest = frequencies[symbol];
    }
    sort(keys, spare, used, greatest);
    uint32_t by_length[max_bits + 1];
    count_lengths(keys, used, by_length);
    cut_lengths(by_length, longest);
    size_t k = 0;
    for (int bits = longest; bits > 0; bits--) {
        for (uint32_t n = by_length[bits]; n > 0; n--) lengths[keys[k++] & 0xFFFF] = (uint8_t)bits;
    }
}

void vi_code_words(const uint8_t *lengths, size_t count, uint16_t *words) {
    uint16_t next[17] = {0}, by_length[17] = {0};
    for (size_t symbol = 0; symbol < count; symbol++) by_length[lengths[symbol]]++;
    by_length[0] = 0;
    for (int bits = 1; bits <= 16; bits++) next[bits] = (uint16_t)(next[bits - 1] + by_length[bits - 1]) << 1;
    for (size_t symbol = 0; symbol < count; symbol++) {
        int bits = lengths[symbol];
        uint16_t word = bits ? next[bits]++ : 0, reversed = 0;
        for (int b = 0; b < bits; b++) reversed |= (uint16_t)((word >> b & 1) << (bits - 1 - b));
        words[symbol] = reversed;
    }
}
