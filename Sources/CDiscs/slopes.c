#include "CDiscs.h"
#include "floats.h"

#pragma STDC FP_CONTRACT OFF

#define COLUMNS VITRAIL_SLOPE_COLUMNS
#define CELLS VITRAIL_SLOPE_CELLS

_Static_assert(FLOAT_LANES == COLUMNS, "a column in each lane");
_Static_assert((CELLS & (CELLS - 1)) == 0, "as many as can be merged");

/// Sorts the cells of each column: merge exchange, algorithm M of Knuth, "The Art of Computer Programming" 3, 5.2.2.
INLINE void sort(floats *v) {
    for (size_t p = CELLS / 2; p > 0; p /= 2) {
        for (size_t q = CELLS / 2, r = 0, d = p;; d = q - p, q /= 2, r = p) {
            for (size_t i = 0; i < CELLS - d; i++) {
                if ((i & p) != r) continue;
                floats low = v[i], high = v[i + d];
                v[i] = floats_min(low, high);
                v[i + d] = floats_max(low, high);
            }
            if (q == p) break;
        }
    }
}

INLINE vitrail_slopes_told find_all(vitrail_slope_columns columns, float least, float *slopes) {
    floats v[CELLS];
    if (columns.count < COLUMNS) memset(v, 0, CELLS * sizeof *v);
    for (size_t c = 0; c < columns.count; c++) {
        for (size_t i = 0; i < CELLS; i++) v[i][c] = columns.heights[c * CELLS + i];
    }
    sort(v);
    size_t count = 4 * columns.parts, length = CELLS / count;
    floats below = v[0] * 1.5f - v[1] * 0.5f, apart = 0, height = 0;
    for (size_t k = 0; k < count; k++) {
        const floats *own = v + k * length;
        floats sum = own[0], widest = 0;
        for (size_t i = 1; i < length; i++) {
            sum += own[i];
            widest = floats_max(widest, own[i] - own[i - 1]);
        }
        height += sum;
        floats mean = sum / (float)length, top = own[length - 1];
        // Where the next one begins.
        floats above = k + 1 < count ? (top + own[length]) * 0.5f : top * 1.5f - own[length - 2] * 0.5f;
        // As far as to its neighbours in the middle, and no farther behind the lowest and the highest of its cells than these are apart from them.
        floats half = floats_min((above - below) * 0.5f, floats_min(mean - (below * 2 - own[0]), above * 2 - top - mean));
        apart += floats_max(widest - half * (2 / (float)length), (floats)0);
        half = floats_max(half, (floats)least);
        floats low = mean - half, high = mean + half;
        for (size_t c = 0; c < columns.count; c++) {
            float *four = slopes + (c * columns.parts + k / 4) * columns.stride + k % 4;
            four[0] = low[c];
            four[4] = high[c];
        }
        below = above;
    }
    vitrail_slopes_told told = {0, 0};
    for (size_t c = 0; c < columns.count; c++) {
        told.apart += apart[c] / (float)count * columns.weights[c];
        told.height += height[c] / (float)CELLS * columns.weights[c];
    }
    return told;
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static vitrail_slopes_told find_512(vitrail_slope_columns columns, float least, float *slopes) {
    return find_all(columns, least, slopes);
}

__attribute__((target("avx2"))) static vitrail_slopes_told find_256(vitrail_slope_columns columns, float least, float *slopes) {
    return find_all(columns, least, slopes);
}
#endif

vitrail_slopes_told vitrail_find_slopes(vitrail_slope_columns columns, float least, float *slopes) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return find_512(columns, least, slopes);
    if (__builtin_cpu_supports("avx2")) return find_256(columns, least, slopes);
#endif
    return find_all(columns, least, slopes);
}
