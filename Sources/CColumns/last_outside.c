#include "CColumns.h"
#include "dispatch.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file

typedef double double4 __attribute__((ext_vector_type(4)));
typedef long long long4 __attribute__((ext_vector_type(4)));

enum { columns = 4 };

INLINE long4 are_outside(const double *values, vitrail_span limits) {
    double4 v;
    memcpy(&v, values, sizeof v);
    return (long4)((v < limits.low) | (v > limits.high));
}

/// Comparisons with NaN are false, so NaN is not outside.
INLINE bool is_outside(const double *const values[], ptrdiff_t i, const vitrail_span limits[]) {
    for (int c = 0; c < columns; c++) {
        if (values[c][i] < limits[c].low || values[c][i] > limits[c].high) return true;
    }
    return false;
}

INLINE ptrdiff_t
find_last_outside(const double *const values[], ptrdiff_t start, ptrdiff_t end, const vitrail_span limits[]) {
    while (end - start >= 4) {
        long4 outside = (long4)0;
        for (int c = 0; c < columns; c++) outside |= are_outside(values[c] + end - 4, limits[c]);
        if (__builtin_reduce_or(outside)) break;
        end -= 4;
    }
    while (end > start && !is_outside(values, end - 1, limits)) end--;
    return end > start ? end - 1 : -1;
}

DISPATCH_256(
    ptrdiff_t, vitrail_find_last_outside, find_last_outside,
    (const double *const values[4], ptrdiff_t start, ptrdiff_t end, const vitrail_span limits[4]),
    (values, start, end, limits)
)
