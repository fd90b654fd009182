#include "CData.h"

#include <math.h>
#include <string.h>

enum { most_told = VITRAIL_STROKES, most_children = 16 };

/// Strokes that were found: ascending and apart.
typedef struct {
    vitrail_stroke *all;
    int count;
} stroke_list;

static inline double smaller(double a, double b) { return a < b ? a : b; }
static inline double larger(double a, double b) { return a > b ? a : b; }

static inline vitrail_stroke joined(vitrail_stroke a, vitrail_stroke b) {
    double low = smaller(a.low, b.low), high = larger(a.high, b.high);
    // Halves, so that the distance between any two values is a number.
    double share = (a.share * (a.high / 2 - a.low / 2) + b.share * (b.high / 2 - b.low / 2)) / (high / 2 - low / 2);
    return (vitrail_stroke){
        .low = low, .high = high, .joint_low = smaller(a.joint_low, b.joint_low), .joint_high = larger(a.joint_high, b.joint_high),
        .pairs = a.pairs + b.pairs, .places = a.places + b.places, .share = isfinite(share) ? (float)share : 1};
}

/// One more: strokes that overlap become one.
///
/// - Parameter start: the value that it was found from.
static inline void add(stroke_list *found, vitrail_stroke stroke, size_t start) {
    stroke.places += (float)start * (float)stroke.pairs;
    vitrail_stroke *all = found->all;
    int first = 0;
    while (first < found->count && all[first].high < stroke.low) first++;
    int end = first;
    while (end < found->count && all[end].low <= stroke.high) stroke = joined(stroke, all[end++]);
    if (end != first + 1) memmove(all + first + 1, all + end, (size_t)(found->count - end) * sizeof *all);
    found->count += first + 1 - end;
    all[first] = stroke;
}

/// Strokes that are nearest to each other become one until there is room for all.
static inline void tell(stroke_list *found, vitrail_runs *runs) {
    vitrail_stroke *all = found->all;
    for (; found->count > most_told; found->count--) {
        int nearest = 1;
        for (int i = 2; i < found->count; i++) {
            if (all[i].low - all[i - 1].high < all[nearest].low - all[nearest - 1].high) nearest = i;
        }
        double gap = all[nearest].low - all[nearest - 1].high;
        double shorter = smaller(all[nearest].high - all[nearest].low, all[nearest - 1].high - all[nearest - 1].low);
        runs->filled = larger(runs->filled, 2 * gap <= shorter ? gap / 4 : gap);
        all[nearest - 1] = joined(all[nearest - 1], all[nearest]);
        memmove(all + nearest, all + nearest + 1, (size_t)(found->count - nearest - 1) * sizeof *all);
    }
    memcpy(runs->strokes, all, (size_t)found->count * sizeof *all);
    runs->count = found->count;
}

/// The finite values from a place on.
///
/// - Parameters:
///   - stepped: lines are joined at the corner behind each value but the last, too.
///   - stroke: what is drawn of them.
/// - Returns: how many.
static inline size_t find_run(const double *values, size_t count, bool stepped, vitrail_stroke *stroke) {
    *stroke = (vitrail_stroke){.low = INFINITY, .high = -INFINITY, .joint_low = INFINITY, .joint_high = -INFINITY, .pairs = -1, .share = 1};
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
    stroke->places = (float)stroke->pairs * (float)stroke->pairs * 0.5f;
    return i;
}

static inline void add_run(stroke_list *found, const double *values, size_t start, size_t end, bool stepped) {
    vitrail_stroke stroke;
    find_run(values + start, end - start, stepped, &stroke);
    if (stroke.pairs > 0) add(found, stroke, start);
}

size_t vitrail_find_strokes(
    const double *values, size_t count, bool ends, bool stepped, vitrail_stroke strokes[VITRAIL_MOST_STROKES], int *found) {
    stroke_list list = {strokes, 0};
    size_t end = 0;
    while (end < count && list.count < VITRAIL_MOST_STROKES) {
        vitrail_stroke stroke;
        size_t gap = end + find_run(values + end, count - end, stepped, &stroke);
        if (gap == count && !ends) break;
        if (stroke.pairs > 0) add(&list, stroke, end);
        end = gap < count ? gap + 1 : count;
    }
    *found = list.count;
    return end;
}

vitrail_runs vitrail_find_runs(const double *values, bool stepped) {
    vitrail_stroke all[VITRAIL_MOST_STROKES], stroke;
    stroke_list found = {all, 0};
    const size_t count = VITRAIL_SPAN_LENGTH;
    size_t i = find_run(values, count, stepped, &stroke);
    vitrail_runs runs = {.first = (int32_t)i, .last = (int32_t)i};
    while (i < count) {
        i++;
        size_t length = find_run(values + i, count - i, stepped, &stroke);
        if (i + length < count && stroke.pairs > 0) add(&found, stroke, i);
        i += length;
        runs.last = (int32_t)length;
    }
    tell(&found, &runs);
    return runs;
}

vitrail_runs vitrail_join_runs(const vitrail_runs *children, size_t count, const double *values, size_t length, bool stepped) {
    vitrail_stroke all[most_children * (most_told + 1)];
    stroke_list found = {all, 0};
    vitrail_runs runs = {.count = 0};
    // Where the run begins that goes on.
    size_t start = 0;
    bool has_gap = false;
    for (size_t k = 0; k < count && k < most_children; k++) {
        const vitrail_runs *child = children + k;
        if ((size_t)child->first == length) continue;
        size_t end = k * length + (size_t)child->first;
        if (has_gap) {
            add_run(&found, values, start, end, stepped);
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
