#include "line_bins.h"

#include <stdlib.h>

// Reduces a line with many gaps to the path of a stroke, run by run.
//
//     ╷╷ ╷╷╷       ╷      A run that is narrower than a bin counts as straight across, in the middle of its bin. Runs
//     │╵╷││╵╷  →   │╷     that overlap across become one. A small run is drawn as a square with the stroke's width as
//     ╵ ╵╵╵ ╵      ╵╵     its side, or if it is far from its neighbours, as a disc. Wider runs are reduced bin by bin.

enum { max_strokes = 16, max_parts = 16, few = 3 };

/// Pixels across. Strokes at most this far apart are drawn as one.
static const float CLOSEST = 1.0f / 16;

/// Joined runs in a bin, positions across. Discs move along the joints; none if low > high.
typedef struct {
    float low, high, joint_low, joint_high;
} stroke;

/// Box of one or more small runs; pixels.
typedef struct {
    float left, right, low, high;
} box;

/// A run, or the middle of small runs, which has `to` 0.
typedef struct {
    size_t from, to;
    vitrail_path_point middle;
} single;

/// The bin of the last runs, and what was found in it.
typedef struct {
    const vitrail_line *line;
    vitrail_gapped *path;
    double bin;
    /// Ascending and apart.
    stroke strokes[max_strokes];
    int count;
    /// The first of them, which are drawn exactly if there are no others, and the number of all.
    single singles[few];
    int all;
    /// Small runs that lie close together; each of its parts becomes one square.
    box cluster, parts[max_parts];
    int part_count;
    /// The end of the run before the cluster, and of the last run; NaN: there is none.
    vitrail_path_point before, last;
} column;

INLINE float min_of(float a, float b) { return a < b ? a : b; }
INLINE float max_of(float a, float b) { return a > b ? a : b; }

/// Makes room for `count` more points. False if there is no memory.
INLINE bool reserve(vitrail_points *list, size_t count) {
    if (list->count + count <= list->capacity) return true;
    size_t capacity = list->capacity * 2 > list->count + count ? list->capacity * 2 : list->count + count + 1024;
    vitrail_path_point *points = realloc(list->points, capacity * sizeof *points);
    list->has_failed = !points;
    if (!points) return false;
    list->points = points;
    list->capacity = capacity;
    return true;
}

INLINE void add_point(vitrail_points *list, float along, float across) {
    list->points[list->count++] = (vitrail_path_point){along, across};
}

INLINE void add_gap(vitrail_points *list) { add_point(list, NAN, NAN); }

INLINE float across_of(const vitrail_line *line, double value) {
    return pixel((value - line->origin) * line->factor + line->start, line->farthest);
}

/// Reduces a run bin by bin.
///
/// - Parameter begins, ends: Whether its first and its last sample are ends of the line.
INLINE void draw_run(column *own, size_t from, size_t to, bool begins, bool ends) {
    const vitrail_line *line = own->line;
    vitrail_points *path = &own->path->path;
    float jump = own->path->jump;
    size_t start = from, read = from, known = from;
    uint64_t starts = 0;
    while (start < to) {
        while (!starts && known < to) {
            read = known > from ? known - 1 : known;
            starts = starts_of(line, read, to);
            known = to - read < block ? to : read + block;
        }
        size_t next = starts ? read + (size_t)__builtin_ctzll(starts) : to, last = next - 1;
        starts &= starts - 1;
        if (!reserve(path, VITRAIL_BIN_POINTS + 1)) return;
        bool has_start = begins && start == from, has_end = ends && next == to;
        found found = {start, start, true};
        // The ends of the line are no joints, and are drawn anyway.
        size_t low = has_start || has_end ? start + 1 : start, high = has_start || has_end ? last : next;
        if (low < high) found = extremes(line->across, low, high);
        size_t early = found.lowest <= found.highest ? found.lowest : found.highest;
        size_t late = found.lowest <= found.highest ? found.highest : found.lowest;
        vitrail_path_point *end = path->points + path->count;
        *end++ = point_of(line, start);
        if (early != start) end = append(line, early, start, jump, end);
        if (late != early && late != start) end = append(line, late, early, jump, end);
        if (last != late && last != start) end = append(line, last, late, jump, end);
        path->count = (size_t)(end - path->points);
        start = next;
    }
    if (reserve(path, 1)) add_gap(path);
}

