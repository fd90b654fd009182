#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Filled circles of one colour and one alpha, each composited over the previous ones without denormal numbers, which
// are slow.
//
// The transmittance of a pixel is the product of (1 − alpha · coverage) over all circles. A map stores only this
// product, as Float. Multiplication commutes: circles may be added in any order, and to several maps that are
// multiplied at the end.
//
// Coverage is the exact area of pixel ∩ circle, from a closed form, with an error below 1e-6 · max(1, r²) of a pixel;
// for radii above 32, below 1e-6. Results do not depend on the processor's instructions: all versions do the same IEEE
// 754 operations.
//
// The functions do not transform coordinates, do not clip to anything but the map, and do not draw circles larger than
// VITRAIL_LARGEST_DISC.

/// Pixels around a map that circles may write to.
#define VITRAIL_DISC_MARGIN 8
/// Maximum radius, pixels.
#define VITRAIL_LARGEST_DISC 4096

/// The transmittance of each pixel, row by row.
typedef struct {
    /// Pixel (0, 0); the map also has VITRAIL_DISC_MARGIN pixels on each side.
    float *origin;
    /// Number of floats from one row to the next.
    ptrdiff_t stride;
    /// 1 … 2²⁰ each; a map holds fewer than 2³¹ floats.
    int32_t width, height;
    /// Position of pixel (0, 0) in the picture, which the circles' coordinates refer to.
    float left, top;
} vitrail_disc_map;

/// Composites circles. Each has three floats: x and y of the centre, and the radius, in pixels of the picture. A circle
/// that is not finite, not > 0, too large, or outside the map is not painted. The transmittance does not fall below
/// 1e-20. Returns whether a circle was too large.
bool vitrail_composite_discs(const vitrail_disc_map *map, const float *discs, size_t count, float alpha);

/// Number of columns in a tile.
#define VITRAIL_DISC_TILE 32

/// A row of coverage: 255 · (1 − product of the maps' transmittances), rounded. `inked` becomes 1 for each tile that is
/// not 0 everywhere; other tiles keep their flag.
void vitrail_disc_coverage(
    const vitrail_disc_map *maps, size_t map_count, int32_t row, uint8_t *coverage, uint8_t *inked
);

// Circles of any colours, composited from front to back.

typedef struct {
    float x, y, radius;
    uint8_t red, green, blue, alpha;
} vitrail_disc;

/// The visible colour of circles in rows of pixels, and the transmittance.
typedef struct {
    /// Transmittance: 1 before the first circle. In the margin, only pixels to the right are written. At most 1,024
    /// rows, 2¹⁶ pixels wide.
    vitrail_disc_map map;
    /// Number of floats between planes. The planes are visible red, green and blue, premultiplied, and the map; colours
    /// are 0 before the first circle.
    ptrdiff_t plane;
    /// Becomes 1 for each VITRAIL_DISC_TILE columns that a circle may touch.
    uint8_t *inked;
} vitrail_disc_layers;

/// Composites circles, each over the previous ones. A circle that is not finite, not > 0, transparent, too large, or
/// outside is not painted. Tiles whose transmittance is below 1/1024 everywhere are not changed further.
void vitrail_layer_discs(const vitrail_disc_layers *layers, const vitrail_disc *discs, size_t count);

// Dilation of a path by a disc: at each grid position the maximum sum of the path and the disc's height.

/// A position near a disc's rim, between two grid positions: `positions` plus `fraction` from the centre.
typedef struct {
    int32_t positions;
    float fraction, height;
} vitrail_rim;

/// Number of positions that are processed at a time.
#define VITRAIL_DILATE_LANES 16

/// Reads `path` from its start to `positions` rounded up to whole vectors, and on both sides by the disc's radius plus
/// one position. Writes as many values to `reaches`, also rounded up. `heights` are the disc's heights at 0, 1 … count
/// − 1 positions from its centre. −∞: no path.
void vitrail_dilate(
    const float *path, const float *heights, size_t count, const vitrail_rim rims[2], float *reaches, size_t positions
);

// Approximation of the distribution of heights in a pixel column by linear slopes.

/// Number of columns that are processed at a time.
#define VITRAIL_SLOPE_COLUMNS 16
#define VITRAIL_SLOPE_CELLS 16

