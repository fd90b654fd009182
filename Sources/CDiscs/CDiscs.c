#include "CDiscs.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// The area that a circle covers of a pixel, by what it covers at grid lines and at their crossings. Radius 1, centre (0, 0):
//
//            u ╷           σ(t): the segment beyond the line x = t, 0 ≤ t ≤ 1.
//       ╭──────┼─╮         before(x): the part to the left of a line: σ(−x) or π − σ(x).
//      ╱       │xx╲        K(x, y): how much more of the part xx beyond a crossing (x, y) there is than its two segments say;
//   ───┼───────┼───┼ v        inside, |x||y| + ½σ(|x|) + ½σ(|y|) − π/4, with the sign of x·y; outside, 0.
//      ╲       │  ╱
//       ╰──────┼─╯         pixel = K at its crossings, + − + −, and in the column of the centre what lies between the pixel's
//                          lines above and below, in the row of the centre what lies between those left and right, in the pixel
//                          of the centre less π.
//
// So far from the circle everything is exactly 0, however often it is added, and slivers keep their digits.

#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file

typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef int32_t int8 __attribute__((ext_vector_type(8)));

#define INLINE static inline __attribute__((always_inline))
#define SHUFFLE __builtin_shufflevector

static const float pi = 3.14159265f;
/// Products stay normal numbers, which are fast.
static const float least = 1e-20f;

INLINE int8 bits(float8 v) { return __builtin_bit_cast(int8, v); }
INLINE float8 floats(int8 v) { return __builtin_bit_cast(float8, v); }
INLINE float8 masked(float8 v, int8 mask) { return floats(bits(v) & mask); }
INLINE int8 signs(float8 v) { return bits(v) & (int8)INT32_MIN; }
INLINE float8 magnitude(float8 v) { return floats(bits(v) & (int8)INT32_MAX); }
INLINE float8 either(int8 mask, float8 yes, float8 no) { return floats((bits(yes) & mask) | (bits(no) & ~mask)); }
INLINE float8 larger(float8 a, float8 b) { return __builtin_elementwise_max(a, b); }
INLINE float8 smaller(float8 a, float8 b) { return __builtin_elementwise_min(a, b); }

INLINE int32_t floor_int(float v) {
    int32_t i = (int32_t)v;
    return i - ((float)i > v);
}

/// ½σ at t ≥ 0. σ(1 − u) = u√u · P(u), P by least squares at Chebyshev's points, relative error below 2e-7.
INLINE float8 half_segment(float8 t) {
    float8 u = larger(1.0f - t, (float8)0.0f);
    float8 p = u * -0.0012383763f + -1.9590108e-05f;
    p = p * u + -0.0056332428f;
    p = p * u + -0.025071305f;
    p = p * u + -0.28285918f;
    p = p * u + 1.8856183f;
    return p * (u * __builtin_elementwise_sqrt(u) * 0.5f);
}

/// The circle's part before lines at x, from ½σ(|x|).
INLINE float8 before(float8 x, float8 half) { return either(x < 0.0f, half + half, pi - (half + half)); }

/// K at crossings, from the lines' places, and ½σ − π/8 of each.
INLINE float8 crossing(float8 x, float8 half_x, float8 y, float8 half_y) {
    float8 product = x * y;
    float8 excess = magnitude(product) + (half_x + half_y);
    return floats(bits(masked(excess, x * x + y * y < 1.0f)) ^ signs(product));
}

INLINE float8 composited(float8 through, float8 area, float scale, float alpha) {
    float8 share = smaller(larger(area * scale, (float8)0.0f), (float8)alpha);
    return larger(through - through * share, (float8)least);
}

// MARK: Circles of at most 4 × 4 pixels

/// A circle of a radius up to 1.5: its lines, four upright ones and four level ones. The fifth of each is beyond it.
typedef struct {
    float8 lines, half, strips;
    /// Where the pixel after a line holds the centre: signs change within it.
    int8 middle;
    float *corner;
    float scale;
} small_disc;

/// Finds the lines, and sends for the pixels: they may be far in memory.
INLINE void prepare(small_disc *disc, const vitrail_disc_map *map, float x, float y, float radius, float alpha) {
    float unit = 1 / radius;
    int32_t column = floor_int(x - radius), row = floor_int(y - radius);
    float *corner = map->origin + row * map->stride + column;
    for (int i = 0; i < 4; i++) __builtin_prefetch(corner + i * map->stride, 1);
    float dx = (float)column - x, dy = (float)row - y;
    float8 lines = ((float8){0, 1, 2, 3, 0, 1, 2, 3} + (float8){dx, dx, dx, dx, dy, dy, dy, dy}) * unit;
    float8 half = half_segment(magnitude(lines));
    float8 parts = before(lines, half);
    disc->lines = lines;
    disc->half = half - pi / 8;
    disc->strips = SHUFFLE(parts, (float8)pi, 1, 2, 3, 8, 5, 6, 7, 8) - parts;
    disc->middle = (lines < 0.0f) & (lines >= -unit);
    disc->corner = corner;
    disc->scale = alpha * radius * radius;
}

