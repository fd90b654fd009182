#pragma once

// Most segments of a dense stroke are shorter than a cell. Joining the rectangle and the disc of each would take the
// time of all cells that they reach, again and again. So the segments themselves are marked first, as extents across,
// and the shape that moves along the marks (a disc, or the stroke's width for segments without discs) is joined once
// per cell.
//
//      ╷│╷ ╷      marks of two chains: neighbours in a chain touch each other across, so that anything that moves along
//      ╵│╵╷│╷     a chain leaves no hole
//       ╵ ╵╵╵

#include "strip_cells.h"

/// Share of the radius. Extents along which discs move are one if they are closer than this: their discs leave no hole
/// that is wider than a small part of a pixel.
static const float DISC_TOUCH = 0.5f;
/// Pixels across: the same for segments without discs. The height of a bit.
static const float SIDE_TOUCH = 1.0f / VITRAIL_STRIP_BITS;
/// Pixels. A rectangle that leans less is marked as if it ran straight across.
static const float MAX_LEAN = 0.5f / VITRAIL_STRIP_BITS;
/// Cells. Half a cell more or less is too much of a smaller radius.
static const float MIN_MARKED = 6;
/// A chain of so few marks is joined faster mark by mark.
enum { FEW_MARKS = 6 };

/// Extents at each border between cells, ascending and apart.
typedef struct {
    vitrail_mark *marks;
    uint8_t *counts;
} mark_row;

/// - Parameter of_discs: Extents that discs move along; else all.
INLINE mark_row marks_of(const vitrail_strip *strip, bool of_discs) {
    size_t first = (of_discs ? strip->mark_length : 0) + VITRAIL_STRIP_REACH;
    return (mark_row){strip->marks + first * VITRAIL_STRIP_MARKS, strip->mark_counts + first};
}

INLINE bool has_marks(const vitrail_strip *strip, float radius) {
    float reach = radius * (float)strip->per_pixel;
    return reach >= MIN_MARKED && reach < VITRAIL_STRIP_REACH - 1;
}

/// Adds an extent at a border. False, with nothing done, if there are too many others apart from it.
INLINE bool extend(mark_row row, int at, vitrail_mark mark, float touch) {
    vitrail_mark *own = row.marks + (ptrdiff_t)at * VITRAIL_STRIP_MARKS;
    int count = row.counts[at], first = 0;
    while (first < count && own[first].high + touch < mark.low) first++;
    int last = first;
    while (last < count && own[last].low - touch <= mark.high) last++;
    if (first == last) {
        if (count == VITRAIL_STRIP_MARKS) return false;
        for (int i = count; i > first; i--) own[i] = own[i - 1];
        own[first] = mark;
        row.counts[at] = (uint8_t)(count + 1);
        return true;
    }
    own[first].low = mark.low < own[first].low ? mark.low : own[first].low;
    own[first].high = mark.high > own[last - 1].high ? mark.high : own[last - 1].high;
    if (last > first + 1) {
        for (int i = last; i < count; i++) own[first + 1 + i - last] = own[i];
        row.counts[at] = (uint8_t)(count - (last - first - 1));
    }
    return true;
}

/// The border between cells that is nearest to a position.
INLINE int border(float along) {
    int whole = (int)(along + 0.5f);
    return (float)whole > along + 0.5f ? whole - 1 : whole;
}

