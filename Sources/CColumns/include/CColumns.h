#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    /// Whether all values are finite and none is above its predecessor.
    bool is_descending;
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
#define VITRAIL_MAX_STROKES 32

/// The strokes of the values before the last gap, ascending and disjoint.
///
/// - Parameters:
///   - count: At most `VITRAIL_SPAN_LENGTH`.
///   - ends: Whether a gap also follows the last value.
///   - stepped: Whether each value holds until the next.
/// - Returns: The number of values used, including the gap; 0: there is no gap.
size_t vitrail_find_strokes(
    const double *values, size_t count, bool ends, bool stepped, vitrail_stroke strokes[VITRAIL_MAX_STROKES], int *found
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

// A line with some samples per bin.

/// A point of a path, pixels.
typedef struct {
    float along, across;
} vitrail_path_point;

/// The samples of a line, and the positions of their values: (value − origin) · factor + start.
typedef struct {
    const double *along, *across;
    /// The bins along: `number` is not used.
    vitrail_column bins;
    double origin, factor, start;
    /// Positions beyond ± it are clamped.
    double farthest;
} vitrail_line;

/// Maximum number of points per bin.
#define VITRAIL_BIN_POINTS 10

typedef struct {
    /// Index behind the last sample whose bin was reduced, and number of points.
    size_t end, points;
} vitrail_reduced;

/// Reduces whole bins to their first, lowest, highest and last samples, and the samples on both sides of jumps.
///
/// - Parameters:
///   - from, to: Samples of whole bins. Positions along are finite, and monotonic.
///   - is_first, is_last: Whether there is no sample before them, or behind them.
///   - jump: Extent across. If two points are farther apart, there may be a jump between them.
///   - room: Number of points that there is room for, at least VITRAIL_BIN_POINTS.
/// - Returns: Ends before a bin for which there is no room, that has a value that is not finite, or at which the line
///   begins or ends.
vitrail_reduced vitrail_reduce_line(
    const vitrail_line *line, size_t from, size_t to, bool is_first, bool is_last, float jump,
    vitrail_path_point *points, size_t room
);

// A line with many gaps.

/// A list that grows as needed. Owned by the caller, who frees `points`; NULL at first.
typedef struct {
    vitrail_path_point *points;
    size_t count, capacity;
    /// There was no memory.
    bool has_failed;
} vitrail_points;

/// What a line with many gaps is drawn as.
typedef struct {
    /// A stroke. A point that is not finite is a gap.
    vitrail_points path;
    /// Single samples, and middles of small runs, that are farther than `reach` from the runs before and behind.
    vitrail_points lone, discs;
    /// Width of the stroke in pixels, at least a pixel. A run is small if its box is smaller.
    float width;
    float reach;
    /// Extent across. If two points of a run are farther apart, there may be a jump between them.
    float jump;
} vitrail_gapped;

/// Appends the runs of finite values, and a gap behind each.
///
/// - Parameters:
///   - from, to: Samples. Positions along are finite, and monotonic.
///   - goes_on_before, goes_on_behind: Whether the first and the last run have more samples, which are not drawn.
///   - line: Its bins are narrower than the stroke.
void vitrail_reduce_gapped(
    const vitrail_line *line, size_t from, size_t to, bool goes_on_before, bool goes_on_behind, vitrail_gapped *path
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

// Pixels of values.

/// A linear axis in pixels: `low` … `high` are shown in `count` pixels, the position is (value − origin) · factor +
/// start.
typedef struct {
    double low, high, origin, factor, start;
    int32_t count;
} vitrail_pixel_axis;

/// Pixel indices of values; the last pixel includes its far edge. −1: outside the axis range. Returns whether any value
/// is inside.
bool vitrail_find_pixels(const double *values, size_t count, const vitrail_pixel_axis *axis, int32_t *pixels);

// Categories are values, ascending.

/// Number of values before the first finite value that is not in `categories`.
size_t vitrail_skip_categories(const double *values, size_t count, const double *categories, size_t category_count);
/// Category index of each value, from 0; NaN if it has no category.
void vitrail_number_categories(
    const double *values, size_t count, const double *categories, size_t category_count, double *numbers
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
