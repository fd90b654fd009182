#include "CRaster.h"
#include "dispatch.h"
#include "floats.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

#pragma STDC FP_CONTRACT OFF

// Layout of the bits (subsamples) of a pixel: they lie on sixteen lines with a slope of 1/16, which continue through
// adjacent pixels, with 16 or 8 bits on each line.
//
//      ╱· · ·╱· · ·╱      The subsamples of a pixel have 256 different heights and as many positions along, so the
//     ╱· · ·╱· · ·╱       error of a horizontal or vertical edge is 1/512 of a pixel. Line i of a tile belongs to the
//    ╱· · ·╱· · ·╱        pixel row i / 16 and to the row before it: the tile's last pixel begins first.

enum { lines = VITRAIL_TRAJECTORY_LINES };
_Static_assert(lines == FLOAT_LANES, "the lines of a row of pixels are worked on at a time");

static const floats NUMBERS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
/// Position of the first bit on each line, in bits; adjacent lines differ much.
static const floats PHASES = {0.5f / 16, 8.5f / 16,  4.5f / 16, 12.5f / 16, 2.5f / 16, 10.5f / 16,
                              6.5f / 16, 14.5f / 16, 1.5f / 16, 9.5f / 16,  5.5f / 16, 13.5f / 16,
                              3.5f / 16, 11.5f / 16, 7.5f / 16, 15.5f / 16};
/// 1 / √(16² + 1): the lines go 16 pixels along and one pixel down.
static const float UNIT = 0.062378286f;

typedef uint64_t words __attribute__((ext_vector_type(FLOAT_LANES)));

typedef struct {
    float x, y;
} position;

INLINE float smaller(float a, float b) { return a < b ? a : b; }
INLINE float larger(float a, float b) { return a > b ? a : b; }

/// Number of pixels in a row of a tile.
INLINE int32_t columns_of(const vitrail_trajectory *map) { return 64 / map->lanes; }
INLINE size_t words_of(const vitrail_trajectory *map) { return ((size_t)map->height + 63) / 64; }

INLINE position position_of(const vitrail_trajectory *map, const float *point) {
    return (position){point[0] - map->left, point[1] - map->top};
}
INLINE bool is_finite(position p) { return (p.x - p.x) + (p.y - p.y) == 0; }

/// Whether all bits from `from` to `to`, both included, are set.
INLINE bool are_set(const uint64_t *words, int32_t from, int32_t to) {
    for (int32_t word = from / 64; word <= to / 64; word++) {
        uint64_t missing = ~words[word];
        if (word == from / 64) missing &= ~UINT64_C(0) << from % 64;
        if (word == to / 64) missing &= ~UINT64_C(0) >> (63 - to % 64);
        if (missing) return false;
    }
    return true;
}

INLINE int32_t first_unset(const uint64_t *words, int32_t from, int32_t to) {
    for (int32_t row = from; row <= to; row = (row / 64 + 1) * 64) {
        uint64_t missing = ~words[row / 64] >> row % 64;
        if (missing) return row + __builtin_ctzll(missing);
    }
    return to + 1;
}

INLINE int32_t last_unset(const uint64_t *words, int32_t from, int32_t to) {
    for (int32_t row = to; row >= from; row = row / 64 * 64 - 1) {
        uint64_t missing = ~words[row / 64] << (63 - row % 64);
        if (missing) return row - __builtin_clzll(missing);
    }
    return from - 1;
}

/// Maximum number of tiles that are tested per segment. Longer segments are tested per tile when they are painted.
enum { tiles_per_look = 6 };

