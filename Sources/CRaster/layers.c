#include "CRaster.h"
#include "dispatch.h"

#pragma STDC FP_CONTRACT OFF

INLINE float smaller(float a, float b) { return a < b ? a : b; }
INLINE float larger(float a, float b) { return a < b ? b : a; }

INLINE void layer_rows(float *planes, size_t stride, size_t from, size_t to, const float shade[4]) {
    float *restrict red = planes, *restrict green = planes + stride;
    float *restrict blue = planes + 2 * stride, *restrict through = planes + 3 * stride;
    const float r = shade[0], g = shade[1], b = shade[2], kept = 1 - shade[3];
    for (size_t row = from; row < to; row++) {
        float seen = through[row];
        red[row] += r * seen;
        green[row] += g * seen;
        blue[row] += b * seen;
        through[row] = seen * kept;
    }
}

/// The fraction of a row between two positions.
INLINE float share(float row, float low, float high) { return larger(smaller(row + 1, high) - larger(row, low), 0); }

INLINE void layer_edges(float *planes, size_t stride, size_t from, size_t to, const vitrail_outlined *column) {
    float *restrict red = planes, *restrict green = planes + stride;
    float *restrict blue = planes + 2 * stride, *restrict through = planes + 3 * stride;
    const vitrail_outlined c = *column;
    const float outer_low = c.low - c.half, outer_high = c.high + c.half, inner_low = c.low + c.half;
    const float inner_high = c.high - c.half;
    for (size_t row = from; row < to; row++) {
        float y = (float)(int32_t)row;
        float line = larger(c.outer * share(y, outer_low, outer_high) - c.inner * share(y, inner_low, inner_high), 0);
        float fill = c.share * share(y, c.low, c.high) * (1 - c.line[3] * line);
        float seen = through[row];
        red[row] += (c.line[0] * line + c.fill[0] * fill) * seen;
        green[row] += (c.line[1] * line + c.fill[1] * fill) * seen;
        blue[row] += (c.line[2] * line + c.fill[2] * fill) * seen;
        through[row] = seen * (1 - (c.line[3] * line + c.fill[3] * fill));
    }
}

VERSIONS_256(
    void, layer_rows, (float *planes, size_t stride, size_t from, size_t to, const float shade[4]),
    (planes, stride, from, to, shade)
)

INLINE void layer_below(float *planes, size_t stride, size_t from, size_t to, const float shade[4]) {
    if (from >= to) return;
    CHOOSE_256(layer_rows, (planes, stride, from, to, shade));
}

VERSIONS_256(
    void, layer_edges, (float *planes, size_t stride, size_t from, size_t to, const vitrail_outlined *column),
    (planes, stride, from, to, column)
)

INLINE void layer_edges_below(float *planes, size_t stride, size_t from, size_t to, const vitrail_outlined *column) {
    if (from >= to) return;
    CHOOSE_256(layer_edges, (planes, stride, from, to, column));
}

INLINE void paint_over(float *planes, size_t stride, const uint8_t *coverage, size_t count, const float color[4]) {
    float *restrict red = planes, *restrict green = planes + stride;
    float *restrict blue = planes + 2 * stride, *restrict through = planes + 3 * stride;
    const float r = color[0] / 255, g = color[1] / 255, b = color[2] / 255, a = color[3] / 255;
    for (size_t i = 0; i < count; i++) {
        float covered = coverage[i], kept = 1 - a * covered;
        red[i] = red[i] * kept + r * covered;
        green[i] = green[i] * kept + g * covered;
        blue[i] = blue[i] * kept + b * covered;
        through[i] *= kept;
    }
}

DISPATCH_256(
    void, vitrail_paint_over, paint_over,
    (float *planes, size_t stride, const uint8_t *coverage, size_t count, const float color[4]),
    (planes, stride, coverage, count, color)
)

INLINE size_t lesser(size_t a, size_t b) { return a < b ? a : b; }
INLINE size_t greater(size_t a, size_t b) { return a < b ? b : a; }

void vitrail_layer_outlined(float *planes, size_t stride, const vitrail_outlined *column, vitrail_rows rows) {
    vitrail_rows inside = column->inside;
    size_t from = lesser(greater(rows.from, inside.from), rows.to), to = greater(from, lesser(rows.to, inside.to));
    layer_edges_below(planes, stride, rows.from, from, column);
    layer_below(planes, stride, from, to, column->shade);
    layer_edges_below(planes, stride, to, rows.to, column);
}

/// 0…1 as eight bits, halves rounded up.
INLINE uint32_t byte(float share) { return (uint32_t)(int32_t)(share * 255 + 0.5f); }

void vitrail_take_layers(float *planes, size_t stride, size_t from, size_t to, uint32_t *texels, size_t step) {
    float *restrict red = planes, *restrict green = planes + stride;
    float *restrict blue = planes + 2 * stride, *restrict through = planes + 3 * stride;
    for (size_t row = from; row < to; row++) {
        if (!(through[row] < 1)) continue;
        texels[row * step] =
            byte(red[row]) | byte(green[row]) << 8 | byte(blue[row]) << 16 | byte(1 - through[row]) << 24;
        red[row] = green[row] = blue[row] = 0;
        through[row] = 1;
    }
}
