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
// The functions do not transform coordinates, clip only to the map, and draw no circle above VITRAIL_LARGEST_DISC.

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
#define VITRAIL_MAX_STRIP_ROWS 16384
#define VITRAIL_MAX_STRIP_CELLS 2048
/// Maximum number of extents at a border.
#define VITRAIL_STRIP_MARKS 6

/// An extent across, pixels.
typedef struct {
    float low, high;
} vitrail_mark;

/// Pixel columns where runs are joined. A run covers a cell if it covers the cell's middle, and a bit if it covers the
/// bit's position across. Level segments between gaps cover as many cells as they are long.
typedef struct {
    /// `words` words per cell, with four pixels across in each. All are 0 after a strip was taken.
    uint64_t *bits;
    /// Two intervals across per cell, in pixels, besides the bits, `second` elements apart. Empty if low > high.
    float *low, *high;
    size_t second;
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
    /// Extents across of the runs themselves, VITRAIL_STRIP_MARKS per border between cells, from VITRAIL_STRIP_REACH
    /// cells before the first cell to as many after the last one: those of all segments, then those that discs move
    /// along.
    vitrail_mark *marks;
    /// Number of extents per border.
    uint8_t *mark_counts;
    /// Number of borders.
    size_t mark_length;
    /// Whether any mark is the side of a segment without a disc.
    bool has_sides;
} vitrail_strip;

/// Maximum distance of a mark from the strip, cells. Strokes with a greater radius have no marks.
#define VITRAIL_STRIP_REACH 128
/// Number of borders with marks.
#define VITRAIL_STRIP_BORDERS(cells) ((cells) + 2 * VITRAIL_STRIP_REACH + 1)

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

/// Resets the strip: no coverage, no marks and no residuals. The bits must be 0.
void vitrail_clear_strip(vitrail_strip *strip);

/// Joins a run of points, x and y each: the rectangles of its segments and the discs of its joints. `radius`: half the
/// stroke width, pixels. If level segments are joined in another order, they cover other cells, but as many.
void vitrail_join_run(vitrail_strip *strip, const float *points, size_t count, float radius);

/// Writes the coverage of each pixel, multiplied by `opacity`, and resets the strip. `radius`: that of the runs.
void vitrail_take_strip(vitrail_strip *strip, float radius, float opacity, vitrail_pixels pixels);

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

// Coverage of each pixel by the area between two curves.
//
//     ┼───┼             In a stretch, a curve is a straight segment. Each row that it crosses is covered by the
//     │╲  │  0.1        length beyond it. Coverage grows by the same amount from row to row, except at both ends of
//     │ ╲ │  0.5        the segment. A few numbers in two rows therefore describe a segment, however steep it is.
//     │▒▒╲│  0.9        Rows are summed up once, when the pixel column is complete.
//     ┼───┼             The result is exact, and nothing else is stored per stretch.

/// Accumulated differences of coverage in one row of a pixel column.
typedef struct {
    /// Increase in coverage from the previous row to this one, from this row to the next one, and the increment that
    /// all later rows add to that (second difference).
    float here, next, growth, unused;
} vitrail_fill_row;

/// Number of accumulators per row. Additions rotate among them, so that an addition does not wait for the previous one.
#define VITRAIL_FILL_SUMS 4

/// A pixel column whose coverage is being accumulated. Positions are pixels from its first row.
typedef struct {
    /// `stride` cells per layer (one more than there are rows), repeated `VITRAIL_FILL_SUMS` times. All zero at first.
    vitrail_fill_row *cells;
    size_t stride;
    int32_t rows, layers;
    /// Number of accumulators in use: one or all.
    int32_t sums;
    /// Layer index for the area where the first curve precedes the second, and for the area where it follows; −1: not
    /// painted.
    int32_t layer[2];
    /// Whether the second curve is constant at position `flat`, and the lengths of the column where the first curve
    /// precedes and follows it.
    bool is_flat;
    float flat, flat_length[2];
    /// Whether curves hold their value from the start of a stretch to its end.
    bool is_stepped;
    /// Range of the rows with accumulated values, per curve. None: INT32_MAX and −1.
    int32_t low[2], high[2];
} vitrail_fill;

