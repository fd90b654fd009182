#include "CColumns.h"
#include "doubles.h"

#include <math.h>

// Values are read eight at a time, each with the value before it. Spans with gaps are read one by one.

enum { span_length = VITRAIL_SPAN_LENGTH };

INLINE double minimum(double8 v) {
    double4 a = SMALLER(v.lo, v.hi);
    double2 b = SMALLER(a.lo, a.hi);
    return SMALLER(b[0], b[1]);
}

INLINE double greatest(double8 v) {
    double4 a = LARGER(v.lo, v.hi);
    double2 b = LARGER(a.lo, a.hi);
    return LARGER(b[0], b[1]);
}

// MARK: - Results of one pass

/// Results per vector lane, combined at the end.
typedef struct {
    double8 step, positive;
    long8 falls, rises;
} findings;

/// The smallest value > 0 of whole vectors.
INLINE double8 least_positive(const double *values, int count, double8 positive) {
    for (int i = 0; i < count; i += lanes) {
        double8 v = load(values + i);
        positive = SMALLER(v > 0 ? v : (double8)(double)INFINITY, positive);
    }
    return positive;
}

/// Adds any values, at most `span_length`: joins those between gaps first, without a branch for each.
INLINE vitrail_span add_values(vitrail_extent *extent, findings *all, const double *values, size_t count) {
    // The last value before these, the finite ones of these, and copies of the last one up to a whole vector.
    double kept[1 + span_length + lanes];
    kept[0] = extent->last;
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        kept[1 + number] = values[i];
        number += isfinite(values[i]) != 0;
    }
    bool has_gap = number < count;
    if (has_gap) {
        extent->is_ascending = extent->is_descending = false;
        extent->has_gap = true;
    }
    if (number == 0) return has_gap ? (vitrail_span){NAN, NAN} : (vitrail_span){INFINITY, -INFINITY};
    for (size_t i = number; i < number + lanes; i++) kept[1 + i] = kept[number];
    double8 low = (double8)kept[1], high = low;
    for (size_t i = 0; i < number; i += lanes) {
        double8 v = load(kept + 1 + i), before = load(kept + i);
        double8 distance = __builtin_elementwise_abs(v - before);
        low = SMALLER(v, low);
        high = LARGER(v, high);
        // Comparisons with NaN, the initial `last`, are false.
        all->step = SMALLER(distance > 0 ? distance : (double8)(double)INFINITY, all->step);
        all->falls |= v < before;
        all->rises |= v > before;
    }
    vitrail_span span = {minimum(low), greatest(high)};
    if (span.low < extent->low) extent->low = span.low;
    if (span.high > extent->high) extent->high = span.high;
    if (span.low > 0) {
        if (span.low < extent->low_positive) extent->low_positive = span.low;
    } else if (span.high > 0) {
        all->positive = least_positive(kept + 1, (int)number, all->positive);
    }
    if (isnan(extent->first)) extent->first = kept[1];
    extent->last = kept[number];
    return has_gap ? (vitrail_span){NAN, 0} : span;
}

/// - Precondition: The value before the span is finite, or there is none.
/// - Returns: False, with nothing added, if a value of the span is not finite.
INLINE bool add_span(vitrail_extent *extent, findings *all, const double *values, bool is_first, vitrail_span *span) {
    double8 low = load(values), high = low, zero = (double8)0;
    findings own = *all;
    for (int i = 0; i < span_length; i += lanes) {
        double8 v = load(values + i);
        double8 before =
            i == 0 && is_first ? __builtin_shufflevector(v, v, 0, 0, 1, 2, 3, 4, 5, 6) : load(values + i - 1);
        double8 distance = __builtin_elementwise_abs(v - before);
        low = SMALLER(v, low);
        high = LARGER(v, high);
        // Becomes NaN at the first value that is not finite, and stays NaN.
        zero += v - v;
        own.step = SMALLER(distance > 0 ? distance : (double8)(double)INFINITY, own.step);
        own.falls |= v < before;
        own.rises |= v > before;
    }
    if (__builtin_reduce_or(zero != 0)) return false;
    *all = own;
    *span = (vitrail_span){minimum(low), greatest(high)};
    if (span->low < extent->low) extent->low = span->low;
    if (span->high > extent->high) extent->high = span->high;
    if (span->low > 0) {
        if (span->low < extent->low_positive) extent->low_positive = span->low;
    } else if (span->high > 0) {
        all->positive = least_positive(values, span_length, all->positive);
    }
    if (is_first) extent->first = values[0];
    extent->last = values[span_length - 1];
    return true;
}

