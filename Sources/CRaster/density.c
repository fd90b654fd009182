#include "CRaster.h"
#include "dispatch.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Aggregates samples per pixel. Cells are updated one by one.

#pragma clang diagnostic ignored "-Wpsabi"  // vectors never leave this file
#pragma clang fp contract(off)              // the same on every machine

typedef int int8 __attribute__((ext_vector_type(8)));

INLINE void find_cells(const int32_t *rows, size_t count, int32_t width, int32_t none, int32_t *columns) {
    for (size_t i = 0; i < count; i++) columns[i] = (columns[i] | rows[i]) < 0 ? none : rows[i] * width + columns[i];
}

INLINE bool are_none(const int32_t *cells, int32_t none) {
    int8 found;
    memcpy(&found, cells, sizeof found);
    return __builtin_reduce_and(found == none) != 0;
}

INLINE void count_cells(const int32_t *cells, size_t count, int32_t none, uint32_t *counts) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        // Without this check, samples out of view would all wait for the one cell that they share.
        if (are_none(cells + i, none)) continue;
        for (size_t k = 0; k < 8; k++) counts[cells[i + k]]++;
    }
    for (; i < count; i++) counts[cells[i]]++;
}

DISPATCH_256(
    void, vitrail_find_cells, find_cells,
    (const int32_t *rows, size_t count, int32_t width, int32_t none, int32_t *columns),
    (rows, count, width, none, columns)
)

DISPATCH_256(
    void, vitrail_count_cells, count_cells, (const int32_t *cells, size_t count, int32_t none, uint32_t *counts),
    (cells, count, none, counts)
)

// Cells are spread over more memory than a cache holds, so each is prefetched this many samples ahead. No branch
// depends on a value: a value that is not finite goes to the cell `none`.
enum { AHEAD = 32 };

INLINE size_t cell_of(const int32_t *cells, const double *values, size_t i, int32_t none) {
    return (size_t)(isfinite(values[i]) ? cells[i] : none);
}

INLINE void fetch(const int32_t *cells, size_t i, size_t count, const void *memory, size_t stride) {
    if (i + AHEAD < count) __builtin_prefetch((const char *)memory + (size_t)cells[i + AHEAD] * stride, 1);
}

void vitrail_sum_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *sums) {
    for (size_t i = 0; i < count; i++) {
        fetch(cells, i, count, sums, sizeof(double));
        // −0 + 0 = 0: this distinguishes a cell with a sample from an empty one.
        sums[cell_of(cells, values, i, none)] += values[i] + 0.0;
    }
}

// Packed: for 1920 × 1080 pixels, a thread's cells take 25 MB instead of 33 MB, at the same speed.
typedef struct __attribute__((packed, aligned(4))) {
    double sum;
    uint32_t count;
} mean_cell;

_Static_assert(sizeof(mean_cell) == VITRAIL_MEAN_CELL_BYTES, "as the header says");

void vitrail_average_cells(const int32_t *cells, const double *values, size_t count, int32_t none, void *memory) {
    mean_cell *means = memory;
    for (size_t i = 0; i < count; i++) {
        fetch(cells, i, count, means, sizeof *means);
        mean_cell *mean = means + cell_of(cells, values, i, none);
        mean->sum += values[i];
        mean->count++;
    }
}

// Carries an overflow of the low eight bits.
static __attribute__((noinline, cold)) void carry(const vitrail_count_planes *planes, size_t at) {
    if (++planes->middle[at] == 0) planes->high[at]++;
    // Blocks may end within rows, so several threads may set the same flag.
    __atomic_store_n(planes->carried + at / VITRAIL_CARRY_BLOCK, 1, __ATOMIC_RELAXED);
}

/// - Parameter low: The planes' `low`. If it is read from `planes`, the compiler assumes that each count changes it.
INLINE void count_one(uint8_t *low, const vitrail_count_planes *planes, size_t at) {
    if (__builtin_expect(++low[at] == 0, false)) carry(planes, at);
}