typedef struct {
    /// Heights of two envelopes: VITRAIL_SLOPE_CELLS cells per column, column by column.
    const float *first, *second;
    /// Weight per column, 0…1.
    const float *weights;
    /// At most VITRAIL_SLOPE_COLUMNS.
    size_t count;
    /// Number of `vitrail_slopes` (four slopes each) per column: 1 or 2.
    size_t parts;
} vitrail_slope_columns;

/// Four slopes of both envelopes.
typedef struct {
    float first_low[4], first_high[4], second_low[4], second_high[4];
    /// Fraction of the column that each slope represents, multiplied by the column's weight.
    float weight[4];
} vitrail_slopes;

/// Sums over columns, multiplied by their weights.
typedef struct {
    /// Excess distance between cells that share a slope, compared with their distance along the slope, if all slopes
    /// have the same number of cells: the mean over a column's slopes.
    float apart;
    /// Area between the envelopes.
    float area;
} vitrail_slopes_told;

/// Computes the slopes of columns, lowest first. A column's cells are sorted by height and distributed along the
/// slopes, the same number along each. If cells that share a slope are far apart and there are eight slopes, each slope
/// may begin one cell earlier or later to separate them. The ends of a slope are at least twice `minimum` apart.
vitrail_slopes_told vitrail_find_slopes(vitrail_slope_columns columns, float minimum, vitrail_slopes *slopes);

// Coverage of pixels by the runs of a dense stroke that overlap each other: the union of the runs, as bits.

/// Number of bits per pixel across.
#define VITRAIL_STRIP_BITS 16
/// Number of elements after `cells` that may be written.
#define VITRAIL_STRIP_MARGIN 16
#define VITRAIL_MOST_STRIP_ROWS 16384

/// Pixel columns where runs are joined. A run covers a cell if it covers the cell's middle, and a bit if it covers the
/// bit's position across. Level segments between gaps cover as many cells as they are long.
typedef struct {
    /// `words` words per cell, with four pixels across in each. All are 0 after a strip was taken.
    uint64_t *bits;
    /// One interval across per cell, in pixels, in addition to the bits: empty if low > high.
    float *low, *high;
    size_t words, cells;
    /// Number of cells per pixel along: at most 4,095.
    size_t per_pixel;
    /// Start of the first cell and of the first bit, pixels.
    float along, across;
    /// Whether y is the direction along.
    bool is_vertical;
    /// Range of words with set bits, per cell: empty if from ≥ to.
    uint32_t *from, *to;
    /// Per row of pixels: length of the level segments in the row minus the number of cells that they cover.
    float *residual;
    /// Per row of pixels: the farthest end of its level segments, in cells, and the position across of that segment, in
    /// pixels.
    float *reached, *height;
    /// Range across of the middles of level segments, per cell: empty if low > high.
    float *level_low, *level_high;
    /// Range across that the intervals of all cells are known to contain, and the number of segments to join until it
    /// is computed again.
    float core_low, core_high;
    uint32_t until_core;
} vitrail_strip;

/// Output for coverage, with the strides between columns and rows of the strip.
typedef struct {
    /// 0…255; pixels with coverage 0 are not written.
    uint8_t *coverage;
    size_t along, across;
    size_t rows;
    /// One flag per VITRAIL_DISC_TILE rows; becomes 1 if a pixel is covered.
    uint8_t *inked;
    size_t inked_across;
} vitrail_pixels;

/// Resets the strip: no coverage, and no residuals. The bits must be 0.
void vitrail_clear_strip(vitrail_strip *strip);

/// Joins a run of points, x and y each: the rectangles of its segments and the discs of its joints. `radius`: half the
/// stroke width, pixels. If level segments are joined in another order, they cover other cells, but as many.
void vitrail_join_run(vitrail_strip *strip, const float *points, size_t count, float radius);

/// Writes the coverage of each pixel, multiplied by `opacity`, and resets the strip.
void vitrail_take_strip(vitrail_strip *strip, float opacity, vitrail_pixels pixels);

// The union of segments in any direction.

/// Number of lines of bits in a row of pixels.
#define VITRAIL_TRAJECTORY_LINES 16

