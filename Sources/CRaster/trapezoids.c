#include "CRaster.h"

#include <math.h>

// Very many trapezoids may cover a pixel, and later ones cancel the contribution of earlier ones. Doubles keep the
// rounding errors invisible.

#pragma clang fp contract(off)  // the same on every machine

/// Pixels: a curve with a smaller extent across counts as level, so that the code never divides by a number close to 0.
static const double level = 1.0 / 4096;

/// Adds a curve that stays within the rows of a column.
static void add_inside(vitrail_slice_row *rows, double low, double high, double weight) {
    double height = high - low;
    int32_t first = (int32_t)low, last = (int32_t)high;
    if (first == last || height < level) {
        double middle = (low + high) / 2;
        int32_t row = (int32_t)middle;
        double share = middle - row;
        rows[row].step += weight * (1 - share);
        rows[row + 1].step += weight * share;
        return;
    }
    // See `add_inside` in fill.c.
    double half = weight / (2 * height), above = first + 1 - low, below = high - last;
    rows[first].step += half * above * above;
    rows[first + 1].step -= half * (1 - above) * (1 - above);
    rows[first].growth += 2 * half;
    rows[last].step -= half * (1 - below) * (1 - below);
    rows[last + 1].step += half * below * below;
    rows[last].growth -= 2 * half;
}

/// Adds the area below a curve that crosses a column or a part of it.
static void add_curve(vitrail_slice_row *rows, double end, double from, double to, double weight) {
    double low = from < to ? from : to, high = from < to ? to : from, height = high - low;
    if (low >= end) return;
    if (high <= 0) {
        rows[0].step += weight;
        return;
    }
    double top = low > 0 ? low : 0, bottom = high < end ? high : end;
    if (low < 0) rows[0].step += weight * (-low / height);
    add_inside(rows, top, bottom, height > 0 ? weight * ((bottom - top) / height) : weight);
}

typedef struct {
    double along, across;
} position;

/// Adds the area below a straight curve; `to` follows `from` along.
static void add_line(vitrail_slices *slices, position from, position to, double sign, int32_t layer) {
    double start = from.along > 0 ? from.along : 0, end = to.along < slices->columns ? to.along : slices->columns;
    if (!(start < end)) return;
    const double slope = (to.across - from.across) / (to.along - from.along), rows = slices->rows;
    // The line is so steep that it runs straight across: no area lies beside it, and positions on it cannot be
    // computed.
    if (!isfinite(slope)) return;
    const size_t stride = vitrail_slice_stride(slices->rows);
    int32_t column = (int32_t)start;
    vitrail_slice_row *cells = slices->cells + ((size_t)column * (size_t)slices->layers + (size_t)layer) * stride;
    double across = from.across + (start - from.along) * slope;
    while (start < end) {
        double next = column + 1 < end ? column + 1 : end;
        double behind = next == to.along ? to.across : from.across + (next - from.along) * slope;
        add_curve(cells, rows, across, behind, sign * (next - start));
        start = next, across = behind;
        column++, cells += stride * (size_t)slices->layers;
    }
}

/// Adds a trapezoid whose curves do not cross.
static void add_uncrossed(vitrail_slices *slices, position from, position to, double other_from, double other_to) {
    bool is_ordered = (other_from - from.across) + (other_to - to.across) >= 0;
    int32_t layer = slices->layer[is_ordered ? 0 : 1];
    if (layer < 0) return;
    add_line(slices, from, to, is_ordered ? 1 : -1, layer);
    add_line(slices, (position){from.along, other_from}, (position){to.along, other_to}, is_ordered ? -1 : 1, layer);
}

void vitrail_add_slice(vitrail_slices *slices, vitrail_slice_end from, vitrail_slice_end to) {
    if (from.along > to.along) {
        vitrail_slice_end other = from;
        from = to, to = other;
    }
    position start = {from.along, from.first}, end = {to.along, to.first};
    double a = from.second - from.first, b = to.second - to.first;
    if (!(a * b < 0)) return add_uncrossed(slices, start, end, from.second, to.second);
    double share = a / (a - b);
    position crossing = {
        start.along + (end.along - start.along) * share, start.across + (end.across - start.across) * share
    };
    add_uncrossed(slices, start, crossing, from.second, crossing.across);
    add_uncrossed(slices, crossing, end, crossing.across, to.second);
}

void vitrail_add_edge(
    vitrail_slices *slices, double from_along, double from_across, double to_along, double to_across
) {
    position from = {from_along, from_across}, to = {to_along, to_across};
    if (from_along < to_along) add_line(slices, from, to, 1, 0);
    if (from_along > to_along) add_line(slices, to, from, -1, 0);
}

void vitrail_close_slices(const vitrail_slices *slices, int32_t column, float *const steps[2], size_t lanes_per_row) {
    const size_t stride = vitrail_slice_stride(slices->rows);
    for (int32_t layer = 0; layer < slices->layers; layer++) {
        const vitrail_slice_row *rows =
            slices->cells + ((size_t)column * (size_t)slices->layers + (size_t)layer) * stride;
        double sum = 0, growth = 0, before = 0;
        for (int32_t row = 0; row < slices->rows; row++) {
            sum += rows[row].step + growth;
            growth += rows[row].growth;
            double covered = sum > 0 ? sum < 1 ? sum : 1 : 0;
            steps[layer][(size_t)row * lanes_per_row] += (float)(covered - before);
            before = covered;
        }
    }
}
