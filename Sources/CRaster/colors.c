#include "CRaster.h"
#include "dispatch.h"

#include <math.h>
#include <string.h>

// Maps pixel values to positions in a colour map, 0…1, and then to colours. A pixel without a value is NaN and
// transparent.

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file
#pragma clang fp contract(off)              // the same colours on every machine

typedef double double4 __attribute__((ext_vector_type(4)));
typedef uint32_t uint8x32 __attribute__((ext_vector_type(8)));

// Counts.

/// Whether eight counts are equal; most are, where there are few samples or none.
INLINE bool are_same(const uint32_t *counts) {
    uint8x32 found;
    memcpy(&found, counts, sizeof found);
    return __builtin_reduce_and(found == (uint8x32)counts[0]) != 0;
}

INLINE size_t tally_counts(const uint32_t *counts, size_t count, uint32_t limit, uint32_t *tally) {
    size_t larger = 0, i = 0;
    for (; i + 8 <= count; i += 8) {
        if (are_same(counts + i)) {
            if (counts[i] < limit) tally[counts[i]] += 8;
            else larger += 8;
            continue;
        }
        for (size_t k = i; k < i + 8; k++) {
            if (counts[k] < limit) tally[counts[k]]++;
            else larger++;
        }
    }
    for (; i < count; i++) {
        if (counts[i] < limit) tally[counts[i]]++;
        else larger++;
    }
    return larger;
}

INLINE void color_counts(
    const uint32_t *counts, size_t count, uint32_t limit, const uint32_t *colors, uint32_t *pixels
) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        if (are_same(counts + i)) {
            uint8x32 color = (uint8x32)(counts[i] < limit ? colors[counts[i]] : 0);
            memcpy(pixels + i, &color, sizeof color);
            continue;
        }
        for (size_t k = i; k < i + 8; k++) pixels[k] = counts[k] < limit ? colors[counts[k]] : 0;
    }
    for (; i < count; i++) pixels[i] = counts[i] < limit ? colors[counts[i]] : 0;
}

// Values.

INLINE double4 load(const double *values) {
    double4 v;
    memcpy(&v, values, sizeof v);
    return v;
}

/// NaN is neither less nor greater than any number, so it is ignored.
INLINE void find_value_ends(const double *values, size_t count, vitrail_value_ends *ends) {
    double4 low = (double4)ends->low, high = (double4)ends->high, positive = (double4)ends->positive;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        double4 v = load(values + i);
        low = v < low ? v : low;
        high = v > high ? v : high;
        double4 above = v > 0 ? v : (double4)INFINITY;
        positive = above < positive ? above : positive;
    }
    for (size_t k = 0; k < 4; k++) {
        ends->low = fmin(ends->low, low[k]);
        ends->high = fmax(ends->high, high[k]);
        ends->positive = fmin(ends->positive, positive[k]);
    }
    for (; i < count; i++) {
        if (values[i] < ends->low) ends->low = values[i];
        if (values[i] > ends->high) ends->high = values[i];
        if (values[i] > 0 && values[i] < ends->positive) ends->positive = values[i];
    }
}

INLINE double held(double position) {
    position = position < 0 ? 0 : position;
    return position > 1 ? 1 : position;
}

INLINE void position_linear(const double *values, size_t count, double low, double high, double *positions) {
    // Halve first: the distance of two values may exceed the range of a Double.
    double start = low / 2, length = high / 2 - low / 2;
    for (size_t i = 0; i < count; i++) positions[i] = held((values[i] / 2 - start) / length);
}

// Colours.

