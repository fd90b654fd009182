#include "CRaster.h"
#include "circles.h"
#include "dispatch.h"

// MARK: Circles that are waiting

enum { batch = 64, group = 8 };

/// The circles of a batch that touch the map, with space for one more group.
typedef struct {
    float x[batch + group], y[batch + group], radius[batch + group];
    size_t count;
} waiting;

/// Distributes a group of circles to the lists for small, large and very large circles; drops the others.
///
/// - Returns: Not 0 if a circle is larger than the maximum.
INLINE int8 sort_out(const vitrail_disc_map *map, const float *discs, waiting *small, waiting *large, waiting *wide) {
    float8 a = load8(discs), b = load8(discs + 8), c = load8(discs + 16);
    float8 x = SHUFFLE(SHUFFLE(a, b, 0, 3, 6, 9, 12, 15, -1, -1), c, 0, 1, 2, 3, 4, 5, 10, 13) - map->left;
    float8 y = SHUFFLE(SHUFFLE(a, b, 1, 4, 7, 10, 13, -1, -1, -1), c, 0, 1, 2, 3, 4, 8, 11, 14) - map->top;
    float8 radius = SHUFFLE(SHUFFLE(a, b, 2, 5, 8, 11, 14, -1, -1, -1), c, 0, 1, 2, 3, 4, 9, 12, 15);
    // Comparisons with NaN are false.
    int8 too_large = radius > VITRAIL_LARGEST_DISC;
    int8 visible = (radius > 0) & ~too_large & (x + radius > 0) & (x - radius < (float)map->width) & (y + radius > 0)
        & (y - radius < (float)map->height);
    int8 is_small = radius <= 1.5f;
    if (__builtin_reduce_and(visible & is_small)) {
        store8(small->x + small->count, x);
        store8(small->y + small->count, y);
        store8(small->radius + small->count, radius);
        small->count += group;
        return too_large;
    }
    for (int i = 0; i < group; i++) {
        if (!visible[i]) continue;
        waiting *list = is_small[i] ? small : radius[i] <= largest_closed ? large : wide;
        list->x[list->count] = x[i];
        list->y[list->count] = y[i];
        list->radius[list->count++] = radius[i];
    }
    return too_large;
}

// MARK: Circles of at most 4 × 4 pixels

/// Circles with a radius up to 1.5: four vertical and four horizontal grid lines per circle. The fifth line of each
/// lies outside the circle.
typedef struct {
    float lines[batch][8], half[batch][8], strips[batch][8];
    float unit[batch], scale[batch];
    int32_t corner[batch];
} small_discs;

/// Computes the lines of two circles.
INLINE void find_small_lines(small_discs *discs, size_t i, float16 offsets, float16 units) {
    float16 lines = ((float16){0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3} + offsets) * units;
    float16 half = half_segment(magnitude(lines));
    float16 parts = before(lines, half);
    float16 strips = SHUFFLE(parts, (float16)pi, 1, 2, 3, 16, 5, 6, 7, 16, 9, 10, 11, 16, 13, 14, 15, 16) - parts;
    half -= pi / 8;
    memcpy(discs->lines[i], &lines, sizeof lines);
    memcpy(discs->half[i], &half, sizeof half);
    memcpy(discs->strips[i], &strips, sizeof strips);
}

/// The values of circles i and i + 1 of a group, in the lanes of their lines.
#define IN_LINES(x, y, i) \
    SHUFFLE(x, y, i, i, i, i, 8 + i, 8 + i, 8 + i, 8 + i, i + 1, i + 1, i + 1, i + 1, 9 + i, 9 + i, 9 + i, 9 + i)

/// Computes the lines, and prefetches the pixels, which may be far apart in memory.
INLINE void prepare(small_discs *discs, const vitrail_disc_map *map, waiting *circles, float alpha) {
    // The circles that pad the last group are not painted.
    for (size_t i = circles->count; i % group != 0; i++) circles->x[i] = circles->y[i] = circles->radius[i] = 1;
    for (size_t i = 0; i < circles->count; i += group) {
        float8 x = load8(circles->x + i), y = load8(circles->y + i), radius = load8(circles->radius + i);
        float8 unit = 1 / radius;
        int8 column = floor8(x - radius), row = floor8(y - radius), corner = row * (int32_t)map->stride + column;
        float8 dx = __builtin_convertvector(column, float8) - x, dy = __builtin_convertvector(row, float8) - y;
        store8(discs->unit + i, unit);
        store8(discs->scale + i, alpha * radius * radius);
        memcpy(discs->corner + i, &corner, sizeof corner);
        find_small_lines(discs, i, IN_LINES(dx, dy, 0), IN_LINES(unit, unit, 0));
        find_small_lines(discs, i + 2, IN_LINES(dx, dy, 2), IN_LINES(unit, unit, 2));
        find_small_lines(discs, i + 4, IN_LINES(dx, dy, 4), IN_LINES(unit, unit, 4));
        find_small_lines(discs, i + 6, IN_LINES(dx, dy, 6), IN_LINES(unit, unit, 6));
    }
    for (size_t i = 0; i < circles->count; i++) {
        for (int row = 0; row < 4; row++) __builtin_prefetch(map->origin + discs->corner[i] + row * map->stride, 1);
    }
}