/// Pixels where segments are joined: each segment sets the bits of the subsamples that it covers. The result does not
/// depend on the order of painting, nor on the full tiles found in between.
typedef struct {
    /// `vitrail_trajectory_lines(height)` words per tile. A tile is as high as the map, and as many pixels wide as fit
    /// into a word.
    uint64_t *bits;
    /// One bit per row of a tile, in words of 64: whether the row is completely covered, and whether any of it may be
    /// covered.
    uint64_t *full, *inked;
    /// Pixels: < 2¹⁶ each.
    int32_t width, height;
    /// Number of bits per pixel on each line: 16 or 8.
    int32_t lanes;
    /// Scratch memory for `vitrail_find_core`: two numbers per tile.
    uint16_t *heights;
    /// Position of the first pixel in the coordinates of the points, and half the stroke width, pixels.
    float left, top, radius;
    /// A rectangle of pixels that is known to be completely covered: empty if left > right.
    float core_left, core_top, core_right, core_bottom;
} vitrail_trajectory;

size_t vitrail_trajectory_lines(int32_t height);

/// Allocates an empty map; pages that are never painted on take no memory. Returns false, and allocates nothing, if
/// memory is short.
bool vitrail_open_trajectory(vitrail_trajectory *map);
void vitrail_close_trajectory(vitrail_trajectory *map);

/// Starts another line; call it after the coverage of all columns of the previous line was taken.
void vitrail_start_trajectory(vitrail_trajectory *map, float radius);

/// Finds the segments that may cover uncovered pixels, and stores the indices of their first points. Points are x and y
/// each; a point that is not finite is a gap. `found` needs a capacity of `count`. Adds to `long_ones` the number of
/// long segments outside the covered rectangle.
size_t vitrail_find_uncovered(
    const vitrail_trajectory *map, const float *points, size_t count, uint32_t *found, size_t *long_ones
);

/// Paints segments, given by the indices of their first points: rectangles, and the discs of joints. Also reads the
/// point before and the points after each segment.
///
/// - part: Index of the part, of `parts`. A part consists of some of the map's columns and may be painted on its own
///   thread.
void vitrail_paint_trajectory(
    const vitrail_trajectory *map, const float *points, const uint32_t *found, size_t count, int32_t part, int32_t parts
);

/// Finds the largest rectangle of covered tiles.
void vitrail_find_core(vitrail_trajectory *map);

/// Writes the coverage of each pixel, multiplied by `opacity`, in VITRAIL_DISC_TILE columns, and clears them. `inked`
/// points to the flag of the first tile. `coverage` has rows of the map's width; uncovered pixels are not written.
void vitrail_take_trajectory(
    vitrail_trajectory *map, float opacity, uint8_t *coverage, uint8_t *inked, size_t inked_across, int32_t stripe
);

// Layers, composited from front to back.

typedef struct {
    size_t from, to;
} vitrail_rows;

/// A bar with an outline, in one pixel along; its rows lie across.
typedef struct {
    /// Premultiplied red, green and blue, and alpha: of the fill, of the outline, and of both combined in a row between
    /// the inner edges.
    float fill[4], line[4], shade[4];
    /// Fraction of the pixel along that the bar covers, that the outer edge of its outline covers, and that the inner
    /// edge covers.
    float share, outer, inner;
    /// Start and end across, in rows, and half the outline's width.
    float low, high, half;
    /// The rows that lie completely between the inner edges.
    vitrail_rows inside;
} vitrail_outlined;

/// Composites a bar below the layers in `rows`; other rows are not changed. `planes`: visible red, green and blue, and
/// transmittance, one float per row, `stride` floats apart.
void vitrail_layer_outlined(float *planes, size_t stride, const vitrail_outlined *column, vitrail_rows rows);

/// Composites a colour over the layers of pixels, with a coverage of 0…255 per pixel. `planes`: as above, one float per
/// pixel.
///
/// - color: Premultiplied red, green and blue, and alpha.
void vitrail_paint_over(float *planes, size_t stride, const uint8_t *coverage, size_t count, const float color[4]);

/// Writes the result of rows that have layers to every `step`th texel, in eight bits with red first, and resets their
/// layers.
void vitrail_take_layers(float *planes, size_t stride, size_t from, size_t to, uint32_t *texels, size_t step);

// Direction of a path.

/// Properties of the points up to the first one that is not finite, for x and y separately.
typedef struct {
    float low[2], high[2];
    /// Whether there is an increasing step, and whether there is a decreasing one.
    bool rises[2], falls[2];
    /// Number of steps between equal values.
    int32_t repeats[2];
} vitrail_path_shape;

/// Reads points, x and y each, up to the first one that is not finite. Returns the number of points read, which is
/// below 2³¹.
size_t vitrail_find_path_shape(const float *points, size_t count, vitrail_path_shape *shape);