INLINE vitrail_extent find_extent(const double *values, size_t count, vitrail_span *spans) {
    vitrail_extent extent = {INFINITY, -INFINITY, INFINITY, INFINITY, NAN, NAN, true, false, true};
    findings all = {(double8)(double)INFINITY, (double8)(double)INFINITY, (long8)0, (long8)0};
    for (size_t i = 0; i < count; i += span_length) {
        size_t length = count - i < span_length ? count - i : span_length;
        vitrail_span span;
        bool is_whole = length == span_length && (i == 0 || isfinite(values[i - 1]));
        if (!is_whole || !add_span(&extent, &all, values + i, i == 0, &span)) {
            span = add_values(&extent, &all, values + i, length);
        }
        if (spans) spans[i / span_length] = span;
    }
    double step = minimum(all.step), positive = minimum(all.positive);
    if (step < extent.step) extent.step = step;
    if (positive < extent.low_positive) extent.low_positive = positive;
    if (__builtin_reduce_or(all.falls)) extent.is_ascending = false;
    if (__builtin_reduce_or(all.rises)) extent.is_descending = false;
    return extent;
}

// MARK: - Stretches

INLINE bool find_range(const double *values, size_t count, vitrail_span *range) {
    double low = INFINITY, high = -INFINITY, zero = 0;
    size_t i = 0;
    if (count >= lanes) {
        double8 lows = load(values), highs = lows, zeros = (double8)0;
        // A partial last vector is replaced by the last eight values; some values are then read twice.
        for (; i < count; i += lanes) {
            double8 v = load(values + (i + lanes <= count ? i : count - lanes));
            lows = SMALLER(v, lows);
            highs = LARGER(v, highs);
            zeros += v - v;
        }
        (low = minimum(lows)), (high = greatest(highs));
        if (__builtin_reduce_or(zeros != 0)) return false;
    }
    for (; i < count; i++) {
        low = SMALLER(values[i], low);
        high = LARGER(values[i], high);
        zero += values[i] - values[i];
    }
    *range = (vitrail_span){low, high};
    return zero == 0;
}

/// One bit per lane, the first lane in the lowest bit.
INLINE uint64_t equal(double8 v, double value) {
    bool8 lanes = __builtin_convertvector(v == value, bool8);
    uint8_t bits;
    memcpy(&bits, &lanes, sizeof bits);
    return bits;
}

INLINE size_t find_value(const double *values, size_t count, double value) {
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        uint64_t bits = equal(load(values + i), value);
        if (bits) return i + (size_t)__builtin_ctzll(bits);
    }
    while (i < count && values[i] != value) i++;
    return i;
}

INLINE size_t find_gap(const double *values, size_t count, double minimum) {
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        double8 v = load(values + i);
        if (!__builtin_reduce_and((v - v == 0) & (v >= minimum))) break;
    }
    while (i < count && isfinite(values[i]) && values[i] >= minimum) i++;
    return i;
}

/// One bit for each of up to 64 values that equals `value`.
INLINE uint64_t equal_among(const double *values, size_t count, double value) {
    uint64_t bits = 0;
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) bits |= equal(load(values + i), value) << i;
    for (; i < count; i++) bits |= (uint64_t)(values[i] == value) << i;
    return bits;
}

/// Searches the values a second time for the positions of minimum and maximum, while they are still in the cache.
/// Testing each value in the first pass would cause many branch mispredictions.
INLINE bool find_extremes(const double *values, size_t count, vitrail_extremes *extremes) {
    if (!find_range(values, count, &extremes->range)) return false;
    size_t lowest = count, highest = count;
    for (size_t i = 0; i < count && (lowest == count || highest == count); i += 64) {
        size_t length = count - i < 64 ? count - i : 64;
        uint64_t low = equal_among(values + i, length, extremes->range.low);
        uint64_t high = equal_among(values + i, length, extremes->range.high);
        if (low && lowest == count) lowest = i + (size_t)__builtin_ctzll(low);
        if (high && highest == count) highest = i + (size_t)__builtin_ctzll(high);
    }
    extremes->lowest = lowest;
    extremes->highest = highest;
    return true;
}

/// Number of values that are examined at once for the end of a bin.
enum { window = 2 * lanes };

INLINE size_t find_end(const double *values, vitrail_column column) {
    size_t inside = 0;
    for (int i = 0; i < window; i += lanes) {
        double8 position = ((load(values + i) - column.origin) * column.factor + column.start) * column.per_pixel;
        long8 is_inside = (position >= column.number) & (position < column.number + 1);
        inside += (size_t)-__builtin_reduce_add(is_inside);
    }
    return inside;
}

// MARK: - Instructions that the processor has

DISPATCH_512(
    vitrail_extent, vitrail_find_extent, find_extent, (const double *values, size_t count, vitrail_span *spans),
    (values, count, spans)
)
DISPATCH_512(
    bool, vitrail_find_range, find_range, (const double *values, size_t count, vitrail_span *range),
    (values, count, range)
)
DISPATCH_512(
    bool, vitrail_find_extremes, find_extremes, (const double *values, size_t count, vitrail_extremes *extremes),
    (values, count, extremes)
)
DISPATCH_512(
    size_t, vitrail_find_value, find_value, (const double *values, size_t count, double value), (values, count, value)
)
DISPATCH_512(
    size_t, vitrail_find_gap, find_gap, (const double *values, size_t count, double minimum), (values, count, minimum)
)
DISPATCH_512(size_t, vitrail_find_end, find_end, (const double *values, vitrail_column column), (values, column))