/// Draws the strokes of the bin.
INLINE void draw_strokes(column *own) {
    vitrail_points *path = &own->path->path;
    float middle = (float)((own->bin + 0.5) / own->line->bins.per_pixel);
    if (own->all <= few) {
        float half = own->path->width / 2;
        for (int i = 0; i < own->all; i++) {
            single single = own->singles[i];
            if (single.to > 0) {
                draw_run(own, single.from, single.to, true, true);
            } else if (reserve(path, 3)) {
                add_point(path, single.middle.along - half, single.middle.across);
                add_point(path, single.middle.along + half, single.middle.across);
                add_gap(path);
            }
        }
    } else if (own->count > 0 && reserve(path, 5 * (size_t)own->count)) {
        for (int i = 0; i < own->count; i++) {
            stroke stroke = own->strokes[i];
            add_point(path, middle, stroke.low);
            if (stroke.joint_low <= stroke.joint_high) {
                add_point(path, middle, stroke.joint_low);
                add_point(path, middle, stroke.joint_high);
            }
            add_point(path, middle, stroke.high);
            add_gap(path);
        }
    }
    own->count = own->all = 0;
}

INLINE void add_stroke(column *own, stroke stroke, single single) {
    if (own->all < few) own->singles[own->all] = single;
    own->all++;
    int first = 0;
    while (first < own->count && own->strokes[first].high + CLOSEST < stroke.low) first++;
    int last = first;
    for (; last < own->count && own->strokes[last].low - CLOSEST <= stroke.high; last++) {
        stroke.low = min_of(stroke.low, own->strokes[last].low);
        stroke.high = max_of(stroke.high, own->strokes[last].high);
        stroke.joint_low = min_of(stroke.joint_low, own->strokes[last].joint_low);
        stroke.joint_high = max_of(stroke.joint_high, own->strokes[last].joint_high);
    }
    if (last == first + 1) {
        own->strokes[first] = stroke;
        return;
    }
    if (first == last && own->count == max_strokes) {
        draw_strokes(own);
        first = last = 0;
    }
    memmove(own->strokes + first + 1, own->strokes + last, (size_t)(own->count - last) * sizeof stroke);
    own->strokes[first] = stroke;
    own->count += 1 - (last - first);
}

INLINE box joined(box a, box b) {
    return (box){min_of(a.left, b.left), max_of(a.right, b.right), min_of(a.low, b.low), max_of(a.high, b.high)};
}

INLINE bool is_smaller(box a, float limit) { return a.right - a.left < limit && a.high - a.low < limit; }

/// Also true if there is no such point.
INLINE bool is_farther(box a, float distance, vitrail_path_point point) {
    if (!isfinite(point.along)) return true;
    float along = max_of(max_of(a.left - point.along, point.along - a.right), 0);
    float across = max_of(max_of(a.low - point.across, point.across - a.high), 0);
    return along * along + across * across > distance * distance;
}

INLINE vitrail_path_point middle_of(box a) {
    return (vitrail_path_point){(a.left + a.right) / 2, (a.low + a.high) / 2};
}

/// Draws the cluster: as a disc if it is far from other runs.
///
/// - Parameter next: The start of the next run.
INLINE void end_cluster(column *own, vitrail_path_point next) {
    if (own->part_count == 0) return;
    float reach = own->path->reach, half = own->path->width / 2;
    box all = own->cluster;
    if (is_farther(all, reach, own->before) && is_farther(all, reach, next)) {
        vitrail_points *list = all.left == all.right && all.low == all.high ? &own->path->lone : &own->path->discs;
        vitrail_path_point middle = middle_of(all);
        if (reserve(list, 1)) add_point(list, middle.along, middle.across);
    } else {
        for (int i = 0; i < own->part_count; i++) {
            vitrail_path_point middle = middle_of(own->parts[i]);
            stroke square = {middle.across - half, middle.across + half, INFINITY, -INFINITY};
            add_stroke(own, square, (single){0, 0, middle});
        }
    }
    own->part_count = 0;
}

