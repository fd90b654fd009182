#include "CRaster.h"
#include "dispatch.h"
#include "floats.h"

#include <math.h>

INLINE float smaller(float a, float b) { return a < b ? a : b; }
INLINE float larger(float a, float b) { return a > b ? a : b; }

INLINE size_t find_all(const float *points, size_t count, vitrail_path_shape *shape) {
    floats low = INFINITY, high = -INFINITY;
    ints rises = 0, falls = 0, repeats = 0;
    size_t i = 0;
    for (; i + FLOAT_LANES / 2 < count; i += FLOAT_LANES / 2) {
        floats here = load(points + 2 * i), next = load(points + 2 * i + 2);
        // The difference of a value that is not finite to itself is NaN.
        ints gaps = (here - here) + (next - next) != 0;
        if (__builtin_reduce_or(gaps)) break;
        low = __builtin_elementwise_min(low, here);
        high = __builtin_elementwise_max(high, here);
        rises |= next > here;
        falls |= next < here;
        repeats -= next == here;
    }
    *shape = (vitrail_path_shape){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    // Of short runs, no vector was read.
    for (size_t k = 0; i > 0 && k < FLOAT_LANES; k++) {
        shape->low[k & 1] = smaller(low[k], shape->low[k & 1]);
        shape->high[k & 1] = larger(high[k], shape->high[k & 1]);
        shape->rises[k & 1] |= rises[k] != 0;
        shape->falls[k & 1] |= falls[k] != 0;
        shape->repeats[k & 1] += repeats[k];
    }
    for (; i < count && isfinite(points[2 * i]) && isfinite(points[2 * i + 1]); i++) {
        for (size_t k = 0; k < 2; k++) {
            float here = points[2 * i + k];
            shape->low[k] = smaller(here, shape->low[k]);
            shape->high[k] = larger(here, shape->high[k]);
            if (i + 1 == count || !isfinite(points[2 * i + 2]) || !isfinite(points[2 * i + 3])) continue;
            float next = points[2 * i + 2 + k];
            shape->rises[k] |= next > here;
            shape->falls[k] |= next < here;
            shape->repeats[k] += next == here;
        }
    }
    return i;
}

DISPATCH_512(
    size_t, vitrail_find_path_shape, find_all, (const float *points, size_t count, vitrail_path_shape *shape),
    (points, count, shape)
)
