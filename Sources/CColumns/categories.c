#include "CColumns.h"
#include "dispatch.h"

#include <math.h>

// Maps values to category indices.

#pragma clang fp contract(off)

INLINE double search_category(double value, const double *categories, size_t count) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (categories[middle] < value) low = middle + 1;
        else high = middle;
    }
    return low < count && categories[low] == value ? (double)low : NAN;
}

// Consecutive integers, which text categories are encoded as, need no search.
static bool are_in_a_row(const double *categories, size_t count) {
    if (count == 0) return false;
    for (size_t k = 1; k < count; k++) {
        if (categories[k] != categories[0] + (double)k) return false;
    }
    return true;
}

// The sum is checked as well, because the distance may be rounded.
INLINE double number_in_row(double value, double first, double count) {
    double distance = value - first;
    bool is_one = (distance >= 0) & (distance < count) & (trunc(distance) == distance) & (first + distance == value);
    return is_one ? distance : NAN;
}

INLINE void number_row(const double *values, size_t count, double first, double category_count, double *numbers) {
    for (size_t i = 0; i < count; i++) numbers[i] = number_in_row(values[i], first, category_count);
}

INLINE size_t count_unknown(const double *values, size_t count, double first, double category_count) {
    size_t unknown = 0;
    for (size_t i = 0; i < count; i++) {
        unknown += (values[i] - values[i] == 0) & isnan(number_in_row(values[i], first, category_count));
    }
    return unknown;
}

VERSIONS_256(
    void, number_row, (const double *values, size_t count, double first, double category_count, double *numbers),
    (values, count, first, category_count, numbers)
)

static void choose_number_row(
    const double *values, size_t count, double first, double category_count, double *numbers
) {
    CHOOSE_256(number_row, (values, count, first, category_count, numbers));
}

VERSIONS_256(
    size_t, count_unknown, (const double *values, size_t count, double first, double category_count),
    (values, count, first, category_count)
)

static size_t choose_count_unknown(const double *values, size_t count, double first, double category_count) {
    CHOOSE_256(count_unknown, (values, count, first, category_count));
}

void vitrail_number_categories(
    const double *values, size_t count, const double *categories, size_t category_count, double *numbers
) {
    if (are_in_a_row(categories, category_count)) {
        return choose_number_row(values, count, categories[0], (double)category_count, numbers);
    }
    for (size_t i = 0; i < count; i++) {
        // Equal values often follow each other.
        numbers[i] = i > 0 && values[i] == values[i - 1] ? numbers[i - 1]
                                                         : search_category(values[i], categories, category_count);
    }
}

size_t vitrail_skip_categories(const double *values, size_t count, const double *categories, size_t category_count) {
    enum { BLOCK = 512 };
    bool is_row = are_in_a_row(categories, category_count);
    for (size_t i = 0; i < count; i++) {
        while (is_row && i + BLOCK <= count
               && choose_count_unknown(values + i, BLOCK, categories[0], (double)category_count) == 0) {
            i += BLOCK;
        }
        if (i == count) break;
        if (isfinite(values[i]) && isnan(search_category(values[i], categories, category_count))) return i;
    }
    return count;
}
