#include "CData.h"

#include <math.h>
#include <string.h>

// Blocks without a gap are read four values at a time, each beside the value before it; the others one by one.

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file

typedef double double4 __attribute__((ext_vector_type(4)));
typedef long long4 __attribute__((ext_vector_type(4)));

#define INLINE static inline __attribute__((always_inline))

enum { block = 256 };

// Not the functions for minima of the library: those look for NaN, of which there is none here.
INLINE double4 smaller(double4 a, double4 b) { return a < b ? a : b; }
INLINE double4 larger(double4 a, double4 b) { return a > b ? a : b; }

INLINE double4 load(const double *values) {
    double4 v;
    memcpy(&v, values, sizeof v);
    return v;
}

INLINE void add_value(vitrail_extent *extent, double value) {
    if (!isfinite(value)) {
        extent->is_ascending = false;
        return;
    }
    if (value < extent->low) extent->low = value;
    if (value > extent->high) extent->high = value;
    if (value > 0 && value < extent->low_positive) extent->low_positive = value;
    double distance = value - extent->last;
    // Comparisons with NaN, before the first value, are false.
    if (distance < 0) extent->is_ascending = false;
    distance = fabs(distance);
    if (distance > 0 && distance < extent->step) extent->step = distance;
    if (isnan(extent->first)) extent->first = value;
    extent->last = value;
}

INLINE bool is_finite_block(const double *values) {
    long4 finite = (long4)-1;
    for (int i = 0; i < block; i += 4) {
        double4 v = load(values + i);
        finite &= v - v == 0;
    }
    return __builtin_reduce_and(finite) != 0;
}

/// - Precondition: the block is finite, and so is the value before it, unless there is none.
INLINE vitrail_span add_block(vitrail_extent *extent, const double *values, bool is_first) {
    double4 low = (double4)values[0], high = low, positive = (double4)extent->low_positive;
    double4 step = (double4)extent->step;
    long4 falls = (long4)0;
    for (int i = 0; i < block; i += 4) {
        double4 v = load(values + i);
        double4 before = i == 0 && is_first ? __builtin_shufflevector(v, v, 0, 0, 1, 2) : load(values + i - 1);
        double4 distance = __builtin_elementwise_abs(v - before);
        low = smaller(v, low);
        high = larger(v, high);
        positive = smaller(v > 0 ? v : (double4)(double)INFINITY, positive);
        step = smaller(distance > 0 ? distance : (double4)(double)INFINITY, step);
        falls |= v < before;
    }
    vitrail_span span = {low[0], high[0]};
    for (int i = 0; i < 4; i++) {
        span.low = low[i] < span.low ? low[i] : span.low;
        span.high = high[i] > span.high ? high[i] : span.high;
        extent->low_positive = positive[i] < extent->low_positive ? positive[i] : extent->low_positive;
        extent->step = step[i] < extent->step ? step[i] : extent->step;
    }
    extent->low = span.low < extent->low ? span.low : extent->low;
    extent->high = span.high > extent->high ? span.high : extent->high;
    if (__builtin_reduce_or(falls)) extent->is_ascending = false;
    if (is_first) extent->first = values[0];
    extent->last = values[block - 1];
    return span;
}

/// Any values, at least one.
INLINE vitrail_span add_values(vitrail_extent *extent, const double *values, size_t count) {
    vitrail_span span = {INFINITY, -INFINITY};
    bool has_gap = false;
    for (size_t i = 0; i < count; i++) {
        add_value(extent, values[i]);
        if (!isfinite(values[i])) {
            has_gap = true;
            continue;
        }
        if (values[i] < span.low) span.low = values[i];
        if (values[i] > span.high) span.high = values[i];
    }
    if (has_gap) return (vitrail_span){NAN, span.low > span.high ? NAN : 0};
    return span;
}

INLINE vitrail_extent find_extent(const double *values, size_t count, vitrail_span *spans) {
    vitrail_extent extent = {INFINITY, -INFINITY, INFINITY, INFINITY, NAN, NAN, true};
    for (size_t i = 0; i < count; i += block) {
        size_t length = count - i < block ? count - i : block;
        bool is_fast = length == block && (i == 0 || isfinite(values[i - 1])) && is_finite_block(values + i);
        vitrail_span span = is_fast ? add_block(&extent, values + i, i == 0) : add_values(&extent, values + i, length);
        if (spans) spans[i / block] = span;
    }
    return extent;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static vitrail_extent find_extent_wide(const double *values, size_t count, vitrail_span *spans) {
    return find_extent(values, count, spans);
}
#endif

vitrail_extent vitrail_find_extent(const double *values, size_t count, vitrail_span *spans) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return find_extent_wide(values, count, spans);
#endif
    return find_extent(values, count, spans);
}