INLINE size_t
find(const vitrail_trajectory *map, const float *points, size_t count, uint32_t *found, size_t *long_ones) {
    const float radius = map->radius, width = (float)map->width, height = (float)map->height;
    const float per_tile = 1 / (float)columns_of(map);
    const size_t per_column = words_of(map);
    size_t all = 0;
    position from = position_of(map, points);
    bool is_somewhere = is_finite(from);
    for (size_t i = 0; i + 1 < count; i++) {
        position to = position_of(map, points + 2 * i + 2);
        position a = from;
        bool has_start = is_somewhere;
        from = to;
        is_somewhere = is_finite(to);
        if (!has_start || !is_somewhere) continue;
        float low_x = smaller(a.x, to.x) - radius, high_x = larger(a.x, to.x) + radius;
        float low_y = smaller(a.y, to.y) - radius, high_y = larger(a.y, to.y) + radius;
        if (high_x <= 0 || low_x >= width || high_y <= 0 || low_y >= height) continue;
        if (low_x >= map->core_left && high_x <= map->core_right && low_y >= map->core_top
            && high_y <= map->core_bottom) {
            continue;
        }
        low_x = larger(low_x, 0), high_x = smaller(high_x, width - 1);
        int32_t first = (int32_t)(low_x * per_tile), last = (int32_t)(high_x * per_tile);
        bool is_full = last - first < tiles_per_look;
        *long_ones += !is_full;
        if (is_full) {
            int32_t top = (int32_t)larger(low_y, 0), bottom = (int32_t)smaller(high_y, height - 1);
            for (int32_t tile = first; is_full && tile <= last; tile++) {
                is_full = are_set(map->full + (size_t)tile * per_column, top, bottom);
            }
        }
        if (!is_full) found[all++] = (uint32_t)i;
    }
    return all;
}

/// Clips a segment to `margin` around the map: the crossing cannot be computed from very distant coordinates.
INLINE bool cut(const vitrail_trajectory *map, position *a, position *b, float margin) {
    const double low = -margin, high[2] = {(double)map->width + margin, (double)map->height + margin};
    const double start[2] = {a->x, a->y}, way[2] = {(double)b->x - a->x, (double)b->y - a->y};
    double from = 0, to = 1;
    for (int k = 0; k < 2; k++) {
        double t = (low - start[k]) / way[k], u = (high[k] - start[k]) / way[k];
        if (way[k] == 0) continue;
        from = fmax(from, fmin(t, u));
        to = fmin(to, fmax(t, u));
    }
    if (!(from < to)) return false;
    *a = (position){(float)(start[0] + from * way[0]), (float)(start[1] + from * way[1])};
    *b = (position){(float)(start[0] + to * way[0]), (float)(start[1] + to * way[1])};
    return true;
}

/// A segment in tile coordinates, and its radius.
typedef struct {
    position a, b;
    float radius;
    /// Whether there is a joint at its end.
    bool is_round;
    /// Whether a part of an end may lie in the tile; otherwise the segment is an endless band there.
    bool has_end;
} shape;

/// The lowest bits set, `count` bits in each word.
INLINE words lowest(ints count) {
    words n = __builtin_convertvector(count, words);
    return (((words)1 << (n & 63)) - 1) | -(n >> 6);
}

/// Extends the intervals of lines by their crossings with an edge, which starts at `from` and goes `way` along and
/// `height` across the lines.
INLINE void add_edge(floats *low, floats *high, floats across, position from, float way, float height) {
    floats off = across - from.y;
    float slope = way / height;
    floats crossing = from.x + off * slope;
    float minimum = smaller(height, 0), maximum = larger(height, 0);
    // An edge parallel to the lines crosses none.
    if (!(slope - slope == 0)) return;
    *low = off >= minimum && off <= maximum ? floats_min(*low, crossing) : *low;
    *high = off >= minimum && off <= maximum ? floats_max(*high, crossing) : *high;
}

INLINE void add_disc(floats *low, floats *high, floats across, position center, float radius) {
    floats off = across - center.y, square = radius * radius - off * off;
    floats half = __builtin_elementwise_sqrt(floats_max(square, (floats)0));
    *low = square > 0 ? floats_min(*low, center.x - half) : *low;
    *high = square > 0 ? floats_max(*high, center.x + half) : *high;
}

/// The interval of each of sixteen lines in a segment whose ends lie outside the tile.
INLINE void add_band(
    floats *low, floats *high, floats across, position from, float way, float height, float half, float radius
) {
    const floats off = across - from.y;
    if (half - half == 0) {
        const floats middle = from.x + off * (way / height);
        *low = middle - half;
        *high = middle + half;
        return;
    }
    // The segment is parallel to the lines.
    const ints is_inside = (off >= -radius) & (off <= radius);
    *low = is_inside ? (floats)-INFINITY : *low;
    *high = is_inside ? (floats)INFINITY : *high;
}