/// The values of the vertical lines for each of four rows of pixels, and of the horizontal lines for each of four
/// columns.
INLINE float16 in_columns(const float *lines) {
    float4 v = load4(lines);
    return SHUFFLE(v, v, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}
INLINE float16 in_rows(const float *lines) {
    float4 v = load4(lines + 4);
    return SHUFFLE(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

/// Composites sixteen pixels at a time. There are no crossings after the last lines.
INLINE void composite_small(const small_discs *discs, size_t i, float *origin, ptrdiff_t stride, float alpha) {
    float16 x = in_columns(discs->lines[i]), y = in_rows(discs->lines[i]), zero = (float16)0.0f;
    float16 unit = (float16)discs->unit[i];
    float16 k = crossing(x, in_columns(discs->half[i]), y, in_rows(discs->half[i]));
    float16 step = SHUFFLE(k, zero, 1, 2, 3, 16, 5, 6, 7, 16, 9, 10, 11, 16, 13, 14, 15, 16) - k;
    float16 area = SHUFFLE(step, zero, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16) - step;
    int16 column = holds_center(x, unit), row = holds_center(y, unit);
    area += masked(in_rows(discs->strips[i]), column)
        + masked(in_columns(discs->strips[i]) - masked((float16)pi, column), row);
    float *rows[4];
    for (int r = 0; r < 4; r++) rows[r] = origin + discs->corner[i] + r * stride;
    float8 upper = SHUFFLE(load4(rows[0]), load4(rows[1]), 0, 1, 2, 3, 4, 5, 6, 7);
    float8 lower = SHUFFLE(load4(rows[2]), load4(rows[3]), 0, 1, 2, 3, 4, 5, 6, 7);
    float16 through = SHUFFLE(upper, lower, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    through = composited(through, area, discs->scale[i], alpha);
    store4(rows[0], through.lo.lo);
    store4(rows[1], through.lo.hi);
    store4(rows[2], through.hi.lo);
    store4(rows[3], through.hi.hi);
}

// MARK: All of them

INLINE bool composite_all(const vitrail_disc_map *map, const float *discs, size_t count, float alpha) {
    small_discs lines;
    const circle_paint paint = {.alpha = alpha};
    int8 too_large = (int8)0;
    for (size_t start = 0; start < count; start += batch) {
        size_t end = count - start < batch ? count : start + batch, i = start;
        waiting small, large, wide;
        small.count = large.count = wide.count = 0;
        for (; i + group <= end; i += group) too_large |= sort_out(map, discs + 3 * i, &small, &large, &wide);
        if (i < end) {
            float rest[3 * group] = {0};
            memcpy(rest, discs + 3 * i, (end - i) * 3 * sizeof(float));
            too_large |= sort_out(map, rest, &small, &large, &wide);
        }
        for (i = 0; i < large.count; i++) composite_closed(map, large.x[i], large.y[i], large.radius[i], &paint);
        for (i = 0; i < wide.count; i++) composite_wide(map, wide.x[i], wide.y[i], wide.radius[i], &paint);
        prepare(&lines, map, &small, alpha);
        for (i = 0; i < small.count; i++) composite_small(&lines, i, map->origin, map->stride, alpha);
    }
    return __builtin_reduce_or(too_large) != 0;
}

typedef float float_tile __attribute__((ext_vector_type(VITRAIL_DISC_TILE)));
typedef int32_t int_tile __attribute__((ext_vector_type(VITRAIL_DISC_TILE)));
typedef uint8_t byte_tile __attribute__((ext_vector_type(VITRAIL_DISC_TILE)));

INLINE void coverage_all(
    const vitrail_disc_map *maps, size_t map_count, int32_t row, uint8_t *coverage, uint8_t *inked
) {
    int32_t width = maps[0].width;
    for (int32_t x = 0; x < width; x += VITRAIL_DISC_TILE) {
        // Pixels read beyond the row still belong to the map.
        float_tile through = (float_tile)1.0f;
        for (size_t m = 0; m < map_count; m++) {
            float_tile part;
            memcpy(&part, maps[m].origin + row * maps[m].stride + x, sizeof part);
            through *= part;
        }
        int_tile values = __builtin_convertvector((1.0f - through) * 255.0f + 0.5f, int_tile);
        byte_tile bytes = __builtin_convertvector(values, byte_tile);
        int32_t count = width - x < VITRAIL_DISC_TILE ? width - x : VITRAIL_DISC_TILE;
        if (count < VITRAIL_DISC_TILE) memset((uint8_t *)&bytes + count, 0, (size_t)(VITRAIL_DISC_TILE - count));
        if (__builtin_reduce_or(bytes)) inked[x / VITRAIL_DISC_TILE] = 1;
        memcpy(coverage + x, &bytes, (size_t)count);
    }
}

DISPATCH_512(
    bool, vitrail_composite_discs, composite_all,
    (const vitrail_disc_map *map, const float *discs, size_t count, float alpha), (map, discs, count, alpha)
)

DISPATCH_512(
    void, vitrail_disc_coverage, coverage_all,
    (const vitrail_disc_map *maps, size_t map_count, int32_t row, uint8_t *coverage, uint8_t *inked),
    (maps, map_count, row, coverage, inked)
)
