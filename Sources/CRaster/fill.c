#include "CRaster.h"
#include "dispatch.h"

#include <math.h>
#include <string.h>

// Processes eight stretches at a time: vectors compute the slopes, then the rows are updated one after the other.

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file
#pragma clang fp contract(off)              // the same on every machine

typedef float floats __attribute__((ext_vector_type(8)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int32_t ints __attribute__((ext_vector_type(8)));
typedef uint32_t unsigned_ints __attribute__((ext_vector_type(8)));
typedef double doubles __attribute__((ext_vector_type(8)));
typedef int64_t longs __attribute__((ext_vector_type(8)));
typedef uint64_t unsigned_longs __attribute__((ext_vector_type(8)));

/// Marks functions that rarely run.
#define RARE static __attribute__((noinline, cold))

enum { lanes = 8 };

/// Pixels: a curve with a smaller extent across counts as level, so that the code never divides by a number close to 0.
static const float level = 1.0f / 64;

// MARK: - Places

INLINE doubles load_doubles(const double *values) {
    doubles v;
    memcpy(&v, values, sizeof v);
    return v;
}

INLINE doubles gathered(const double *values, const uint32_t *positions, size_t length, size_t before) {
    doubles v = (doubles)0.0;
    for (size_t k = 0; k < length; k++) v[k] = values[positions[k] - before];
    return v;
}

INLINE ints chosen_ints(ints mask, ints yes, ints no) { return (yes & mask) | (no & ~mask); }
INLINE doubles chosen_doubles(longs mask, doubles yes, doubles no) {
    return (doubles)(((longs)yes & mask) | ((longs)no & ~mask));
}

/// ln(v / origin) of positive numbers whose ratio is below 10³⁰⁰. The relative error is about 10⁻¹⁵, also for ratios
/// close to 1. NaN for other numbers.
INLINE doubles logarithms(doubles v, double origin) {
    doubles excess = (v - origin) * (1 / origin);
    longs is_near = (excess > -0.5) & (excess < 1.0);
    doubles ratio = chosen_doubles(is_near, 1.0 + excess, v * (1 / origin));
    // The number is a power of 2 (from a biased exponent) times a factor between √½ and √2.
    const longs half = (longs)0x3FE6A09E667F3BCD, one = (longs)((int64_t)1023 << 52);
    longs exponent = (longs)(((unsigned_longs)(longs)ratio - (unsigned_longs)half + (unsigned_longs)one) >> 52);
    doubles rest = (doubles)((longs)ratio - (exponent << 52) + one);
    // A Double added to 2⁵² has its units in the last bits.
    doubles power = (doubles)(exponent | 0x4330000000000000) - (0x1p52 + 1023);
    // Series of the inverse hyperbolic tangent.
    doubles x = (rest - 1.0) / (rest + 1.0), square = x * x, sum = (doubles)(2.0 / 17);
    for (int k = 15; k > 0; k -= 2) sum = sum * square + 2.0 / k;
    doubles found = power * 0x1.62e42fefa39efp-1 + x * sum;
    // Restores the part of a small excess that was lost when 1 was added.
    found += chosen_doubles(is_near, excess - (ratio - 1.0), (doubles)0.0);
    return chosen_doubles(v > 0.0, found, (doubles)(double)NAN);
}

/// √v − √origin, where the root of a negative number is −√−v. Exact for close numbers.
INLINE doubles roots(doubles v, double origin) {
    doubles size = __builtin_elementwise_abs(v), root = __builtin_elementwise_sqrt(size);
    doubles other = (doubles)__builtin_sqrt(__builtin_fabs(origin));
    doubles distance = chosen_doubles(v < 0.0, -root, root) - (origin < 0 ? -other : other);
    // A difference of roots loses the digits in which two close numbers differ.
    return chosen_doubles(
        (v * origin > 0.0) & (size < (doubles)(double)INFINITY), (v - origin) / (root + other), distance
    );
}

INLINE doubles distances(doubles v, vitrail_axis axis) {
    switch (axis.mapping) {
    case vitrail_logarithmic: return logarithms(v, axis.origin);
    case vitrail_square_root: return roots(v, axis.origin);
    default: return v - axis.origin;
    }
}

INLINE floats placed(doubles v, vitrail_axis axis) {
    const doubles farthest = (doubles)axis.farthest;
    doubles position = distances(v, axis) * axis.factor + axis.start;
    position = chosen_doubles(position < -farthest, -farthest, position);
    position = chosen_doubles(position > farthest, farthest, position) - axis.from;
    return __builtin_convertvector(chosen_doubles((v - v) == 0.0, position, (doubles)(double)NAN), floats);
}

INLINE void find_positions(const double *values, size_t count, vitrail_axis axis, float *positions) {
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        floats found = placed(load_doubles(values + i), axis);
        memcpy(positions + i, &found, sizeof found);
    }
    doubles rest = (doubles)0.0;
    memcpy(&rest, values + i, (count - i) * sizeof(double));
    floats found = placed(rest, axis);
    memcpy(positions + i, &found, (count - i) * sizeof(float));
}

INLINE void find_ends(
    const double *values, const uint32_t *ends, size_t count, vitrail_axis axis, float *from, float *to
) {
    for (size_t i = 0; i < count; i += lanes) {
        size_t length = count - i < lanes ? count - i : lanes;
        floats start = placed(gathered(values, ends + i, length, 1), axis);
        floats end = placed(gathered(values, ends + i, length, 0), axis);
        memcpy(from + i, &start, length * sizeof(float));
        memcpy(to + i, &end, length * sizeof(float));
    }
}

INLINE void find_lengths(const double *values, size_t count, double factor, float *lengths) {
    size_t i = 0;
    for (; i + lanes < count; i += lanes) {
        floats found =
            __builtin_convertvector((load_doubles(values + i + 1) - load_doubles(values + i)) * factor, floats);
        memcpy(lengths + i, &found, sizeof found);
    }
    for (; i + 1 < count; i++) lengths[i] = (float)((values[i + 1] - values[i]) * factor);
}

// MARK: - Stretches

/// Index of the first sample after `position`, or the last sample if there is none. Few samples are read if `guess` is
/// close.
INLINE size_t first_behind(const double *along, double position, size_t first, size_t last, size_t guess) {
    // Invariant: samples before `low` are not after `position`; the sample at `high` is, or is the last one.
    size_t low = first, high = last, probe = guess < low ? low : guess, step = 1;
    while (low < high && probe < high) {
        if (along[probe] > position) {
            high = probe;
            if (probe - low < step) break;
            probe -= step;
        } else {
            low = probe + 1;
            probe += step;
        }
        step *= 2;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (along[middle] > position) high = middle;
        else low = middle + 1;
    }
    return low;
}

/// Eight of the numbers that `vitrail_chance` generates.
INLINE doubles chances(uint32_t state, size_t k) {
    unsigned_ints mixed = ((unsigned_ints){0, 1, 2, 3, 4, 5, 6, 7} + (uint32_t)k) * 0x9E3779B1u + state;
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6Bu;
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
    return __builtin_convertvector((ints)(mixed ^ mixed >> 16), doubles) * 0x1p-32 + 0.5;
}

INLINE void choose_stretches(const double *along, size_t count, uint32_t state, size_t parts, uint32_t *ends) {
    size_t last = count - 1, behind = 1;
    double start = along ? along[0] : 0, length = (along ? along[last] : (double)last) - start;
    double per_part = (double)last / (double)parts;
    for (size_t i = 0; i < parts; i += lanes) {
        size_t room = parts - i < lanes ? parts - i : lanes;
        doubles part = chances(state, i) + (double)i + (doubles){0, 1, 2, 3, 4, 5, 6, 7};
        ints guesses = __builtin_convertvector(part * per_part, ints) + 1;
        if (!along) {
            guesses = chosen_ints(guesses < (int32_t)last, guesses, (ints)(int32_t)last);
            memcpy(ends + i, &guesses, room * sizeof(int32_t));
            continue;
        }
        doubles positions = part * (length / (double)parts) + start;
        for (size_t k = 0; k < room; k++) {
            ends[i + k] = (uint32_t)(behind = first_behind(along, positions[k], behind, last, (size_t)guesses[k]));
        }
    }
}

// MARK: - Single curves

INLINE void note(vitrail_fill *fill, int curve, int32_t low, int32_t high) {
    if (low < fill->low[curve]) fill->low[curve] = low;
    if (high > fill->high[curve]) fill->high[curve] = high;
}

INLINE void add_to(vitrail_fill_row *row, float here, float next, float growth) {
    row->here += here;
    row->next += next;
    row->growth += growth;
}

/// Adds a curve that stays within the rows.
static void add_inside(vitrail_fill *fill, float low, float high, float weight, int layer, int curve) {
    vitrail_fill_row *rows = fill->cells + (size_t)layer * fill->stride;
    float height = high - low;
    int32_t first = (int32_t)low, last = (int32_t)high;
    if (first == last || height < level) {
        float middle = (low + high) / 2;
        int32_t row = (int32_t)middle;
        float share = middle - (float)row;
        add_to(rows + row, weight * (1 - share), weight * share, 0);
        note(fill, curve, row, row);
        return;
    }
    // From the second to the last row, coverage grows by `weight / height` per row, except that the second and the last
    // row get half of it. The first row and the row after the last take the rest, depending on how far the curve
    // extends into them.
    float half = weight / (2 * height), above = (float)(first + 1) - low, below = high - (float)last;
    add_to(rows + first, half * above * above, -half * (1 - above) * (1 - above), 2 * half);
    add_to(rows + last, -half * (1 - below) * (1 - below), half * below * below, -2 * half);
    note(fill, curve, first, last);
}

/// Adds the area below a curve. A part above the rows covers all of them; a part below them covers none.
static void add_curve(vitrail_fill *fill, float from, float to, float weight, int layer, int curve) {
    if (layer < 0) return;
    float low = from < to ? from : to, high = from < to ? to : from, end = (float)fill->rows, height = high - low;
    if (low >= end) return;
    if (high <= 0) return add_inside(fill, 0, 0, weight, layer, curve);
    float top = low > 0 ? low : 0, bottom = high < end ? high : end;
    if (low < 0) add_inside(fill, 0, 0, weight * (-low / height), layer, curve);
    add_inside(fill, top, bottom, height > 0 ? weight * ((bottom - top) / height) : weight, layer, curve);
}

static void add_uncrossed(vitrail_fill *fill, float length, float from, float to, float other_from, float other_to) {
    bool is_ordered = (other_from - from) + (other_to - to) >= 0;
    int side = is_ordered ? 0 : 1, layer = fill->layer[side];
    add_curve(fill, from, to, is_ordered ? length : -length, layer, 0);
    if (fill->is_flat) {
        fill->flat_length[side] += length;
    } else {
        add_curve(fill, other_from, other_to, is_ordered ? -length : length, layer, 1);
    }
}

void vitrail_count_stretch(vitrail_fill *fill, float length, float from, float to, float other_from, float other_to) {
    if (fill->is_flat) other_from = other_to = fill->flat;
    float a = other_from - from, b = other_to - to;
    if (!(a * b < 0)) return add_uncrossed(fill, length, from, to, other_from, other_to);
    float share = a / (a - b);
    // A float is too imprecise for the crossing on a curve that comes from far away, so the flatter curve is used.
    float position = fabsf(to - from) < fabsf(other_to - other_from) ? from + (to - from) * share
                                                                     : other_from + (other_to - other_from) * share;
    add_uncrossed(fill, length * share, from, position, other_from, position);
    add_uncrossed(fill, length * (1 - share), position, to, position, other_to);
}

// MARK: - Eight at a time

// The contribution of a straight curve to its first and last row depends only on its ends, each taken separately: on
// its inverse slope (the length of column per row), with the opposite sign at the other end. Where one stretch ends,
// the next begins. Therefore the ends of consecutive stretches are combined before they are added to rows.

/// Number of stretches that are examined before their ends are added.
enum { batch = 256 };

/// One entry per stretch of a curve. Zeros before the first and after the last stretch fill the vectors that are read
/// with them.
typedef struct {
    /// Inverse slope: the length of column per row; 0 if the curve stays in one row or was added another way.
    float slopes[lanes + batch + lanes];
    /// Length of column that the curve stays in one row.
    float weights[lanes + batch + lanes];
    /// Minimum and maximum position of the curve.
    floats low, high;
} curve_slopes;

typedef struct {
    curve_slopes curves[2];
    /// Index of the first cell of the layer that each stretch belongs to.
    int32_t starts[lanes + batch + lanes];
    /// Sum of the extents of all curves across.
    floats heights;
    /// Lengths of column where the first curve precedes the flat one, and where it follows it.
    floats flat_lengths[2];
} slopes;

static const float zeros[batch + 2 * lanes];

INLINE floats load(const float *values, size_t length) {
    floats v = (floats)0.0f;
    memcpy(&v, values, length * sizeof(float));
    return v;
}

INLINE ints load_ints(const int32_t *values) {
    ints v;
    memcpy(&v, values, sizeof v);
    return v;
}

INLINE floats chosen(ints mask, floats yes, floats no) { return (floats)(((ints)yes & mask) | ((ints)no & ~mask)); }
INLINE floats smaller(floats a, floats b) { return chosen(a < b, a, b); }
INLINE floats larger(floats a, floats b) { return chosen(a > b, a, b); }

/// Clamps to the rows; NaN becomes 0.
INLINE floats held(floats position, floats end) { return smaller(larger(position, (floats)0.0f), end); }

INLINE float total(floats v) {
    float4 a = v.lo + v.hi;
    return (a[0] + a[1]) + (a[2] + a[3]);
}

/// Adds eight curves one after the other; skips weight 0.
RARE void add_cut(vitrail_fill *fill, const floats ends[3], const ints *layer, int curve) {
    for (int k = 0; k < lanes; k++) {
        if (ends[2][k] != 0) add_curve(fill, ends[0][k], ends[1][k], ends[2][k], (*layer)[k], curve);
    }
}

/// Adds eight stretches one after the other; skips length 0.
RARE void add_crossing(vitrail_fill *fill, const floats ends[5]) {
    for (int k = 0; k < lanes; k++) {
        if (ends[0][k] != 0) vitrail_count_stretch(fill, ends[0][k], ends[1][k], ends[2][k], ends[3][k], ends[4][k]);
    }
}

/// Finds the slopes of eight stretches of a curve for the area below it; skips weight 0.
INLINE void find_slopes(
    vitrail_fill *fill, slopes *found, size_t i, floats from, floats to, floats weight, ints layer, int curve
) {
    const floats end = (floats)(float)fill->rows;
    ints is_there = weight != 0.0f;
    floats low = chosen(from < to, from, to), high = chosen(from < to, to, from);
    // Curves that cross the edge of the first or the last row are cut.
    ints is_cut = is_there & (((low < 0.0f) & (high > 0.0f)) | ((low < end) & (high > end)));
    if (__builtin_reduce_or(is_cut)) {
        floats ends[3] = {from, to, chosen(is_cut, weight, (floats)0.0f)};
        add_cut(fill, ends, &layer, curve);
        weight = chosen(is_cut, (floats)0.0f, weight);
    }
    from = held(from, end);
    to = held(to, end);
    floats height = to - from, size = chosen(height < 0.0f, -height, height);
    ints is_level = (size < level) | (__builtin_convertvector(from, ints) == __builtin_convertvector(to, ints));
    floats slope = chosen(is_level, (floats)0.0f, weight / chosen(is_level, (floats)1.0f, height));
    weight = chosen(is_level, weight, (floats)0.0f);
    found->heights += chosen(is_there, size, (floats)0.0f);
    curve_slopes *own = &found->curves[curve];
    own->low = chosen(is_there, smaller(smaller(from, to), own->low), own->low);
    own->high = chosen(is_there, larger(larger(from, to), own->high), own->high);
    memcpy(own->slopes + lanes + i, &slope, sizeof slope);
    memcpy(own->weights + lanes + i, &weight, sizeof weight);
}

/// Adds to eight rows.
INLINE void add_rows(char *const sums[VITRAIL_FILL_SUMS], ints index, floats here, floats next, floats growth) {
    floats a = __builtin_shufflevector(here, next, 0, 8, 1, 9, 4, 12, 5, 13);
    floats b = __builtin_shufflevector(here, next, 2, 10, 3, 11, 6, 14, 7, 15);
    floats none = (floats)0.0f, c = __builtin_shufflevector(growth, none, 0, 8, 1, 9, 4, 12, 5, 13);
    floats d = __builtin_shufflevector(growth, none, 2, 10, 3, 11, 6, 14, 7, 15);
    floats pairs[4] = {
        __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13),
        __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15),
        __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13),
        __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15)
    };
    int32_t positions[lanes];
    index *= (int32_t)sizeof(vitrail_fill_row);
    memcpy(positions, &index, sizeof positions);
    for (int k = 0; k < lanes; k++) {
        char *row = sums[k % VITRAIL_FILL_SUMS] + positions[k];
        float4 sum, own = k < 4 ? pairs[k % 4].lo : pairs[k % 4].hi;
        memcpy(&sum, row, sizeof sum);
        sum += own;
        memcpy(row, &sum, sizeof sum);
    }
}

