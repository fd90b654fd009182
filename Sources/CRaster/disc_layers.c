#include "circles.h"
#include "dispatch.h"

// Circles of any colours, composited from front to back in a band of pixels: from the last to the first, each is
// weighted by the transmittance of the circles above it. Opaque tiles are skipped at the cost of one test.

enum { tile = VITRAIL_DISC_TILE, max_tiles = 1 << 11 };

/// Below this transmittance, lower circles are invisible.
static const float min_seen = 1.0f / 1024;

/// State of the tiles of a band.
typedef struct {
    uint8_t is_full[max_tiles];
    /// Rows of circles painted since the last test whether the tile is full.
    uint16_t rows[max_tiles];
    int32_t count, open;
} tile_states;

INLINE bool is_full(const vitrail_disc_map *map, int32_t k) {
    const float *through = map->origin + k * tile;
    int32_t columns = map->width - k * tile < tile ? map->width - k * tile : tile;
    for (int32_t row = 0; row < map->height; row++, through += map->stride) {
        for (int32_t column = 0; column < columns; column++) {
            if (through[column] >= min_seen) return false;
        }
    }
    return true;
}

INLINE void layer(const vitrail_disc_layers *layers, tile_states *tiles, const vitrail_disc *disc) {
    const vitrail_disc_map *map = &layers->map;
    float x = disc->x - map->left, y = disc->y - map->top, radius = disc->radius;
    // Comparisons with NaN are false.
    if (!(radius > 0 && radius <= VITRAIL_LARGEST_DISC && disc->alpha > 0 && y + radius > 0
          && y - radius < (float)map->height && x + radius > 0 && x - radius < (float)map->width)) {
        return;
    }
    int32_t first = x - radius > 0 ? (int32_t)(x - radius) / tile : 0;
    int32_t last = x + radius < (float)map->width ? (int32_t)(x + radius) / tile : tiles->count - 1;
    last = last < tiles->count ? last : tiles->count - 1;
    while (first <= last && tiles->is_full[first]) first++;
    while (first <= last && tiles->is_full[last]) last--;
    if (first > last) return;
    vitrail_disc_map part = *map;
    int32_t start = first * tile, end = (last + 1) * tile < map->width ? (last + 1) * tile : map->width;
    part.origin += start;
    part.width = end - start;
    x -= (float)start;
    const circle_paint paint = {
        .alpha = (float)disc->alpha / 255,
        .plane = layers->plane,
        .color = {(float)disc->red / 255, (float)disc->green / 255, (float)disc->blue / 255},
    };
    if (radius <= largest_closed) {
        composite_closed(&part, x, y, radius, &paint);
    } else {
        composite_wide(&part, x, y, radius, &paint);
    }
    float top = y - radius > 0 ? y - radius : 0;
    float bottom = y + radius < (float)map->height ? y + radius : (float)map->height;
    uint16_t rows = (uint16_t)(bottom - top) + 1;
    for (int32_t k = first; k <= last; k++) {
        layers->inked[k] = 1;
        if (tiles->is_full[k]) continue;
        tiles->rows[k] += rows;
        // Test rarely enough that the test is cheap compared with painting.
        if (tiles->rows[k] < 4 * map->height) continue;
        tiles->rows[k] = 0;
        if (!is_full(map, k)) continue;
        tiles->is_full[k] = 1;
        tiles->open--;
    }
}

INLINE void layer_all(const vitrail_disc_layers *layers, const vitrail_disc *discs, size_t count) {
    tile_states tiles;
    tiles.count = tiles.open = (layers->map.width + tile - 1) / tile;
    memset(tiles.is_full, 0, (size_t)tiles.count * sizeof tiles.is_full[0]);
    memset(tiles.rows, 0, (size_t)tiles.count * sizeof tiles.rows[0]);
    for (size_t i = count; i > 0 && tiles.open > 0; i--) layer(layers, &tiles, discs + i - 1);
}

DISPATCH_256(
    void, vitrail_layer_discs, layer_all, (const vitrail_disc_layers *layers, const vitrail_disc *discs, size_t count),
    (layers, discs, count)
)
