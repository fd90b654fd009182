#include "CRaster.h"
#include "dispatch.h"

#include <math.h>
#include <string.h>

// Sorting, and the number of pixels up to each value.

// Integer keys in the order of Doubles: all bits of negative numbers are flipped, and the sign bit of others.
INLINE uint64_t key(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits ^ (bits >> 63 ? UINT64_MAX : (uint64_t)1 << 63);
}

enum { MAX_BINS = VITRAIL_SORT_BINS, BIN_LENGTH = 4, FEW = 24, RANK_BLOCK = 64 };

static void sort_few(double *values, size_t count) {
    for (size_t i = 1; i < count; i++) {
        double value = values[i];
        size_t k = i;
        for (; k > 0 && key(values[k - 1]) > key(value); k--) values[k] = values[k - 1];
        values[k] = value;
    }
}

// Distributes values to bins of equal key ranges between the minimum and the maximum. If most values are close
// together, the sort partitions a large bin again by its own range.
size_t vitrail_part_values(double *values, size_t count, size_t *ends) {
    uint64_t minimum = UINT64_MAX, greatest = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t own = key(values[i]);
        minimum = own < minimum ? own : minimum;
        greatest = own > greatest ? own : greatest;
    }
    size_t bins = MAX_BINS;
    while (bins > 2 && bins > count / BIN_LENGTH) bins /= 2;
    int shift = 0;
    while (count > 0 && (greatest - minimum) >> shift >= bins) shift++;
    size_t next[MAX_BINS];
    memset(ends, 0, bins * sizeof *ends);
    for (size_t i = 0; i < count; i++) ends[(key(values[i]) - minimum) >> shift]++;
    for (size_t b = 0, start = 0; b < bins; b++) {
        next[b] = start;
        start += ends[b];
        ends[b] = start;
    }
    // In place: a value that belongs to another bin is swapped with the next one there.
    for (size_t b = 0; b < bins; b++) {
        while (next[b] < ends[b]) {
            double value = values[next[b]];
            for (size_t own; (own = (key(value) - minimum) >> shift) != b;) {
                double other = values[next[own]];
                values[next[own]++] = value;
                value = other;
            }
            values[next[b]++] = value;
        }
    }
    return greatest == minimum ? 0 : bins;
}

void vitrail_sort_values(double *values, size_t count) {
    if (count <= FEW) return sort_few(values, count);
    size_t ends[MAX_BINS];
    size_t bins = vitrail_part_values(values, count, ends);
    for (size_t b = 0, start = 0; b < bins; start = ends[b++]) vitrail_sort_values(values + start, ends[b] - start);
}

void vitrail_index_ranks(vitrail_ranks *ranks, size_t maximum, uint32_t *starts) {
    uint64_t first = key(ranks->values[0]), length = key(ranks->values[ranks->count - 1]) - first;
    int shift = 0;
    while (length >> shift >= maximum) shift++;
    size_t stretch = 0;
    for (size_t i = 0; i < ranks->count; i++) {
        size_t own = (key(ranks->values[i]) - first) >> shift;
        while (stretch <= own) starts[stretch++] = (uint32_t)i;
    }
    while (stretch <= maximum) starts[stretch++] = (uint32_t)ranks->count;
    ranks->shift = shift;
}

/// Index of the first value in a range that is above `value`.
INLINE uint32_t first_above(const double *values, double value, uint32_t low, uint32_t high) {
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (values[middle] > value) high = middle;
        else low = middle + 1;
    }
    return low;
}

// Number of pixels up to a value.
INLINE double rank(const vitrail_ranks *ranks, size_t i) { return ranks->ends ? ranks->ends[i] : (double)i + 1; }

/// Maps ranks to positions.
typedef struct {
    double first, rest;
} rank_scale;

static rank_scale find_scale(const vitrail_ranks *ranks) {
    uint32_t equal = first_above(ranks->values, ranks->values[0], 0, (uint32_t)ranks->count);
    double first = rank(ranks, equal - 1);
    return (rank_scale){first, rank(ranks, ranks->count - 1) - first};
}

/// The position of a rank. A value below all others may have the rank of any of the values equal to the first one, not
/// only of the last; its position is 0.
INLINE double position_rank(double rank, rank_scale scale) {
    if (!(scale.rest > 0)) return 0.5;
    return rank > scale.first ? (rank - scale.first) / scale.rest : 0;
}

/// A block of values: first prefetches for all of them, then reads.
INLINE void position_block(
    const double *values, size_t count, const vitrail_ranks *ranks, rank_scale scale, double *positions
) {
    const double *known = ranks->values;
    double minimum = known[0], greatest = known[ranks->count - 1];
    uint32_t at[RANK_BLOCK], end[RANK_BLOCK];
    for (size_t i = 0; i < count; i++) {
        // Turns −0 into 0; NaN takes any value in range.
        double value = values[i] + 0.0;
        value = value > minimum ? value : minimum;
        value = value < greatest ? value : greatest;
        at[i] = (uint32_t)((key(value) - key(minimum)) >> ranks->shift);
        __builtin_prefetch(ranks->starts + at[i]);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t stretch = at[i];
        at[i] = ranks->starts[stretch];
        end[i] = ranks->starts[stretch + 1];
        __builtin_prefetch(known + (at[i] + end[i]) / 2);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t low = first_above(known, values[i], at[i], end[i]);
        at[i] = low > 0 ? low - 1 : 0;
        if (ranks->ends) __builtin_prefetch(ranks->ends + at[i]);
    }
    for (size_t i = 0; i < count; i++) positions[i] = isnan(values[i]) ? NAN : position_rank(rank(ranks, at[i]), scale);
}

void vitrail_position_ranks(const double *values, size_t count, const vitrail_ranks *ranks, double *positions) {
    rank_scale scale = find_scale(ranks);
    for (size_t i = 0; i < count; i += RANK_BLOCK) {
        position_block(values + i, count - i < RANK_BLOCK ? count - i : RANK_BLOCK, ranks, scale, positions + i);
    }
}

uint32_t vitrail_pixels_up_to(const vitrail_ranks *ranks, double value) {
    uint32_t above = first_above(ranks->values, value, 0, (uint32_t)ranks->count);
    return above > 0 ? (uint32_t)rank(ranks, above - 1) : 0;
}

size_t vitrail_find_rank(const vitrail_ranks *ranks, double position) {
    rank_scale scale = find_scale(ranks);
    size_t low = 0, high = ranks->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (position_rank(rank(ranks, middle), scale) < position) low = middle + 1;
        else high = middle;
    }
    return low;
}