/// Adds the ends of a curve's stretches: at each position one stretch ends and another begins.
INLINE void add_ends(
    vitrail_fill *fill, const float *positions, size_t count, const float *slopes_before, const float *slopes_behind,
    const float *weights_before, const float *weights_behind, const int32_t *starts_before,
    const int32_t *starts_behind, int sums
) {
    const floats end = (floats)(float)fill->rows;
    const bool has_layers = fill->layers > 1;
    char *cells[VITRAIL_FILL_SUMS];
    for (int k = 0; k < VITRAIL_FILL_SUMS; k++) {
        cells[k] = (char *)(fill->cells + (sums == 1 ? 0 : (size_t)k * fill->stride * (size_t)fill->layers));
    }
    for (size_t i = 0; i < count; i += lanes) {
        floats position = i + lanes <= count ? load(positions + i, lanes) : load(positions + i, count - i);
        position = held(position, end);
        ints row = __builtin_convertvector(position, ints);
        floats share = position - __builtin_convertvector(row, floats), rest = 1.0f - share;
        floats before = load(slopes_before + i, lanes), behind = load(slopes_behind + i, lanes);
        floats weight_before = load(weights_before + i, lanes), weight_behind = load(weights_behind + i, lanes);
        ints start = load_ints(starts_behind + i), start_before = load_ints(starts_before + i);
        if (has_layers && __builtin_reduce_or(start != start_before)) {
            floats weight = weight_before * 0.5f, half = before * -0.5f;
            add_rows(
                cells, row + start_before, half * rest * rest + weight * rest, weight * share - half * share * share,
                half * 2.0f
            );
            before = weight_before = (floats)0.0f;
        }
        floats weight = (weight_before + weight_behind) * 0.5f, half = (behind - before) * 0.5f;
        add_rows(
            cells, row + start, half * rest * rest + weight * rest, weight * share - half * share * share, half * 2.0f
        );
    }
}

