// Fuzzes `vitrail_table_new`: columns of all types, strides, validity bits and texts from the fuzzer's bytes, some of
// them invalid; then facts, ranges and a picture. Memory has exactly the size that the columns need, and is freed by
// its release.
#include "fuzz.h"

enum { max_columns = 4, max_blocks = 8 };

/// Memory of one column.
typedef struct owner {
    void *blocks[max_blocks];
    int count;
    atomic_int releases;
} owner;

static void release(void *context) {
    owner *of = context;
    for (int k = 0; k < of->count; k++) free(of->blocks[k]);
    of->count = 0;
    atomic_fetch_add(&of->releases, 1);
}

/// Memory of all columns, which share one owner.
typedef struct group {
    owner columns[max_columns];
    atomic_int releases;
} group;

static void release_group(void *context) {
    group *of = context;
    for (int k = 0; k < max_columns; k++) release(&of->columns[k]);
    atomic_fetch_add(&of->releases, 1);
}

static void *hold(owner *of, size_t size) {
    CHECK(of->count < max_blocks);
    return of->blocks[of->count++] = exact(size);
}

static const size_t widths[] = {0, 8, 4, 2, 1, 2, 4, 8, 1, 2, 4, 8, 1, 0, 0, 0, 0};

static const uint8_t *validity(bytes *in, owner *of, int64_t count, int64_t *offset) {
    switch (pick(in, 4)) {
    case 0: *offset = pick(in, 20); break;
    case 1:
        if (seldom(in)) {
            static const uint8_t one = 1;
            *offset = take_wrong(in);
            return &one;
        }
        *offset = 0;
        break;
    default: return NULL;
    }
    size_t size = (size_t)(*offset + count + 7) / 8;
    uint8_t *bits = hold(of, size);
    fill(in, bits, size);
    return bits;
}

static const vitrail_texts *texts(bytes *in, owner *of, int64_t count) {
    vitrail_texts *made = hold(of, sizeof *made);
    memset(made, 0, sizeof *made);
    made->count = count;
    size_t size = pick(in, 40);
    char *letters = hold(of, size);
    fill(in, letters, size);
    made->bytes = letters;
    made->byte_count = (int64_t)size;
    bool is_wide = pick(in, 2);
    void *offsets = hold(of, (size_t)(count + 1) * (is_wide ? 8 : 4));
    int64_t at = 0;
    for (int64_t k = 0; k <= count; k++) {
        int64_t offset = at < (int64_t)size ? at : (int64_t)size;
        at += pick(in, 5);
        if (seldom(in)) offset = take_wrong(in);
        if (is_wide) ((int64_t *)offsets)[k] = offset;
        else ((int32_t *)offsets)[k] = (int32_t)offset;
    }
    if (is_wide) made->offsets64 = offsets;
    else made->offsets32 = offsets;
    made->validity = validity(in, of, count, &made->validity_offset);
    if (seldom(in)) made->bytes = NULL;
    if (seldom(in)) made->byte_count = take_wrong(in) < 0 ? -1 : 0;
    if (seldom(in)) made->offsets32 = NULL;
    if (seldom(in)) made->offsets64 = (const int64_t *)made->offsets32;
    if (seldom(in)) made->count = take_wrong(in);
    return made;
}

static void values(bytes *in, owner *of, vitrail_array *column) {
    size_t width = widths[column->type], count = (size_t)column->count;
    if (column->type == VITRAIL_BITS) {
        column->bit_offset = pick(in, 30);
        size_t size = ((size_t)column->bit_offset + count + 7) / 8;
        void *memory = hold(of, size);
        fill(in, memory, size);
        column->values = memory;
        if (seldom(in)) column->bit_offset = take_wrong(in);
        if (seldom(in)) column->stride = take_wrong(in);
        return;
    }
    static const int factors[] = {1, 1, 1, 0, -1, 2, 3, -2};
    int64_t stride = (int64_t)width * factors[pick(in, 8)];
    if (stride && pick(in, 4) == 3) stride += stride < 0 ? -(int64_t)pick(in, 9) : (int64_t)pick(in, 9);
    size_t between = (size_t)(stride < 0 ? -stride : stride), misplaced = pick(in, 4) ? 0 : pick(in, 8);
    size_t size = count ? (count - 1) * between + width : 0;
    uint8_t *memory = hold(of, misplaced + size);
    fill(in, memory, misplaced + size);
    // Numbers that a chart can show.
    if (pick(in, 2) && column->type == VITRAIL_F64)
        for (size_t k = 0; k < count; k++) {
            double number = (int8_t)memory[misplaced + k * between] / 4.0;
            memcpy(memory + misplaced + k * between, &number, sizeof number);
        }
    column->values = memory + misplaced + (stride < 0 && count ? (count - 1) * between : 0);
    column->stride = stride == 0 ? VITRAIL_STRIDE_ZERO : stride == (int64_t)width && pick(in, 2) ? 0 : stride;
    // The library cannot check whether the memory exists, so a wrong stride must leave the address space.
    if (seldom(in) && count > 4) column->stride = pick(in, 2) ? INT64_MAX : INT64_MIN + 1;
}

