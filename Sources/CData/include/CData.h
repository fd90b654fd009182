#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Read-only maps of files whose pages may vanish.
//
// A file that shrinks under its map raises SIGBUS on the next touch. A handler puts zero pages there and marks the map
// as damaged; whoever scans it asks afterwards. Faults elsewhere go to the handler that was there before.

typedef struct vitrail_map vitrail_map;

/// Maps a regular file; 0, or an errno value: ENOENT, EISDIR, EINVAL (not a regular file), …
/// An empty file gives `*bytes` = NULL, `*count` = 0.
int vitrail_map_open(const char *path, vitrail_map **map, const void **bytes, size_t *count);

/// Whether bytes were lost since the map was made: a page faulted, or the file is shorter now.
bool vitrail_map_is_damaged(const vitrail_map *map);

/// Unmaps and closes; safe while other maps are being read.
void vitrail_map_close(vitrail_map *map);

/// Memory that will be written from one end to the other: its pages may be large ones, which cost less to get. Small pieces are left as they are.
void vitrail_prefer_large_pages(void *memory, size_t bytes);
/// Whole pages, of which few will be written to, here and there: none of them is to become part of a large one.
void vitrail_prefer_small_pages(void *memory, size_t bytes);

/// Freed memory stays with the process: `most_kept` bytes at the end of each heap, in pieces of up to `largest_piece`. False where the C library has
/// no such setting.
bool vitrail_keep_freed_memory(int most_kept, int largest_piece);

// Decompression with zlib.

typedef struct vitrail_inflater vitrail_inflater;

typedef enum { VITRAIL_GZIP, VITRAIL_ZLIB, VITRAIL_DEFLATE } vitrail_inflate_format;

typedef enum {
    /// All input was consumed, or the output is full.
    VITRAIL_INFLATE_MORE,
    /// The stream ended; the input behind it is not consumed.
    VITRAIL_INFLATE_END,
    VITRAIL_INFLATE_CORRUPT,
    VITRAIL_INFLATE_NO_MEMORY,
} vitrail_inflate_state;

/// NULL where memory is short. An inflater belongs to one thread at a time.
vitrail_inflater *vitrail_inflater_new(vitrail_inflate_format format);
/// Ready for another stream of the same format.
void vitrail_inflater_reset(vitrail_inflater *inflater);
void vitrail_inflater_free(vitrail_inflater *inflater);