/// The eight pixels of two rows.
INLINE void composite_rows(float *first, float *second, float8 area, float scale, float alpha) {
    float4 a, b;
    memcpy(&a, first, sizeof a);
    memcpy(&b, second, sizeof b);
    float8 through = composited(SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7), area, scale, alpha);
    a = through.lo;
    b = through.hi;
    memcpy(first, &a, sizeof a);
    memcpy(second, &b, sizeof b);
}

/// Two level lines, or two rows, at a time; crossings with the outermost lines are 0.
INLINE void composite_small(const small_disc *disc, ptrdiff_t stride, float alpha) {
    float8 lines = disc->lines, half = disc->half, strips = disc->strips;
    int8 middle = disc->middle;
    float8 x = SHUFFLE(lines, lines, 0, 1, 2, 3, 0, 1, 2, 3), half_x = SHUFFLE(half, half, 0, 1, 2, 3, 0, 1, 2, 3);
    int8 column = SHUFFLE(middle, middle, 0, 1, 2, 3, 0, 1, 2, 3);
    float8 beside = SHUFFLE(strips, strips, 0, 1, 2, 3, 0, 1, 2, 3) - masked((float8)pi, column);

    // Nothing crosses at 2.
    float8 k12 = crossing(x, half_x, SHUFFLE(lines, lines, 5, 5, 5, 5, 6, 6, 6, 6), SHUFFLE(half, half, 5, 5, 5, 5, 6, 6, 6, 6));
    float8 k3 = crossing(x, half_x, SHUFFLE(lines, (float8)2.0f, 7, 7, 7, 7, 8, 8, 8, 8), SHUFFLE(half, half, 7, 7, 7, 7, 7, 7, 7, 7));
    float8 step12 = SHUFFLE(k12, (float8)0.0f, 1, 2, 3, 8, 5, 6, 7, 8) - k12;
    float8 step3 = SHUFFLE(k3, (float8)0.0f, 1, 2, 3, 8, 5, 6, 7, 8) - k3;
    float8 rows01 = step12 - SHUFFLE(step12, (float8)0.0f, 8, 8, 8, 8, 0, 1, 2, 3);
    float8 rows23 = step3 - SHUFFLE(step12, step3, 4, 5, 6, 7, 8, 9, 10, 11);

    rows01 += masked(SHUFFLE(strips, strips, 4, 4, 4, 4, 5, 5, 5, 5), column)
        + masked(beside, SHUFFLE(middle, middle, 4, 4, 4, 4, 5, 5, 5, 5));
    rows23 += masked(SHUFFLE(strips, strips, 6, 6, 6, 6, 7, 7, 7, 7), column)
        + masked(beside, SHUFFLE(middle, middle, 6, 6, 6, 6, 7, 7, 7, 7));
    float *corner = disc->corner;
    composite_rows(corner, corner + stride, rows01, disc->scale, alpha);
    composite_rows(corner + 2 * stride, corner + 3 * stride, rows23, disc->scale, alpha);
}

// MARK: Larger circles

enum { most_blocks = (2 * VITRAIL_LARGEST_DISC + 3) / 8 + 1, most_lines = most_blocks * 8 };

/// Lines on one axis from `start` − `center` on, radius 1.
typedef struct {
    float8 place[most_blocks + 1], half[most_blocks + 1], strip[most_blocks + 1];
    int8 middle[most_blocks + 1];
} line_blocks;

INLINE void find_lines(line_blocks *lines, int blocks, float offset, float unit) {
    float8 next = {0};
    for (int b = blocks - 1; b >= 0; b--) {
        float8 place = ((float8){0, 1, 2, 3, 4, 5, 6, 7} + (offset + (float)(8 * b))) * unit;
        float8 half = half_segment(magnitude(place));
        float8 part = before(place, half);
        lines->place[b] = place;
        lines->half[b] = half - pi / 8;
        lines->strip[b] = SHUFFLE(part, b == blocks - 1 ? (float8)pi : next, 1, 2, 3, 4, 5, 6, 7, 8) - part;
        lines->middle[b] = (place < 0.0f) & (place >= -unit);
        next = part;
    }
}

