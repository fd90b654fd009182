#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "confine.h"

// Read-only maps of files whose pages may vanish.
//
// If a file shrinks while it is mapped, the next access raises SIGBUS. A handler then maps zero pages there and marks
// the map as damaged; readers check that mark afterwards. All other faults go to the previously installed handler.
//
// The handler is installed with the first map, and the action before it is restored with the last one. If a host has
// installed a handler over it meanwhile, both stay, because the host's may call this one.

typedef struct vitrail_map vitrail_map;

/// Maps a regular file. Returns 0 or an errno value: ENOENT, EISDIR, EINVAL (not a regular file), …
/// For an empty file, `*bytes` = NULL and `*count` = 0.
int vitrail_map_open(const char *path, vitrail_map **map, const void **bytes, size_t *count);

/// Whether bytes were lost since the map was made: a page faulted, or the file is shorter than it was.
bool vitrail_map_is_damaged(const vitrail_map *map);

/// Unmaps and closes the file; safe while other maps are being read.
void vitrail_map_close(vitrail_map *map);

// The same files without a map.

/// Reads a regular file into memory of its own, aligned to a page. Returns 0 or an errno value, as `vitrail_map_open`;
/// EFBIG: more than `limit` bytes; ESTALE: the file shrank while it was read.
int vitrail_copy_open(const char *path, size_t limit, void **bytes, size_t *count);

/// Frees the memory of a copy.
void vitrail_copy_close(void *bytes, size_t count);

/// Reads the first bytes of a regular file, as many as there is room for. Returns 0 or an errno value.
int vitrail_read_start(const char *path, void *bytes, size_t room, size_t *count);

/// Advises the kernel to use large pages for memory that will be written from start to end; they cost less to allocate.
/// Small blocks are left unchanged.
void vitrail_prefer_large_pages(void *memory, size_t bytes);
/// Advises the kernel not to use large pages for memory (whole pages) that will be written only at few positions.
void vitrail_prefer_small_pages(void *memory, size_t bytes);

/// Keeps freed memory in the process: `most_kept` bytes at the end of each heap, in blocks of up to `largest_piece`
/// bytes. False if the C library has no such setting.
bool vitrail_keep_freed_memory(int max_kept, int largest_piece);

// Decompression with zlib.

typedef struct vitrail_inflater vitrail_inflater;

typedef enum { VITRAIL_GZIP, VITRAIL_ZLIB, VITRAIL_DEFLATE } vitrail_inflate_format;

typedef enum {
    /// All input was consumed, or the output is full.
    VITRAIL_INFLATE_MORE,
    /// The stream ended; the input after it is not consumed.
    VITRAIL_INFLATE_END,
    VITRAIL_INFLATE_CORRUPT,
    VITRAIL_INFLATE_NO_MEMORY,
} vitrail_inflate_state;

/// Returns NULL if memory is short. An inflater belongs to one thread at a time.
vitrail_inflater *vitrail_inflater_new(vitrail_inflate_format format);
/// Prepares for another stream of the same format.
void vitrail_inflater_reset(vitrail_inflater *inflater);
void vitrail_inflater_free(vitrail_inflater *inflater);

/// Decompresses as much as fits.
///
/// On entry, `*input_count` and `*output_count` are the available bytes; on return, the bytes consumed and written.
vitrail_inflate_state vitrail_inflate(
    vitrail_inflater *inflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count
);

/// The library's message about the corruption, valid while the inflater lives; NULL if there is none.
const char *vitrail_inflater_message(const vitrail_inflater *inflater);

/// Decompresses an LZ4 frame, until the output is full. `*written` receives the number of bytes written; false: the
/// frame is damaged or truncated.
bool vitrail_lz4_decompress(
    const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written
);
/// Decompresses a Zstandard frame; the frame must fit into the output.
bool vitrail_zstd_decompress(
    const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written
);

/// Maximum size of an LZ4 block for `count` bytes; 0: too many bytes to compress.
size_t vitrail_lz4_bound(size_t count);
/// Compresses to an LZ4 block. Returns its size; 0: the block does not fit, or the input is larger than 2 GB.
size_t vitrail_lz4_compress(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count);
/// Decompresses an LZ4 block. Returns the number of bytes; 0: the block is empty or damaged, or does not fit.
size_t vitrail_lz4_expand(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count);

/// Updates a CRC-32 with more bytes; `crc` is 0 at the start.
uint32_t vitrail_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

// Column statistics from one pass over the values.

typedef struct {
    /// Minimum and maximum finite value; ∞ and −∞ if there is none.
    double low, high;
    /// Minimum finite value > 0; ∞ if there is none.
    double low_positive;
    /// Smallest distance > 0 between a finite value and the previous finite value; ∞ if there is none.
    double step;
    /// First and last finite value; NaN if there is none.
    double first, last;
    /// Whether all values are finite and none is below its predecessor.
    bool is_ascending;
    /// Whether a value is not finite.
    bool has_gap;
} vitrail_extent;

