#pragma once

// The cells of a strip: each has an interval across, and bits for parts outside of it.

#include "CRaster.h"
#include "floats.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

_Static_assert(FLOAT_LANES <= VITRAIL_STRIP_MARGIN, "cells that are worked on at a time");
_Static_assert(VITRAIL_STRIP_BITS == 16, "a word is four pixels across");

static const floats MIDDLES = {0.5f, 1.5f, 2.5f,  3.5f,  4.5f,  5.5f,  6.5f,  7.5f,
                               8.5f, 9.5f, 10.5f, 11.5f, 12.5f, 13.5f, 14.5f, 15.5f};

INLINE void store(float *values, floats v) { memcpy(values, &v, sizeof v); }

typedef struct {
    size_t from, to;
} range;

/// The indices of positions, one apart, whose middles lie between `low` and `high`, limited to 0 ..< `all`.
INLINE range middles(float low, float high, size_t all) {
    float from = ceilf(low - 0.5f), to = floorf(high - 0.5f) + 1;
    if (!(from < to && to > 0 && from < (float)all)) return (range){0, 0};
    return (range){from > 0 ? (size_t)from : 0, to < (float)all ? (size_t)to : all};
}

/// Offset of a cell's bits, in bits. It differs between adjacent cells, so that an edge across many of them is not
/// rounded.
INLINE float bit_phase(size_t cell) { return (float)(cell * 11 % 16) * (1.0f / 16) - 15.0f / 32; }

/// The bits of a cell between two positions across.
INLINE range bits_between(const vitrail_strip *strip, size_t cell, float low, float high) {
    float phase = bit_phase(cell);
    return middles(
        (low - strip->across) * VITRAIL_STRIP_BITS + phase, (high - strip->across) * VITRAIL_STRIP_BITS + phase,
        strip->words * 64
    );
}

INLINE uint64_t bits_from(size_t bit) { return bit < 64 ? ~UINT64_C(0) << bit : 0; }

INLINE void cover(vitrail_strip *strip, size_t cell, float low, float high) {
    range bits = bits_between(strip, cell, low, high);
    if (bits.from >= bits.to) return;
    size_t first = bits.from / 64, last = (bits.to - 1) / 64;
    uint64_t from = bits_from(bits.from % 64), to = ~bits_from((bits.to - 1) % 64 + 1);
    uint64_t *words = strip->bits + cell * strip->words;
    if (first < strip->from[cell]) strip->from[cell] = (uint32_t)first;
    if (last >= strip->to[cell]) strip->to[cell] = (uint32_t)last + 1;
    if (first == last) {
        words[first] |= from & to;
        return;
    }
    words[first] |= from;
    for (size_t i = first + 1; i < last; i++) words[i] = ~UINT64_C(0);
    words[last] |= to;
}

/// Lanes in which two intervals are both there, and apart.
INLINE ints are_apart(floats low, floats high, floats other_low, floats other_high) {
    floats later = floats_max(low, other_low), earlier = floats_min(high, other_high);
    // NaN, which is not greater, if one of the two is empty. A single condition: on processors without mask registers,
    // several conditions are packed into bits and unpacked again.
    return later - earlier + (later + earlier) * 0 > 0;
}

/// Joins an interval to each cell from `cell` on (empty if low > high): merges it with the cell's first interval if
/// they touch, which is the common case, or with its second one; otherwise stores it as bits.
INLINE void join(vitrail_strip *strip, size_t cell, floats low, floats high) {
    float *first_low = strip->low + cell, *first_high = strip->high + cell;
    floats own_low = load(first_low), own_high = load(first_high);
    ints is_apart = are_apart(low, high, own_low, own_high);
    floats joint_low = floats_min(low, own_low), joint_high = floats_max(high, own_high);
    if (!__builtin_reduce_or(is_apart)) {
        store(first_low, joint_low);
        store(first_high, joint_high);
        return;
    }
    own_low = is_apart ? own_low : joint_low;
    own_high = is_apart ? own_high : joint_high;
    low = is_apart ? low : (floats)INFINITY;
    high = is_apart ? high : (floats)-INFINITY;
    floats next_low = load(first_low + strip->second), next_high = load(first_high + strip->second);
    is_apart = are_apart(low, high, next_low, next_high);
    next_low = is_apart ? next_low : floats_min(low, next_low);
    next_high = is_apart ? next_high : floats_max(high, next_high);
    ints are_one = ~are_apart(own_low, own_high, next_low, next_high);
    store(first_low, are_one ? floats_min(own_low, next_low) : own_low);
    store(first_high, are_one ? floats_max(own_high, next_high) : own_high);
    store(first_low + strip->second, are_one ? (floats)INFINITY : next_low);
    store(first_high + strip->second, are_one ? (floats)-INFINITY : next_high);
    if (!__builtin_reduce_or(is_apart)) return;
    for (size_t c = 0; c < FLOAT_LANES; c++) {
        if (is_apart[c]) cover(strip, cell + c, low[c], high[c]);
    }
}

/// The same, limited to the cells before `end`.
INLINE void join_before(vitrail_strip *strip, size_t cell, size_t end, floats low, floats high) {
    if (end - cell < FLOAT_LANES) {
        float left = (float)(end - cell);
        low = MIDDLES < left ? low : (floats)INFINITY;
        high = MIDDLES < left ? high : (floats)-INFINITY;
    }
    join(strip, cell, low, high);
}

/// Cells along and pixels across.
typedef struct {
    float along, across;
} position;

INLINE position position_of(const vitrail_strip *strip, const float *point) {
    return (position){(point[strip->is_vertical] - strip->along) * (float)strip->per_pixel, point[!strip->is_vertical]};
}