void vitrail_count_categories(
    const int32_t *cells, const double *numbers, size_t count, int32_t none, size_t depth,
    const vitrail_count_planes *planes
) {
    uint8_t *low = planes->low;
    for (size_t i = 0; i < count; i++) {
        fetch(cells, i, count, low, depth);
        if (cells[i] != none && !isnan(numbers[i])) {
            count_one(low, planes, (size_t)cells[i] * depth + (size_t)numbers[i]);
        }
    }
}

INLINE void read_counts(const vitrail_count_planes *planes, size_t first, size_t count, uint32_t *counts) {
    const uint8_t *low = planes->low;
    for (size_t i = 0, length; i < count; i += length) {
        size_t at = first + i, rest = VITRAIL_CARRY_BLOCK - at % VITRAIL_CARRY_BLOCK;
        length = rest < count - i ? rest : count - i;
        for (size_t k = 0; k < length; k++) counts[i + k] = low[at + k];
        // Do not read pages that were never written.
        if (planes->carried[at / VITRAIL_CARRY_BLOCK] == 0) continue;
        for (size_t k = 0; k < length; k++) {
            counts[i + k] |= (uint32_t)planes->middle[at + k] << 8 | (uint32_t)planes->high[at + k] << 16;
        }
    }
}

DISPATCH_256(
    void, vitrail_read_counts, read_counts,
    (const vitrail_count_planes *planes, size_t first, size_t count, uint32_t *counts), (planes, first, count, counts)
)

// The row group of each sample; VITRAIL_ROW_GROUPS if the sample is outside all cells or its value is not finite.
INLINE void find_groups(
    const int32_t *rows, const int32_t *cells, const double *values, size_t count, int32_t none, int32_t *groups
) {
    for (size_t i = 0; i < count; i++) {
        bool is_counted = (cells[i] != none) & (values[i] - values[i] == 0);
        groups[i] = is_counted ? rows[i] & (VITRAIL_ROW_GROUPS - 1) : VITRAIL_ROW_GROUPS;
    }
}

VERSIONS_256(
    void, find_groups,
    (const int32_t *rows, const int32_t *cells, const double *values, size_t count, int32_t none, int32_t *groups),
    (rows, cells, values, count, none, groups)
)

static void choose_groups(
    const int32_t *rows, const int32_t *cells, const double *values, size_t count, int32_t none, int32_t *groups
) {
    CHOOSE_256(find_groups, (rows, cells, values, count, none, groups));
}

void vitrail_clear_placed(vitrail_placed *placed) {
    for (uint32_t g = 0; g <= VITRAIL_ROW_GROUPS; g++) placed->ends[g] = g * VITRAIL_PLACED_CHUNK;
    placed->used = VITRAIL_ROW_GROUPS + 1;
}

/// The position where a group continues when its chunk is full. Samples outside all cells overwrite each other.
static uint32_t next_chunk(vitrail_placed *placed, uint32_t group, uint32_t full) {
    if (group == VITRAIL_ROW_GROUPS) return group * VITRAIL_PLACED_CHUNK;
    placed->following[full] = placed->used;
    return placed->used++ * VITRAIL_PLACED_CHUNK;
}

void vitrail_place_samples(
    const int32_t *rows, const int32_t *cells, const double *values, size_t count, int32_t none, vitrail_placed *placed
) {
    enum { BLOCK = 256 };
    int32_t groups[BLOCK];
    for (size_t start = 0; start < count; start += BLOCK) {
        size_t length = count - start < BLOCK ? count - start : BLOCK;
        choose_groups(rows + start, cells + start, values + start, length, none, groups);
        for (size_t i = 0; i < length; i++) {
            uint32_t group = (uint32_t)groups[i], at = placed->ends[group];
            placed->samples[at] = (vitrail_placed_sample){values[start + i], cells[start + i]};
            if (++at % VITRAIL_PLACED_CHUNK == 0) at = next_chunk(placed, group, at / VITRAIL_PLACED_CHUNK - 1);
            placed->ends[group] = at;
        }
    }
}