/// Adds one stretch of the column, `length` pixels long, between two straight curves. All values are finite.
void vitrail_count_stretch(vitrail_fill *fill, float length, float from, float to, float other_from, float other_to);

/// Adds many stretches. A stretch is a gap if a position is not finite or its length is not positive. The other curve
/// may be NULL if it is flat. For consecutive stretches, pass `to` = `from` + 1: it halves the time.
void vitrail_count_stretches(
    vitrail_fill *fill, const float *lengths, const float *from, const float *to, const float *other_from,
    const float *other_to, size_t count
);

/// Sums up the rows: adds the change of coverage from row to row to each layer's `steps`, `lanes_per_row` apart. Resets
/// the column, except for the lengths of a flat curve.
void vitrail_close_fill(vitrail_fill *fill, float *const steps[2], size_t lanes_per_row);

// Coverage by trapezoids in any order. Any number of them may cover a pixel: their coverages add up, to at most the
// whole pixel.

/// Accumulated differences in one row of a pixel column: the increase in coverage over the previous row, and the
/// increment that all later rows add to that.
typedef struct {
    double step, growth;
} vitrail_slice_row;

/// Pixel columns whose coverage is being accumulated.
typedef struct {
    /// Per column and per layer, `vitrail_slice_stride` cells. All zero at first.
    vitrail_slice_row *cells;
    int32_t columns, rows, layers;
    /// As in `vitrail_fill`.
    int32_t layer[2];
} vitrail_slices;

/// Cells per layer: a curve may end on the last row's edge and then writes to the row after it.
static inline size_t vitrail_slice_stride(int32_t rows) { return (size_t)rows + 2; }

/// Start or end of a trapezoid, in pixels: along from the first column, across from the first row. All values are
/// finite.
typedef struct {
    double along, first, second;
} vitrail_slice_end;

/// Adds the area between two straight curves that connect both ends, in either order along.
void vitrail_add_slice(vitrail_slices *slices, vitrail_slice_end from, vitrail_slice_end to);

/// Adds an edge of an outline to the first layer: all rows after it are covered if it leads forwards along, and
/// uncovered if it leads backwards.
void vitrail_add_edge(vitrail_slices *slices, double from_along, double from_across, double to_along, double to_across);

/// Sums up the rows like `vitrail_close_fill`, but keeps the column's cells.
void vitrail_close_slices(const vitrail_slices *slices, int32_t column, float *const steps[2], size_t lanes_per_row);

/// How an axis maps values.
typedef enum { vitrail_linear, vitrail_logarithmic, vitrail_square_root } vitrail_mapping;

/// An axis: the position is distance · factor + start, clamped to ±`farthest`, minus `from`. The distance is value −
/// origin, ln(value / origin), or √value − √origin with √−v = −√v.
typedef struct {
    double origin, factor, start;
    vitrail_mapping mapping;
    double farthest, from;
} vitrail_axis;

/// Positions of values; NaN for values that are not finite or have no logarithm.
void vitrail_find_positions(const double *values, size_t count, vitrail_axis axis, float *positions);

/// Distances between neighbouring values, multiplied by `factor`; one fewer than there are values.
void vitrail_find_lengths(const double *values, size_t count, double factor, float *lengths);

// Random samples from very many stretches.

/// A pseudo-random number in 0 ..< 1; each of the 2³² states gives another sequence (finalizer of MurmurHash3: Appleby,
/// "SMHasher", 2011).
static inline double vitrail_chance(uint32_t state, uint32_t k) {
    uint32_t mixed = k * 0x9E3779B1u + state;
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6Bu;
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
    return (double)(int32_t)(mixed ^ mixed >> 16) * 0x1p-32 + 0.5;
}