/// Adds eight stretches: stores the slopes of those representable by slopes in `found`, and adds the others at once.
INLINE void inspect_block(
    vitrail_fill *fill, slopes *found, size_t i, floats length, floats a0, floats a1, floats b0, floats b1
) {
    floats before = b0 - a0, behind = b1 - a1, sum = before + behind;
    // A stretch is a gap if a position is not finite or its length is not positive.
    ints is_there = ((sum - sum) == 0.0f) & (length > 0.0f);
    if (fill->is_stepped) a1 = a0, b1 = b0, behind = before, sum = before + behind;
    ints crosses = is_there & (before * behind < 0.0f);
    if (__builtin_reduce_or(crosses)) {
        floats ends[5] = {chosen(crosses, length, (floats)0.0f), a0, a1, b0, b1};
        add_crossing(fill, ends);
    }
    is_there &= ~crosses;
    ints is_ordered = sum >= 0.0f;
    floats weight = chosen(is_there, length, (floats)0.0f);
    if (fill->is_flat) {
        found->flat_lengths[0] += chosen(is_ordered, weight, (floats)0.0f);
        found->flat_lengths[1] += chosen(is_ordered, (floats)0.0f, weight);
    }
    // Layers with a negative index are not painted.
    ints layer = chosen_ints(is_ordered, (ints)fill->layer[0], (ints)fill->layer[1]);
    weight = chosen(layer < 0, (floats)0.0f, weight);
    layer = chosen_ints(layer < 0, (ints)0, layer);
    weight = chosen(is_ordered, weight, -weight);
    ints start = layer * (int32_t)fill->stride;
    memcpy(found->starts + lanes + i, &start, sizeof start);
    find_slopes(fill, found, i, a0, a1, weight, layer, 0);
    if (!fill->is_flat) find_slopes(fill, found, i, b0, b1, -weight, layer, 1);
}

