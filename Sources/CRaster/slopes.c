#include "CRaster.h"
#include "dispatch.h"
#include "floats.h"

#pragma STDC FP_CONTRACT OFF

#define COLUMNS VITRAIL_SLOPE_COLUMNS
#define CELLS VITRAIL_SLOPE_CELLS
/// Maximum number of slopes per column.
#define SLOPES 8

_Static_assert(FLOAT_LANES == COLUMNS, "a column in each lane");
_Static_assert((CELLS & (CELLS - 1)) == 0, "as many as can be merged");
_Static_assert(CELLS == 2 * SLOPES, "two cells for each");

/// Sorts the cells of each column by merge exchange (algorithm M of Knuth, "The Art of Computer Programming" 3, 5.2.2).
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

/// Loads columns that follow each other, one into each lane, and sorts them.
INLINE void sorted(const float *heights, size_t count, floats *v) {
    // Copies number by number: setting a single lane of a vector would store and reload the whole vector.
    float turned[CELLS][COLUMNS];
    if (count < COLUMNS) memset(turned, 0, sizeof turned);
    for (size_t c = 0; c < count; c++) {
        for (size_t i = 0; i < CELLS; i++) turned[i][c] = heights[c * CELLS + i];
    }
    for (size_t i = 0; i < CELLS; i++) v[i] = load(turned[i]);
    sort(v);
}

typedef struct {
    floats low, high;
} slope;

/// Half the height of a slope: it extends halfway to its neighbours, but beyond its lowest and highest cell by no more
/// than the neighbours' distance from them.
///
/// - Parameters:
///   - mean, lowest, highest: Heights of the slope's cells.
///   - below, above: Heights halfway to the previous and the next cell.
INLINE floats half_height(floats mean, floats lowest, floats highest, floats below, floats above) {
    return floats_min((above - below) * 0.5f, floats_min(mean - (below * 2 - lowest), above * 2 - highest - mean));
}

INLINE slope slope_around(floats mean, floats half, float minimum) {
    half = floats_max(half, (floats)minimum);
    return (slope){mean - half, mean + half};
}

/// Computes slopes with the same number of cells each.
///
/// - Returns: The excess distance between cells that share a slope, compared with their distance along it: the mean of
///   a column's slopes.
INLINE floats find_even(const floats *v, size_t count, float minimum, slope *slopes) {
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
        slopes[k] = slope_around(mean, half, minimum);
        apart += floats_max(widest - half * (2 / (float)length), (floats)0);
        below = above;
    }
    return apart / (float)count;
}

/// Distance that an outermost slope with a single cell extends beyond the cell; a jump to the next cells does not
/// increase it.
INLINE floats margin(floats outer, floats next, floats inner) {
    return floats_min(floats_max(next - outer, outer - next), floats_max(inner - next, next - inner)) * 0.5f;
}

/// Computes slopes with one to four cells each.
///
/// - Parameter begins: Index of the first cell of each slope; after the last one, the number of cells.
INLINE void find_uneven(const floats *v, const ints *begins, float minimum, slope *slopes) {
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
            above = begins[k] == CELLS - 1 ? highest + margin(highest, v[CELLS - 2], v[CELLS - 3])
                                           : highest * 1.5f - v[CELLS - 2] * 0.5f;
        }
        floats mean = sum / __builtin_convertvector(begins[k + 1] - begins[k], floats);
        slopes[k] = slope_around(mean, half_height(mean, lowest, highest, below, above), minimum);
        below = above;
    }
}