/// Divides the range of `along` into equal parts, chooses one random position in each, and stores the index of the
/// sample after that position.
///
/// - Parameters:
///   - along: At least two values that never decrease, the last one greater than the first; NULL: 0, 1, 2 and so on.
///   - count: Below 2³¹.
void vitrail_choose_stretches(const double *along, size_t count, uint32_t state, size_t parts, uint32_t *ends);

/// Positions of the stretches' starts and ends, computed as by `vitrail_find_positions`. `ends` has the index of the
/// sample after each stretch.
void vitrail_find_ends(
    const double *values, const uint32_t *ends, size_t count, vitrail_axis axis, float *from, float *to
);

// Aggregation of a density picture. A cell is a pixel of it, numbered row by row from the top.

/// Replaces column indices by cell indices; `none` if the column or the row is negative.
void vitrail_find_cells(const int32_t *rows, size_t count, int32_t width, int32_t none, int32_t *columns);

/// Increments the count of each cell. There is also a count for `none`, which need not be incremented.
void vitrail_count_cells(const int32_t *cells, size_t count, int32_t none, uint32_t *counts);

// The functions below skip values that are not finite and samples outside all cells.

/// Adds to sums, which start at −0; a sum of −0 means that there is no value.
void vitrail_sum_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *sums);
/// A cell of a mean has the sum and the number of its values, VITRAIL_MEAN_CELL_BYTES; all zeros: no value.
enum { VITRAIL_MEAN_CELL_BYTES = 12 };
void vitrail_average_cells(const int32_t *cells, const double *values, size_t count, int32_t none, void *means);
/// The means; NaN if there is no value.
void vitrail_divide_means(const void *means, size_t count, double *values);

// For several threads that aggregate into one grid: samples are sorted by groups of rows. Every VITRAIL_ROW_GROUPS-th
// row belongs to the same group.
enum { VITRAIL_ROW_GROUPS = 16, VITRAIL_PLACED_CHUNK = 256 };

/// A sample inside a cell.
typedef struct __attribute__((packed, aligned(4))) {
    double value;
    int32_t cell;
} vitrail_placed_sample;

/// The samples of each group, in their original order, in linked chunks. The first chunk of a group has the group's
/// number; `following` has the number of each next chunk. After the first chunks of all groups there is one chunk for
/// samples outside all cells.
typedef struct {
    /// Capacity: all binned samples plus VITRAIL_ROW_GROUPS + 1 chunks.
    vitrail_placed_sample *samples;
    /// One number per chunk.
    uint32_t *following;
    /// Number of chunks in use.
    uint32_t used;
    /// End of each group's samples.
    uint32_t ends[VITRAIL_ROW_GROUPS + 1];
} vitrail_placed;

void vitrail_clear_placed(vitrail_placed *placed);
void vitrail_place_samples(
    const int32_t *rows, const int32_t *cells, const double *values, size_t count, int32_t none, vitrail_placed *placed
);
/// Like `vitrail_sum_cells` and `vitrail_average_cells`, for the samples of one group.
void vitrail_sum_placed(const vitrail_placed *placed, uint32_t group, double *sums);
void vitrail_average_placed(const vitrail_placed *placed, uint32_t group, void *means);

void vitrail_raise_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *highest);
void vitrail_lower_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *lowest);

/// Counts below 2³², split over three planes that all start as zeros. Most counts are small, so their low eight bits
/// lie close together. The other planes change only when the low bits overflow; most of their pages are never written.
typedef struct {
    uint8_t *low, *middle;
    uint16_t *high;
    /// Whether any count of a block overflowed; one flag per VITRAIL_CARRY_BLOCK counts.
    uint8_t *carried;
} vitrail_count_planes;

enum { VITRAIL_CARRY_BLOCK = 4096 };

void vitrail_read_counts(const vitrail_count_planes *planes, size_t first, size_t count, uint32_t *counts);
/// Increments the count of each sample's category, if it has one; a cell has `depth` adjacent counts.
void vitrail_count_categories(
    const int32_t *cells, const double *numbers, size_t count, int32_t none, size_t depth,
    const vitrail_count_planes *planes
);
/// The same for the samples of one group.
void vitrail_count_placed_categories(
    const vitrail_placed *placed, uint32_t group, size_t depth, const vitrail_count_planes *planes
);