/// Decompresses as much as fits.
///
/// On entry `*input_count` and `*output_count` say how many bytes there are; on return, how many were consumed and written.
vitrail_inflate_state vitrail_inflate(
    vitrail_inflater *inflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

/// The library's words for what is corrupt, as long as the inflater lives; NULL where it has none.
const char *vitrail_inflater_message(const vitrail_inflater *inflater);

/// Decompresses a frame of LZ4, as far as the output goes. `*written` says how many bytes there are now; false = the frame is damaged or cut off.
bool vitrail_lz4_decompress(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written);
/// The same for Zstandard, whose frame has to fit into the output.
bool vitrail_zstd_decompress(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written);

/// Bytes that a block of LZ4 takes at most; 0 = so many are not compressed.
size_t vitrail_lz4_bound(size_t count);
/// Compresses to a block of LZ4. Returns its size; 0 = it does not fit, or there are more than 2 GB.
size_t vitrail_lz4_compress(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count);
/// Decompresses such a block. Returns the number of bytes; 0 = none, or the block is damaged, or does not fit.
size_t vitrail_lz4_expand(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count);

/// CRC-32 of more bytes, from that of the bytes before them; 0 = none.
uint32_t vitrail_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

// What one pass over numbers finds.

typedef struct {
    /// Least and greatest finite value; infinity and −infinity when there is none.
    double low, high;
    /// Least finite value > 0; infinity when there is none.
    double low_positive;
    /// Smallest distance > 0 of a finite value from the finite one before it; infinity when there is none.
    double step;
    /// First and last finite value; NaN when there is none.
    double first, last;
    /// No value below the finite one before it, and none that is not finite.
    bool is_ascending;
    /// A value is not finite.
    bool has_gap;
} vitrail_extent;

typedef struct {
    /// Least and greatest value. NaN as the least: one is not finite; NaN as both: none is.
    double low, high;
} vitrail_span;

/// Values in a span.
#define VITRAIL_SPAN_LENGTH 64

/// Reads every value once, at the speed of memory.
///
/// `spans` receives one for each 64 values, the last one of fewer; NULL = they are not wanted.
vitrail_extent vitrail_find_extent(const double *values, size_t count, vitrail_span *spans);

/// Least and greatest of values; false where one is not finite.
bool vitrail_find_range(const double *values, size_t count, vitrail_span *range);

typedef struct {
    vitrail_span range;
    /// The first places that hold its ends.
    size_t lowest, highest;
} vitrail_extremes;

/// Least and greatest of values, and where they are; false where one is not finite. For values that stay in the fastest memory.
bool vitrail_find_extremes(const double *values, size_t count, vitrail_extremes *extremes);

/// The first place that holds a value; `count` where none does.
size_t vitrail_find_value(const double *values, size_t count, double value);

/// The first place of a value that is not finite, or less than another; `count` where there is none.
size_t vitrail_find_gap(const double *values, size_t count, double least);

// How values are distributed.

#define VITRAIL_QUANTILES 8

typedef struct {
    /// Least and greatest finite value; infinity and −infinity when there is none.
    double low, high;
    /// A value of each eighth of the finite ones, in order.
    double values[VITRAIL_QUANTILES];
    /// Finite values.
    int32_t count;
} vitrail_quantiles;

/// The distribution of `VITRAIL_SPAN_LENGTH` values.
///
/// - Parameter number: of the stretch. Of an eighth, stretches side by side choose values of other places in it: together they tell of more.
vitrail_quantiles vitrail_find_quantiles(const double *values, size_t number);

/// The distribution of the values that some stretches have, as far as they tell: at most 16.
vitrail_quantiles vitrail_join_quantiles(const vitrail_quantiles *children, size_t count, size_t number);

// What is drawn of values that have gaps between them: runs, some of one value.

/// Runs that overlap.
typedef struct {
    double low, high;
    /// Of values where lines are joined: those that lie inside of runs, and of steps the first ones, too. Not in order = there is none.
    double joint_low, joint_high;
    /// Neighbours in runs; a run of one value counts as a pair.
    int32_t pairs;
    /// Where those lie, summed, in values behind the first one.
    float places;
    /// How far runs go, summed, as a share of the way from low to high: less than 1 where gaps between them are told of as filled.
    float share;
} vitrail_stroke;

/// Room for the strokes of 64 values: with the gaps between them, runs are 32 at most.
#define VITRAIL_MOST_STROKES 32

/// The strokes of values up to their last gap, ascending and apart.
///
/// - Parameters:
///   - count: at most `VITRAIL_SPAN_LENGTH`.
///   - ends: whether behind the last value there is a gap, too.
///   - stepped: whether each value holds until the next.
/// - Returns: how many values those are, with the gap; 0 = there is none.
size_t vitrail_find_strokes(
    const double *values, size_t count, bool ends, bool stepped, vitrail_stroke strokes[VITRAIL_MOST_STROKES], int *found);

#define VITRAIL_STROKES 3

typedef struct {
    /// Of runs within the stretch: ascending and apart.
    vitrail_stroke strokes[VITRAIL_STROKES];
    /// The widest gap between strokes that are told of as one, for want of room; one of at most half as long as the shorter of them counts for a quarter.
    double filled;
    int32_t count;
    /// How many values there are up to the first gap, and from the last one on; without a gap, both are all of them.
    int32_t first, last;
} vitrail_runs;

/// The runs of `VITRAIL_SPAN_LENGTH` values.
///
/// - Parameter stepped: whether each value holds until the next.
vitrail_runs vitrail_find_runs(const double *values, bool stepped);

/// The runs of stretches that lie one behind the other: at most 16.
///
/// - Parameters:
///   - values: all of theirs: of runs that go on from one to the next, they are read once more.
///   - length: of each.
///   - stepped: as when they were found.
vitrail_runs vitrail_join_runs(const vitrail_runs *children, size_t count, const double *values, size_t length, bool stepped);

/// Memory will be read soon: every cache line that it has a byte in.
static inline void vitrail_prefetch(const void *memory, size_t bytes) {
    const char *end = (const char *)memory + bytes;
    for (const char *line = (const char *)((uintptr_t)memory & ~(uintptr_t)63); line < end; line += 64) __builtin_prefetch(line);
}

/// How values stand on one another.
typedef struct {
    double baseline;
    /// 0 = all of them go up from the baseline, 1 = all go down, −1 = each by its sign.
    int32_t side;
    /// Whether what would start at 0 or less starts at the least positive number instead.
    bool needs_positive;
} vitrail_stack_rule;

/// Stands values on where a stack ends so far. What is not finite is a gap, and so is all beside independent values that are not.
///
/// - Parameters:
///   - along: independent values; NULL = none is a gap.
///   - up, down: where the stack ends at each sample, on both sides; NaN = nothing stands there. Not NULL.
///   - starts, ends: of each value, NaN for a gap; NULL = not asked for.
void vitrail_add_to_stack(
    const double *values, const double *along, size_t count, vitrail_stack_rule rule, double *up, double *down, double *starts, double *ends);

/// Where a stack ends on each value's side.
void vitrail_find_stack_totals(
    const double *values, size_t count, vitrail_stack_rule rule, const double *up, const double *down, double *totals);

/// A part of a pixel column: values for which ((value − origin) · factor + start) · per_pixel, rounded down, is `number`.
typedef struct {
    double origin, factor, start, per_pixel, number;
} vitrail_column;

/// How many of sixteen values lie in a column: the first ones, where places never turn back and the first one does.
size_t vitrail_find_end(const double *values, vitrail_column column);

/// Of the samples `start` ..< `end` of four columns: the last one that has a value outside of its column's limits; −1 = none has. NaN is not.
ptrdiff_t vitrail_find_last_outside(const double *const values[4], ptrdiff_t start, ptrdiff_t end, const vitrail_span limits[4]);

// A line with hundreds of samples in each pixel.

typedef struct {
    /// Where the first value lies along: a value of the axis, or a place of a grid. NaN = one is not finite across, or there is none.
    double along;
    /// The greatest value across, and the greatest of the negated ones.
    double high, negated_low;
} vitrail_piece;

/// Collects pieces at the places of a grid nearest to their middles, up to one that is longer than from place to place, has a value that is not finite,
/// or lies before such a one.
///
/// - Parameters:
///   - pieces: ascending along or descending, and one more than `count`.
///   - grid: places are ((value − origin) · factor + start) · per_pixel.
///   - collected: the first one was begun before, or is nowhere. Those made follow it, from place to place.
///   - room: for so many in `collected`, at least 2.
///   - made: the last of `collected`, to which more may come.
/// - Returns: how many pieces were collected; fewer than `count`, too, where there is no room for another place.
size_t vitrail_collect_pieces(const vitrail_piece *pieces, size_t count, const vitrail_column *grid, vitrail_piece *collected, size_t room, size_t *made);

// How much of each pixel lies between two curves.
//
//     ┼───┼             Over a stretch a curve goes straight: of the rows that it passes, each is covered as long as the curve is beyond it. That grows
//     │╲  │  0.1        row by row by the same amount, and is another one only where the curve begins and ends. So a few numbers of two rows tell of a
//     │ ╲ │  0.5        curve, however steep it is; rows are added up once, when all of a pixel column is there.
//     │▒▒╲│  0.9
//     ┼───┼             No more is kept of a stretch, and nothing is left away.

/// What is known of a row of a pixel column.
typedef struct {
    /// By how much more of the row is covered than of the row before it, by how much more of the next one, and by how much that grows from there.
    float here, next, growth, unused;
} vitrail_fill_row;

/// Sums of a row that take turns, so that what is added need not wait for what was added right before.
#define VITRAIL_FILL_SUMS 4

/// A pixel column that is being counted. Places are pixels across from its first row.
typedef struct {
    /// `stride` of them for each layer, one more than there are rows, and that for each of `VITRAIL_FILL_SUMS`. All zero at first.
    vitrail_fill_row *cells;
    size_t stride;
    int32_t rows, layers;
    /// Sums that something was added to: the first, or all of them.
    int32_t sums;
    /// To which layer belongs what lies between curves of which the first lies before the second, and what does where it lies behind; −1 = to none.
    int32_t layer[2];
    /// Whether the second curve stays at a place, and how much of the column has lain before it and behind it.
    bool is_flat;
    float flat, flat_length[2];
    /// Whether curves stay where a stretch begins until its end.
    bool is_stepped;
    /// Rows with something to be added up, of each curve. None = INT32_MAX and −1.
    int32_t low[2], high[2];
} vitrail_fill;

/// A stretch of the column, pixels long, that both curves go straight through. All is finite.
void vitrail_count_stretch(vitrail_fill *fill, float length, float from, float to, float other_from, float other_to);

/// The same of many; one is a gap where a place is not finite, or it is not longer than nothing. The other curve may be NULL where it is flat. Of stretches
/// that follow each other, `to` is `from` + 1: that takes half the time.
void vitrail_count_stretches(vitrail_fill *fill, const float *lengths, const float *from, const float *to, const float *other_from, const float *other_to,
                             size_t count);

/// Adds up: by how much more of each row is covered than of the row before it, for each layer, `lanes_per_row` apart. The column begins anew, but for what is
/// known of a flat curve.
void vitrail_close_fill(vitrail_fill *fill, float *const steps[2], size_t lanes_per_row);

// The same of slices in no order, of which any number may cover a pixel: that is covered as far as they are together, but by no more than the whole of it.

/// What is known of a row of a pixel column: by how much more of it is covered than of the row before it, and by how much that grows from the next row on.
typedef struct {
    double step, growth;
} vitrail_slice_row;

/// Pixel columns that are being counted.
typedef struct {
    /// For each column, and in it for each layer, `vitrail_slice_stride` of them. All zero at first.
    vitrail_slice_row *cells;
    int32_t columns, rows, layers;
    /// As in `vitrail_fill`.
    int32_t layer[2];
} vitrail_slices;

/// A curve may end on the last row's edge, and tells of the row behind it.
static inline size_t vitrail_slice_stride(int32_t rows) { return (size_t)rows + 2; }

/// Where a slice begins or ends, in pixels: along from the first column, across from the first row. All is finite.
typedef struct {
    double along, first, second;
} vitrail_slice_end;

/// What lies between two curves that go straight from one end to the other, whichever is first along.
void vitrail_add_slice(vitrail_slices *slices, vitrail_slice_end from, vitrail_slice_end to);

/// An edge of an outline, in the first layer: all rows behind it are covered where it leads along, and no longer where it leads back.
void vitrail_add_edge(vitrail_slices *slices, double from_along, double from_across, double to_along, double to_across);

/// Adds up, as `vitrail_close_fill` does.
void vitrail_close_slices(const vitrail_slices *slices, int32_t column, float *const steps[2], size_t lanes_per_row);

/// A value lies at (value − origin) · factor + start, or at ln(value / origin) · factor + start, held within `farthest` to both sides, and counted from `from`.
typedef struct {
    double origin, factor, start;
    bool is_logarithmic;
    double farthest, from;
} vitrail_axis;

/// NaN for values that are not finite, or have no logarithm.
void vitrail_find_places(const double *values, size_t count, vitrail_axis axis, float *places);

/// Distances of neighbours: one less than there are values.
void vitrail_find_lengths(const double *values, size_t count, double factor, float *lengths);

// Some stretches of very many.

/// A number from 0 up to 1 that follows no pattern: of each state there are 2³² (the end of MurmurHash3: Appleby, "SMHasher", 2011).
static inline double vitrail_chance(uint32_t state, uint32_t k) {
    uint32_t mixed = k * 0x9E3779B1u + state;
    mixed = (mixed ^ mixed >> 16) * 0x85EBCA6Bu;
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35u;
    return (double)(int32_t)(mixed ^ mixed >> 16) * 0x1p-32 + 0.5;
}

/// In each equal part of what samples reach over, the stretch that lies at a place chosen by chance: the sample behind it.
///
/// - Parameters:
///   - along: at least two that never fall, the last one greater than the first; NULL = 0, 1, 2 and so on.
///   - count: below 2³¹.
void vitrail_choose_stretches(const double *along, size_t count, uint32_t state, size_t parts, uint32_t *ends);

/// Where stretches begin and end, by the samples behind them, as `vitrail_find_places` has it.
void vitrail_find_ends(const double *values, const uint32_t *ends, size_t count, vitrail_axis axis, float *from, float *to);

// What a density picture is counted with. A cell is a pixel of it, row by row from the top.

/// A linear axis in pixels: `low` … `high` are shown in `count` of them, a value lies at (value − origin) · factor + start.
typedef struct {
    double low, high, origin, factor, start;
    int32_t count;
} vitrail_pixel_axis;

/// Pixels of values, the last one holding its far edge, too; −1 for what the axis does not show. Returns whether it shows any.
bool vitrail_find_pixels(const double *values, size_t count, const vitrail_pixel_axis *axis, int32_t *pixels);

/// In place of columns: cells; `none` where column or row are negative.
void vitrail_find_cells(const int32_t *rows, size_t count, int32_t width, int32_t none, int32_t *columns);

/// One more for each; there is a count for `none`, and it may be left out.
void vitrail_count_cells(const int32_t *cells, size_t count, int32_t none, uint32_t *counts);

// Values that are not finite are passed over, and so is what lies in no cell.

/// Sums begin at −0, and are that where there is no value.
void vitrail_sum_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *sums);
/// A mean's cell is a sum and how many were summed up, VITRAIL_MEAN_CELL_BYTES; nothing was in one of zeros.
enum { VITRAIL_MEAN_CELL_BYTES = 12 };
void vitrail_average_cells(const int32_t *cells, const double *values, size_t count, int32_t none, void *means);
/// NaN where nothing was summed up.
void vitrail_divide_means(const void *means, size_t count, double *values);