INLINE void end_bin(column *own, vitrail_path_point next) {
    end_cluster(own, next);
    draw_strokes(own);
}

/// Adds a run that is small in both directions.
INLINE void add_small(column *own, box run) {
    float limit = own->path->width;
    box all = joined(own->cluster, run);
    if (own->part_count > 0 && is_smaller(all, limit)) {
        box *last = own->parts + own->part_count - 1, both = joined(*last, run);
        if (is_smaller(both, limit / 4)) {
            own->cluster = all;
            *last = both;
            return;
        }
        if (own->part_count < max_parts) {
            own->cluster = all;
            own->parts[own->part_count++] = run;
            return;
        }
    }
    end_cluster(own, middle_of(run));
    own->before = own->last;
    own->cluster = own->parts[0] = run;
    own->part_count = 1;
}

/// Ranges of finite values: of all, and without the first and the last one; empty if low > high.
typedef struct {
    double low, high, joint_low, joint_high;
} ranges;

/// - Parameter limit: Index behind the last value that may be read.
INLINE ranges find_ranges(const double *values, size_t from, size_t to, size_t limit) {
    ranges found = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    if (to - from <= lanes && from + lanes <= limit) {
        // Loops over so few values would end at unpredictable turns.
        const long8 numbers = {0, 1, 2, 3, 4, 5, 6, 7};
        double8 v = load(values + from);
        long8 is_own = numbers < (long long)(to - from), is_joint = numbers + 1 < (long long)(to - from) & numbers > 0;
        const double8 none = INFINITY;
        double8 low = is_own ? v : none, high = is_own ? -v : none;
        double8 joint_low = is_joint ? v : none, joint_high = is_joint ? -v : none;
        // The minima of four vectors at once.
        double8 outer = SMALLER(
            __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11),
            __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15)
        );
        double8 inner = SMALLER(
            __builtin_shufflevector(joint_low, joint_high, 0, 1, 2, 3, 8, 9, 10, 11),
            __builtin_shufflevector(joint_low, joint_high, 4, 5, 6, 7, 12, 13, 14, 15)
        );
        double8 all = SMALLER(
            __builtin_shufflevector(outer, inner, 0, 1, 4, 5, 8, 9, 12, 13),
            __builtin_shufflevector(outer, inner, 2, 3, 6, 7, 10, 11, 14, 15)
        );
        found.low = SMALLER(all[0], all[1]);
        found.high = -SMALLER(all[2], all[3]);
        found.joint_low = SMALLER(all[4], all[5]);
        found.joint_high = -SMALLER(all[6], all[7]);
        return found;
    }
    double8 lows = INFINITY, highs = -INFINITY;
    size_t i = from + 1;
    for (; i + lanes < to; i += lanes) {
        double8 v = load(values + i);
        lows = SMALLER(v, lows);
        highs = LARGER(v, highs);
    }
    for (int k = 0; k < lanes; k++) {
        found.joint_low = SMALLER(lows[k], found.joint_low);
        found.joint_high = LARGER(highs[k], found.joint_high);
    }
    for (; i + 1 < to; i++) {
        found.joint_low = SMALLER(values[i], found.joint_low);
        found.joint_high = LARGER(values[i], found.joint_high);
    }
    double first = values[from], last = values[to - 1];
    found.low = SMALLER(SMALLER(first, last), found.joint_low);
    found.high = LARGER(LARGER(first, last), found.joint_high);
    return found;
}

