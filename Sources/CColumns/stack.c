#include "CColumns.h"
#include "dispatch.h"

#include <float.h>
#include <math.h>

// Processes one sample after the other without branches, so that the compiler can vectorise the loop.

INLINE void add_to_stack(
    const double *values, const double *along, size_t count, vitrail_stack_rule rule, double *restrict up,
    double *restrict down, double *restrict starts, double *restrict ends
) {
    bool is_signed = rule.side < 0, is_down = rule.side > 0;
    for (size_t i = 0; i < count; i++) {
        double value = values[i];
        // The difference is 0 only for finite values.
        bool is_gap = (value - value != 0) | (along && along[i] - along[i] != 0);
        bool goes_down = ((value < 0) & is_signed) | is_down;
        double above = up[i], below = down[i];
        double under = goes_down ? below : above;
        double end = (under == under ? under : 0) + value;
        double start = under == under ? under : rule.baseline;
        bool is_lifted = rule.needs_positive & (start <= 0), stays_above = is_gap | goes_down;
        bool stays_below = is_gap | !goes_down;
        start = is_lifted ? DBL_MIN : start;
        up[i] = stays_above ? above : end;
        down[i] = stays_below ? below : end;
        if (starts) starts[i] = is_gap ? NAN : start;
        if (ends) ends[i] = is_gap ? NAN : end;
    }
}

/// Separate loops for the wanted outputs, so that the choice is not repeated per sample.
INLINE void add_values(
    const double *values, const double *along, size_t count, vitrail_stack_rule rule, double *up, double *down,
    double *starts, double *ends
) {
    if (along) return add_to_stack(values, along, count, rule, up, down, starts, ends);
    if (starts && ends) return add_to_stack(values, NULL, count, rule, up, down, starts, ends);
    if (starts) return add_to_stack(values, NULL, count, rule, up, down, starts, NULL);
    if (ends) return add_to_stack(values, NULL, count, rule, up, down, NULL, ends);
    add_to_stack(values, NULL, count, rule, up, down, NULL, NULL);
}

INLINE void find_totals(
    const double *values, size_t count, vitrail_stack_rule rule, const double *up, const double *down,
    double *restrict totals
) {
    bool is_signed = rule.side < 0, is_down = rule.side > 0;
    for (size_t i = 0; i < count; i++) {
        double above = up[i], below = down[i];
        bool goes_down = ((values[i] < 0) & is_signed) | is_down;
        totals[i] = goes_down ? below : above;
    }
}

DISPATCH_256(
    void, vitrail_add_to_stack, add_values,
    (const double *values, const double *along, size_t count, vitrail_stack_rule rule, double *up, double *down,
     double *starts, double *ends),
    (values, along, count, rule, up, down, starts, ends)
)

DISPATCH_256(
    void, vitrail_find_stack_totals, find_totals,
    (const double *values, size_t count, vitrail_stack_rule rule, const double *up, const double *down, double *totals),
    (values, count, rule, up, down, totals)
)
