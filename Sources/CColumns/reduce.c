#include "line_bins.h"

// Reduces bins of a line without gaps.

INLINE vitrail_reduced reduce_line(
    const vitrail_line *line, size_t from, size_t to, bool is_first, bool is_last, float jump,
    vitrail_path_point *points, size_t room
) {
    vitrail_path_point *end = points;
    const double *values = line->across;
    size_t start = from, read = from;
    // The first samples of bins among those from `read` on.
    uint64_t starts = 0;
    size_t known = from;
    while (start < to) {
        // Looks for the end of the bin.
        while (!starts && known < to) {
            // The last sample of the block before is compared with the first one of this block.
            read = known > from ? known - 1 : known;
            starts = starts_of(line, read, to);
            known = to - read < block ? to : read + block;
        }
        size_t next = starts ? read + (size_t)__builtin_ctzll(starts) : to;
        starts &= starts - 1;
        if (room - (size_t)(end - points) < VITRAIL_BIN_POINTS) break;
        bool begins = start == from && is_first, ends = next == to && is_last;
        if (begins || ends) break;
        // Neighbours in other calls: there is one, as the line neither begins nor ends here.
        if (!isfinite(values[start - 1]) || !isfinite(values[next])) break;
        found found = extremes(values, start, next);
        if (!found.is_finite) break;
        size_t early = found.lowest <= found.highest ? found.lowest : found.highest;
        size_t late = found.lowest <= found.highest ? found.highest : found.lowest, last = next - 1;
        *end++ = point_of(line, start);
        if (early != start) end = append(line, early, start, jump, end);
        if (late != early && late != start) end = append(line, late, early, jump, end);
        if (last != late && last != start) end = append(line, last, late, jump, end);
        start = next;
    }
    return (vitrail_reduced){start, (size_t)(end - points)};
}

DISPATCH_512(
    vitrail_reduced, vitrail_reduce_line, reduce_line,
    (const vitrail_line *line, size_t from, size_t to, bool is_first, bool is_last, float jump,
     vitrail_path_point *points, size_t room),
    (line, from, to, is_first, is_last, jump, points, room)
)
