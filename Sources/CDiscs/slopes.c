#include "CDiscs.h"
#include "floats.h"

#pragma STDC FP_CONTRACT OFF

#define COLUMNS VITRAIL_SLOPE_COLUMNS
#define CELLS VITRAIL_SLOPE_CELLS
/// Of a column, at most.
#define SLOPES 8

_Static_assert(FLOAT_LANES == COLUMNS, "a column in each lane");
_Static_assert((CELLS & (CELLS - 1)) == 0, "as many as can be merged");
_Static_assert(CELLS == 2 * SLOPES, "two cells for each");

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

INLINE void sorted(const float *heights, size_t count, floats *v) {
    if (count < COLUMNS) memset(v, 0, CELLS * sizeof *v);
    for (size_t c = 0; c < count; c++) {
        for (size_t i = 0; i < CELLS; i++) v[i][c] = heights[c * CELLS + i];
    }
    sort(v);
}

typedef struct {
    floats low, high;
} slope;

/// As far as to its neighbours in the middle, and no farther behind the lowest and the highest of its cells than these are apart from them.
///
/// - Parameters:
///   - mean, lowest, highest: of its cells.
///   - below, above: halfway to the cells before and behind.
INLINE floats half_height(floats mean, floats lowest, floats highest, floats below, floats above) {
    return floats_min((above - below) * 0.5f, floats_min(mean - (below * 2 - lowest), above * 2 - highest - mean));
}

INLINE slope slope_around(floats mean, floats half, float least) {
    half = floats_max(half, (floats)least);
    return (slope){mean - half, mean + half};
}

/// Slopes of as many cells each.
///
/// - Returns: how far cells that share a slope lie apart, more than along it: the mean of a column's slopes.
INLINE floats find_even(const floats *v, size_t count, float least, slope *slopes) {
    size_t length = CELLS / count;
    floats below = v[0] * 1.5f - v[1] * 0.5f, apart = 0;
    for (size_t k = 0; k < count; k++) {
        const floats *own = v + k * length;
        floats sum = own[0], widest = 0;
        for (size_t i = 1; i < length; i++) {
            sum += own[i];
            widest = floats_max(widest, own[i] - own[i - 1]);
        }
        floats mean = sum / (float)length, top = own[length - 1];
        floats above = k + 1 < count ? (top + own[length]) * 0.5f : top * 1.5f - own[length - 2] * 0.5f;
        floats half = half_height(mean, own[0], top, below, above);
        slopes[k] = slope_around(mean, half, least);
        apart += floats_max(widest - half * (2 / (float)length), (floats)0);
        below = above;
    }
    return apart / (float)count;
}

/// How far the outermost slope goes beyond its cell, where it has no other: not farther for a jump to the next ones.
INLINE floats margin(floats outer, floats next, floats inner) {
    return floats_min(floats_max(next - outer, outer - next), floats_max(inner - next, next - inner)) * 0.5f;
}

/// Slopes of one cell to four.
///
/// - Parameter begins: the cell that each begins with; behind the last one, all cells.
INLINE void find_uneven(const floats *v, const ints *begins, float least, slope *slopes) {
    floats below = begins[1] == 1 ? v[0] - margin(v[0], v[1], v[2]) : v[0] * 1.5f - v[1] * 0.5f;
    for (int32_t k = 0; k < SLOPES; k++) {
        floats sum = 0, lowest = 0, highest = 0;
        for (int32_t i = k > 0 ? 2 * k - 1 : 0; i < 2 * k + 3 && i < CELLS; i++) {
            ints is_own = (i >= begins[k]) & (i < begins[k + 1]);
            sum += is_own ? v[i] : 0;
            lowest = i == begins[k] ? v[i] : lowest;
            highest = is_own ? v[i] : highest;
        }
        floats above;
        if (k + 1 < SLOPES) {
            ints middle = (ints)(2 * k + 2);
            floats next = begins[k + 1] < middle ? v[2 * k + 1] : begins[k + 1] > middle ? v[2 * k + 3] : v[2 * k + 2];
            above = (highest + next) * 0.5f;
        } else {
            above = begins[k] == CELLS - 1 ? highest + margin(highest, v[CELLS - 2], v[CELLS - 3]) : highest * 1.5f - v[CELLS - 2] * 0.5f;
        }
        floats mean = sum / __builtin_convertvector(begins[k + 1] - begins[k], floats);
        slopes[k] = slope_around(mean, half_height(mean, lowest, highest, below, above), least);
        below = above;
    }
}

