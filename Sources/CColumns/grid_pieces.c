#include "CColumns.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file

typedef double pair __attribute__((ext_vector_type(2)));
typedef int64_t mask __attribute__((ext_vector_type(2)));

/// Adding and subtracting it rounds to an integer.
static const double half = 0x1.8p52;

static inline double position(const vitrail_column *grid, double value) {
    return ((value - grid->origin) * grid->factor + grid->start) * grid->per_pixel;
}

size_t vitrail_collect_pieces(
    const vitrail_piece *pieces, size_t count, const vitrail_column *column, vitrail_piece *collected, size_t room,
    size_t *made
) {
    vitrail_column grid = *column;
    size_t last = 0;
    pair along = collected[0].along, ends = {collected[0].high, collected[0].negated_low};
    double from = position(&grid, pieces[0].along);
    size_t k = 0;
    for (; k < count && last + 1 < room; k++) {
        double to = position(&grid, pieces[k + 1].along);
        if (!(fabs(to - from) <= 1)) break;
        pair here = (from + to) / 2 + half - half, own = {pieces[k].high, pieces[k].negated_low};
        // Selected without a branch, because the number of pieces per position is unpredictable.
        mask begins = here != along;
        pair before = (pair)(((mask)ends & ~begins) | ((mask)own & begins));
        ends = own > before ? own : before;
        along = here;
        last -= begins[0];
        collected[last].along = here[0];
        memcpy(&collected[last].high, &ends, sizeof ends);
        from = to;
    }
    *made = last;
    return k;
}
