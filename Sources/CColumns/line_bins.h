#pragma once

// The bins of a line, and the points that are kept of them. The numbers of the bins are computed for many samples at a
// time; a bin ends where they change.

#include "CColumns.h"
#include "doubles.h"

#include <math.h>

enum { block = 64 };

INLINE double bin_of(const vitrail_line *line, size_t i) {
    const vitrail_column *bins = &line->bins;
    return floor(((line->along[i] - bins->origin) * bins->factor + bins->start) * bins->per_pixel);
}

/// One bit for each sample from `at` on that is the first of its bin; `at` itself is not tested.
INLINE uint64_t starts_of(const vitrail_line *line, size_t at, size_t to) {
    const vitrail_column *bins = &line->bins;
    double numbers[block + lanes];
    size_t count = to - at < block ? to - at : block;
    if (count < block) {
        for (size_t i = 0; i < count; i++) numbers[i] = bin_of(line, at + i);
        uint64_t starts = 0;
        for (size_t i = 1; i < count; i++) starts |= (uint64_t)(numbers[i] != numbers[i - 1]) << i;
        return starts;
    }
    for (size_t i = 0; i < block; i += lanes) {
        double8 position = ((load(line->along + at + i) - bins->origin) * bins->factor + bins->start) * bins->per_pixel;
        double8 number = __builtin_elementwise_floor(position);
        memcpy(numbers + i, &number, sizeof number);
    }
    uint64_t starts = 0;
    for (size_t i = 0; i < block; i += lanes) {
        double before[lanes];
        if (i == 0) {
            before[0] = numbers[0];
            memcpy(before + 1, numbers, (lanes - 1) * sizeof(double));
        }
        long8 is_start = load(numbers + i) != load(i == 0 ? before : numbers + i - 1);
        uint64_t bits = 0;
        for (int k = 0; k < lanes; k++) bits |= (uint64_t)(is_start[k] & 1) << k;
        starts |= bits << i;
    }
    return starts;
}

typedef struct {
    size_t lowest, highest;
    bool is_finite;
} found;

/// The first of the lowest and the first of the highest samples.
INLINE found extremes(const double *values, size_t from, size_t to) {
    double low = INFINITY, high = -INFINITY, zero = 0;
    size_t lowest = from, highest = from;
    if (to - from <= 2 * lanes) {
        for (size_t i = from; i < to; i++) {
            double v = values[i];
            zero += v - v;
            lowest = v < low ? i : lowest;
            highest = v > high ? i : highest;
            low = SMALLER(v, low);
            high = LARGER(v, high);
        }
        return (found){lowest, highest, zero == 0};
    }
    double8 lows = load(values + from), highs = lows, zeros = (double8)0;
    for (size_t i = from; i < to; i += lanes) {
        double8 v = load(values + (i + lanes <= to ? i : to - lanes));
        lows = SMALLER(v, lows);
        highs = LARGER(v, highs);
        zeros += v - v;
    }
    for (int k = 0; k < lanes; k++) {
        low = SMALLER(lows[k], low);
        high = LARGER(highs[k], high);
        zero += zeros[k];
    }
    if (zero != 0) return (found){from, from, false};
    // A mapped file that shrinks meanwhile reads as zeros; then another sample is taken, and the file reader fails.
    while (lowest + 1 < to && values[lowest] != low) lowest++;
    while (highest + 1 < to && values[highest] != high) highest++;
    return (found){lowest, highest, true};
}

INLINE float pixel(double position, double farthest) {
    double limited = position < -farthest ? -farthest : position;
    return (float)(limited > farthest ? farthest : limited);
}

INLINE vitrail_path_point point_of(const vitrail_line *line, size_t i) {
    const vitrail_column *bins = &line->bins;
    return (vitrail_path_point){
        pixel((line->along[i] - bins->origin) * bins->factor + bins->start, line->farthest),
        pixel((line->across[i] - line->origin) * line->factor + line->start, line->farthest)
    };
}

/// Appends a sample, behind another one of its bin that was appended last.
INLINE vitrail_path_point *append(
    const vitrail_line *line, size_t sample, size_t before, float jump, vitrail_path_point *end
) {
    vitrail_path_point from = end[-1], to = point_of(line, sample);
    if (fabsf(to.across - from.across) > jump && sample > before + 1) {
        float middle = (from.across + to.across) / 2;
        bool ends_past = to.across > middle;
        vitrail_path_point behind = point_of(line, before + 1), ahead = point_of(line, sample - 1);
        if ((behind.across > middle) == ends_past) *end++ = behind;
        if ((ahead.across > middle) != ends_past) *end++ = ahead;
    }
    *end++ = to;
    return end;
}