// Colours of a density picture. Positions refer to a colour map, 0…1; NaN is a pixel without a value, which is
// transparent.

/// Adds to `tally` the number of occurrences of each count below `limit`. Returns the number of counts that are not
/// below it.
size_t vitrail_tally_counts(const uint32_t *counts, size_t count, uint32_t limit, uint32_t *tally);
/// Maps counts to colours; counts that are not below `limit` are transparent.
void vitrail_color_counts(
    const uint32_t *counts, size_t count, uint32_t limit, const uint32_t *colors, uint32_t *pixels
);

/// Minimum, maximum, and minimum of the values > 0; ∞, −∞ and ∞ if there is no such value.
typedef struct {
    double low, high, positive;
} vitrail_value_ends;

/// Extends the ends to include the values.
void vitrail_find_value_ends(const double *values, size_t count, vitrail_value_ends *ends);

/// Linear positions: 0 at `low`, 1 at `high`, which is greater.
void vitrail_position_linear(const double *values, size_t count, double low, double high, double *positions);
/// Logarithmic positions: `low` > 0; values that are not > 0 are at 0.
void vitrail_position_log(const double *values, size_t count, double low, double high, double *positions);

/// The values that occur, ascending, without −0.
typedef struct {
    const double *values;
    /// Cumulative number of pixels up to each value; NULL: one pixel per value. Equal values may follow each other.
    const uint32_t *ends;
    size_t count;
    /// First index in each equal part of the values' key range, which narrows a search to a few values.
    const uint32_t *starts;
    int shift;
} vitrail_ranks;

/// Sorts ascending; no value may be NaN; −0 precedes 0.
void vitrail_sort_values(double *values, size_t count);
enum { VITRAIL_SORT_BINS = 2048 };
/// Partitions values so that none is greater than a value of a later part. `ends` receives the end of each part and has
/// capacity for VITRAIL_SORT_BINS. Returns the number of parts; 0 if all values are equal.
size_t vitrail_part_values(double *values, size_t count, size_t *ends);
/// Sets `shift`, and `starts` for up to `maximum` parts (at least 2); `starts` has one more entry.
void vitrail_index_ranks(vitrail_ranks *ranks, size_t maximum, uint32_t *starts);
/// Position of each value by rank: the fraction of the pixels up to the greatest known value that is not above it, or
/// up to the first value if all known values are above it. Pixels with the first value are excluded; 0.5 if there is
/// only one value.
void vitrail_position_ranks(const double *values, size_t count, const vitrail_ranks *ranks, double *places);
/// Index of the first value whose position is at least `position`; the number of values if there is none.
size_t vitrail_find_rank(const vitrail_ranks *ranks, double position);
/// Number of pixels whose value is not above `value`.
uint32_t vitrail_pixels_up_to(const vitrail_ranks *ranks, double value);

/// A colour map: ascending stops, and four numbers per stop: red, green and blue multiplied by alpha, and alpha, each
/// 0…1.
typedef struct {
    const double *positions, *colors;
    int32_t count;
    /// Number of stops − 1 if they are evenly spaced from 0 to 1; otherwise 0.
    double spacing;
} vitrail_color_map;

/// The colour at a position, as four premultiplied numbers. Positions beyond the ends have the colour of the end; NaN
/// has the first stop's.
void vitrail_mix_color(const vitrail_color_map *map, double position, double *color);
void vitrail_color_positions(const vitrail_color_map *map, const double *positions, size_t count, uint32_t *pixels);

/// Sums the counts of the categories, which are adjacent for each pixel, to one total per pixel.
void vitrail_add_shares(const uint32_t *shares, size_t count, size_t categories, uint32_t *totals);
/// Mixes category colours by their shares in a pixel. - Parameter colors: Four numbers per category.
void vitrail_color_shares(
    const uint32_t *shares, const double *opacities, size_t count, const double *colors, size_t categories,
    uint32_t *pixels
);