INLINE void count_batch(
    vitrail_fill *fill, const float *lengths, const float *const from[2], const float *const to[2], size_t count
) {
    slopes found;
    found.heights = found.flat_lengths[0] = found.flat_lengths[1] = (floats)0.0f;
    for (int curve = 0; curve < 2; curve++) {
        curve_slopes *own = &found.curves[curve];
        own->low = (floats)(float)fill->rows;
        own->high = (floats)-1.0f;
        memset(own->slopes, 0, lanes * sizeof(float));
        memset(own->weights, 0, lanes * sizeof(float));
        memset(own->slopes + lanes + count, 0, lanes * sizeof(float));
        memset(own->weights + lanes + count, 0, lanes * sizeof(float));
    }
    memset(found.starts, 0, sizeof found.starts);
    const floats flat = (floats)fill->flat;
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        inspect_block(
            fill, &found, i, load(lengths + i, lanes), load(from[0] + i, lanes), load(to[0] + i, lanes),
            fill->is_flat ? flat : load(from[1] + i, lanes), fill->is_flat ? flat : load(to[1] + i, lanes)
        );
    }
    size_t rest = count - i;
    if (rest > 0) {
        inspect_block(
            fill, &found, i, load(lengths + i, rest), load(from[0] + i, rest), load(to[0] + i, rest),
            fill->is_flat ? flat : load(from[1] + i, rest), fill->is_flat ? flat : load(to[1] + i, rest)
        );
    }
    for (int side = 0; side < 2; side++) fill->flat_length[side] += total(found.flat_lengths[side]);
    int curves = fill->is_flat ? 1 : 2;
    // If curves stay in few rows, each addition would wait for the previous one, so four accumulators take turns.
    int sums = total(found.heights) > 8.0f * (float)count * (float)curves ? 1 : VITRAIL_FILL_SUMS;
    if (sums > fill->sums) fill->sums = sums;
    for (int curve = 0; curve < curves; curve++) {
        const curve_slopes *own = &found.curves[curve];
        const float *slopes = own->slopes + lanes, *weights = own->weights + lanes;
        float high = __builtin_reduce_max(own->high);
        if (high >= 0) note(fill, curve, (int32_t)__builtin_reduce_min(own->low), (int32_t)high);
        const int32_t *starts = found.starts + lanes;
        if (fill->is_stepped) {
            add_ends(fill, from[curve], count, zeros, zeros, weights, weights, starts, starts, sums);
        } else if (to[curve] == from[curve] + 1) {
            add_ends(fill, from[curve], count + 1, slopes - 1, slopes, weights - 1, weights, starts - 1, starts, sums);
        } else {
            add_ends(fill, from[curve], count, zeros, slopes, zeros, weights, starts, starts, sums);
            add_ends(fill, to[curve], count, slopes, zeros, weights, zeros, starts, starts, sums);
        }
    }
}

