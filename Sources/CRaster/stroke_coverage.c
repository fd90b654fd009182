#include "dispatch.h"
#include "strip_cells.h"
#include "stroke_marks.h"

/// Number of segments joined between two computations of the core.
enum { segments_per_look = 128 };

/// The end of the set bits from `bit` on upwards.
INLINE size_t set_from(const uint64_t *words, size_t bit, size_t all) {
    while (bit < all) {
        uint64_t rest = ~words[bit / 64] >> bit % 64;
        if (rest) return bit + (size_t)__builtin_ctzll(rest);
        bit = (bit / 64 + 1) * 64;
    }
    return all;
}

/// The start of the set bits before `bit`, which is not tested itself.
INLINE size_t set_before(const uint64_t *words, size_t bit) {
    while (bit > 0) {
        size_t word = (bit - 1) / 64;
        uint64_t rest = ~words[word] << (63 - (bit - 1) % 64);
        if (rest) return bit - (size_t)__builtin_clzll(rest);
        bit = word * 64;
    }
    return 0;
}

/// Extends a cell's interval over adjacent set bits.
INLINE void take_bits(vitrail_strip *strip, size_t cell) {
    range own = bits_between(strip, cell, strip->low[cell], strip->high[cell]);
    if (own.from >= own.to || strip->from[cell] >= strip->to[cell]) return;
    const uint64_t *words = strip->bits + cell * strip->words;
    size_t from = set_before(words, own.from), to = set_from(words, own.to, strip->words * 64);
    // A quarter of a bit beyond the middle of the last bit.
    if (from < own.from) {
        strip->low[cell] = strip->across + ((float)from + 0.25f - bit_phase(cell)) / VITRAIL_STRIP_BITS;
    }
    if (to > own.to) strip->high[cell] = strip->across + ((float)to - 0.25f - bit_phase(cell)) / VITRAIL_STRIP_BITS;
}

INLINE void find_core(vitrail_strip *strip) {
    strip->until_core = segments_per_look;
    for (size_t i = 0; i < strip->cells; i++) take_bits(strip, i);
    // Cells after the last one do not limit the core.
    floats low = -INFINITY, high = INFINITY;
    for (size_t i = 0; i < strip->cells; i += FLOAT_LANES) {
        floats middle = MIDDLES + (float)i;
        low = floats_max(low, middle < (float)strip->cells ? load(strip->low + i) : low);
        high = floats_min(high, middle < (float)strip->cells ? load(strip->high + i) : high);
    }
    strip->core_low = __builtin_reduce_max(low);
    strip->core_high = __builtin_reduce_min(high);
}

/// More than the rounding error of a position in Float.
static const float ROUNDING = 1.0f / 64;

/// Whether a segment with its joint lies in the core, where all cells are covered. In a crowded picture this holds for
/// most segments of lines that go back and forth.
INLINE bool is_held(const vitrail_strip *strip, position from, position to, float radius) {
    float core_low = strip->core_low + ROUNDING, core_high = strip->core_high - ROUNDING;
    if (!(core_low < core_high)) return false;
    float low = fminf(from.across, to.across) - radius, high = fmaxf(from.across, to.across) + radius;
    if (low >= core_low && high <= core_high) return true;
    float slope = (to.across - from.across) / (to.along - from.along);
    if (!isfinite(slope)) return false;
    // Limits at the strip's ends, extended by half the width across, or by a joint beside the strip.
    float start = from.across - slope * from.along, end = start + slope * (float)strip->cells;
    float side = radius * (1 + fabsf(slope) * (float)strip->per_pixel);
    low = fmaxf(low, fminf(start, end) - side);
    high = fminf(high, fmaxf(start, end) + side);
    return low >= core_low && high <= core_high;
}