typedef struct {
    /// Minimum and maximum. If a value is not finite, `low` is NaN; if no value is finite, both are NaN.
    double low, high;
} vitrail_span;

/// Number of values per span.
#define VITRAIL_SPAN_LENGTH 64

/// Reads every value once, at memory speed.
///
/// `spans` receives one entry per 64 values (the last one may cover fewer); NULL: not wanted.
vitrail_extent vitrail_find_extent(const double *values, size_t count, vitrail_span *spans);

/// Minimum and maximum of values; false if one is not finite.
bool vitrail_find_range(const double *values, size_t count, vitrail_span *range);

typedef struct {
    vitrail_span range;
    /// Index of the first occurrence of each end.
    size_t lowest, highest;
} vitrail_extremes;

/// Minimum and maximum of values and their indices; false if one is not finite. For values that fit into the L1 cache.
bool vitrail_find_extremes(const double *values, size_t count, vitrail_extremes *extremes);

/// Index of the first occurrence of a value; `count` if there is none.
size_t vitrail_find_value(const double *values, size_t count, double value);

/// Index of the first value that is not finite or is below `minimum`; `count` if there is none.
size_t vitrail_find_gap(const double *values, size_t count, double minimum);

// Quantiles.

#define VITRAIL_QUANTILES 8

typedef struct {
    /// Minimum and maximum finite value; ∞ and −∞ if there is none.
    double low, high;
    /// One value from each eighth of the sorted finite values, in order.
    double values[VITRAIL_QUANTILES];
    /// Number of finite values.
    int32_t count;
} vitrail_quantiles;

/// The distribution of `VITRAIL_SPAN_LENGTH` values.
///
/// - Parameter number: Index of the span. Adjacent spans choose values at different positions within an eighth, so
///   together they represent more values.
vitrail_quantiles vitrail_find_quantiles(const double *values, size_t number);

/// The approximate distribution of the values of several spans, at most 16.
vitrail_quantiles vitrail_join_quantiles(const vitrail_quantiles *children, size_t count, size_t number);

// Coverage of lines with gaps. A run is a maximal sequence of finite values between gaps; it may have one value.

/// A stroke: the union of overlapping runs.
typedef struct {
    double low, high;
    /// Range of the values at joins: the inner values of runs, and for steps also the first ones. `joint_low` >
    /// `joint_high`: there is no join.
    double joint_low, joint_high;
    /// Number of neighbour pairs within runs; a run of one value counts as one pair.
    int32_t pairs;
    /// Sum of the positions of these pairs, in values from the first value.
    float positions;
    /// Total height of the runs as a fraction of the distance from `low` to `high`; less than 1 if the stroke includes
    /// gaps.
    float share;
} vitrail_stroke;

/// Maximum number of strokes for 64 values: with gaps between them, there are at most 32 runs.
#define VITRAIL_MOST_STROKES 32

/// The strokes of the values before the last gap, ascending and disjoint.
///
/// - Parameters:
///   - count: At most `VITRAIL_SPAN_LENGTH`.
///   - ends: Whether a gap also follows the last value.
///   - stepped: Whether each value holds until the next.
/// - Returns: The number of values used, including the gap; 0: there is no gap.
size_t vitrail_find_strokes(
    const double *values, size_t count, bool ends, bool stepped, vitrail_stroke strokes[VITRAIL_MOST_STROKES],
    int *found
);

#define VITRAIL_STROKES 3

typedef struct {
    /// Strokes of the runs inside the span, ascending and disjoint.
    vitrail_stroke strokes[VITRAIL_STROKES];
    /// Size of the widest gap between strokes that were merged for lack of space. A gap of at most half the height of
    /// the shorter stroke counts as a quarter of its size.
    double filled;
    int32_t count;
    /// Number of values before the first gap and after the last gap; without a gap, both are the number of all values.
    int32_t first, last;
} vitrail_runs;

/// The runs of `VITRAIL_SPAN_LENGTH` values.
///
/// - Parameter stepped: Whether each value holds until the next.
vitrail_runs vitrail_find_runs(const double *values, bool stepped);

/// Merges the runs of adjacent spans, at most 16.
///
/// - Parameters:
///   - values: The values of all spans. Runs that cross span borders are read again.
///   - length: Number of values per span.
///   - stepped: The same as when the runs were found.
vitrail_runs vitrail_join_runs(
    const vitrail_runs *children, size_t count, const double *values, size_t length, bool stepped
);

/// Prefetches every cache line that contains a byte of the memory.
static inline void vitrail_prefetch(const void *memory, size_t bytes) {
    const char *end = (const char *)memory + bytes;
    for (const char *line = (const char *)((uintptr_t)memory & ~(uintptr_t)63); line < end; line += 64) {
        __builtin_prefetch(line);
    }
}