/// Chooses slopes that begin at the largest gaps between cells: each with its first cell of an even distribution, or
/// with the cell before or after it. Maximizes the sum of the gaps (Viterbi's algorithm).
INLINE void choose_begins(const floats *first, const floats *second, ints *begins) {
    floats jumps[CELLS];
    for (size_t i = 1; i < CELLS; i++) jumps[i] = first[i] - first[i - 1] + (second[i] - second[i - 1]);
    // The maximum sums so far if the last slope begins a cell early, evenly, or a cell late; and the choice for the
    // slope before it.
    floats early = jumps[1], even = jumps[2], late = jumps[3];
    ints before_early[SLOPES], before[SLOPES];
    for (size_t k = 2; k < SLOPES; k++) {
        // If a slope begins late, the next one cannot begin early.
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

typedef float four_floats __attribute__((ext_vector_type(4)));

INLINE four_floats load_four(const float *values) {
    four_floats v;
    memcpy(&v, values, sizeof v);
    return v;
}

INLINE void store_four(four_floats v, float *values) { memcpy(values, &v, sizeof v); }

/// Writes the lanes of four vectors, four numbers per lane.
///
/// - Parameters:
///   - stride: Distance between the vectors.
///   - count: Number of lanes.
///   - step: Distance between the lanes in `to`.
INLINE void store_turned(const float *vectors, size_t stride, size_t count, float *to, size_t step) {
    size_t c = 0;
    for (; c + 4 <= count; c += 4) {
        four_floats v0 = load_four(vectors + c), v1 = load_four(vectors + stride + c);
        four_floats v2 = load_four(vectors + 2 * stride + c), v3 = load_four(vectors + 3 * stride + c);
        four_floats low = __builtin_shufflevector(v0, v1, 0, 4, 1, 5);
        four_floats low_rest = __builtin_shufflevector(v2, v3, 0, 4, 1, 5);
        four_floats high = __builtin_shufflevector(v0, v1, 2, 6, 3, 7);
        four_floats high_rest = __builtin_shufflevector(v2, v3, 2, 6, 3, 7);
        store_four(__builtin_shufflevector(low, low_rest, 0, 1, 4, 5), to + c * step);
        store_four(__builtin_shufflevector(low, low_rest, 2, 3, 6, 7), to + (c + 1) * step);
        store_four(__builtin_shufflevector(high, high_rest, 0, 1, 4, 5), to + (c + 2) * step);
        store_four(__builtin_shufflevector(high, high_rest, 2, 3, 6, 7), to + (c + 3) * step);
    }
    for (; c < count; c++) {
        for (size_t k = 0; k < 4; k++) to[c * step + k] = vectors[k * stride + c];
    }
}

/// The sum of the first lanes, added in sequence.
INLINE float sum_of(floats v, size_t count) {
    float lanes[FLOAT_LANES], sum = 0;
    memcpy(lanes, &v, sizeof lanes);
    for (size_t c = 0; c < count; c++) sum += lanes[c];
    return sum;
}

/// Pixels, sum over both envelopes: above this distance between the cells of a column's slopes, the slopes get
/// different numbers of cells.
static const float MAX_APART = 0.5f;

INLINE vitrail_slopes_told find_all(vitrail_slope_columns columns, float minimum, vitrail_slopes *slopes) {
    floats first[CELLS], second[CELLS];
    sorted(columns.first, columns.count, first);
    sorted(columns.second, columns.count, second);
    size_t count = 4 * columns.parts;
    slope own[2][SLOPES];
    floats apart = find_even(first, count, minimum, own[0]) + find_even(second, count, minimum, own[1]);
    floats shares[SLOPES];
    for (size_t k = 0; k < count; k++) shares[k] = 1 / (float)count;
    ints is_uneven = apart > MAX_APART;
    if (count == SLOPES && __builtin_reduce_or(is_uneven)) {
        ints begins[SLOPES + 1];
        choose_begins(first, second, begins);
        for (int32_t k = 0; k <= SLOPES; k++) begins[k] = is_uneven ? begins[k] : (ints)(2 * k);
        for (size_t k = 0; k < SLOPES; k++) {
            shares[k] = __builtin_convertvector(begins[k + 1] - begins[k], floats) / CELLS;
        }
        find_uneven(first, begins, minimum, own[0]);
        find_uneven(second, begins, minimum, own[1]);
    }
    floats area = 0;
    for (size_t i = 0; i < CELLS; i++) area += second[i] - first[i];
    float own_weights[COLUMNS] = {0};
    memcpy(own_weights, columns.weights, columns.count * sizeof(float));
    floats weights = load(own_weights);
    for (size_t k = 0; k < count; k++) shares[k] *= weights;
    size_t step = columns.parts * sizeof(vitrail_slopes) / sizeof(float), stride = sizeof(slope) / sizeof(float);
    for (size_t part = 0; part < columns.parts; part++) {
        vitrail_slopes *four = slopes + part;
        const slope *first_slopes = own[0] + 4 * part, *second_slopes = own[1] + 4 * part;
        store_turned((const float *)&first_slopes->low, stride, columns.count, four->first_low, step);
        store_turned((const float *)&first_slopes->high, stride, columns.count, four->first_high, step);
        store_turned((const float *)&second_slopes->low, stride, columns.count, four->second_low, step);
        store_turned((const float *)&second_slopes->high, stride, columns.count, four->second_high, step);
        store_turned((const float *)&shares[4 * part], COLUMNS, columns.count, four->weight, step);
    }
    return (vitrail_slopes_told){sum_of(apart * weights, columns.count), sum_of(area / CELLS * weights, columns.count)};
}

DISPATCH_512(
    vitrail_slopes_told, vitrail_find_slopes, find_all,
    (vitrail_slope_columns columns, float minimum, vitrail_slopes *slopes), (columns, minimum, slopes)
)