// For several threads that count in one grid: samples are sorted by the rows that they lie in, of which every VITRAIL_ROW_GROUPS-th is of the same group.
enum { VITRAIL_ROW_GROUPS = 16, VITRAIL_PLACED_CHUNK = 256 };

/// A sample that lies in a cell.
typedef struct __attribute__((packed, aligned(4))) {
    double value;
    int32_t cell;
} vitrail_placed_sample;

/// Each group's samples, in the order that they had: in chunks, whose numbers `following` tells of, from the one with the group's number on. Behind the
/// groups' first chunks there is one for what lies in none.
typedef struct {
    /// Room for all that are placed, and VITRAIL_ROW_GROUPS + 1 chunks.
    vitrail_placed_sample *samples;
    /// A number for each chunk.
    uint32_t *following;
    /// Chunks.
    uint32_t used;
    /// Where each group's samples end.
    uint32_t ends[VITRAIL_ROW_GROUPS + 1];
} vitrail_placed;

void vitrail_clear_placed(vitrail_placed *placed);
void vitrail_place_samples(const int32_t *rows, const int32_t *cells, const double *values, size_t count, int32_t none, vitrail_placed *placed);
/// As `vitrail_sum_cells` and `vitrail_average_cells` do, those of a group.
void vitrail_sum_placed(const vitrail_placed *placed, uint32_t group, double *sums);
void vitrail_average_placed(const vitrail_placed *placed, uint32_t group, void *means);