/// - Parameter limit: Index behind the last sample.
INLINE void add_run(column *own, size_t from, size_t to, size_t limit, bool begins, bool ends) {
    const vitrail_line *line = own->line;
    const vitrail_column *bins = &line->bins;
    double start = (line->along[from] - bins->origin) * bins->factor + bins->start;
    double end = (line->along[to - 1] - bins->origin) * bins->factor + bins->start;
    double bin = floor((start + end) / 2 * bins->per_pixel), extent = fabs(end - start);
    bool is_narrow = extent * bins->per_pixel < 1 && begins && ends;
    bool is_small = extent < own->path->width && begins && ends;
    box box = {0};
    ranges ranges = {0};
    if (is_narrow || is_small) {
        ranges = find_ranges(line->across, from, to, limit);
        float a = across_of(line, ranges.low), b = across_of(line, ranges.high);
        box.left = pixel(SMALLER(start, end), line->farthest), box.right = pixel(LARGER(start, end), line->farthest);
        box.low = min_of(a, b), box.high = max_of(a, b);
        is_small = is_small && box.high - box.low < own->path->width;
    }
    // Small runs know each other by their middles.
    vitrail_path_point first = is_small ? middle_of(box) : point_of(line, from);
    if (bin != own->bin || !(is_narrow || is_small)) end_bin(own, first);
    own->bin = bin;
    if (is_small) {
        add_small(own, box);
        own->last = first;
        return;
    }
    end_cluster(own, first);
    own->last = point_of(line, to - 1);
    if (!is_narrow) {
        draw_run(own, from, to, begins, ends);
        return;
    }
    stroke stroke = {box.low, box.high, INFINITY, -INFINITY};
    if (to - from > 2) {
        float a = across_of(line, ranges.joint_low), b = across_of(line, ranges.joint_high);
        stroke.joint_low = min_of(a, b);
        stroke.joint_high = max_of(a, b);
    }
    add_stroke(own, stroke, (single){from, to, first});
}

/// One bit for each finite value of up to 64, the first one in the lowest bit.
INLINE uint64_t finite_among(const double *values, size_t count) {
    uint64_t finite = 0;
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        double8 v = load(values + i);
        long8 is_finite = v - v == 0;
        uint64_t bits = 0;
        for (int k = 0; k < lanes; k++) bits |= (uint64_t)(is_finite[k] & 1) << k;
        finite |= bits << i;
    }
    for (; i < count; i++) finite |= (uint64_t)(values[i] - values[i] == 0) << i;
    return finite;
}

INLINE void reduce_gapped(
    const vitrail_line *line, size_t from, size_t to, bool goes_on_before, bool goes_on_behind, vitrail_gapped *path
) {
    const vitrail_path_point none = {NAN, NAN};
    column own = {.line = line, .path = path, .bin = NAN, .last = none};
    size_t start = from;
    bool is_inside = false;
    for (size_t at = from; at < to && !path->path.has_failed; at += 64) {
        size_t count = to - at < 64 ? to - at : 64;
        uint64_t finite = finite_among(line->across + at, count);
        // Where runs begin, and where they end, in turns.
        uint64_t changes = finite ^ (finite << 1 | is_inside);
        if (count < 64) changes &= ((uint64_t)1 << count) - 1;
        for (; changes; changes &= changes - 1) {
            size_t i = at + (size_t)__builtin_ctzll(changes);
            if (is_inside) {
                add_run(&own, start, i, to, start > from || !goes_on_before, true);
            } else {
                start = i;
            }
            is_inside = !is_inside;
        }
    }
    if (is_inside) add_run(&own, start, to, to, start > from || !goes_on_before, !goes_on_behind);
    end_bin(&own, none);
}

DISPATCH_512(
    void, vitrail_reduce_gapped, reduce_gapped,
    (const vitrail_line *line, size_t from, size_t to, bool goes_on_before, bool goes_on_behind, vitrail_gapped *path),
    (line, from, to, goes_on_before, goes_on_behind, path)
)
