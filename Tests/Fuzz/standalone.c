// Runs a harness without libFuzzer: PROGRAM RUNS SEED [FILE ...] runs each file, then RUNS inputs made of random bytes
// or of damaged files. The same seed makes the same inputs.
#include "fuzz.h"

enum { max_files = 1000, max_size = 1 << 16 };

static uint64_t state;

/// splitmix64.
static uint64_t next(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static size_t below(size_t end) { return (size_t)(next() % end); }

typedef struct file {
    uint8_t *bytes;
    size_t size;
} file;

static file files[max_files];
static int file_count;

static void load(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        exit(66);
    }
    CHECK(file_count < max_files);
    file *to = &files[file_count++];
    to->bytes = malloc(max_size);
    CHECK(to->bytes);
    to->size = fread(to->bytes, 1, max_size, in);
    fclose(in);
}

/// A JSON value after a random colon, or the first one of a random list. - Returns: its length; 0 if there is none.
static size_t find_value(const uint8_t *text, size_t size, size_t *start) {
    for (int tries = 0; tries < 60 && size > 0; tries++) {
        size_t k = below(size);
        if (text[k] != ':' && text[k] != '[') continue;
        for (k++; k < size && text[k] == ' ';) k++;
        *start = k;
        bool is_quoted = false;
        for (int depth = 0; k < size; k++) {
            if (is_quoted) {
                is_quoted = text[k] != '"';
                continue;
            }
            if (text[k] == '"') is_quoted = true;
            if (text[k] == '[' || text[k] == '{') depth++;
            bool ends = text[k] == ']' || text[k] == '}';
            if (depth == 0 && (ends || text[k] == ',')) return k - *start;
            if (ends) depth--;
        }
    }
    return 0;
}

/// 'n' for numbers, otherwise the first letter.
static int kind_of(uint8_t letter) { return letter == '-' || (letter >= '0' && letter <= '9') ? 'n' : letter; }

/// Replaces a value by one of another file, or by an odd one, usually of the same kind, so that the text stays JSON.
static size_t swap_value(uint8_t *text, size_t size) {
    // clang-format off
    static const char *const odd[] = {
        "0", "-1", "1e308", "-1e-308", "1e9", "0.5", "1e-320", "1e300", "-1e300", "360", "255", "2147483648",
        "9223372036854775807", "3", "null", "true", "false", "[]", "{}", "[1,2]", "[null]", "[[]]", "[0,0]",
        "[1e300,-1e300]", "[-5,1e9]", "\"\"", "\"x\"", "\"c\"", "\"t\"", "\"z\"", "\"2024-02-30\"", "\"#12\"",
        "\"\\u0000\"", "\"auto\"", "\"line\"", "\"scatter\"", "\"column\"", "\"band\"", "\"pie\"",
    };
    // clang-format on
    size_t start = 0, length = find_value(text, size, &start);
    if (length == 0) return size;
    bool is_any = below(12) == 0;
    for (int tries = 0; tries < 30; tries++) {
        const file *other = &files[below((size_t)file_count)];
        size_t from = 0, count = below(2) ? 0 : find_value(other->bytes, other->size, &from);
        const uint8_t *value = count ? other->bytes + from : (const uint8_t *)odd[below(sizeof odd / sizeof odd[0])];
        if (!count) count = strlen((const char *)value);
        if ((!is_any && kind_of(value[0]) != kind_of(text[start])) || size - length + count > max_size) continue;
        memmove(text + start + count, text + start + length, size - start - length);
        memcpy(text + start, value, count);
        return size - length + count;
    }
    return size;
}

static size_t make(uint8_t *to) {
    if (file_count == 0) {
        size_t size = below(400);
        // Rarely use byte values that signal a fault, so that most of an input is valid.
        unsigned mask = below(2) ? 0xFF : 0x77;
        for (size_t k = 0; k < size; k++) to[k] = (uint8_t)(next() & mask);
        return size;
    }
    const file *from = &files[below((size_t)file_count)];
    size_t size = from->size;
    memcpy(to, from->bytes, size);
    if (size > 0 && to[0] == '{' && below(8)) {
        for (size_t k = 1 + below(3); k > 0; k--) size = swap_value(to, size);
        return size;
    }
    for (size_t k = 1 + below(4); k > 0 && size > 1; k--) {
        size_t at = below(size), length = 1 + below(12);
        if (length > size - at) length = size - at;
        switch (below(5)) {
        case 0: to[at] = (uint8_t)next(); break;
        case 1: to[at] ^= (uint8_t)(1 << below(8)); break;
        case 2:
            memmove(to + at, to + at + length, size - at - length);
            size -= length;
            break;
        case 3:
            if (size + length > max_size) break;
            memmove(to + at + length, to + at, size - at);
            size += length;
            break;
        default: memmove(to + at, to + below(size - length + 1), length);
        }
    }
    return size;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: %s RUNS SEED [FILE ...]\n", argv[0]);
        return 64;
    }
    state = strtoull(argv[2], NULL, 10);
    for (int k = 3; k < argc; k++) load(argv[k]);
    for (int k = 0; k < file_count; k++) LLVMFuzzerTestOneInput(files[k].bytes, files[k].size);
    static uint8_t made[2 * max_size];
    long runs = atol(argv[1]);
    for (long k = 0; k < runs; k++) {
        size_t size = make(made);
        // A copy of exact size, so that memory checkers detect overruns.
        uint8_t *input = exact(size);
        memcpy(input, made, size);
        LLVMFuzzerTestOneInput(input, size);
        free(input);
    }
    printf("%d files, %ld inputs\n", file_count, runs);
    return 0;
}