/// How values are stacked.
typedef struct {
    double baseline;
    /// 0: all values are stacked upwards from the baseline, 1: all downwards, −1: each by its sign.
    int32_t side;
    /// Whether a start of 0 or less is replaced by the smallest positive number.
    bool needs_positive;
} vitrail_stack_rule;

/// Adds values to a stack. A value is a gap if it or its independent value is not finite.
///
/// - Parameters:
///   - along: Independent values; NULL: none is a gap.
///   - up, down: The ends of the stack per sample, on both sides of the baseline; NaN: the stack is empty. Not NULL.
///   - starts, ends: Receive the ends of each value, NaN for a gap; NULL: not wanted.
void vitrail_add_to_stack(
    const double *values, const double *along, size_t count, vitrail_stack_rule rule, double *up, double *down,
    double *starts, double *ends
);

/// The end of the stack on each value's side of the baseline.
void vitrail_find_stack_totals(
    const double *values, size_t count, vitrail_stack_rule rule, const double *up, const double *down, double *totals
);

/// A bin: contains a value if ((value − origin) · factor + start) · per_pixel, rounded down, is `number`.
typedef struct {
    double origin, factor, start, per_pixel, number;
} vitrail_column;

/// The number of values in the bin, of 16 values. If positions ascend and the first value is in the bin, these are the
/// first ones.
size_t vitrail_find_end(const double *values, vitrail_column column);

/// Index of the last sample in `start` ..< `end` that has a value outside its column's limits in any of four columns;
/// −1: there is none. NaN is not outside.
ptrdiff_t vitrail_find_last_outside(
    const double *const values[4], ptrdiff_t start, ptrdiff_t end, const vitrail_span limits[4]
);

// A line with hundreds of samples per pixel.

typedef struct {
    /// Position of the first value: an axis value, or a grid position. NaN: a value is not finite, or there is none.
    double along;
    /// Maximum of the values, and maximum of the negated values.
    double high, negated_low;
} vitrail_piece;

/// Merges pieces into the grid positions nearest to their middles. Stops before the first piece that is longer than one
/// grid step, has a value that is not finite, or precedes such a piece.
///
/// - Parameters:
///   - pieces: Monotonic in `along`; one more than `count`.
///   - grid: Grid positions are ((value − origin) · factor + start) · per_pixel.
///   - collected: The first one is a piece from an earlier call, or has no position. The new ones follow it in the
///     order of positions.
///   - room: Capacity of `collected`, at least 2.
///   - made: Index of the last piece in `collected`, which a later call may extend.
/// - Returns: The number of pieces consumed; also less than `count` if `collected` is full.
size_t vitrail_collect_pieces(
    const vitrail_piece *pieces, size_t count, const vitrail_column *grid, vitrail_piece *collected, size_t room,
    size_t *made
);

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

/// A linear axis in pixels: `low` … `high` are shown in `count` pixels, the position is (value − origin) · factor +
/// start.
typedef struct {
    double low, high, origin, factor, start;
    int32_t count;
} vitrail_pixel_axis;

/// Pixel indices of values; the last pixel includes its far edge. −1: outside the axis range. Returns whether any value
/// is inside.
bool vitrail_find_pixels(const double *values, size_t count, const vitrail_pixel_axis *axis, int32_t *pixels);

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

// Categories are values, ascending.

/// Number of values before the first finite value that is not in `categories`.
size_t vitrail_skip_categories(const double *values, size_t count, const double *categories, size_t category_count);
/// Category index of each value, from 0; NaN if it has no category.
void vitrail_number_categories(
    const double *values, size_t count, const double *categories, size_t category_count, double *numbers
);

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

// Numbers in text.

typedef struct {
    /// The whole file.
    const uint8_t *bytes;
    size_t count;
    /// Separator between fields; a blank stands for any run of blanks and tabs.
    uint8_t delimiter;
    /// First byte of lines that are skipped; 0: none.
    uint8_t comment;
    /// Number of fields per row, at least one, and the column that each field is stored in; −1: none.
    size_t field_count;
    const int32_t *columns;
    /// Capacity: as many values per column as rows are requested, column by column; an empty field is NaN.
    double *values;
} vitrail_csv;

/// Reads rows whose wanted fields are plain numbers or empty: up to `rows` rows that begin before `limit`. `*position`
/// is the start of a row, and is moved behind the last row read. Stops before the first row that contains anything else
/// (a word, a quote, a number of more than 19 digits, another number of fields), before a comment, and, if there are
/// several fields, before an empty line. One empty field after the last one is ignored.
///
/// - Returns: The number of rows read.
size_t vitrail_csv_numbers(const vitrail_csv *csv, size_t *position, size_t limit, size_t rows);

/// Parses a decimal number of up to 19 digits and a power of up to 10^±27 to the nearest Double; false for anything
/// else.
bool vitrail_read_number(const uint8_t *bytes, size_t count, double *value);