/// Row by row, eight columns at a time; what the line above said of its crossings is kept for the row below.
INLINE void composite_large(const vitrail_disc_map *map, float x, float y, float radius, float alpha) {
    int32_t left = floor_int(x - radius), right = floor_int(x + radius), top = floor_int(y - radius), bottom = floor_int(y + radius);
    left = left < 0 ? 0 : left;
    right = right < map->width - 1 ? right : map->width - 1;
    top = top < 0 ? 0 : top;
    bottom = bottom < map->height - 1 ? bottom : map->height - 1;
    if (left > right || top > bottom) return;
    // Columns, and one line more.
    int blocks = (right - left + 2 + 7) / 8, levels = (bottom - top + 2 + 7) / 8;
    float unit = 1 / radius, scale = alpha * radius * radius;
    line_blocks across, down;
    find_lines(&across, blocks, (float)left - x, unit);
    find_lines(&down, levels, (float)top - y, unit);
    const float *places = (const float *)down.place, *halves = (const float *)down.half, *strips = (const float *)down.strip;
    const int32_t *middles = (const int32_t *)down.middle;
    float8 above[most_blocks] = {0};
    for (int32_t row = top; row <= bottom + 1; row++) {
        int i = row - top;
        float8 level = (float8)places[i], half = (float8)halves[i];
        bool is_first = i == 0, is_middle = i > 0 && middles[i - 1];
        float8 strip = (float8)(is_first ? 0 : strips[i - 1]);
        float *through = map->origin + (row - 1) * map->stride + left;
        float8 k = crossing(across.place[0], across.half[0], level, half);
        for (int b = 0; b < blocks; b++) {
            float8 next = b + 1 < blocks ? crossing(across.place[b + 1], across.half[b + 1], level, half) : (float8)0.0f;
            float8 step = SHUFFLE(k, next, 1, 2, 3, 4, 5, 6, 7, 8) - k;
            k = next;
            float8 last = above[b];
            above[b] = step;
            if (is_first) continue;
            float8 area = step - last + masked(strip, across.middle[b]);
            if (is_middle) area += across.strip[b] - masked((float8)pi, across.middle[b]);
            float8 old;
            memcpy(&old, through + 8 * b, sizeof old);
            old = composited(old, area, scale, alpha);
            memcpy(through + 8 * b, &old, sizeof old);
        }
    }
}

// MARK: All of them

enum { batch = 64 };

INLINE bool is_visible(const vitrail_disc_map *map, float x, float y, float radius) {
    // A comparison with NaN is false.
    return radius > 0 && radius <= VITRAIL_LARGEST_DISC && x + radius > 0 && x - radius < (float)map->width && y + radius > 0
        && y - radius < (float)map->height;
}

INLINE void composite_all(const vitrail_disc_map *map, const float *discs, size_t count, float alpha) {
    small_disc small[batch];
    for (size_t start = 0; start < count; start += batch) {
        size_t end = count - start < batch ? count : start + batch, found = 0;
        for (size_t i = start; i < end; i++) {
            float x = discs[3 * i] - map->left, y = discs[3 * i + 1] - map->top, radius = discs[3 * i + 2];
            if (!is_visible(map, x, y, radius)) continue;
            if (radius <= 1.5f) {
                prepare(&small[found++], map, x, y, radius, alpha);
            } else {
                composite_large(map, x, y, radius, alpha);
            }
        }
        for (size_t i = 0; i < found; i++) composite_small(&small[i], map->stride, alpha);
    }
}

typedef float float_tile __attribute__((ext_vector_type(VITRAIL_DISC_TILE)));
typedef int32_t int_tile __attribute__((ext_vector_type(VITRAIL_DISC_TILE)));
typedef uint8_t byte_tile __attribute__((ext_vector_type(VITRAIL_DISC_TILE)));

INLINE void coverage_all(const vitrail_disc_map *maps, size_t map_count, int32_t row, uint8_t *coverage, uint8_t *inked) {
    int32_t width = maps[0].width;
    for (int32_t x = 0; x < width; x += VITRAIL_DISC_TILE) {
        // What is read beyond the row is the map's, too.
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

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))

WIDE static void composite_wide(const vitrail_disc_map *map, const float *discs, size_t count, float alpha) {
    composite_all(map, discs, count, alpha);
}

WIDE static void coverage_wide(const vitrail_disc_map *maps, size_t map_count, int32_t row, uint8_t *coverage, uint8_t *inked) {
    coverage_all(maps, map_count, row, coverage, inked);
}
#endif

void vitrail_composite_discs(const vitrail_disc_map *map, const float *discs, size_t count, float alpha) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return composite_wide(map, discs, count, alpha);
#endif
    composite_all(map, discs, count, alpha);
}

void vitrail_disc_coverage(const vitrail_disc_map *maps, size_t map_count, int32_t row, uint8_t *coverage, uint8_t *inked) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return coverage_wide(maps, map_count, row, coverage, inked);
#endif
    coverage_all(maps, map_count, row, coverage, inked);
}
