#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Filled circles of one colour and one alpha, each composited over the ones before it, in numbers that do not stall.
//
// What a pixel lets through is the product of (1 − alpha · coverage) over all circles. That is all that is kept of them, in Float, and
// multiplication commutes: circles may come in any order, and in several maps that are multiplied at the end.
//
// Coverage is the exact area of pixel ∩ circle, from a closed form, wrong by less than 1e-6 · max(1, r²) of a pixel; of radii above 32, by less than
// 1e-6. Nothing depends on the instructions that a processor has: all of them do the same operations of IEEE 754.
//
// Does not map, clip to anything but the map, or draw circles that are larger than VITRAIL_LARGEST_DISC.

/// Pixels round a map that circles may be written to.
#define VITRAIL_DISC_MARGIN 8
/// Radius in pixels.
#define VITRAIL_LARGEST_DISC 4096

/// What each pixel lets through, row by row.
typedef struct {
    /// Pixel (0, 0); VITRAIL_DISC_MARGIN more on each side belong to the map, too.
    float *origin;
    /// Floats from a row to the next.
    ptrdiff_t stride;
    /// 1 … 2²⁰ each; a map holds fewer than 2³¹ floats.
    int32_t width, height;
    /// Where pixel (0, 0) lies in the picture that circles are placed in.
    float left, top;
} vitrail_disc_map;

/// Composites circles: x, y of the centre and radius, in pixels of the picture, three floats each. One that is not finite, not > 0, too
/// large, or outside paints nothing. What a pixel lets through does not fall below 1e-20. Returns whether one was too large.
bool vitrail_composite_discs(const vitrail_disc_map *map, const float *discs, size_t count, float alpha);

/// Columns of a tile.
#define VITRAIL_DISC_TILE 32

/// A row of coverage: 255 · (1 − product of what `maps` let through there), rounded. Of each tile of columns in which it is not 0 everywhere,
/// `inked` becomes 1; the others stay as they are.
void vitrail_disc_coverage(const vitrail_disc_map *maps, size_t map_count, int32_t row, uint8_t *coverage, uint8_t *inked);

// Circles of any colours, from the one in front.

typedef struct {
    float x, y, radius;
    uint8_t red, green, blue, alpha;
} vitrail_disc;

/// Of rows of pixels what is seen of circles, and how much shines through them.
typedef struct {
    /// How much shines through: 1 before the first circle. Only to the right pixels of the margin are written to. At most 1,024 rows, 2¹⁶ pixels wide.
    vitrail_disc_map map;
    /// Floats from plane to plane: red, green and blue that are seen, times their alpha, and the map; 0 before the first circle.
    ptrdiff_t plane;
    /// Becomes 1 for each VITRAIL_DISC_TILE columns that a circle may lie in.
    uint8_t *inked;
} vitrail_disc_layers;

/// Composites circles, each over those before it. One that is not finite, not > 0, clear, too large, or outside paints nothing. Tiles through which
/// less than a 1,024th shines get nothing more.
void vitrail_layer_discs(const vitrail_disc_layers *layers, const vitrail_disc *discs, size_t count);

// How far a disc reaches that runs along a path (a dilation): at each place of a grid the greatest sum of the path and the disc's height.

/// Between two places, near a disc's rim: `places` and a fraction of one from its centre.
typedef struct {
    int32_t places;
    float fraction, height;
} vitrail_rim;

/// Places that are worked on at a time.
#define VITRAIL_DILATE_LANES 16

/// `path` is read from its start to `places` rounded up to whole lanes, and as far to both sides as the disc reaches, with a place more; so
/// many are written to `reaches`. `heights` are those at 0, 1 … count − 1 places from the disc's centre. Minus infinity is no path.
void vitrail_dilate(const float *path, const float *heights, size_t count, const vitrail_rim rims[2], float *reaches, size_t places);

// How much of a pixel column lies below which height.

/// Columns that are worked on at a time.
#define VITRAIL_SLOPE_COLUMNS 16
#define VITRAIL_SLOPE_CELLS 16