/// Joins the rectangle of a segment and the disc of the joint at its end. In a cell with both, their intervals overlap.
INLINE void join_segment(vitrail_strip *strip, position from, position to, float radius, bool has_joint) {
    if (is_held(strip, from, to, radius)) return;
    if (strip->until_core-- == 0) find_core(strip);
    float per_pixel = (float)strip->per_pixel, cell = 1 / per_pixel;
    float width = (to.along - from.along) * cell, height = to.across - from.across;
    float length = sqrtf(width * width + height * height);
    float along = width / length, across = height / length;
    // A segment too short to have a direction is only a joint, or nothing.
    bool has_band = isfinite(along) && isfinite(across);
    if (!has_band && !has_joint) return;
    if (!has_band) along = across = 1;
    float reach = has_joint ? radius * per_pixel : fabsf(across) * radius * per_pixel;
    float low_end = from.along < to.along ? from.along : to.along;
    float high_end = from.along < to.along ? to.along : from.along;
    range cells = middles(low_end - reach, high_end + reach, strip->cells);
    float side_slope = across / along, side = fabsf(radius / along), end_slope = along / across;
    float other_end = length / across;
    for (size_t i = cells.from; i < cells.to; i += FLOAT_LANES) {
        floats x = (MIDDLES + ((float)i - from.along)) * cell;
        floats low = INFINITY, high = -INFINITY;
        if (has_band) {
            low = -INFINITY, high = INFINITY;
            // Intersects the strip between its sides with the strip between its ends; a segment exactly along or across
            // is limited by only one of them.
            if (along != 0) {
                floats middle = from.across + x * side_slope;
                low = middle - side;
                high = middle + side;
            }
            if (across != 0) {
                floats start = from.across - x * end_slope, end = start + other_end;
                low = floats_max(low, floats_min(start, end));
                high = floats_min(high, floats_max(start, end));
            }
            // If only the sides limit the rectangle, cells beyond its ends must be excluded. If only the ends limit it,
            // `cells` already excludes them.
            if (across == 0) {
                floats minimum = width < 0 ? width : 0, maximum = width < 0 ? 0 : width;
                low = x < minimum ? (floats)INFINITY : low;
                low = x > maximum ? (floats)INFINITY : low;
            }
            floats first = low;
            low = first > high ? (floats)INFINITY : first;
            high = first > high ? (floats)-INFINITY : high;
        }
        if (has_joint) {
            floats off = x - width, square = radius * radius - off * off;
            // Empty outside the disc.
            floats half = square > 0 ? __builtin_elementwise_sqrt(floats_max(square, (floats)0)) : (floats)-INFINITY;
            low = floats_min(low, to.across - half);
            high = floats_max(high, to.across + half);
        }
        join_before(strip, i, cells.to, low, high);
    }
}

/// Whether level segments above and below cover a cell at a position across.
INLINE bool is_covered(const vitrail_strip *strip, size_t cell, float across, float radius) {
    return strip->level_low[cell] - radius <= across && across <= strip->level_high[cell] + radius;
}

/// Maximum residual carried over to later segments, in cells: where all cells are covered, none is missing.
static const float MAX_RESIDUAL = 1;

/// Chooses the cells that a level segment covers, by error diffusion: where many segments lie side by side, as many
/// cells as they are long. Later segments at the same height compensate for the rounding to whole cells. Otherwise gaps
/// spaced by one or a few cells would all be covered, or all be open.
///
/// - Parameters:
///   - low, high: Start and end of the segment, in cells of the strip.
///   - residual: Number of cells that the previous segments are short of.
INLINE range level_cells(vitrail_strip *strip, float low, float high, float across, float radius, float *residual) {
    range cells = middles(low, high, strip->cells);
    float missing = *residual + high - low;
    for (size_t i = cells.from; i < cells.to; i++) missing -= is_covered(strip, i, across, radius) ? 0 : 1;
    if (missing >= 0.5f) {
        size_t first = cells.from < cells.to ? cells.from - 1 : (size_t)low;
        size_t last = cells.from < cells.to ? cells.to : (size_t)low;
        // Beyond the strip, `first` is greater than any cell index.
        bool has_first = first < strip->cells && !is_covered(strip, first, across, radius);
        bool has_last = last < strip->cells && !is_covered(strip, last, across, radius);
        bool is_last = has_last && (!has_first || high - (float)last >= (float)(first + 1) - low);
        if (has_first || has_last) {
            missing -= 1;
            size_t cell = is_last ? last : first;
            cells = cells.from < cells.to ? (range){is_last ? cells.from : cell, is_last ? cell + 1 : cells.to}
                                          : (range){cell, cell + 1};
        }
    } else if (missing <= -0.5f && cells.from < cells.to) {
        bool is_last = high - (float)(cells.to - 1) <= (float)(cells.from + 1) - low;
        if (!is_covered(strip, is_last ? cells.to - 1 : cells.from, across, radius)) {
            missing += 1;
            cells = (range){cells.from + !is_last, cells.to - is_last};
        }
    }
    *residual = fminf(missing, MAX_RESIDUAL);
    return cells;
}