INLINE void count_stretches(
    vitrail_fill *fill, const float *lengths, const float *from, const float *to, const float *other_from,
    const float *other_to, size_t count
) {
    for (size_t i = 0; i < count; i += batch) {
        const float *starts[2] = {from + i, fill->is_flat ? NULL : other_from + i};
        const float *ends[2] = {to + i, fill->is_flat ? NULL : other_to + i};
        count_batch(fill, lengths + i, starts, ends, count - i < batch ? count - i : batch);
    }
}

// MARK: - Columns

/// Sums up the rows from `low` to `high` and the row after them, and resets their cells.
INLINE void close_rows(
    vitrail_fill *fill, int sums, int layer, int32_t low, int32_t high, float *steps, size_t lanes_per_row
) {
    vitrail_fill_row *rows = fill->cells + (size_t)layer * fill->stride;
    const size_t plane = fill->stride * (size_t)fill->layers;
    float next = 0, growth = 0;
    for (int32_t row = low; row <= high; row++) {
        float4 sum = (float4)0.0f;
        for (int k = 0; k < sums; k++) {
            vitrail_fill_row *cell = rows + (size_t)k * plane + row;
            float4 own;
            memcpy(&own, cell, sizeof own);
            memset(cell, 0, sizeof own);
            sum += own;
        }
        if (row < fill->rows) steps[(size_t)row * lanes_per_row] += sum[0] + next + growth;
        next = sum[1];
        growth += sum[2];
    }
    if (high + 1 < fill->rows) steps[(size_t)(high + 1) * lanes_per_row] += next + growth;
}

