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

/// - Precondition: the block and the value before it are finite.
INLINE void add_block(vitrail_extent *extent, const double *values) {
    double4 low = (double4)extent->low, high = (double4)extent->high, positive = (double4)extent->low_positive;
    double4 step = (double4)extent->step;
    long4 falls = (long4)0;
    for (int i = 0; i < block; i += 4) {
        double4 v = load(values + i), before = load(values + i - 1);
        double4 distance = __builtin_elementwise_abs(v - before);
        low = smaller(v, low);
        high = larger(v, high);
        positive = smaller(v > 0 ? v : (double4)(double)INFINITY, positive);
        step = smaller(distance > 0 ? distance : (double4)(double)INFINITY, step);
        falls |= v < before;
    }
    for (int i = 0; i < 4; i++) {
        extent->low = low[i] < extent->low ? low[i] : extent->low;
        extent->high = high[i] > extent->high ? high[i] : extent->high;
        extent->low_positive = positive[i] < extent->low_positive ? positive[i] : extent->low_positive;
        extent->step = step[i] < extent->step ? step[i] : extent->step;
    }
    if (__builtin_reduce_or(falls)) extent->is_ascending = false;
    extent->last = values[block - 1];
}

INLINE vitrail_extent find_extent(const double *values, size_t count) {
    vitrail_extent extent = {INFINITY, -INFINITY, INFINITY, INFINITY, NAN, NAN, true};
    size_t i = 0;
    if (count > 0) add_value(&extent, values[i++]);
    while (i < count) {
        if (count - i >= block && isfinite(values[i - 1]) && is_finite_block(values + i)) {
            add_block(&extent, values + i);
            i += block;
        } else {
            for (size_t end = count - i < block ? count : i + block; i < end; i++) add_value(&extent, values[i]);
        }
    }
    return extent;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static vitrail_extent find_extent_wide(const double *values, size_t count) {
    return find_extent(values, count);
}
#endif

vitrail_extent vitrail_find_extent(const double *values, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return find_extent_wide(values, count);
#endif
    return find_extent(values, count);
}