/// Marks a segment at the borders nearest to it.
///
/// - Parameter has_discs: Whether a disc moves along all of it. If not, the segment is straight across.
/// - Returns: False if there is no room for one of its marks.
INLINE bool mark(vitrail_strip *strip, position from, position to, bool has_discs, float radius) {
    float begin = 1 - VITRAIL_STRIP_REACH, limit = (float)(strip->cells + VITRAIL_STRIP_REACH) - 1;
    position start = from.along <= to.along ? from : to, end = from.along <= to.along ? to : from;
    if (end.along < begin || start.along > limit) return true;
    int first = border(fmaxf(start.along, begin)), last = border(fminf(end.along, limit));
    mark_row all = marks_of(strip, false), discs = marks_of(strip, true);
    float touch = has_discs ? DISC_TOUCH * radius : SIDE_TOUCH;
    float slope = (end.across - start.across) / (end.along - start.along);
    for (int at = first; at <= last; at++) {
        float a = start.across, b = end.across;
        if (first != last && isfinite(slope)) {
            float left = (float)at - 0.5f, right = (float)at + 0.5f;
            if (left > start.along) a = start.across + (left - start.along) * slope;
            if (right < end.along) b = start.across + (right - start.along) * slope;
        }
        vitrail_mark own = {a < b ? a : b, a < b ? b : a};
        if (has_discs && !extend(discs, at, own, touch)) return false;
        // Where discs are near each other, so are the segments that they move along.
        if (!extend(all, at, own, touch)) return false;
    }
    if (!has_discs) strip->has_sides = true;
    return true;
}

/// The longest chain, with nothing before it and behind it.
typedef struct {
    float low[VITRAIL_STRIP_BORDERS(VITRAIL_MAX_STRIP_CELLS) + 4 * VITRAIL_STRIP_REACH + 8 * FLOAT_LANES];
    float high[VITRAIL_STRIP_BORDERS(VITRAIL_MAX_STRIP_CELLS) + 4 * VITRAIL_STRIP_REACH + 8 * FLOAT_LANES];
} chain;

/// The shape that moves along marks: a disc if there are heights, the stroke's width if not.
typedef struct {
    /// Heights of a disc half a cell, one and a half … from its centre, in pixels; NULL: the stroke's width.
    const float *heights;
    /// Number of cells that it reaches in either direction.
    int count;
    /// The same heights for the cells around a border, which is behind VITRAIL_STRIP_REACH of them.
    const float *around;
} moved;

/// Joins the shape that moves along a chain of `length` marks from `first` on. They lie behind `pad` elements of the
/// chain.
INLINE void join_chain(vitrail_strip *strip, chain *own, int first, int length, int pad, moved moved) {
    for (int i = 0; i < pad; i++) {
        own->low[pad + length + i] = INFINITY;
        own->high[pad + length + i] = -INFINITY;
    }
    int from = first - moved.count, to = first + length - 1 + moved.count;
    if (from < 0) from = 0;
    if (to > (int)strip->cells) to = (int)strip->cells;
    for (int cell = from; cell < to; cell += FLOAT_LANES) {
        const float *lows = own->low + pad + cell - first, *highs = own->high + pad + cell - first;
        floats low = INFINITY, high = -INFINITY;
        for (int k = 0; k < moved.count; k++) {
            float height = moved.heights ? moved.heights[k] : 0;
            low = floats_min(low, floats_min(load(lows - k), load(lows + 1 + k)) - height);
            high = floats_max(high, floats_max(load(highs - k), load(highs + 1 + k)) + height);
        }
        join_before(strip, (size_t)cell, (size_t)to, low, high);
    }
}

/// Joins the shape that moves along one mark.
INLINE void join_mark(vitrail_strip *strip, int at, vitrail_mark mark, moved moved) {
    int from = at - moved.count < 0 ? 0 : at - moved.count, to = at + moved.count;
    if (to > (int)strip->cells) to = (int)strip->cells;
    for (int cell = from; cell < to; cell += FLOAT_LANES) {
        // A cell as far behind the border as before it has the same height.
        floats height = moved.heights ? load(moved.around + VITRAIL_STRIP_REACH + cell - at) : (floats)0;
        join_before(strip, (size_t)cell, (size_t)to, mark.low - height, mark.high + height);
    }
}

/// Joins a chain of `count` marks: few of them one by one.
INLINE void end_chain(vitrail_strip *strip, chain *own, int first, int length, int count, int pad, moved moved) {
    if (count > FEW_MARKS) {
        join_chain(strip, own, first, length, pad, moved);
        return;
    }
    for (int i = 0; i < length; i++) {
        vitrail_mark mark = {own->low[pad + i], own->high[pad + i]};
        if (mark.low <= mark.high) join_mark(strip, first + i, mark, moved);
    }
}