void vitrail_close_fill(vitrail_fill *fill, float *const steps[2], size_t lanes_per_row) {
    bool are_one = fill->low[0] <= fill->high[1] + 1 && fill->low[1] <= fill->high[0] + 1;
    if (are_one) {
        note(fill, 0, fill->low[1], fill->high[1]);
        fill->low[1] = INT32_MAX, fill->high[1] = -1;
    }
    for (int curve = 0; curve < 2; curve++) {
        int32_t low = fill->low[curve], high = fill->high[curve];
        if (high < 0) continue;
        for (int layer = 0; layer < fill->layers; layer++) {
            if (fill->sums > 1) {
                close_rows(fill, VITRAIL_FILL_SUMS, layer, low, high, steps[layer], lanes_per_row);
            } else {
                close_rows(fill, 1, layer, low, high, steps[layer], lanes_per_row);
            }
        }
        fill->low[curve] = INT32_MAX, fill->high[curve] = -1;
    }
    fill->sums = 1;
}

// MARK: - Instructions that the processor has

DISPATCH_256(
    void, vitrail_find_positions, find_positions,
    (const double *values, size_t count, vitrail_axis axis, float *positions), (values, count, axis, positions)
)
DISPATCH_256(
    void, vitrail_find_ends, find_ends,
    (const double *values, const uint32_t *ends, size_t count, vitrail_axis axis, float *from, float *to),
    (values, ends, count, axis, from, to)
)
DISPATCH_256(
    void, vitrail_find_lengths, find_lengths, (const double *values, size_t count, double factor, float *lengths),
    (values, count, factor, lengths)
)
DISPATCH_256(
    void, vitrail_choose_stretches, choose_stretches,
    (const double *along, size_t count, uint32_t state, size_t parts, uint32_t *ends),
    (along, count, state, parts, ends)
)
DISPATCH_256(
    void, vitrail_count_stretches, count_stretches,
    (vitrail_fill *fill, const float *lengths, const float *from, const float *to, const float *other_from,
     const float *other_to, size_t count),
    (fill, lengths, from, to, other_from, other_to, count)
)
