#include "CColumns.h"
#include "dispatch.h"

#include <math.h>
#include <string.h>

// Finds the strokes of values between gaps.

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file

enum { max_told = VITRAIL_STROKES, max_children = 16, max_found = max_children * (max_told + 1), lanes = 4 };

typedef double double4 __attribute__((ext_vector_type(4)));
typedef long long4 __attribute__((ext_vector_type(4)));

/// Runs in the order of the search, or strokes of several runs.
typedef struct {
    vitrail_stroke all[max_found];
    /// The `low` of each, once more: whole vectors of them are compared.
    double lows[max_found];
    int count;
} run_list;

/// Strokes, ascending and disjoint.
typedef struct {
    vitrail_stroke *all;
    int count;
} stroke_list;

INLINE double smaller(double a, double b) { return a < b ? a : b; }
INLINE double larger(double a, double b) { return a > b ? a : b; }
/// Halves the values, so that the distance between any two values is finite.
INLINE double half_extent(vitrail_stroke a) { return a.high / 2 - a.low / 2; }

INLINE float share(double half_height, double half_extent) {
    double share = half_height / half_extent;
    return isfinite(share) ? (float)share : 1;
}

/// The union of both, without the correct `share`.
INLINE vitrail_stroke spanning(vitrail_stroke a, vitrail_stroke b) {
    return (vitrail_stroke){
        .low = smaller(a.low, b.low),
        .high = larger(a.high, b.high),
        .joint_low = smaller(a.joint_low, b.joint_low),
        .joint_high = larger(a.joint_high, b.joint_high),
        .pairs = a.pairs + b.pairs,
        .positions = a.positions + b.positions,
        .share = 1
    };
}

INLINE vitrail_stroke joined(vitrail_stroke a, vitrail_stroke b) {
    vitrail_stroke both = spanning(a, b);
    both.share = share(a.share * half_extent(a) + b.share * half_extent(b), half_extent(both));
    return both;
}

/// - Parameter start: Index of the value where the search began.
INLINE void add(run_list *found, vitrail_stroke run, size_t start) {
    run.positions += (float)start * (float)run.pairs;
    found->lows[found->count] = run.low;
    found->all[found->count++] = run;
}

/// Merges overlapping runs to strokes.
///
/// The position of a run in the sorted order is the number of runs that begin lower: comparing all with all avoids
/// unpredictable branches.
INLINE void join_overlapping(run_list *runs, stroke_list *strokes) {
    int count = runs->count, padded = (count + lanes - 1) / lanes * lanes;
    strokes->count = 0;
    if (count < 2) {
        for (; strokes->count < count; strokes->count++) strokes->all[strokes->count] = runs->all[strokes->count];
        return;
    }
    for (int i = count; i < padded; i++) runs->lows[i] = INFINITY;
    long positions[max_found];
    for (int i = 0; i < padded; i += lanes) {
        double4 own;
        memcpy(&own, runs->lows + i, sizeof own);
        long4 lower = (long4)0;
        for (int k = 0; k < count; k++) lower -= (double4)runs->lows[k] < own;
        memcpy(positions + i, &lower, sizeof lower);
    }
    unsigned char order[max_found], taken[max_found] = {0};
    for (int i = 0; i < count; i++) order[positions[i] + taken[positions[i]]++] = (unsigned char)i;
    vitrail_stroke stroke = runs->all[order[0]];
    double half_height = stroke.share * half_extent(stroke);
    for (int k = 1; k <= count; k++) {
        if (k < count && runs->lows[order[k]] <= stroke.high) {
            vitrail_stroke run = runs->all[order[k]];
            half_height += run.share * half_extent(run);
            stroke = spanning(stroke, run);
            continue;
        }
        stroke.share = share(half_height, half_extent(stroke));
        strokes->all[strokes->count++] = stroke;
        if (k == count) break;
        stroke = runs->all[order[k]];
        half_height = stroke.share * half_extent(stroke);
    }
}