/// Joins the shape that moves along all marks of a row: chains of single marks, and one by one where there are several
/// at a border. In the order of borders, most marks touch what was joined before.
INLINE void join_row(vitrail_strip *strip, mark_row row, moved moved, float touch, chain *own) {
    int begin = -moved.count - 1, end = (int)strip->cells + moved.count + 1, pad = 2 * (moved.count + FLOAT_LANES);
    int first = 0, length = 0, count = 0;
    vitrail_mark last = {0, 0};
    for (int i = 0; i < pad; i++) {
        own->low[i] = INFINITY;
        own->high[i] = -INFINITY;
    }
    for (int at = begin; at < end; at++) {
        if (row.counts[at] == 0) continue;
        const vitrail_mark *marks = row.marks + (ptrdiff_t)at * VITRAIL_STRIP_MARKS;
        bool goes_on = row.counts[at] == 1 && marks->low <= last.high + touch && marks->high >= last.low - touch
            && at - first - length <= pad;
        if (length > 0 && !goes_on) {
            end_chain(strip, own, first, length, count, pad, moved);
            length = count = 0;
        }
        if (row.counts[at] > 1) {
            for (int i = 0; i < row.counts[at]; i++) join_mark(strip, at, marks[i], moved);
            continue;
        }
        if (length == 0) first = at;
        for (; first + length < at; length++) {
            own->low[pad + length] = INFINITY;
            own->high[pad + length] = -INFINITY;
        }
        own->low[pad + length] = marks->low;
        own->high[pad + length] = marks->high;
        length++;
        count++;
        last = *marks;
    }
    if (length > 0) end_chain(strip, own, first, length, count, pad, moved);
}

/// Joins the marked segments, with their discs.
INLINE void join_marks(vitrail_strip *strip, float radius) {
    if (!has_marks(strip, radius)) return;
    float reach = radius * (float)strip->per_pixel, heights[VITRAIL_STRIP_REACH];
    float around[2 * VITRAIL_STRIP_REACH + FLOAT_LANES];
    int count = 0;
    for (; (float)count + 0.5f < reach; count++) {
        float along = ((float)count + 0.5f) / (float)strip->per_pixel;
        heights[count] = sqrtf(radius * radius - along * along);
        around[VITRAIL_STRIP_REACH + count] = around[VITRAIL_STRIP_REACH - 1 - count] = heights[count];
    }
    for (int i = 0; i < FLOAT_LANES; i++) around[VITRAIL_STRIP_REACH + count + i] = 0;
    chain own;
    // Sides first: the discs at their ends touch them.
    if (strip->has_sides) join_row(strip, marks_of(strip, false), (moved){NULL, count, NULL}, SIDE_TOUCH, &own);
    join_row(strip, marks_of(strip, true), (moved){heights, count, around}, DISC_TOUCH * radius, &own);
}

/// Marks a segment of a run, if it has discs at both ends or leans so little that its rectangle is straight across.
///
/// - Returns: False if it has to be joined.
INLINE bool mark_segment(
    vitrail_strip *strip, position from, position to, float radius, bool starts_at_joint, bool ends_at_joint
) {
    float width = fabsf(to.along - from.along), rise = fabsf(to.across - from.across);
    // The edges of a step are long and straight: half a cell is visible. Marks at a border are exact.
    if (width == 0 && rise > radius && from.along != (float)border(from.along)) return false;
    if (starts_at_joint && ends_at_joint) return mark(strip, from, to, true, radius);
    if (width > 1 || width * radius > MAX_LEAN * rise * (float)strip->per_pixel) return false;
    if (ends_at_joint && !mark(strip, to, to, true, radius)) return false;
    return mark(strip, from, to, false, radius);
}