/// Sets the bits of a shape on the lines of some rows of a tile. Positions are pixels from the tile's left edge and
/// from the first of those rows.
INLINE void set_bits(const vitrail_trajectory *map, uint64_t *bits, size_t count, shape shape) {
    const float lanes = (float)map->lanes, radius = shape.radius;
    // Coordinates along and across the lines.
    const position a = {(16 * shape.a.x + shape.a.y) * UNIT, (16 * shape.a.y - shape.a.x) * UNIT};
    const position b = {(16 * shape.b.x + shape.b.y) * UNIT, (16 * shape.b.y - shape.b.x) * UNIT};
    const float way = b.x - a.x, height = b.y - a.y, length = sqrtf(way * way + height * height);
    const bool has_length = length > 0;
    const float side_x = has_length ? -height / length * radius : 0, side_y = has_length ? way / length * radius : 0;
    const float half_band = fabsf(length / height) * radius;
    // The lines that cross the shape, plus one on each side.
    const float before = (float)columns_of(map) - 1, reach = radius / UNIT + 1;
    const float low_line = smaller(a.y, b.y) / UNIT + before - reach;
    const float high_line = larger(a.y, b.y) / UNIT + before + reach + 1;
    const size_t first = low_line > 0 ? (size_t)smaller(low_line, (float)count) / lines * lines : 0;
    const size_t last = high_line < (float)count ? (size_t)larger(high_line, 0) : count;
    for (size_t i = first; i < last; i += lines) {
        floats line = NUMBERS + ((float)i - before), across = line * UNIT;
        floats low = INFINITY, high = -INFINITY;
        if (!shape.has_end) {
            add_band(&low, &high, across, a, way, height, half_band, radius);
        } else {
            if (has_length) {
                add_edge(&low, &high, across, (position){a.x + side_x, a.y + side_y}, way, height);
                add_edge(&low, &high, across, (position){a.x - side_x, a.y - side_y}, way, height);
                add_edge(&low, &high, across, (position){a.x - side_x, a.y - side_y}, 2 * side_x, 2 * side_y);
            }
            if (shape.is_round) {
                add_disc(&low, &high, across, b, radius);
            } else if (has_length) {
                add_edge(&low, &high, across, (position){b.x - side_x, b.y - side_y}, 2 * side_x, 2 * side_y);
            }
        }
        // Converts positions along the line to bits of the tile, via x at the line's height.
        floats shift = line * (-UNIT * UNIT * lanes) - PHASES;
        low = floats_min(floats_max(low * (16 * UNIT * lanes) + shift, (floats)0), (floats)64);
        high = floats_min(floats_max(high * (16 * UNIT * lanes) + shift, (floats)0), (floats)64);
        ints from = __builtin_convertvector(__builtin_elementwise_ceil(low), ints);
        ints to = __builtin_convertvector(__builtin_elementwise_ceil(high), ints);
        words mask = lowest(to) & ~lowest(from), own;
        memcpy(&own, bits + i, sizeof own);
        own |= mask;
        memcpy(bits + i, &own, sizeof own);
    }
}

/// The bits of a line that belong to this row of pixels: the first and the last lines belong to only some of the tile's
/// pixels.
INLINE uint64_t part_of_line(int32_t lanes, int32_t line) {
    int32_t columns = 64 / lanes;
    if (line < columns - 1) return ~UINT64_C(0) << (lanes * (columns - 1 - line));
    if (line >= lines) return (UINT64_C(1) << (lanes * (columns - 1 - (line - lines)))) - 1;
    return ~UINT64_C(0);
}

INLINE bool is_full(const uint64_t *bits, int32_t lanes) {
    int32_t columns = 64 / lanes;
    for (int32_t line = columns - 1; line < lines; line++) {
        if (~bits[line]) return false;
    }
    uint64_t missing = 0;
    for (int32_t line = 0; line < columns - 1; line++) {
        missing |= ~bits[line] & part_of_line(lanes, line);
        missing |= ~bits[lines + line] & part_of_line(lanes, lines + line);
    }
    return !missing;
}