/// Tolerance for equal heights, pixels.
static const float SAME_HEIGHT = 1.0f / 32;

/// Joins the rectangle of a level or almost level segment, excluding the part that earlier segments at its height have
/// covered.
///
/// - Returns: False, with nothing joined, if an earlier segment in the same row of pixels lies above or below it.
INLINE bool join_level(vitrail_strip *strip, position from, position to, float radius) {
    float low = fmaxf(fminf(from.along, to.along), 0), high = fminf(fmaxf(from.along, to.along), (float)strip->cells);
    if (!(low < high)) return true;
    size_t row = (size_t)fminf(fmaxf(from.across - strip->across, 0), (float)(strip->words * 4 - 1));
    if (low < strip->reached[row]) {
        if (fabsf(from.across - strip->height[row]) > SAME_HEIGHT) return false;
        low = strip->reached[row];
        if (low >= high) return true;
    }
    strip->reached[row] = high;
    strip->height[row] = from.across;
    range cells = level_cells(strip, low, high, from.across, radius, strip->residual + row);
    float slope = (to.across - from.across) / (to.along - from.along);
    for (size_t i = cells.from; i < cells.to; i += FLOAT_LANES) {
        floats middle = from.across + (MIDDLES + ((float)i - from.along)) * slope;
        join_before(strip, i, cells.to, middle - radius, middle + radius);
    }
    for (size_t i = cells.from; i < cells.to; i++) {
        strip->level_low[i] = fminf(strip->level_low[i], from.across);
        strip->level_high[i] = fmaxf(strip->level_high[i], from.across);
    }
    return true;
}

INLINE void join_run(vitrail_strip *strip, const float *points, size_t count, float radius) {
    position from = position_of(strip, points);
    if (count == 2) {
        position to = position_of(strip, points + 2);
        // The height of a sloped segment is that of its start only; and its ends may lean by less than a cell.
        float rise = fabsf(to.across - from.across);
        float lean = rise * 2 * radius * (float)(strip->per_pixel * strip->per_pixel);
        if (rise <= SAME_HEIGHT && lean < fabsf(to.along - from.along) && join_level(strip, from, to, radius)) return;
    }
    bool are_marked = has_marks(strip, radius);
    for (size_t i = 1; i < count; i++) {
        position to = position_of(strip, points + 2 * i);
        if (!are_marked || !mark_segment(strip, from, to, radius, i > 1, i + 1 < count)) {
            join_segment(strip, from, to, radius, i + 1 < count);
        }
        from = to;
    }
}

/// The number of set bits in each of a word's four pixels.
INLINE uint64_t pixel_counts(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (x & 0x00ff00ff00ff00ff) + (x >> 8 & 0x00ff00ff00ff00ff);
}

/// Set bits of one pixel column per pixel: intervals as changes from row to row, bits per word.
typedef struct {
    int32_t changes[VITRAIL_MAX_STRIP_ROWS + 2];
    uint64_t sums[VITRAIL_MAX_STRIP_ROWS / 4];
    /// Range of the words that are not 0.
    size_t from, to;
} column_counts;

INLINE void widen(column_counts *counts, size_t from, size_t to) {
    if (from < counts->from) counts->from = from;
    if (to > counts->to) counts->to = to;
}

/// The bits of a range that lie in a word.
INLINE uint64_t bits_of(range own, size_t word) {
    size_t start = own.from > word * 64 ? own.from - word * 64 : 0, end = own.to > word * 64 ? own.to - word * 64 : 0;
    return bits_from(start) & ~bits_from(end);
}

INLINE void count_interval(range own, column_counts *counts) {
    size_t first = own.from / VITRAIL_STRIP_BITS, last = (own.to - 1) / VITRAIL_STRIP_BITS;
    int32_t above = own.from % VITRAIL_STRIP_BITS;
    int32_t below = VITRAIL_STRIP_BITS - 1 - (own.to - 1) % VITRAIL_STRIP_BITS;
    counts->changes[first] += VITRAIL_STRIP_BITS - above;
    counts->changes[first + 1] += above;
    counts->changes[last] -= below;
    counts->changes[last + 1] -= VITRAIL_STRIP_BITS - below;
    widen(counts, first / 4, last / 4 + 1);
}

