// Fuzzes `vitrail_render` and the two calls before it: the input is a description, then a zero byte, then options. The
// harness overrides options that make pictures large. Files named in a description are searched for in the folder
// VITRAIL_FUZZ_DIRECTORY.
#include "fuzz.h"

enum { rows = 40 };

static vitrail_table *the_table(void) {
    static vitrail_table *table;
    if (table) return table;
    static double x[rows], y[rows], z[rows];
    static int64_t t[rows];
    static int8_t n[rows];
    static int32_t offsets[rows + 1];
    static char letters[rows];
    for (int k = 0; k < rows; k++) {
        x[k] = k;
        y[k] = (k * 7919 % 101) - 40;
        z[k] = k % 7 == 3 ? NAN : k * 1e5;
        t[k] = 1700000000 + k * 86400;
        n[k] = (int8_t)(k % 5);
        letters[k] = (char)('a' + k % 6);
        offsets[k + 1] = k + 1;
    }
    static vitrail_texts texts = {.count = rows, .bytes = letters, .byte_count = rows, .offsets32 = offsets};
    const vitrail_array columns[] = {
        {.name = "x", .type = VITRAIL_F64, .values = x, .count = rows},
        {.name = "y", .type = VITRAIL_F64, .values = y, .count = rows},
        {.name = "z", .type = VITRAIL_F64, .values = z, .count = rows},
        {.name = "n", .type = VITRAIL_I8, .values = n, .count = rows},
        {.name = "t", .type = VITRAIL_I64, .meaning = VITRAIL_DATE, .values = t, .count = rows},
        {.name = "a", .type = VITRAIL_F64, .values = x, .count = rows},
        {.name = "b", .type = VITRAIL_F64, .values = y, .count = rows},
        {.name = "v", .type = VITRAIL_F64, .values = z, .count = rows},
        {.name = "low", .type = VITRAIL_I8, .values = n, .count = rows},
        {.name = "high", .type = VITRAIL_F64, .values = x, .count = rows},
        {.name = "open", .type = VITRAIL_F64, .values = y, .count = rows},
        {.name = "close", .type = VITRAIL_F64, .values = x, .count = rows},
        {.name = "c", .type = VITRAIL_TEXT, .texts = &texts, .count = rows},
    };
    table = vitrail_table_new(columns, sizeof columns / sizeof columns[0], NULL);
    CHECK(table);
    return table;
}

static const char *directory(void) {
    const char *named = getenv("VITRAIL_FUZZ_DIRECTORY");
    return named ? named : ".";
}

/// Options of the input, followed by the harness's own options, which take precedence.
static char *all_options(const uint8_t *own, size_t size, const char *format) {
    while (size && own[size - 1] != '}') size--;
    char set[512];
    int count = snprintf(
        set, sizeof set,
        "\"width\": 100, \"height\": 70, \"scale\": 1, \"maxMemory\": 100000000, \"directory\": \"%s\"}", directory()
    );
    char *all = malloc(size + (size_t)count + 64);
    CHECK(all);
    if (size < 2) {
        sprintf(all, "{\"format\": \"%s\", %s", format, set);
    } else {
        memcpy(all, own, size - 1);
        sprintf(all + size - 1, ", %s", set);
    }
    return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    size_t count = end ? (size_t)(end - data) : size;
    static const char *const formats[] = {"rgba", "rgba", "rgba", "svg", "png", "webp", "jpeg", "rgba"};
    const char *format = formats[count % 8];
    char *description = exact(count);
    if (count) memcpy(description, data, count);
    char *options = all_options(end ? end + 1 : NULL, end ? size - count - 1 : 0, format);
    vitrail_input input = {.name = "d", .table = the_table()};
    vitrail_error *error = NULL;
    vitrail_picture *picture = vitrail_render(the_pool(), description, count, &input, 1, options, &error);
    check_picture(picture, error, end ? "" : format);
    if (end) {
        // The same bytes as the options of a pool; no device is opened.
        error = NULL;
        vitrail_pool *pool = vitrail_pool_open(options, &error);
        CHECK(!pool == !!error);
        if (pool) vitrail_pool_close(pool);
        else check_error(error);
    }
    free(options);
    free(description);
    return 0;
}