void vitrail_raise_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *highest);
void vitrail_lower_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *lowest);

// Categories are values, ascending.

/// How many values come before the first that is finite and none of some categories.
size_t vitrail_skip_categories(const double *values, size_t count, const double *categories, size_t category_count);
/// Which category, from 0, each value is of; NaN where it is none.
void vitrail_number_categories(const double *values, size_t count, const double *categories, size_t category_count, double *numbers);

/// Counts below 2³² in three planes, which all begin as zeros. Most are small: their least eight bits lie close together, and of the others, which are
/// changed when those run over, most pages are never written to.
typedef struct {
    uint8_t *low, *middle;
    uint16_t *high;
    /// Of VITRAIL_CARRY_BLOCK counts each: whether any of them ran over.
    uint8_t *carried;
} vitrail_count_planes;

enum { VITRAIL_CARRY_BLOCK = 4096 };

void vitrail_read_counts(const vitrail_count_planes *planes, size_t first, size_t count, uint32_t *counts);
/// One more for a sample's category, where it has one; a cell has `depth` counts side by side.
void vitrail_count_categories(const int32_t *cells, const double *numbers, size_t count, int32_t none, size_t depth, const vitrail_count_planes *planes);
/// The same for those of a group.
void vitrail_count_placed_categories(const vitrail_placed *placed, uint32_t group, size_t depth, const vitrail_count_planes *planes);

