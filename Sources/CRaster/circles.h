#pragma once
#include "CRaster.h"
#include "dispatch.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// The area of pixel ∩ circle, from the circle's values at grid lines and at their crossings. Radius 1, centre (0, 0):
//
//            u ╷           σ(t): the segment beyond the line x = t, 0 ≤ t ≤ 1.
//       ╭──────┼─╮         before(x): the part to the left of a line: σ(−x) or π − σ(x).
//      ╱       │xx╲        K(x, y): the area of the part xx beyond a crossing, minus the estimate from its segments;
//   ───┼───────┼───┼ v        inside, |x||y| + ½σ(|x|) + ½σ(|y|) − π/4, with the sign of x·y; outside, 0.
//      ╲       │  ╱
//       ╰──────┼─╯         pixel = K at its crossings, + − + −; in the column of the centre plus the area between
//                          the pixel's top and bottom lines; in the row of the centre plus the area between its
//                          left and right lines; in the pixel of the centre minus π.
//
// So all values far from the circle are exactly 0, however often they are added, and slivers keep their precision.

#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"  // vectors are never passed between files

typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef int32_t int8 __attribute__((ext_vector_type(8)));
typedef float float16 __attribute__((ext_vector_type(16)));
typedef int32_t int16 __attribute__((ext_vector_type(16)));

#define SHUFFLE __builtin_shufflevector

static const float pi = 3.14159265f;
/// Keeps products normal, because denormal numbers are slow.
static const float minimum = 1e-20f;

#define FLOATS float8
#define INTS int8
#include "circle_lanes.h"
#define FLOATS float16
#define INTS int16
#include "circle_lanes.h"

INLINE float4 load4(const float *from) {
    float4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE float8 load8(const float *from) {
    float8 v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void store4(float *to, float4 v) { memcpy(to, &v, sizeof v); }
INLINE void store8(float *to, float8 v) { memcpy(to, &v, sizeof v); }

INLINE int8 floor8(float8 v) {
    int8 i = __builtin_convertvector(v, int8);
    return i + (__builtin_convertvector(i, float8) > v);
}

INLINE int32_t floor_int(float v) {
    int32_t i = (int32_t)v;
    return i - ((float)i > v);
}

// MARK: Paint

/// The paint of a circle.
typedef struct {
    float alpha;
    /// Number of floats between planes: visible red, green and blue, and transmittance; 0: there are no colour planes.
    ptrdiff_t plane;
    float color[3];
} circle_paint;

/// Composites eight pixels.
///
/// - scale: Factor for areas, which makes a full pixel have the paint's alpha.
INLINE void put(float *through, float8 area, float scale, const circle_paint *paint) {
    float8 seen = load8(through), part = share(area, scale, paint->alpha);
    if (paint->plane) {
        float8 shown = seen * part;
        for (int k = 0; k < 3; k++) {
            float *sum = through - (3 - k) * paint->plane;
            store8(sum, load8(sum) + shown * paint->color[k]);
        }
    }
    store8(through, larger(seen - seen * part, (float8)minimum));
}

// MARK: Circles by the closed form

/// Maximum radius in pixels for the closed form; Float is too imprecise beyond.
enum { largest_closed = 32 };

enum { max_blocks = (2 * largest_closed + 3) / 8 + 1, max_lines = max_blocks * 8 };

/// Lines on one axis, starting at `start` − `center`, for radius 1.
typedef struct {
    float8 position[max_blocks + 1], half[max_blocks + 1], strip[max_blocks + 1];
    int8 middle[max_blocks + 1];
} line_blocks;

INLINE void find_lines(line_blocks *lines, int blocks, float offset, float unit) {
    float8 next = {0};
    for (int b = blocks - 1; b >= 0; b--) {
        float8 position = ((float8){0, 1, 2, 3, 4, 5, 6, 7} + (offset + (float)(8 * b))) * unit;
        float8 half = half_segment(magnitude(position));
        float8 part = before(position, half);
        lines->position[b] = position;
        lines->half[b] = half - pi / 8;
        lines->strip[b] = SHUFFLE(part, b == blocks - 1 ? (float8)pi : next, 1, 2, 3, 4, 5, 6, 7, 8) - part;
        lines->middle[b] = holds_center(position, (float8)unit);
        next = part;
    }
}

/// Composites row by row, eight columns at a time; keeps the values at the crossings of a line for the next row.
INLINE void composite_closed(const vitrail_disc_map *map, float x, float y, float radius, const circle_paint *paint) {
    int32_t left = floor_int(x - radius), right = floor_int(x + radius), top = floor_int(y - radius);
    int32_t bottom = floor_int(y + radius);
    left = left < 0 ? 0 : left;
    right = right < map->width - 1 ? right : map->width - 1;
    top = top < 0 ? 0 : top;
    bottom = bottom < map->height - 1 ? bottom : map->height - 1;
    if (left > right || top > bottom) return;
    // The columns plus one line.
    int blocks = (right - left + 2 + 7) / 8, levels = (bottom - top + 2 + 7) / 8;
    float unit = 1 / radius, scale = paint->alpha * radius * radius;
    line_blocks across, down;
    find_lines(&across, blocks, (float)left - x, unit);
    find_lines(&down, levels, (float)top - y, unit);
    const float *positions = (const float *)down.position, *halves = (const float *)down.half;
    const float *strips = (const float *)down.strip;
    const int32_t *middles = (const int32_t *)down.middle;
    float8 above[max_blocks] = {0};
    for (int32_t row = top; row <= bottom + 1; row++) {
        int i = row - top;
        float8 level = (float8)positions[i], half = (float8)halves[i];
        bool is_first = i == 0, is_middle = i > 0 && middles[i - 1];
        float8 strip = (float8)(is_first ? 0 : strips[i - 1]);
        float *through = map->origin + (row - 1) * map->stride + left;
        float8 k = crossing(across.position[0], across.half[0], level, half);
        for (int b = 0; b < blocks; b++) {
            float8 next =
                b + 1 < blocks ? crossing(across.position[b + 1], across.half[b + 1], level, half) : (float8)0.0f;
            float8 step = SHUFFLE(k, next, 1, 2, 3, 4, 5, 6, 7, 8) - k;
            k = next;
            float8 last = above[b];
            above[b] = step;
            if (is_first) continue;
            float8 area = step - last + masked(strip, across.middle[b]);
            if (is_middle) area += across.strip[b] - masked((float8)pi, across.middle[b]);
            put(through + 8 * b, area, scale, paint);
        }
    }
}

// MARK: Circles that are larger still

#include "large_circles.h"