/// The samples in one chunk of a group.
typedef struct {
    const vitrail_placed_sample *samples;
    size_t count;
} chunk;

INLINE chunk chunk_of(const vitrail_placed *placed, uint32_t number, uint32_t end) {
    bool is_last = number == end / VITRAIL_PLACED_CHUNK;
    return (chunk){
        placed->samples + (size_t)number * VITRAIL_PLACED_CHUNK,
        is_last ? end % VITRAIL_PLACED_CHUNK : VITRAIL_PLACED_CHUNK
    };
}

/// The aggregate that samples are added to.
typedef enum { SUMS, MEANS, CATEGORIES } placed_use;

INLINE size_t offset_of_placed(const vitrail_placed_sample *sample, placed_use use, size_t stride) {
    return (size_t)sample->cell * stride + (use == CATEGORIES ? (size_t)sample->value : 0);
}

/// - Parameter planes: For categories; `memory` is then the planes' `low`.
INLINE void count_placed(
    const vitrail_placed *placed, uint32_t group, char *memory, placed_use use, size_t stride,
    const vitrail_count_planes *planes
) {
    uint32_t number = group, end = placed->ends[group], last = end / VITRAIL_PLACED_CHUNK;
    for (;;) {
        chunk own = chunk_of(placed, number, end), next = {0};
        if (number != last) next = chunk_of(placed, placed->following[number], end);
        for (size_t i = 0; i < own.count; i++) {
            size_t ahead = i + AHEAD;
            if (ahead < own.count + next.count) {
                const vitrail_placed_sample *sample =
                    ahead < own.count ? own.samples + ahead : next.samples + (ahead - own.count);
                __builtin_prefetch(memory + offset_of_placed(sample, use, stride), 1);
            }
            double value = own.samples[i].value;
            size_t at = offset_of_placed(own.samples + i, use, stride);
            switch (use) {
            case SUMS: *(double *)(memory + at) += value + 0.0; break;
            case MEANS:
                ((mean_cell *)(memory + at))->sum += value;
                ((mean_cell *)(memory + at))->count++;
                break;
            case CATEGORIES: count_one((uint8_t *)memory, planes, at); break;
            }
        }
        if (number == last) break;
        number = placed->following[number];
    }
}

void vitrail_sum_placed(const vitrail_placed *placed, uint32_t group, double *sums) {
    count_placed(placed, group, (char *)sums, SUMS, sizeof(double), NULL);
}

void vitrail_average_placed(const vitrail_placed *placed, uint32_t group, void *means) {
    count_placed(placed, group, means, MEANS, sizeof(mean_cell), NULL);
}

void vitrail_count_placed_categories(
    const vitrail_placed *placed, uint32_t group, size_t depth, const vitrail_count_planes *planes
) {
    count_placed(placed, group, (char *)planes->low, CATEGORIES, depth, planes);
}

void vitrail_divide_means(const void *memory, size_t count, double *values) {
    const mean_cell *means = memory;
    for (size_t i = 0; i < count; i++) {
        double sum = means[i].sum;
        // A sum that overflowed becomes the largest Double; two overflows that cancel out leave an unknown sum, which
        // becomes 0.
        sum = isnan(sum) ? 0 : fmax(-DBL_MAX, fmin(sum, DBL_MAX));
        values[i] = means[i].count == 0 ? NAN : sum / means[i].count;
    }
}

void vitrail_raise_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *highest) {
    for (size_t i = 0; i < count; i++) {
        fetch(cells, i, count, highest, sizeof(double));
        double *cell = highest + cell_of(cells, values, i, none);
        *cell = values[i] > *cell ? values[i] : *cell;
    }
}

void vitrail_lower_cells(const int32_t *cells, const double *values, size_t count, int32_t none, double *lowest) {
    for (size_t i = 0; i < count; i++) {
        fetch(cells, i, count, lowest, sizeof(double));
        double *cell = lowest + cell_of(cells, values, i, none);
        *cell = values[i] < *cell ? values[i] : *cell;
    }
}