// What a density picture is painted with. Places are those in a colour map, 0…1; NaN is a pixel without a value, and clear.

/// Adds to `tally` how often each count below `limit` occurs. Returns how many are not below it.
size_t vitrail_tally_counts(const uint32_t *counts, size_t count, uint32_t limit, uint32_t *tally);
/// The colours of counts; those that are not below `limit` are clear.
void vitrail_color_counts(const uint32_t *counts, size_t count, uint32_t limit, const uint32_t *colors, uint32_t *pixels);

/// The least value, the greatest, and the least of those > 0; as long as there is none, ∞, −∞ and ∞.
typedef struct {
    double low, high, positive;
} vitrail_value_ends;

/// Widens the ends so that values lie between them.
void vitrail_find_value_ends(const double *values, size_t count, vitrail_value_ends *ends);

/// 0 at `low`, 1 at `high`, which is greater.
void vitrail_place_linear(const double *values, size_t count, double low, double high, double *places);
/// The same by logarithms: `low` > 0, and what is not > 0 lies at 0.
void vitrail_place_log(const double *values, size_t count, double low, double high, double *places);

/// Values that occur, ascending, none of them −0.
typedef struct {
    const double *values;
    /// How many pixels have one of those up to each; NULL = one has each. Equal ones may follow each other.
    const uint32_t *ends;
    size_t count;
    /// Which of them lie in a stretch of the values between the first and the last, so that one is found among few.
    const uint32_t *starts;
    int shift;
} vitrail_ranks;