typedef struct {
    /// Of VITRAIL_SLOPE_CELLS cells of each column, one column after the other: those of two envelopes.
    const float *first, *second;
    /// Of columns, 0…1.
    const float *weights;
    /// At most so many as are worked on at a time.
    size_t count;
    /// Times four slopes tell of a column: 1 or 2.
    size_t parts;
} vitrail_slope_columns;

/// Four slopes.
typedef struct {
    float first_low[4], first_high[4], second_low[4], second_high[4];
    /// How much of the column each stands for, times the column's own.
    float weight[4];
} vitrail_slopes;

/// Sums over columns, times their weights.
typedef struct {
    /// How far cells that share a slope lie apart, more than along it, where as many share each: the mean of a column's slopes.
    float apart;
    /// What lies between the envelopes.
    float area;
} vitrail_slopes_told;

/// Slopes of columns, the lowest first. The column's cells, put in order by height, lie along them: as many along each; where cells that would share
/// a slope lie far apart, and there are eight, each begins a cell earlier or later, so that they do not. A slope's ends are at least twice `least` apart.
vitrail_slopes_told vitrail_find_slopes(vitrail_slope_columns columns, float least, vitrail_slopes *slopes);

// How much of each pixel the runs of a stroke cover, where they lie above one another or lap over one another: their union, by bits.

/// Bits of a pixel across.
#define VITRAIL_STRIP_BITS 16
/// Numbers behind `cells` that may be written.
#define VITRAIL_STRIP_MARGIN 16
#define VITRAIL_MOST_STRIP_ROWS 16384

/// Pixel columns in which runs are joined. What counts is the middle of each cell, and across, a place in each bit; level segments between gaps cover
/// as many cells as they are long.
typedef struct {
    /// `words` for each cell, four pixels across each; none is set between two strips.
    uint64_t *bits;
    /// An interval across of each cell that its bits do not tell of, in pixels: none where low > high.
    float *low, *high;
    size_t words, cells;
    /// Cells of a pixel along: at most 4,095.
    size_t per_pixel;
    /// Where the first cell and the first bit begin, pixels.
    float along, across;
    /// Whether y runs along.
    bool is_vertical;
    /// Of each cell, words in which bits are set: none where from ≥ to.
    uint32_t *from, *to;
    /// Of each row of pixels, by how many cells what level segments cover there falls short of their lengths.
    float *residual;
    /// How far level segments reach there, in cells, and where across the one lies that does, in pixels.
    float *reached, *height;
    /// Of each cell, between which places across the middles of level segments lie: none where low > high.
    float *level_low, *level_high;
    /// Places across that all cells' intervals hold, as far as that is known, and how many segments are joined before it is looked again.
    float core_low, core_high;
    uint32_t until_core;
} vitrail_strip;

/// Where coverage is written, in numbers from a column and a row of the strip to the next.
typedef struct {
    /// 0…255; what nothing covers is not written.
    uint8_t *coverage;
    size_t along, across;
    size_t rows;
    /// One of each VITRAIL_DISC_TILE rows becomes 1 where something is covered.
    uint8_t *inked;
    size_t inked_across;
} vitrail_pixels;

/// Nothing is covered, and no level segment falls short. Bits have to be 0.
void vitrail_clear_strip(vitrail_strip *strip);

/// Joins a run of points, x and y each: rectangles of its segments, and discs of its joints. `radius` in pixels: half the stroke's width. Level segments
/// that come in another order cover other cells, as many.
void vitrail_join_run(vitrail_strip *strip, const float *points, size_t count, float radius);

/// Tells how much of each pixel is covered, times `opacity`, and clears the strip.
void vitrail_take_strip(vitrail_strip *strip, float opacity, vitrail_pixels pixels);

// The union of segments that go any way.

/// Lines of bits in a row of pixels.
#define VITRAIL_TRAJECTORY_LINES 16