INLINE double4 mix(const vitrail_color_map *map, double position) {
    int32_t last = map->count - 1;
    // Only one colour, a position before the first stop, or NaN.
    if (!(position > map->positions[0])) return load(map->colors);
    if (!(position < map->positions[last])) return load(map->colors + 4 * (size_t)last);
    int32_t k;
    double share;
    if (map->spacing > 0) {
        double scaled = position * map->spacing;
        k = (int32_t)scaled;
        k = k < last - 1 ? k : last - 1;
        share = scaled - k;
    } else {
        for (k = 0; map->positions[k + 1] <= position; k++) {}
        share = (position - map->positions[k]) / (map->positions[k + 1] - map->positions[k]);
    }
    double4 start = load(map->colors + 4 * (size_t)k), end = load(map->colors + 4 * (size_t)k + 4);
    return start + (end - start) * share;
}

INLINE uint32_t packed(double4 color) {
    typedef int int4 __attribute__((ext_vector_type(4)));
    typedef uint8_t byte4 __attribute__((ext_vector_type(4)));
    byte4 bytes = __builtin_convertvector(__builtin_convertvector(color * 255 + 0.5, int4), byte4);
    uint32_t pixel;
    memcpy(&pixel, &bytes, sizeof pixel);
    return pixel;
}

INLINE void color_positions(const vitrail_color_map *map, const double *positions, size_t count, uint32_t *pixels) {
    for (size_t i = 0; i < count; i++) pixels[i] = isnan(positions[i]) ? 0 : packed(mix(map, positions[i]));
}

INLINE void add_shares(const uint32_t *shares, size_t count, size_t categories, uint32_t *totals) {
    for (size_t i = 0; i < count; i++, shares += categories) {
        totals[i] = 0;
        for (size_t k = 0; k < categories; k++) totals[i] += shares[k];
    }
}

INLINE void color_shares(
    const uint32_t *shares, const double *opacities, size_t count, const double *colors, size_t categories,
    uint32_t *pixels
) {
    for (size_t i = 0; i < count; i++, shares += categories) {
        if (opacities[i] == 0) {
            pixels[i] = 0;
            continue;
        }
        double4 mixed = (double4)0;
        double total = 0;
        for (size_t k = 0; k < categories; k++) {
            mixed += load(colors + 4 * k) * (double)shares[k];
            total += shares[k];
        }
        pixels[i] = packed(mixed * (opacities[i] / total));
    }
}

DISPATCH_256(
    size_t, vitrail_tally_counts, tally_counts, (const uint32_t *counts, size_t count, uint32_t limit, uint32_t *tally),
    (counts, count, limit, tally)
)

DISPATCH_256(
    void, vitrail_color_counts, color_counts,
    (const uint32_t *counts, size_t count, uint32_t limit, const uint32_t *colors, uint32_t *pixels),
    (counts, count, limit, colors, pixels)
)

DISPATCH_256(
    void, vitrail_find_value_ends, find_value_ends, (const double *values, size_t count, vitrail_value_ends *ends),
    (values, count, ends)
)

DISPATCH_256(
    void, vitrail_position_linear, position_linear,
    (const double *values, size_t count, double low, double high, double *positions),
    (values, count, low, high, positions)
)

void vitrail_position_log(const double *values, size_t count, double low, double high, double *positions) {
    double start = log(low), length = log(high) - start;
    for (size_t i = 0; i < count; i++) {
        positions[i] = values[i] > 0 ? held((log(values[i]) - start) / length) : isnan(values[i]) ? NAN : 0;
    }
}

DISPATCH_256(
    void, vitrail_color_positions, color_positions,
    (const vitrail_color_map *map, const double *positions, size_t count, uint32_t *pixels),
    (map, positions, count, pixels)
)

void vitrail_mix_color(const vitrail_color_map *map, double position, double *color) {
    double4 mixed = mix(map, position);
    memcpy(color, &mixed, sizeof mixed);
}

DISPATCH_256(
    void, vitrail_add_shares, add_shares, (const uint32_t *shares, size_t count, size_t categories, uint32_t *totals),
    (shares, count, categories, totals)
)

DISPATCH_256(
    void, vitrail_color_shares, color_shares,
    (const uint32_t *shares, const double *opacities, size_t count, const double *colors, size_t categories,
     uint32_t *pixels),
    (shares, opacities, count, colors, categories, pixels)
)