/// Ascending, none of them NaN; −0 before 0.
void vitrail_sort_values(double *values, size_t count);
enum { VITRAIL_SORT_BINS = 2048 };
/// Parts values so that none is greater than those of the parts behind its own; where each part ends → `ends`, of which there is room for VITRAIL_SORT_BINS.
/// Returns how many parts there are: none where all are equal.
size_t vitrail_part_values(double *values, size_t count, size_t *ends);
/// Sets `shift`, and `starts` of up to `most` stretches, two at least: one number more.
void vitrail_index_ranks(vitrail_ranks *ranks, size_t most, uint32_t *starts);
/// The places of the greatest values that are not above these, or of the first, where all are: the share of the pixels up to it of all, those of the first
/// value left out; in the middle where there is but one.
void vitrail_place_ranks(const double *values, size_t count, const vitrail_ranks *ranks, double *places);
/// The first value that lies at a place or beyond; their number where none does.
size_t vitrail_find_rank(const vitrail_ranks *ranks, double place);
/// How many have a value that is not above this one.
uint32_t vitrail_pixels_up_to(const vitrail_ranks *ranks, double value);

/// Stops, ascending, and four numbers a stop: red, green and blue times alpha, and alpha, each 0…1.
typedef struct {
    const double *positions, *colors;
    int32_t count;
    /// Stops − 1 where they are at equal distances from 0 to 1; otherwise 0.
    double spacing;
} vitrail_color_map;

/// Four numbers, as stops have them; what lies beyond the ends, and NaN, has the colour of the end or of the first stop.
void vitrail_mix_color(const vitrail_color_map *map, double place, double *color);
void vitrail_color_places(const vitrail_color_map *map, const double *places, size_t count, uint32_t *pixels);

/// Counts of categories, side by side for each pixel → how many there are in it.
void vitrail_add_shares(const uint32_t *shares, size_t count, size_t categories, uint32_t *totals);
/// Categories mixed by their shares in a pixel. - Parameter colors: four numbers a category.
void vitrail_color_shares(const uint32_t *shares, const double *opacities, size_t count, const double *colors, size_t categories, uint32_t *pixels);

// Numbers as they are written.

typedef struct {
    /// The whole file.
    const uint8_t *bytes;
    size_t count;
    /// Between two fields; a blank stands for runs of blanks and tabs.
    uint8_t delimiter;
    /// First byte of lines that are not read; 0 = none.
    uint8_t comment;
    /// Fields of a row, at least one, and for each the column that it goes to; −1 = none.
    size_t field_count;
    const int32_t *columns;
    /// Room for as many values a column as rows are asked for, column by column; an empty field is NaN.
    double *values;
} vitrail_csv;

/// Reads rows that hold plain numbers and empty fields where columns want them: up to `rows` of those that begin before `limit`, from `*position`
/// on, which is where a row begins and is moved behind the last row read. Ends before the first row that holds anything else (a word, a quote, a
/// number of more digits than 19, another number of fields), before a comment, and before an empty line where there are several fields. One empty
/// field behind the last one does not count.
///
/// - Returns: how many rows were read.
size_t vitrail_csv_numbers(const vitrail_csv *csv, size_t *position, size_t limit, size_t rows);

/// The Double nearest to a decimal number of up to 19 digits and to 10^±27; false for what is none such.
bool vitrail_read_number(const uint8_t *bytes, size_t count, double *value);
