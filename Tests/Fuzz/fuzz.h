// Code shared by the harnesses: numbers from the fuzzer's bytes, memory of an exact size, and the contract that each
// call must keep.
#ifndef FUZZ_H
#define FUZZ_H
#define _DEFAULT_SOURCE

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vitrail.h>

/// Runs one input. - Returns: 0.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: broken contract: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/// Waits until the number of releases reaches `expected`. Right after the last picture of a table, another thread may
/// still be about to release it.
static inline void await(atomic_int *count, int expected) {
    for (int k = 0; atomic_load(count) < expected && k < 5000; k++) usleep(1000);
    CHECK(atomic_load(count) == expected);
}

/// The unread bytes of an input.
typedef struct bytes {
    const uint8_t *next;
    size_t count;
} bytes;

/// 0 after the end.
static inline uint8_t take(bytes *in) {
    if (in->count == 0) return 0;
    in->count--;
    return *in->next++;
}

/// 0 ..< `end`. - `end`: 1 to 256.
static inline unsigned pick(bytes *in, unsigned end) { return take(in) % end; }

/// True for one byte value in sixteen, so that most inputs are valid and some have a fault; false after the end.
static inline bool seldom(bytes *in) { return (take(in) & 15) == 15; }

static inline int64_t take_wide(bytes *in) {
    uint64_t value = 0;
    for (int k = 0; k < 8; k++) value = value << 8 | take(in);
    return (int64_t)value;
}

/// An invalid count or offset.
static inline int64_t take_wrong(bytes *in) {
    static const int64_t wrong[] = {
        -1, INT64_MIN, INT64_MAX, INT64_MIN + 1, (int64_t)1 << 62, -((int64_t)1 << 31), -8, -((int64_t)1 << 40)
    };
    return wrong[pick(in, 8)];
}

/// Memory of exactly this size. - `size`: may be 0; the result is never NULL.
static inline void *exact(size_t size) {
    void *memory = malloc(size ? size : 1);
    CHECK(memory);
    return memory;
}

/// Fills memory with up to 64 bytes of the input, repeated; without input, with a fixed pattern.
static inline void fill(bytes *in, void *memory, size_t size) {
    uint8_t *to = memory;
    size_t taken = in->count < size ? in->count : size;
    if (taken > 64) taken = 64;
    if (taken) memcpy(to, in->next, taken);
    in->next += taken;
    in->count -= taken;
    for (size_t k = taken; k < size; k++) to[k] = taken ? to[k - taken] : (uint8_t)(k * 37 >> 2);
}

/// Frees an error after checking that it is complete.
static inline void check_error(vitrail_error *error) {
    CHECK(error);
    int32_t code = vitrail_error_get_code(error);
    CHECK(code >= 64 && code <= 76);
    CHECK(code != VITRAIL_ERROR_INTERNAL && code != VITRAIL_ERROR_FORKED);
    CHECK(vitrail_error_get_path(error) && vitrail_error_get_message(error) && vitrail_error_get_message(error)[0]);
    vitrail_error_free(error);
}

/// Frees the result of a call that returns a string, or its error; exactly one of them must exist.
static inline void check_string(char *string, vitrail_error *error) {
    if (!string) return check_error(error);
    CHECK(!error && string[0] == '{' && string[strlen(string) - 1] == '}');
    vitrail_string_free(string);
}

/// Frees the result of `vitrail_render`, or its error. - `format`: with "rgba", checks the size.
static inline void check_picture(vitrail_picture *picture, vitrail_error *error, const char *format) {
    if (!picture) return check_error(error);
    CHECK(!error);
    int32_t width = vitrail_picture_width(picture), height = vitrail_picture_height(picture);
    CHECK(width > 0 && height > 0 && vitrail_picture_bytes(picture) && vitrail_picture_size(picture) > 0);
    if (!strcmp(format, "rgba")) CHECK(vitrail_picture_size(picture) == (size_t)width * (size_t)height * 4);
    CHECK(
        vitrail_picture_alt_text(picture) && vitrail_picture_warnings(picture)[0] == '['
        && vitrail_picture_statistics(picture)[0] == '{'
    );
    vitrail_picture_free(picture);
}

/// The pool shared by all inputs.
static inline vitrail_pool *the_pool(void) {
    static vitrail_pool *pool;
    if (!pool) {
        vitrail_error *error = NULL;
        pool = vitrail_pool_open("{\"renderers\": 1}", &error);
        CHECK(pool && !error);
    }
    return pool;
}

/// Checks that the minimum and maximum of a column are the same alone and along the column itself, and that facts are
/// available.
static inline void check_table(vitrail_table *table, const char *const *names, size_t count) {
    vitrail_error *error = NULL;
    char *facts = vitrail_table_facts(table, &error);
    CHECK(facts);
    check_string(facts, error);
    for (size_t k = 0; k < count; k++) {
        double alone[2], along[2];
        error = NULL;
        int32_t code = vitrail_table_extent(table, names[k], NULL, 0, 0, alone, &error);
        CHECK((code == 0) == !error);
        if (code) {
            CHECK(vitrail_error_get_code(error) == code);
            check_error(error);
            continue;
        }
        CHECK(alone[0] <= alone[1] || (alone[0] != alone[0] && alone[1] != alone[1]));
        CHECK(vitrail_table_extent(table, names[k], names[k], -INFINITY, INFINITY, along, NULL) == 0);
        CHECK(along[0] == alone[0] || (along[0] != along[0] && alone[0] != alone[0]));
        CHECK(along[1] == alone[1] || (along[1] != along[1] && alone[1] != alone[1]));
        error = NULL;
        code = vitrail_table_extent(table, names[k], names[(k + 1) % count], -10, 1000, along, &error);
        CHECK((code == 0) == !error);
        if (code) check_error(error);
    }
}

/// Draws columns `a` and `b` of a table into a small picture. - `kind`: any number.
static inline void draw_table(vitrail_table *table, unsigned kind) {
    static const char *const kinds[] = {
        "{\"type\": \"line\", \"data\": \"d\", \"y\": \"a\"}",
        "{\"type\": \"line\", \"data\": \"d\", \"x\": \"a\", \"y\": \"b\"}",
        "{\"type\": \"scatter\", \"data\": \"d\", \"x\": \"a\", \"y\": \"b\"}",
        "{\"type\": \"column\", \"data\": \"d\", \"x\": \"a\", \"y\": \"b\"}",
        "{\"type\": \"bar\", \"data\": \"d\", \"x\": \"b\", \"y\": \"a\"}",
        "{\"type\": \"band\", \"data\": \"d\", \"x\": \"a\", \"low\": \"b\", \"high\": \"c\"}",
        "{\"type\": \"density\", \"data\": \"d\", \"x\": \"a\", \"y\": \"b\"}",
        "{\"type\": \"candlestick\", \"data\": \"d\", \"x\": \"a\", "
        "\"open\": \"b\", \"high\": \"c\", \"low\": \"b\", \"close\": \"c\"}",
    };
    char description[256];
    int size = snprintf(description, sizeof description, "{\"series\": [%s]}", kinds[kind % 8]);
    vitrail_input input = {.name = "d", .table = table};
    vitrail_error *error = NULL;
    vitrail_picture *picture = vitrail_render(
        the_pool(), description, (size_t)size, &input, 1,
        "{\"format\": \"rgba\", \"width\": 90, \"height\": 60, \"scale\": 1}", &error
    );
    check_picture(picture, error, "rgba");
}

#endif
