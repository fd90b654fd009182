#include "CColumns.h"
#include "dispatch.h"

#include <math.h>
#include <string.h>

// Maps values to pixel indices, four at a time without branches.

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file
#pragma clang fp contract(off)              // the same positions on every machine, and equal to the axes' positions

typedef double double4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));

INLINE double4 load(const double *values) {
    double4 v;
    memcpy(&v, values, sizeof v);
    return v;
}

// −1 for values beyond the ends and for NaN, which compares false with every number.
INLINE int4 find_four(double4 v, const vitrail_pixel_axis *axis) {
    double4 position = (v - axis->origin) * axis->factor + axis->start;
    double4 last = (double4)(double)(axis->count - 1);
    // Clamp rounding errors at both ends.
    position = position > 0 ? position : (double4)0;
    position = position < last ? position : last;
    return __builtin_convertvector((v >= axis->low & v <= axis->high) ? position : (double4)-1, int4);
}

INLINE bool find_pixels(const double *values, size_t count, const vitrail_pixel_axis *axis, int32_t *pixels) {
    int4 best = (int4)-1;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        int4 found = find_four(load(values + i), axis);
        memcpy(pixels + i, &found, sizeof found);
        best = __builtin_elementwise_max(best, found);
    }
    if (i < count) {
        double rest[4] = {NAN, NAN, NAN, NAN};
        memcpy(rest, values + i, (count - i) * sizeof(double));
        int4 found = find_four(load(rest), axis);
        memcpy(pixels + i, &found, (count - i) * sizeof(int32_t));
        best = __builtin_elementwise_max(best, found);
    }
    return __builtin_reduce_max(best) >= 0;
}

DISPATCH_256(
    bool, vitrail_find_pixels, find_pixels,
    (const double *values, size_t count, const vitrail_pixel_axis *axis, int32_t *pixels), (values, count, axis, pixels)
)