/// Merges the closest strokes until all fit into `runs`.
INLINE void tell(run_list *found, vitrail_runs *runs) {
    vitrail_stroke all[max_found];
    stroke_list strokes = {all, 0};
    join_overlapping(found, &strokes);
    for (; strokes.count > max_told; strokes.count--) {
        int nearest = 1;
        for (int i = 2; i < strokes.count; i++) {
            if (all[i].low - all[i - 1].high < all[nearest].low - all[nearest - 1].high) nearest = i;
        }
        double gap = all[nearest].low - all[nearest - 1].high;
        double shorter = smaller(all[nearest].high - all[nearest].low, all[nearest - 1].high - all[nearest - 1].low);
        runs->filled = larger(runs->filled, 2 * gap <= shorter ? gap / 4 : gap);
        all[nearest - 1] = joined(all[nearest - 1], all[nearest]);
        memmove(all + nearest, all + nearest + 1, (size_t)(strokes.count - nearest - 1) * sizeof *all);
    }
    memcpy(runs->strokes, all, (size_t)strokes.count * sizeof *all);
    runs->count = strokes.count;
}

/// Finds the run of finite values at the start of `values`, of any length.
///
/// - Parameters:
///   - stepped: Whether lines also join at the corner after each value except the last.
///   - stroke: Receives the stroke of the run.
/// - Returns: The number of values in the run.
INLINE size_t find_run(const double *values, size_t count, bool stepped, vitrail_stroke *stroke) {
    *stroke = (vitrail_stroke){
        .low = INFINITY, .high = -INFINITY, .joint_low = INFINITY, .joint_high = -INFINITY, .pairs = -1, .share = 1
    };
    size_t i = 0, first_joint = stepped ? 1 : 2;
    for (; i < count && isfinite(values[i]); i++) {
        if (i >= first_joint) {
            stroke->joint_low = smaller(stroke->joint_low, values[i - 1]);
            stroke->joint_high = larger(stroke->joint_high, values[i - 1]);
        }
        stroke->low = smaller(stroke->low, values[i]);
        stroke->high = larger(stroke->high, values[i]);
        stroke->pairs++;
    }
    stroke->positions = (float)stroke->pairs * (float)stroke->pairs * 0.5f;
    // A single value counts as one pair.
    if (i == 1) stroke->pairs = 1;
    return i;
}

/// Up to 64 values, copied once: the contents of a mapped file may change.
typedef struct {
    /// Padded so that a whole vector can be read from any of them.
    double values[VITRAIL_SPAN_LENGTH + lanes];
    /// One bit per finite value, the first one in the lowest bit.
    uint64_t finite;
} stretch;

_Static_assert(VITRAIL_SPAN_LENGTH == 64, "a bit for each");

INLINE stretch read_values(const double *values, size_t count) {
    stretch own;
    memcpy(own.values, values, count * sizeof *values);
    for (size_t i = count; i < count + lanes; i++) own.values[i] = NAN;
    long4 found = (long4)0, bits = {1, 2, 4, 8};
    for (size_t i = 0; i < count; i += lanes, bits <<= lanes) {
        double4 v;
        memcpy(&v, own.values + i, sizeof v);
        found |= (v - v == 0) & bits;
    }
    own.finite = (uint64_t)__builtin_reduce_or(found);
    return own;
}

INLINE double minimum(double4 v) { return smaller(smaller(v[0], v[1]), smaller(v[2], v[3])); }
INLINE double greatest(double4 v) { return larger(larger(v[0], v[1]), larger(v[2], v[3])); }

INLINE vitrail_stroke run_at(const stretch *own, int start, int length, bool stepped) {
    double4 low = (double4)INFINITY, high = -low, joint_low = low, joint_high = high;
    long4 positions = {0, 1, 2, 3};
    for (int i = 0; i < length; i += lanes, positions += lanes) {
        double4 v;
        memcpy(&v, own->values + start + i, sizeof v);
        long4 is_own = positions < length, is_joint = (positions >= (stepped ? 0 : 1)) & (positions < length - 1);
        double4 lower = is_own ? v : (double4)INFINITY, higher = is_own ? v : -(double4)INFINITY;
        low = lower < low ? lower : low;
        high = higher > high ? higher : high;
        lower = is_joint ? v : (double4)INFINITY, higher = is_joint ? v : -(double4)INFINITY;
        joint_low = lower < joint_low ? lower : joint_low;
        joint_high = higher > joint_high ? higher : joint_high;
    }
    int pairs = length - 1;
    return (vitrail_stroke){
        .low = minimum(low),
        .high = greatest(high),
        .joint_low = minimum(joint_low),
        .joint_high = greatest(joint_high),
        // A single value counts as one pair.
        .pairs = pairs > 0 ? pairs : 1,
        .positions = (float)pairs * (float)pairs * 0.5f,
        .share = 1
    };
}