/// Counts a cell's intervals and its bits outside of them.
INLINE void count_cell(vitrail_strip *strip, size_t cell, column_counts *counts) {
    range own = bits_between(strip, cell, strip->low[cell], strip->high[cell]);
    size_t second = cell + strip->second;
    range next = strip->low[second] > strip->high[second]
        ? (range){0, 0}
        : bits_between(strip, cell, strip->low[second], strip->high[second]);
    if (next.from < next.to) {
        if (own.from < own.to && next.from <= own.to && own.from <= next.to) {
            own.from = next.from < own.from ? next.from : own.from;
            own.to = next.to > own.to ? next.to : own.to;
            next.to = next.from;
        } else {
            count_interval(next, counts);
        }
    }
    if (own.from < own.to) count_interval(own, counts);
    size_t from = strip->from[cell], to = strip->to[cell];
    if (from >= to) return;
    widen(counts, from, to);
    uint64_t *words = strip->bits + cell * strip->words;
    for (size_t i = from; i < to; i++) {
        uint64_t left = words[i] & ~bits_of(own, i);
        if (next.from < next.to) left &= ~bits_of(next, i);
        counts->sums[i] += pixel_counts(left);
        words[i] = 0;
    }
}

INLINE void take(vitrail_strip *strip, float radius, float opacity, vitrail_pixels pixels) {
    join_marks(strip, radius);
    column_counts counts;
    memset(counts.changes, 0, (4 * strip->words + 2) * sizeof *counts.changes);
    memset(counts.sums, 0, strip->words * sizeof *counts.sums);
    float scale = opacity * 255 / (float)(strip->per_pixel * VITRAIL_STRIP_BITS);
    for (size_t column = 0; column < strip->cells / strip->per_pixel; column++) {
        counts.from = strip->words;
        counts.to = 0;
        for (size_t c = column * strip->per_pixel; c < (column + 1) * strip->per_pixel; c++) {
            count_cell(strip, c, &counts);
        }
        int32_t own = 0;
        for (size_t i = counts.from; i < counts.to; i++) {
            for (size_t k = 0; k < 4; k++) {
                own += counts.changes[4 * i + k];
                counts.changes[4 * i + k] = 0;
                uint8_t coverage =
                    (uint8_t)((float)(own + (int32_t)(counts.sums[i] >> 16 * k & 0xffff)) * scale + 0.5f);
                if (!coverage || 4 * i + k >= pixels.rows) continue;
                pixels.coverage[column * pixels.along + (4 * i + k) * pixels.across] = coverage;
                pixels.inked[(4 * i + k) / VITRAIL_DISC_TILE * pixels.inked_across] = 1;
            }
            counts.sums[i] = 0;
        }
        // The last interval may end at a word's end.
        if (counts.to > 0) counts.changes[4 * counts.to] = 0;
    }
    vitrail_clear_strip(strip);
}

void vitrail_clear_strip(vitrail_strip *strip) {
    strip->core_low = INFINITY;
    strip->core_high = -INFINITY;
    strip->until_core = segments_per_look;
    for (size_t i = 0; i < strip->words * 4; i++) {
        // Adjacent rows start with different residuals, so that they do not all fall short at the same cells.
        strip->residual[i] = (float)(i * 11 % 16) * (1.0f / 16) - 15.0f / 32;
        strip->reached[i] = strip->height[i] = 0;
    }
    for (size_t i = 0; i < strip->cells + VITRAIL_STRIP_MARGIN; i++) {
        strip->low[i] = strip->low[strip->second + i] = INFINITY;
        strip->high[i] = strip->high[strip->second + i] = -INFINITY;
    }
    memset(strip->mark_counts, 0, 2 * strip->mark_length);
    strip->has_sides = false;
    for (size_t i = 0; i < strip->cells; i++) {
        strip->from[i] = (uint32_t)strip->words;
        strip->to[i] = 0;
        strip->level_low[i] = INFINITY;
        strip->level_high[i] = -INFINITY;
    }
}

DISPATCH_512(
    void, vitrail_join_run, join_run, (vitrail_strip *strip, const float *points, size_t count, float radius),
    (strip, points, count, radius)
)

DISPATCH_512(
    void, vitrail_take_strip, take, (vitrail_strip *strip, float radius, float opacity, vitrail_pixels pixels),
    (strip, radius, opacity, pixels)
)