/// Distance, in tiles, between the tile being painted and the tile being prefetched: adjacent tiles are far apart in
/// memory.
enum { tiles_ahead = 3, max_rows_ahead = 8 };

INLINE void prefetch(const uint64_t *bits, int32_t rows) {
    rows = rows < max_rows_ahead ? rows : max_rows_ahead;
    for (int32_t i = 0; i < rows * lines; i += 8) __builtin_prefetch(bits + i, 1);
}

INLINE bool is_marked(const uint64_t *words, int32_t row) { return words[row / 64] >> row % 64 & 1; }

/// Writes to lines that belong only to unpainted rows: memory that is read before it is written is mapped twice, which
/// stalls all threads.
INLINE void touch(uint64_t *bits, const uint64_t *inked, int32_t top, int32_t bottom) {
    for (int32_t row = top; row <= bottom; row++) {
        if (!is_marked(inked, row)) *(volatile uint64_t *)(bits + row * lines + lines / 2) = 0;
    }
}

/// Number of tiles in a stripe, which one thread reads out.
INLINE int32_t tiles_per_stripe(const vitrail_trajectory *map) { return VITRAIL_DISC_TILE / columns_of(map); }

/// The integer part of a number, clamped to 0 … `maximum`. Positions on steep slopes may be infinite.
INLINE int32_t held_whole(float v, int32_t maximum) { return v > 0 ? v < (float)maximum ? (int32_t)v : maximum : 0; }

INLINE void paint(const vitrail_trajectory *map, position a, position b, bool is_round, int32_t part, int32_t parts) {
    const float radius = map->radius, columns = (float)columns_of(map);
    const float far = (float)(map->width + map->height) + 4096;
    if (fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fmaxf(fabsf(b.x), fabsf(b.y))) > far && !cut(map, &a, &b, radius + 4)) {
        return;
    }
    const float low_x = smaller(a.x, b.x), high_x = larger(a.x, b.x), low_y = smaller(a.y, b.y);
    const float high_y = larger(a.y, b.y);
    if (high_x + radius <= 0 || low_x - radius >= (float)map->width || high_y + radius <= 0
        || low_y - radius >= (float)map->height) {
        return;
    }
    const int32_t first = (int32_t)(larger(low_x - radius, 0) / columns);
    const int32_t last = (int32_t)(smaller(high_x + radius, (float)(map->width - 1)) / columns);
    const float slope = (b.y - a.y) / (b.x - a.x);
    const bool has_slope = slope - slope == 0;
    const size_t per_column = words_of(map), per_tile = vitrail_trajectory_lines(map->height);
    const int32_t stripe = tiles_per_stripe(map);
    for (int32_t tile = first; tile <= last; tile++) {
        if (tile / stripe % parts != part) {
            tile = (tile / stripe + 1) * stripe - 1;
            continue;
        }
        const float left = (float)tile * columns;
        float low = low_y, high = high_y;
        if (has_slope) {
            // All parts of the shape in a tile are within the radius of the segment's part beside it.
            float start = a.y + (left - radius - a.x) * slope, end = a.y + (left + columns + radius - a.x) * slope;
            low = larger(low, smaller(start, end));
            high = smaller(high, larger(start, end));
        }
        int32_t top = held_whole(low - radius - 1.0f / 64, map->height);
        int32_t bottom = held_whole(high + radius + 1.0f / 64, map->height - 1);
        uint64_t *full = map->full + (size_t)tile * per_column, *inked = map->inked + (size_t)tile * per_column;
        if (top > bottom) continue;
        top = first_unset(full, top, bottom);
        bottom = last_unset(full, top, bottom);
        if (top > bottom) continue;
        uint64_t *bits = map->bits + (size_t)tile * per_tile;
        const position origin = {left, (float)top};
        const float reach = radius + 1, right = left + columns;
        const bool has_end = (a.x > left - reach && a.x < right + reach) || (b.x > left - reach && b.x < right + reach);
        const shape shape = {
            {a.x - origin.x, a.y - origin.y}, {b.x - origin.x, b.y - origin.y}, radius, is_round, has_end
        };
        if (has_slope && tile + tiles_ahead <= last) {
            const float next = larger(smaller((float)top + slope * columns * tiles_ahead, (float)(map->height - 1)), 0);
            prefetch(bits + tiles_ahead * per_tile + (size_t)next * lines, bottom - top + 1);
        }
        touch(bits, inked, top, bottom + 1 < map->height ? bottom + 1 : bottom);
        set_bits(map, bits + (size_t)top * lines, (size_t)(bottom - top + 1) * lines + (size_t)columns - 1, shape);
        for (int32_t row = top; row <= bottom; row++) {
            inked[row / 64] |= UINT64_C(1) << row % 64;
            if (is_full(bits + (size_t)row * lines, map->lanes)) full[row / 64] |= UINT64_C(1) << row % 64;
        }
    }
}