/// Adds the runs between gaps; some have a single value.
///
/// - Parameter finite: One bit for each value that belongs to a run.
INLINE void add_runs(run_list *found, const stretch *own, uint64_t finite, bool stepped) {
    for (uint64_t starts = finite & ~(finite << 1); starts != 0; starts &= starts - 1) {
        int start = __builtin_ctzll(starts);
        uint64_t behind = ~(finite >> start);
        add(found, run_at(own, start, behind == 0 ? VITRAIL_SPAN_LENGTH : __builtin_ctzll(behind), stepped),
            (size_t)start);
    }
}

INLINE size_t
find_strokes(const double *values, size_t count, bool ends, bool stepped, vitrail_stroke *strokes, int *found) {
    stretch own = read_values(values, count);
    uint64_t all = count < VITRAIL_SPAN_LENGTH ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0, gaps = ~own.finite & all;
    size_t end = ends ? count : gaps == 0 ? 0 : VITRAIL_SPAN_LENGTH - (size_t)__builtin_clzll(gaps);
    run_list runs;
    runs.count = 0;
    add_runs(&runs, &own, end < VITRAIL_SPAN_LENGTH ? own.finite & (((uint64_t)1 << end) - 1) : own.finite, stepped);
    stroke_list list = {strokes, 0};
    join_overlapping(&runs, &list);
    *found = list.count;
    return end;
}

INLINE vitrail_runs find_runs(const double *values, bool stepped) {
    stretch own = read_values(values, VITRAIL_SPAN_LENGTH);
    uint64_t gaps = ~own.finite;
    if (gaps == 0) return (vitrail_runs){.first = VITRAIL_SPAN_LENGTH, .last = VITRAIL_SPAN_LENGTH};
    vitrail_runs runs = {.first = __builtin_ctzll(gaps), .last = __builtin_clzll(gaps)};
    // Finite values between the first and the last gap.
    uint64_t inner = own.finite & (~(uint64_t)0 << runs.first) & (~(uint64_t)0 >> runs.last);
    run_list found;
    found.count = 0;
    add_runs(&found, &own, inner, stepped);
    tell(&found, &runs);
    return runs;
}

INLINE vitrail_runs
join_runs(const vitrail_runs *children, size_t count, const double *values, size_t length, bool stepped) {
    run_list found;
    found.count = 0;
    vitrail_runs runs = {.count = 0};
    // Start of the run that continues into the next span.
    size_t start = 0;
    bool has_gap = false;
    for (size_t k = 0; k < count && k < max_children; k++) {
        const vitrail_runs *child = children + k;
        if ((size_t)child->first == length) continue;
        size_t end = k * length + (size_t)child->first;
        if (has_gap) {
            vitrail_stroke run;
            find_run(values + start, end - start, stepped, &run);
            if (run.pairs > 0) add(&found, run, start);
        } else {
            runs.first = (int32_t)end;
        }
        has_gap = true;
        for (int i = 0; i < child->count; i++) add(&found, child->strokes[i], k * length);
        runs.filled = larger(runs.filled, child->filled);
        start = (k + 1) * length - (size_t)child->last;
    }
    runs.last = (int32_t)(count * length - start);
    if (!has_gap) runs.first = runs.last;
    tell(&found, &runs);
    return runs;
}

DISPATCH_256(
    size_t, vitrail_find_strokes, find_strokes,
    (const double *values, size_t count, bool ends, bool stepped, vitrail_stroke strokes[VITRAIL_MAX_STROKES],
     int *found),
    (values, count, ends, stepped, strokes, found)
)

DISPATCH_256(vitrail_runs, vitrail_find_runs, find_runs, (const double *values, bool stepped), (values, stepped))

DISPATCH_256(
    vitrail_runs, vitrail_join_runs, join_runs,
    (const vitrail_runs *children, size_t count, const double *values, size_t length, bool stepped),
    (children, count, values, length, stepped)
)
