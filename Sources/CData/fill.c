#include "CData.h"

#include <math.h>
#include <string.h>

// Eight stretches at a time: where their curves go is found side by side, what that adds to rows is added one after the other.

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file
#pragma clang fp contract(off)              // the same on every machine

typedef float floats __attribute__((ext_vector_type(8)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int32_t ints __attribute__((ext_vector_type(8)));
typedef double doubles __attribute__((ext_vector_type(8)));
typedef int64_t longs __attribute__((ext_vector_type(8)));

#define INLINE static inline __attribute__((always_inline))

enum { lanes = 8 };

/// Pixels: a curve that goes less far across counts as level. So no number is divided by one that is next to nothing.
static const float level = 1.0f / 64;

// MARK: - Places

INLINE doubles load_doubles(const double *values) {
    doubles v;
    memcpy(&v, values, sizeof v);
    return v;
}

INLINE doubles gathered(const double *values, const uint32_t *places, size_t length, size_t before) {
    doubles v = (doubles)0.0;
    for (size_t k = 0; k < length; k++) v[k] = values[places[k] - before];
    return v;
}

INLINE doubles chosen_doubles(longs mask, doubles yes, doubles no) { return (doubles)(((longs)yes & mask) | ((longs)no & ~mask)); }

INLINE floats placed(doubles v, vitrail_affine axis) {
    const doubles farthest = (doubles)axis.farthest;
    doubles place = (v - axis.origin) * axis.factor + axis.start;
    place = chosen_doubles(place < -farthest, -farthest, place);
    place = chosen_doubles(place > farthest, farthest, place) - axis.from;
    return __builtin_convertvector(chosen_doubles((v - v) == 0.0, place, (doubles)(double)NAN), floats);
}

INLINE void find_places(const double *values, size_t count, vitrail_affine axis, float *places) {
    for (size_t i = 0; i < count; i += lanes) {
        doubles v = (doubles)0.0;
        size_t length = count - i < lanes ? count - i : lanes;
        if (length == lanes) v = load_doubles(values + i); else memcpy(&v, values + i, length * sizeof(double));
        floats found = placed(v, axis);
        memcpy(places + i, &found, length * sizeof(float));
    }
}

INLINE void find_ends(const double *values, const uint32_t *ends, size_t count, vitrail_affine axis, float *from, float *to) {
    for (size_t i = 0; i < count; i += lanes) {
        size_t length = count - i < lanes ? count - i : lanes;
        floats start = placed(gathered(values, ends + i, length, 1), axis), end = placed(gathered(values, ends + i, length, 0), axis);
        memcpy(from + i, &start, length * sizeof(float));
        memcpy(to + i, &end, length * sizeof(float));
    }
}

INLINE void find_lengths(const double *values, size_t count, double factor, float *lengths) {
    size_t i = 0;
    for (; i + lanes < count; i += lanes) {
        floats found = __builtin_convertvector((load_doubles(values + i + 1) - load_doubles(values + i)) * factor, floats);
        memcpy(lengths + i, &found, sizeof found);
    }
    for (; i + 1 < count; i++) lengths[i] = (float)((values[i + 1] - values[i]) * factor);
}

// MARK: - Stretches

/// The first of some samples that lies behind a place, the last one if none before it does; few are looked at if it is near a guess.
INLINE size_t first_behind(const double *along, double place, size_t first, size_t last, size_t guess) {
    // What lies before `low` is not behind the place, what lies from `high` on is, or is the last.
    size_t low = first, high = last, probe = guess < low ? low : guess, step = 1;
    while (low < high && probe < high) {
        if (along[probe] > place) {
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
        if (along[middle] > place) high = middle; else low = middle + 1;
    }
    return low;
}

void vitrail_choose_stretches(const double *along, size_t count, uint64_t chance, size_t parts, uint32_t *ends) {
    size_t last = count - 1, behind = 1;
    double start = along ? along[0] : 0, length = (along ? along[last] : (double)last) - start, per_part = (double)last / (double)parts;
    for (size_t k = 0; k < parts; k++) {
        double part = (double)k + vitrail_chance(&chance);
        size_t guess = (size_t)(part * per_part) + 1;
        if (along) {
            behind = first_behind(along, start + part / (double)parts * length, behind, last, guess);
        } else {
            behind = guess < last ? guess : last;
        }
        ends[k] = (uint32_t)behind;
    }
}

// MARK: - Single curves

INLINE void note(vitrail_fill *fill, int edge, int32_t low, int32_t high) {
    if (low < fill->low[edge]) fill->low[edge] = low;
    if (high > fill->high[edge]) fill->high[edge] = high;
}

INLINE void add_to(vitrail_fill_row *row, float here, float next, float growth) {
    row->sums[0].here += here;
    row->sums[0].next += next;
    row->sums[0].growth += growth;
}

/// A curve that stays within the rows.
static void add_inside(vitrail_fill *fill, float low, float high, float weight, int layer, int edge) {
    vitrail_fill_row *rows = fill->cells + (size_t)layer * fill->stride;
    float height = high - low;
    int32_t first = (int32_t)low, last = (int32_t)high;
    if (first == last || height < level) {
        float middle = (low + high) / 2;
        int32_t row = (int32_t)middle;
        float share = middle - (float)row;
        add_to(rows + row, weight * (1 - share), weight * share, 0);
        note(fill, edge, row, row);
        return;
    }
    // From the second row to the last one more of `weight / height` each: but half a row less of the second and of the last, for which the first and
    // the one behind stand, as far as the curve reaches into rows.
    float half = weight / (2 * height), above = (float)(first + 1) - low, below = high - (float)last;
    add_to(rows + first, half * above * above, -half * (1 - above) * (1 - above), 2 * half);
    add_to(rows + last, -half * (1 - below) * (1 - below), half * below * below, -2 * half);
    note(fill, edge, first, last);
}

/// What lies below a curve. Of one that leaves the rows, what is above covers all of them, and what is below none.
static void add_curve(vitrail_fill *fill, float from, float to, float weight, int layer, int edge) {
    if (layer < 0) return;
    float low = from < to ? from : to, high = from < to ? to : from, end = (float)fill->rows, height = high - low;
    if (low >= end) return;
    if (high <= 0) return add_inside(fill, 0, 0, weight, layer, edge);
    float top = low > 0 ? low : 0, bottom = high < end ? high : end;
    if (low < 0) add_inside(fill, 0, 0, weight * (-low / height), layer, edge);
    add_inside(fill, top, bottom, height > 0 ? weight * ((bottom - top) / height) : weight, layer, edge);
}

static void add_uncrossed(vitrail_fill *fill, float length, float from, float to, float other_from, float other_to) {
    bool is_ordered = (other_from - from) + (other_to - to) >= 0;
    int layer = fill->layer[is_ordered ? 0 : 1];
    if (fill->is_flat) {
        fill->flat_length[is_ordered ? 0 : 1] += length;
        add_curve(fill, from, to, is_ordered ? length : -length, layer, 0);
    } else {
        add_curve(fill, from, to, is_ordered ? length : -length, layer, is_ordered ? 0 : 1);
        add_curve(fill, other_from, other_to, is_ordered ? -length : length, layer, is_ordered ? 1 : 0);
    }
}

void vitrail_count_stretch(vitrail_fill *fill, float length, float from, float to, float other_from, float other_to) {
    if (fill->is_flat) other_from = other_to = fill->flat;
    float a = other_from - from, b = other_to - to;
    if (!(a * b < 0)) return add_uncrossed(fill, length, from, to, other_from, other_to);
    float share = a / (a - b);
    // Of a curve that comes from very far, a float does not tell where it is on the way.
    float place = fabsf(to - from) < fabsf(other_to - other_from) ? from + (to - from) * share : other_from + (other_to - other_from) * share;
    add_uncrossed(fill, length * share, from, place, other_from, place);
    add_uncrossed(fill, length * (1 - share), place, to, place, other_to);
}

// MARK: - Eight at a time

INLINE floats load(const float *values, size_t length) {
    floats v = (floats)0.0f;
    if (length == lanes) memcpy(&v, values, sizeof v); else memcpy(&v, values, length * sizeof(float));
    return v;
}

INLINE floats chosen(ints mask, floats yes, floats no) { return (floats)(((ints)yes & mask) | ((ints)no & ~mask)); }
INLINE ints chosen_ints(ints mask, ints yes, ints no) { return (yes & mask) | (no & ~mask); }
INLINE floats smaller(floats a, floats b) { return chosen(a < b, a, b); }
INLINE floats larger(floats a, floats b) { return chosen(a < b, b, a); }

INLINE float total(floats v) {
    float4 a = v.lo + v.hi;
    return (a[0] + a[1]) + (a[2] + a[3]);
}

/// Adds one row's numbers of each lane: to two of its sums, from one on.
INLINE void add_rows(vitrail_fill *fill, int first, ints index, floats here, floats next, floats growth) {
    floats a = __builtin_shufflevector(here, next, 0, 8, 1, 9, 4, 12, 5, 13), b = __builtin_shufflevector(here, next, 2, 10, 3, 11, 6, 14, 7, 15);
    floats c = __builtin_shufflevector(growth, (floats)0.0f, 0, 8, 1, 9, 4, 12, 5, 13), d = __builtin_shufflevector(growth, (floats)0.0f, 2, 10, 3, 11, 6, 14, 7, 15);
    floats pairs[4] = {
        __builtin_shufflevector(a, c, 0, 1, 8, 9, 2, 3, 10, 11), __builtin_shufflevector(b, d, 0, 1, 8, 9, 2, 3, 10, 11),
        __builtin_shufflevector(a, c, 4, 5, 12, 13, 6, 7, 14, 15), __builtin_shufflevector(b, d, 4, 5, 12, 13, 6, 7, 14, 15)};
    int32_t places[lanes];
    index *= (int32_t)sizeof(vitrail_fill_row);
    memcpy(places, &index, sizeof places);
    char *cells = (char *)fill->cells;
    for (int k = 0; k < lanes; k++) {
        char *row = cells + places[k] + (size_t)(first + k % 2) * sizeof(float4);
        float4 sum, own = k % 2 ? pairs[k / 2].hi : pairs[k / 2].lo;
        memcpy(&sum, row, sizeof sum);
        sum += own;
        memcpy(row, &sum, sizeof sum);
    }
}

/// What lies below curves; of lanes with weight 0 nothing.
INLINE void add_curves(vitrail_fill *fill, floats from, floats to, floats weight, ints layer, int edge) {
    const floats end = (floats)(float)fill->rows;
    floats low = smaller(from, to), high = larger(from, to);
    // What passes the first row's edge, or the last one's, is cut.
    ints is_cut = (((low < 0.0f) & (high > 0.0f)) | ((low < end) & (high > end))) & (weight != 0.0f);
    if (__builtin_reduce_or(is_cut)) {
        for (int k = 0; k < lanes; k++) {
            if (is_cut[k]) add_curve(fill, from[k], to[k], weight[k], layer[k], edge);
        }
        weight = chosen(is_cut, (floats)0.0f, weight);
    }
    ints is_there = weight != 0.0f;
    if (!__builtin_reduce_or(is_there)) return;
    low = smaller(larger(low, (floats)0.0f), end);
    high = smaller(larger(high, (floats)0.0f), end);
    floats height = high - low, middle = (low + high) * 0.5f;
    ints first = __builtin_convertvector(low, ints), last = __builtin_convertvector(high, ints);
    ints is_level = (first == last) | (height < level);
    ints row = __builtin_convertvector(middle, ints);
    floats share = middle - __builtin_convertvector(row, floats);
    floats half = weight / chosen(is_level, (floats)1.0f, 2 * height);
    floats above = __builtin_convertvector(first, floats) + 1.0f - low, below = high - __builtin_convertvector(last, floats);
    first = chosen_ints(is_level, row, first);
    last = chosen_ints(is_level, row, last);
    ints start = layer * (int32_t)fill->stride;
    add_rows(
        fill, 0, first + start, chosen(is_level, weight * (1.0f - share), half * above * above),
        chosen(is_level, weight * share, -half * (1.0f - above) * (1.0f - above)), chosen(is_level, (floats)0.0f, 2 * half));
    if (__builtin_reduce_or(~is_level)) {
        floats none = (floats)0.0f;
        add_rows(
            fill, 2, last + start, chosen(is_level, none, -half * (1.0f - below) * (1.0f - below)), chosen(is_level, none, half * below * below),
            chosen(is_level, none, -2 * half));
    }
    note(fill, edge, __builtin_reduce_min(chosen_ints(is_there, first, (ints)INT32_MAX)), __builtin_reduce_max(chosen_ints(is_there, last, (ints)-1)));
}

INLINE void count_stretches(
    vitrail_fill *fill, const float *lengths, const float *from, const float *to, const float *other_from, const float *other_to, size_t count
) {
    for (size_t i = 0; i < count; i += lanes) {
        size_t room = count - i < lanes ? count - i : lanes;
        floats length = load(lengths + i, room), a0 = load(from + i, room), a1 = load(to + i, room), b0 = (floats)fill->flat, b1 = b0;
        if (!fill->is_flat) b0 = load(other_from + i, room), b1 = load(other_to + i, room);
        floats before = b0 - a0, behind = b1 - a1, sum = before + behind;
        // What has no place is a gap; so is what is no longer than nothing.
        ints is_there = ((sum - sum) == 0.0f) & (length > 0.0f);
        if (fill->is_stepped) a1 = a0, b1 = b0, behind = before, sum = before + behind;
        ints crosses = is_there & (before * behind < 0.0f);
        if (__builtin_reduce_or(crosses)) {
            for (int k = 0; k < lanes; k++) {
                if (crosses[k]) vitrail_count_stretch(fill, length[k], a0[k], a1[k], b0[k], b1[k]);
            }
        }
        is_there &= ~crosses;
        if (!__builtin_reduce_or(is_there)) continue;
        ints is_ordered = sum >= 0.0f;
        ints layer = chosen_ints(is_ordered, (ints)fill->layer[0], (ints)fill->layer[1]);
        floats held = chosen(is_there, length, (floats)0.0f);
        if (fill->is_flat) {
            fill->flat_length[0] += total(chosen(is_ordered, held, (floats)0.0f));
            fill->flat_length[1] += total(chosen(is_ordered, (floats)0.0f, held));
        }
        // Nothing is seen of some layers.
        held = chosen(layer < 0, (floats)0.0f, held);
        layer = chosen_ints(layer < 0, (ints)0, layer);
        a0 = chosen(is_there, a0, (floats)0.0f);
        a1 = chosen(is_there, a1, (floats)0.0f);
        if (fill->is_flat) {
            add_curves(fill, a0, a1, chosen(is_ordered, held, -held), layer, 0);
        } else {
            b0 = chosen(is_there, b0, (floats)0.0f);
            b1 = chosen(is_there, b1, (floats)0.0f);
            add_curves(fill, chosen(is_ordered, a0, b0), chosen(is_ordered, a1, b1), held, layer, 0);
            add_curves(fill, chosen(is_ordered, b0, a0), chosen(is_ordered, b1, a1), -held, layer, 1);
        }
    }
}

// MARK: - Columns

/// Rows from one to another: what was added to each, and to the one behind it. The sums begin anew.
static void close_rows(vitrail_fill *fill, int layer, int32_t low, int32_t high, float *steps, size_t lanes_per_row) {
    vitrail_fill_row *rows = fill->cells + (size_t)layer * fill->stride;
    float next = 0, growth = 0;
    for (int32_t row = low; row <= high; row++) {
        float4 sums[4], sum;
        memcpy(sums, &rows[row], sizeof sums);
        memset(&rows[row], 0, sizeof rows[row]);
        sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
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
    for (int edge = 0; edge < 2; edge++) {
        if (fill->high[edge] < 0) continue;
        for (int layer = 0; layer < fill->layers; layer++) close_rows(fill, layer, fill->low[edge], fill->high[edge], steps[layer], lanes_per_row);
        fill->low[edge] = INT32_MAX, fill->high[edge] = -1;
    }
}

// MARK: - Instructions that the processor has

#if defined(__x86_64__)

#define FOR_EACH_SET(name, declared, given) \
    __attribute__((target("avx2"))) static void name##_256 declared { name given; } \
    void vitrail_##name declared { \
        if (__builtin_cpu_supports("avx2")) return name##_256 given; \
        name given; \
    }

#else

#define FOR_EACH_SET(name, declared, given) \
    void vitrail_##name declared { name given; }

#endif

FOR_EACH_SET(find_places, (const double *values, size_t count, vitrail_affine axis, float *places), (values, count, axis, places))
FOR_EACH_SET(
    find_ends, (const double *values, const uint32_t *ends, size_t count, vitrail_affine axis, float *from, float *to),
    (values, ends, count, axis, from, to))
FOR_EACH_SET(find_lengths, (const double *values, size_t count, double factor, float *lengths), (values, count, factor, lengths))
FOR_EACH_SET(
    count_stretches,
    (vitrail_fill *fill, const float *lengths, const float *from, const float *to, const float *other_from, const float *other_to, size_t count),
    (fill, lengths, from, to, other_from, other_to, count))
