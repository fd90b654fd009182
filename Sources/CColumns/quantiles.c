#include "CColumns.h"
#include "dispatch.h"

#include <math.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file

typedef double double8 __attribute__((ext_vector_type(8)));
typedef long long8 __attribute__((ext_vector_type(8)));

enum {
    lanes = 8,
    parts = VITRAIL_QUANTILES,
    maximum = VITRAIL_SPAN_LENGTH < 16 * parts ? 16 * parts : VITRAIL_SPAN_LENGTH
};

typedef struct {
    // Padded to whole vectors with values greater than any other.
    double values[maximum];
    float weights[maximum];
    int count;
} sample;

/// One value from each eighth of the weight, in order. The position within an eighth depends on the span's index, so
/// that many adjacent spans represent many values, even if the spans are alike.
///
/// The position of a value in the sorted order is the number of smaller values: comparing all with all avoids
/// unpredictable branches.
INLINE void choose(sample *all, size_t number, double chosen[parts]) {
    if (all->count == 0) return;
    int padded = (all->count + lanes - 1) / lanes * lanes;
    for (int i = all->count; i < padded; i++) all->values[i] = INFINITY;
    long positions[maximum];
    for (int i = 0; i < padded; i += lanes) {
        double8 own;
        memcpy(&own, all->values + i, sizeof own);
        long8 smaller = (long8)0;
        for (int j = 0; j < all->count; j++) smaller -= (double8)all->values[j] < own;
        memcpy(positions + i, &smaller, sizeof smaller);
    }
    double sorted[maximum];
    float weights[maximum], total = 0;
    unsigned char taken[maximum] = {0};
    for (int i = 0; i < all->count; i++) {
        long position = positions[i] + taken[positions[i]]++;
        sorted[position] = all->values[i];
        weights[position] = all->weights[i];
        total += all->weights[i];
    }
    float phase = (float)((uint64_t)number * 0x9E3779B97F4A7C15u >> 40) / 16777216;
    float passed = weights[0];
    int position = 0;
    for (int k = 0; k < parts; k++) {
        float wanted = total * ((float)k + phase) / parts;
        while (passed <= wanted && position < all->count - 1) passed += weights[++position];
        chosen[k] = sorted[position];
    }
}

INLINE vitrail_quantiles find_quantiles(const double *values, size_t number) {
    vitrail_quantiles found = {INFINITY, -INFINITY, {0}, 0};
    sample all;
    all.count = 0;
    for (int i = 0; i < VITRAIL_SPAN_LENGTH; i++) {
        // Read each value once: the contents of a mapped file may change.
        double value = values[i];
        if (!isfinite(value)) continue;
        if (value < found.low) found.low = value;
        if (value > found.high) found.high = value;
        all.weights[all.count] = 1;
        all.values[all.count++] = value;
    }
    found.count = all.count;
    choose(&all, number, found.values);
    return found;
}

INLINE vitrail_quantiles join_quantiles(const vitrail_quantiles *children, size_t count, size_t number) {
    vitrail_quantiles found = {INFINITY, -INFINITY, {0}, 0};
    sample all;
    all.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (children[i].count == 0) continue;
        found.count += children[i].count;
        if (children[i].low < found.low) found.low = children[i].low;
        if (children[i].high > found.high) found.high = children[i].high;
        for (int k = 0; k < parts; k++) {
            all.weights[all.count] = (float)children[i].count;
            all.values[all.count++] = children[i].values[k];
        }
    }
    choose(&all, number, found.values);
    return found;
}

DISPATCH_256(
    vitrail_quantiles, vitrail_find_quantiles, find_quantiles, (const double *values, size_t number), (values, number)
)

DISPATCH_256(
    vitrail_quantiles, vitrail_join_quantiles, join_quantiles,
    (const vitrail_quantiles *children, size_t count, size_t number), (children, count, number)
)