/// Pixels in which segments are joined: what counts is which of each one's places they cover. Nothing that comes of it depends on the order in which they
/// are painted, nor on what has been found to be covered meanwhile.
typedef struct {
    /// `vitrail_trajectory_lines(height)` words for each tile, which is as many pixels wide as a word has room for, and as high as the map.
    uint64_t *bits;
    /// A bit for each row of a tile, in words of 64: whether all of it is covered, and whether anything of it may be.
    uint64_t *full, *inked;
    /// Pixels: < 2¹⁶ each.
    int32_t width, height;
    /// Bits of a pixel on each line: 16 or 8.
    int32_t lanes;
    /// Of `vitrail_find_core`: two numbers of each tile.
    uint16_t *heights;
    /// Where the first pixel lies in the space of points, and half the stroke's width, pixels.
    float left, top, radius;
    /// A rectangle of pixels in which all is covered, as far as that is known: none where left > right.
    float core_left, core_top, core_right, core_bottom;
} vitrail_trajectory;

size_t vitrail_trajectory_lines(int32_t height);

/// Makes room for what is covered, nothing yet; what is never painted on takes no memory. Returns false, and nothing is made, where there is none.
bool vitrail_open_trajectory(vitrail_trajectory *map);
void vitrail_close_trajectory(vitrail_trajectory *map);

/// Begins another line, where all columns of the one before have been told.
void vitrail_start_trajectory(vitrail_trajectory *map, float radius);

/// Finds segments that may cover what is not covered: numbers of the points at which they begin. Points are x and y each; what is not finite is a gap.
/// Room is needed for `count` numbers. Adds how many are long, and outside of the rectangle.
size_t vitrail_find_uncovered(const vitrail_trajectory *map, const float *points, size_t count, uint32_t *found, size_t *long_ones);

/// Paints segments by the numbers of the points at which they begin: rectangles, and discs of joints. Reads the points before and behind them, too.
///
/// - part: of how many; each is a part of the map's columns, and may be painted on a thread of its own.
void vitrail_paint_trajectory(const vitrail_trajectory *map, const float *points, const uint32_t *found, size_t count, int32_t part, int32_t parts);

/// Looks for the largest rectangle that is covered.
void vitrail_find_core(vitrail_trajectory *map);

/// Tells how much of each pixel is covered, times `opacity`, in VITRAIL_DISC_TILE columns, of which `inked` is the first flag, and clears them. Row by row,
/// the map's width; what is not covered is not written.
void vitrail_take_trajectory(vitrail_trajectory *map, float opacity, uint8_t *coverage, uint8_t *inked, size_t inked_across, int32_t stripe);

// Layers, from the one in front.

typedef struct {
    size_t from, to;
} vitrail_rows;

/// A column with an outline in one pixel along, whose rows lie across.
typedef struct {
    /// Premultiplied red, green and blue, and alpha: of what is within its outline, of that, and of a row between its inner edges, in which both lie.
    float fill[4], line[4], shade[4];
    /// How much of the pixel lies along in the column, in its outline's outer edge, and in the inner one.
    float share, outer, inner;
    /// Where it begins and ends across, in rows, and half of the outline's width.
    float low, high, half;
    /// Those that lie between its inner edges as a whole.
    vitrail_rows inside;
} vitrail_outlined;

/// Adds a column below the layers that `rows` have, and nothing beside them. `planes`: red, green and blue of what is seen, and how much shines through it,
/// a float of each row, `stride` from plane to plane.
void vitrail_layer_outlined(float *planes, size_t stride, const vitrail_outlined *column, vitrail_rows rows);

/// Paints a colour over the layers that pixels have, as much as it covers of each, of 255. `planes` as above, a float of each pixel.
///
/// - color: premultiplied red, green and blue, and alpha.
void vitrail_paint_over(float *planes, size_t stride, const uint8_t *coverage, size_t count, const float color[4]);

/// Writes what rows with layers came to, in eight bits and with red first, to every `step`th texel, and takes their layers away.
void vitrail_take_layers(float *planes, size_t stride, size_t from, size_t to, uint32_t *texels, size_t step);

// How a path runs.

/// Of points that are finite, up to one that is not: x and y by themselves.
typedef struct {
    float low[2], high[2];
    /// Whether there is a step towards greater numbers, and one towards smaller ones.
    bool rises[2], falls[2];
    /// Steps from a number to the same one.
    int32_t repeats[2];
} vitrail_path_shape;

/// Reads points, x and y each, up to the first that is not finite, and returns how many those are: fewer than 2³¹.
size_t vitrail_find_path_shape(const float *points, size_t count, vitrail_path_shape *shape);