INLINE void paint_all(
    const vitrail_trajectory *map, const float *points, const uint32_t *found, size_t count, int32_t part, int32_t parts
) {
    for (size_t i = 0; i < count; i++) {
        const float *point = points + 2 * (size_t)found[i];
        const position a = position_of(map, point), b = position_of(map, point + 2);
        const bool has_first = is_finite(position_of(map, point - 2));
        const bool has_last = is_finite(position_of(map, point + 4));
        // The disc of a joint is painted with the segment that ends there. If the disc extends beyond the segment's
        // start, the interval between both lies in the disc of the previous joint, if there is one.
        paint(map, a, b, has_first && has_last, part, parts);
        if (!has_first && has_last) paint(map, b, b, true, part, parts);
    }
}

/// The number of set bits in a row of pixels, for each of a tile's pixels, `lanes` bits each.
INLINE uint64_t counts(const uint64_t *bits, int32_t lanes) {
    uint64_t sum = 0;
    for (int32_t line = 0; line < lines + 64 / lanes - 1; line++) {
        uint64_t x = bits[line] & part_of_line(lanes, line);
        x -= x >> 1 & 0x5555555555555555;
        x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
        // At most 23 lines, 16 of them complete: no byte exceeds 128.
        sum += (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    }
    return lanes == 8 ? sum : (sum & 0x00ff00ff00ff00ff) + (sum >> 8 & 0x00ff00ff00ff00ff);
}

/// Clears a tile's bits in a row of pixels, except for the lines shared with the row below.
INLINE void clear(uint64_t *bits, bool is_last, int32_t columns) {
    memset(bits, 0, (size_t)(lines + (is_last ? columns - 1 : 0)) * sizeof *bits);
}

INLINE void take(
    vitrail_trajectory *map, float opacity, uint8_t *coverage, uint8_t *inked, size_t inked_across, int32_t stripe
) {
    const int32_t columns = columns_of(map), lanes = map->lanes, per_stripe = tiles_per_stripe(map);
    const size_t per_column = words_of(map), per_tile = vitrail_trajectory_lines(map->height);
    const float scale = opacity * 255 / (float)(lines * lanes);
    const int32_t tiles = (map->width + columns - 1) / columns;
    const int32_t last = (stripe + 1) * per_stripe < tiles ? (stripe + 1) * per_stripe : tiles;
    for (int32_t tile = stripe * per_stripe; tile < last; tile++) {
        uint64_t *bits = map->bits + (size_t)tile * per_tile;
        uint64_t *full = map->full + (size_t)tile * per_column, *marked = map->inked + (size_t)tile * per_column;
        const int32_t left = tile * columns, seen = map->width - left < columns ? map->width - left : columns;
        for (int32_t row = 0; row < map->height; row++) {
            if (!(marked[row / 64] >> row % 64)) {
                row |= 63;
                continue;
            }
            if (!is_marked(marked, row)) continue;
            const bool is_all = is_marked(full, row);
            const uint64_t count = is_all ? 0 : counts(bits + (size_t)row * lines, lanes);
            uint8_t *pixels = coverage + (size_t)row * (size_t)map->width + left, any = 0;
            for (int32_t k = 0; k < seen; k++) {
                uint32_t number = is_all ? (uint32_t)(lines * lanes)
                                         : (uint32_t)(count >> (k * lanes)) & (lanes == 8 ? 0xff : 0xffff);
                pixels[k] = (uint8_t)((float)number * scale + 0.5f);
                any |= pixels[k];
            }
            if (any) inked[(size_t)row / VITRAIL_DISC_TILE * inked_across] = 1;
            clear(bits + (size_t)row * lines, row + 1 == map->height || !is_marked(marked, row + 1), columns);
        }
        memset(full, 0, per_column * sizeof *full);
        memset(marked, 0, per_column * sizeof *marked);
    }
}

size_t vitrail_trajectory_lines(int32_t height) { return ((size_t)height + 2) * lines; }

static size_t tiles_of(const vitrail_trajectory *map) {
    const size_t columns = (size_t)columns_of(map);
    return ((size_t)map->width + columns - 1) / columns;
}

bool vitrail_open_trajectory(vitrail_trajectory *map) {
    const size_t tiles = tiles_of(map), bytes = tiles * vitrail_trajectory_lines(map->height) * sizeof *map->bits;
    // Separate pages from the kernel: unpainted pages are never allocated, and no page has to be cleared.
    void *bits = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    map->bits = bits == MAP_FAILED ? NULL : bits;
    map->full = calloc(tiles * words_of(map), sizeof *map->full);
    map->inked = calloc(tiles * words_of(map), sizeof *map->inked);
    map->heights = calloc(2 * tiles, sizeof *map->heights);
    vitrail_start_trajectory(map, map->radius);
    if (map->bits && map->full && map->inked && map->heights) return true;
    vitrail_close_trajectory(map);
    return false;
}

void vitrail_start_trajectory(vitrail_trajectory *map, float radius) {
    map->radius = radius;
    map->core_left = map->core_top = 1;
    map->core_right = map->core_bottom = 0;
}

void vitrail_close_trajectory(vitrail_trajectory *map) {
    if (map->bits) munmap(map->bits, tiles_of(map) * vitrail_trajectory_lines(map->height) * sizeof *map->bits);
    free(map->full);
    free(map->inked);
    free(map->heights);
}

void vitrail_find_core(vitrail_trajectory *map) {
    // A tile that is cut by the map's edge is excluded.
    const int32_t columns = columns_of(map), tiles = map->width / columns;
    const size_t per_column = words_of(map);
    uint16_t *heights = map->heights, *starts = heights + tiles;
    for (int32_t i = 0; i < tiles; i++) heights[i] = 0;
    int64_t maximum = 0;
    for (int32_t row = 0; row < map->height; row++) {
        for (int32_t i = 0; i < tiles; i++) {
            heights[i] = map->full[(size_t)i * per_column + (size_t)row / 64] >> row % 64 & 1 ? heights[i] + 1 : 0;
        }
        // Stack of tiles with increasing heights.
        int32_t open = 0;
        for (int32_t i = 0; i <= tiles; i++) {
            const uint16_t height = i < tiles ? heights[i] : 0;
            while (open > 0 && heights[starts[open - 1]] >= height) {
                const int32_t tall = heights[starts[--open]], from = open > 0 ? starts[open - 1] + 1 : 0;
                const int64_t area = (int64_t)tall * (i - from);
                if (area <= maximum) continue;
                maximum = area;
                map->core_left = (float)(from * columns), map->core_right = (float)(i * columns);
                map->core_top = (float)(row + 1 - tall), map->core_bottom = (float)(row + 1);
            }
            if (i < tiles) starts[open++] = (uint16_t)i;
        }
    }
}

size_t vitrail_find_uncovered(
    const vitrail_trajectory *map, const float *points, size_t count, uint32_t *found, size_t *long_ones
) {
    return find(map, points, count, found, long_ones);
}

DISPATCH_512(
    void, vitrail_paint_trajectory, paint_all,
    (const vitrail_trajectory *map, const float *points, const uint32_t *found, size_t count, int32_t part,
     int32_t parts),
    (map, points, found, count, part, parts)
)

DISPATCH_256(
    void, vitrail_take_trajectory, take,
    (vitrail_trajectory *map, float opacity, uint8_t *coverage, uint8_t *inked, size_t inked_across, int32_t stripe),
    (map, opacity, coverage, inked, inked_across, stripe)
)