/// Lets slopes begin where cells lie farthest apart: each with its first cell of an even share, or with the one before or behind it. Of all such
/// choices, the one with the greatest sum (Viterbi's algorithm).
INLINE void choose_begins(const floats *first, const floats *second, ints *begins) {
    floats jumps[CELLS];
    for (size_t i = 1; i < CELLS; i++) jumps[i] = first[i] - first[i - 1] + (second[i] - second[i - 1]);
    // The greatest sums so far, where the last slope begins a cell early, evenly, or a cell late; and which the one before it was.
    floats early = jumps[1], even = jumps[2], late = jumps[3];
    ints before_early[SLOPES], before[SLOPES];
    for (size_t k = 2; k < SLOPES; k++) {
        // Where one begins late, the next one cannot begin early.
        floats greatest = floats_max(even, early);
        before_early[k] = even >= early ? (ints)0 : (ints)-1;
        before[k] = late > greatest ? (ints)1 : before_early[k];
        floats any = floats_max(greatest, late);
        early = jumps[2 * k - 1] + greatest;
        even = jumps[2 * k] + any;
        late = jumps[2 * k + 1] + any;
    }
    ints offset = late > floats_max(even, early) ? (ints)1 : even >= early ? (ints)0 : (ints)-1;
    for (int32_t k = SLOPES - 1; k > 0; k--) {
        begins[k] = offset + 2 * k;
        if (k > 1) offset = offset == -1 ? before_early[k] : before[k];
    }
    begins[0] = 0;
    begins[SLOPES] = CELLS;
}

/// Pixels, the mean of both envelopes' slopes: where the cells of a column's slopes lie farther apart, they get uneven shares.
static const float MOST_APART = 0.5f;

INLINE vitrail_slopes_told find_all(vitrail_slope_columns columns, float least, vitrail_slopes *slopes) {
    floats first[CELLS], second[CELLS];
    sorted(columns.first, columns.count, first);
    sorted(columns.second, columns.count, second);
    size_t count = 4 * columns.parts;
    slope own[2][SLOPES];
    floats apart = find_even(first, count, least, own[0]) + find_even(second, count, least, own[1]);
    floats shares[SLOPES];
    for (size_t k = 0; k < count; k++) shares[k] = 1 / (float)count;
    ints is_uneven = apart > MOST_APART;
    if (count == SLOPES && __builtin_reduce_or(is_uneven)) {
        ints begins[SLOPES + 1];
        choose_begins(first, second, begins);
        for (int32_t k = 0; k <= SLOPES; k++) begins[k] = is_uneven ? begins[k] : (ints)(2 * k);
        for (size_t k = 0; k < SLOPES; k++) shares[k] = __builtin_convertvector(begins[k + 1] - begins[k], floats) / CELLS;
        find_uneven(first, begins, least, own[0]);
        find_uneven(second, begins, least, own[1]);
    }
    floats area = 0;
    for (size_t i = 0; i < CELLS; i++) area += second[i] - first[i];
    vitrail_slopes_told told = {0, 0};
    for (size_t c = 0; c < columns.count; c++) {
        for (size_t k = 0; k < count; k++) {
            vitrail_slopes *four = slopes + c * columns.parts + k / 4;
            four->first_low[k % 4] = own[0][k].low[c];
            four->first_high[k % 4] = own[0][k].high[c];
            four->second_low[k % 4] = own[1][k].low[c];
            four->second_high[k % 4] = own[1][k].high[c];
            four->weight[k % 4] = shares[k][c] * columns.weights[c];
        }
        told.apart += apart[c] * columns.weights[c];
        told.area += area[c] / CELLS * columns.weights[c];
    }
    return told;
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static vitrail_slopes_told find_512(vitrail_slope_columns columns, float least, vitrail_slopes *slopes) {
    return find_all(columns, least, slopes);
}

__attribute__((target("avx2"))) static vitrail_slopes_told find_256(vitrail_slope_columns columns, float least, vitrail_slopes *slopes) {
    return find_all(columns, least, slopes);
}
#endif

vitrail_slopes_told vitrail_find_slopes(vitrail_slope_columns columns, float least, vitrail_slopes *slopes) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return find_512(columns, least, slopes);
    if (__builtin_cpu_supports("avx2")) return find_256(columns, least, slopes);
#endif
    return find_all(columns, least, slopes);
}