static const char *name(bytes *in, size_t k) {
    static const char *const names[] = {"a", "b", "c", "d"};
    static const char *const wrong[] = {"", NULL, "\xff\xfe", "a"};
    return seldom(in) ? wrong[pick(in, 4)] : names[k];
}

static void column(bytes *in, owner *of, vitrail_array *made, size_t k, int64_t rows) {
    made->name = name(in, k);
    made->type = pick(in, 4) ? VITRAIL_F64 : (int32_t)pick(in, 17);
    made->count = rows;
    if (seldom(in)) made->count = rows + 1;
    if (pick(in, 3) == 2) {
        made->meaning = (int32_t)pick(in, 4);
        made->unit = made->meaning ? (int32_t)pick(in, 11) : 0;
    }
    bool is_text = made->type == VITRAIL_TEXT;
    if (is_text || (widths[made->type] && pick(in, 6) == 5)) {
        made->texts = texts(in, of, is_text ? made->count : (int64_t)pick(in, 9));
    }
    if (!is_text) values(in, of, made);
    made->validity = validity(in, of, made->count, &made->validity_offset);
    static const char *const zones[] = {NULL, NULL, "Europe/Berlin", "Nowhere", "\xff", ""};
    made->time_zone = zones[pick(in, 6)];
    if (seldom(in)) made->flags = (int32_t)take_wide(in);
    if (seldom(in)) made->values = NULL;
    if (seldom(in)) made->texts = NULL;
    if (seldom(in)) made->unit = (int32_t)take_wide(in);
    if (seldom(in)) made->meaning = (int32_t)take_wide(in);
    if (seldom(in)) made->type = (int32_t)take_wide(in) | (1 << 20);
    if (seldom(in)) made->count = pick(in, 2) ? take_wrong(in) : (int64_t)1 << 31;
    // A count above INT32_MAX must be an error before any read; for smaller counts the memory must exist.
    if (made->count > 0 && made->count > rows + 1 && made->count <= INT32_MAX) made->count = rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes in = {data, size};
    group owners = {0};
    vitrail_array columns[max_columns] = {0};
    size_t count = pick(&in, max_columns + 1);
    unsigned plan = take(&in);
    int64_t rows = plan & 1 ? pick(&in, 200) : pick(&in, 12);
    // One owner shared by all columns and named by the last one, memory that outlives the table, or one owner per
    // column.
    bool is_shared = plan >> 1 & 1 && count > 0, outlives = !is_shared && plan >> 2 & 1;
    for (size_t k = 0; k < count; k++) {
        column(&in, &owners.columns[k], &columns[k], k, rows);
        if (outlives || is_shared) continue;
        columns[k].owner = &owners.columns[k];
        columns[k].release = release;
    }
    if (is_shared) {
        columns[count - 1].owner = &owners;
        columns[count - 1].release = release_group;
    }
    vitrail_error *error = NULL;
    vitrail_table *table = vitrail_table_new(count || plan & 8 ? columns : NULL, count, &error);
    CHECK(!table == !!error);
    // The structs must have been copied.
    memset(columns, 0xEE, sizeof columns);
    if (table) {
        static const char *const names[] = {"a", "b", "c", "d", "none"};
        check_table(table, names, 5);
        if (plan >> 4 & 1) draw_table(table, plan >> 5);
        vitrail_table_free(table);
    } else {
        check_error(error);
    }
    await(&owners.releases, is_shared ? 1 : 0);
    for (size_t k = 0; k < count; k++) {
        if (!is_shared) await(&owners.columns[k].releases, outlives ? 0 : 1);
        if (outlives) release(&owners.columns[k]);
    }
    return 0;
}
