// Tests of libvitrail that need a C program: forked processes, peak memory, and running the command inside another
// program's process.
//
//     check fork | memory | command | layouts | release | zeros | host
#define _GNU_SOURCE
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vitrail.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static const char line[] =
    "{\"size\": {\"width\": 300, \"height\": 150}, \"series\": [{\"type\": \"line\", \"data\": \"d\", \"y\": \"y\"}]}";

static vitrail_pool *open_pool(void) {
    vitrail_error *error = NULL;
    vitrail_pool *pool = vitrail_pool_open("{\"renderers\": 1}", &error);
    CHECK(pool && !error);
    return pool;
}

static vitrail_picture *draw(vitrail_pool *pool, vitrail_table *table, vitrail_error **error) {
    vitrail_input input = {.name = "d", .table = table};
    return vitrail_render(pool, line, strlen(line), &input, 1, NULL, error);
}

static int released;

static void count_release(void *owner) {
    (void)owner;
    released++;
}

static vitrail_table *small_table(void) {
    static const double values[] = {1, 3, 2};
    vitrail_array column = {.name = "y", .type = VITRAIL_F64, .values = values, .count = 3, .release = count_release};
    return vitrail_table_new(&column, 1, NULL);
}

static void draw_small(void) {
    vitrail_pool *pool = open_pool();
    vitrail_table *table = small_table();
    vitrail_picture *picture = draw(pool, table, NULL);
    CHECK(picture && vitrail_picture_size(picture) > 100);
    vitrail_picture_free(picture);
    vitrail_table_free(table);
    vitrail_pool_close(pool);
}

/// Runs a body in a child that ends within a minute.
static void in_child(void (*body)(void)) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(60);
        body();
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        fprintf(stderr, "the child ended with status 0x%x\n", status);
        exit(1);
    }
}

static vitrail_pool *parents_pool;
static vitrail_table *parents_table;

static void check_code(vitrail_error *error, int code) {
    CHECK(error && vitrail_error_get_code(error) == code && strlen(vitrail_error_get_message(error)) > 10);
    vitrail_error_free(error);
}

static void use_what_is_the_parents(void) {
    vitrail_error *error = NULL;
    CHECK(!draw(parents_pool, parents_table, &error));
    check_code(error, VITRAIL_ERROR_FORKED);
    error = NULL;
    CHECK(!vitrail_pool_open(NULL, &error));
    check_code(error, VITRAIL_ERROR_FORKED);
    error = NULL;
    CHECK(!vitrail_pool_device(parents_pool, &error));
    check_code(error, VITRAIL_ERROR_FORKED);
    error = NULL;
    double extent[2];
    CHECK(vitrail_table_extent(parents_table, "y", NULL, 0, 0, extent, &error) == VITRAIL_ERROR_FORKED);
    check_code(error, VITRAIL_ERROR_FORKED);
    error = NULL;
    double values[] = {1};
    vitrail_array column = {.name = "y", .type = VITRAIL_F64, .values = values, .count = 1, .release = count_release};
    CHECK(!vitrail_table_new(&column, 1, &error) && released == 1);
    check_code(error, VITRAIL_ERROR_FORKED);
    // Closing and freeing must not wait for threads that do not exist in the child.
    vitrail_table_free(parents_table);
    vitrail_pool_close(parents_pool);
}

static void check_fork(void) {
    // Before the parent's first use, a child draws like any process.
    in_child(draw_small);
    parents_pool = open_pool();
    parents_table = small_table();
    vitrail_picture *picture = draw(parents_pool, parents_table, NULL);
    CHECK(picture);
    vitrail_picture_free(picture);
    in_child(use_what_is_the_parents);
    CHECK(released == 0);
    vitrail_table_free(parents_table);
    vitrail_pool_close(parents_pool);
    CHECK(released == 1);
}

static long peak_kilobytes(void) {
    struct rusage usage;
    CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_maxrss;
}

static void draw_large(vitrail_pool *pool, vitrail_array column) {
    vitrail_table *table = vitrail_table_new(&column, 1, NULL);
    CHECK(table);
    vitrail_picture *picture = draw(pool, table, NULL);
    CHECK(picture);
    vitrail_picture_free(picture);
    vitrail_table_free(table);
}

enum { rows = 10000000 };

/// A chart of ten million rows takes no memory per row: as Doubles they would take 80 MB more.
static void check_memory(void) {
    vitrail_pool *pool = open_pool();
    int64_t *values = malloc(rows * sizeof *values);
    unsigned char *valid = malloc(rows / 8 + 1);
    CHECK(values && valid);
    for (int i = 0; i < rows; i++) values[i] = i % 1000;
    memset(valid, 0xFF, rows / 8 + 1);
    valid[1000] = 0;
    const vitrail_array whole = {.name = "y", .type = VITRAIL_I64, .values = values, .count = rows};
    vitrail_array few = whole;
    few.count = 300000;
    for (int k = 0; k < 3; k++) draw_large(pool, few);
    long before = peak_kilobytes();
    draw_large(pool, whole);
    vitrail_array backwards = whole;
    backwards.values = values + rows - 1;
    backwards.stride = -8;
    draw_large(pool, backwards);
    vitrail_array floats = whole;
    floats.type = VITRAIL_F32;
    floats.stride = 8;
    draw_large(pool, floats);
    vitrail_array gaps = whole;
    gaps.validity = valid;
    draw_large(pool, gaps);
    vitrail_array dates = whole;
    dates.meaning = VITRAIL_DATE;
    dates.unit = VITRAIL_NANOSECOND;
    draw_large(pool, dates);
    long taken = peak_kilobytes() - before;
    printf("%ld kB beyond the columns\n", taken);
    CHECK(taken < 40000);
    vitrail_pool_close(pool);
    free(values);
    free(valid);
}

static void check_command(void) {
    const char *version[] = {"vitrail", "--version"};
    CHECK(vitrail_main(2, version) == 0);
    const char *unknown[] = {"vitrail", "--nothing"};
    CHECK(vitrail_main(2, unknown) == 64);
    const char *missing[] = {"vitrail", "render", "/nowhere.json", "-o", "/dev/null", "--format", "png"};
    CHECK(vitrail_main(7, missing) == 66);
    draw_small();
}

enum { many = 300000 };

/// The same numbers as contiguous Doubles, and in layouts that are read block by block.
static void check_layouts(void) {
    static double x[many], y[many];
    static int64_t wide[many];
    static struct {
        int32_t number, other;
    } apart[many];
    static unsigned char valid[many / 8 + 1];
    vitrail_pool *pool = open_pool();
    for (int is_ordered = 0; is_ordered < 2; is_ordered++) {
        double minimum = INFINITY, maximum = -INFINITY;
        memset(valid, 0xFF, sizeof valid);
        for (int i = 0; i < many; i++) {
            x[i] = is_ordered ? i : (int64_t)i * 7919 % many;
            y[i] = (int64_t)i * 104729 % 100003 - 50000;
            wide[i] = (int64_t)x[i];
            apart[i].number = (int32_t)y[i];
            apart[i].other = 1 << 30;
            if (i % 1000 != 999) continue;
            y[i] = NAN;
            valid[i / 8] &= (unsigned char)~(1 << i % 8);
        }
        for (int i = 0; i < many; i++) {
            if (!(x[i] >= 1234 && x[i] <= 250000.5) || isnan(y[i])) continue;
            minimum = fmin(minimum, y[i]);
            maximum = fmax(maximum, y[i]);
        }
        const vitrail_array plain[] = {
            {.name = "x", .type = VITRAIL_F64, .values = x, .count = many},
            {.name = "y", .type = VITRAIL_F64, .values = y, .count = many}
        };
        const vitrail_array others[] = {
            {.name = "x", .type = VITRAIL_I64, .values = wide, .count = many},
            {.name = "y",
             .type = VITRAIL_I32,
             .values = &apart[0].number,
             .stride = sizeof apart[0],
             .validity = valid,
             .count = many}
        };
        vitrail_picture *pictures[2];
        for (int k = 0; k < 2; k++) {
            vitrail_table *table = vitrail_table_new(k ? others : plain, 2, NULL);
            CHECK(table);
            double extent[2];
            CHECK(vitrail_table_extent(table, "y", "x", 1234, 250000.5, extent, NULL) == 0);
            CHECK(extent[0] == minimum && extent[1] == maximum);
            // The automatic range of y covers the visible samples, and the line at both ends of the range.
            static const char shown[] =
                "{\"xAxis\": {\"type\": \"number\", \"defaultRange\": [1000.5, 1100]}, "
                "\"series\": [{\"type\": \"line\", \"data\": \"d\", \"x\": \"x\", \"y\": \"y\"}]}";
            vitrail_input input = {.name = "d", .table = table};
            pictures[k] = vitrail_render(
                pool, shown, strlen(shown), &input, 1, "{\"format\": \"rgba\", \"width\": 300, \"height\": 200}", NULL
            );
            CHECK(pictures[k]);
            vitrail_table_free(table);
        }
        size_t size = vitrail_picture_size(pictures[0]);
        CHECK(size == vitrail_picture_size(pictures[1]));
        CHECK(!memcmp(vitrail_picture_bytes(pictures[0]), vitrail_picture_bytes(pictures[1]), size));
        for (int k = 0; k < 2; k++) vitrail_picture_free(pictures[k]);
    }
    vitrail_pool_close(pool);
}

/// After rendering, no thread holds the table, so the caller is the last owner to release it.
static void check_release(void) {
    vitrail_pool *pool = open_pool();
    for (int k = 1; k <= 500; k++) {
        vitrail_table *table = small_table();
        vitrail_picture *picture = draw(pool, table, NULL);
        CHECK(picture && released == k - 1);
        vitrail_picture_free(picture);
        vitrail_table_free(table);
        CHECK(released == k);
    }
    vitrail_pool_close(pool);
}

/// An error message continues after an escaped zero character.
static void check_zeros(void) {
    static const char missing[] = "{\"data\": {\"d\": {\"csv\": \"\\u0000b\"}}, "
                                  "\"series\": [{\"type\": \"line\", \"data\": \"d\", \"y\": \"y\"}]}";
    vitrail_pool *pool = open_pool();
    vitrail_error *error = NULL;
    CHECK(!vitrail_render(pool, missing, strlen(missing), NULL, 0, NULL, &error));
    CHECK(strstr(vitrail_error_get_message(error), "\\u0000b"));
    check_code(error, VITRAIL_ERROR_NO_INPUT);
    vitrail_pool_close(pool);
}

extern char **environ;

/// Whether malloc maps a block of so many MiB from the system. With the command's thresholds, it does not. A block must
/// be larger than the blocks of earlier calls, because glibc takes blocks of the size of a freed one from a heap.
static int maps_block(size_t megabytes) {
    size_t before = mallinfo2().hblks;
    void *block = malloc(megabytes << 20);
    CHECK(block);
    int is_mapped = mallinfo2().hblks == before + 1;
    free(block);
    return is_mapped;
}

static void host_handler(int signal) {
    (void)signal;
    _exit(9);
}

static char *joined_environment(void) {
    static char texts[2][1 << 16];
    static int calls;
    char *text = texts[calls++ & 1];
    text[0] = 0;
    for (char **entry = environ; *entry; entry++) {
        CHECK(strlen(text) + strlen(*entry) + 2 < 1 << 16);
        strcat(strcat(text, *entry), "\n");
    }
    return text;
}

/// Pictures from a mapped file leave environment, handler of SIGBUS and malloc's thresholds of the process alone.
static void check_host(void) {
    static const char chart[] =
        "{\"size\": {\"width\": 300, \"height\": 150}, \"data\": {\"d\": {\"csv\": \"y.csv\"}}, "
        "\"series\": [{\"type\": \"line\", \"data\": \"d\", \"y\": \"y\"}]}";
    char folder[] = "/tmp/vitrail-check-XXXXXX", path[64], options[128];
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/y.csv", folder);
    FILE *file = fopen(path, "w");
    CHECK(file && fputs("y\n1\n3\n2\n", file) >= 0 && fclose(file) == 0);
    unsetenv("LP_NUM_THREADS");
    struct sigaction own = {.sa_handler = host_handler}, before, after;
    sigaddset(&own.sa_mask, SIGUSR1);
    CHECK(sigaction(SIGBUS, &own, NULL) == 0 && sigaction(SIGBUS, NULL, &before) == 0);
    char *variables = joined_environment();
    CHECK(maps_block(29));
    vitrail_pool *pool = vitrail_pool_open("{\"renderers\": 2}", NULL);
    CHECK(pool);
    size_t sizes[2];
    for (int k = 0; k < 2; k++) {
        snprintf(options, sizeof options, "{\"directory\": \"%s\", \"mapFiles\": %s}", folder, k ? "false" : "true");
        vitrail_picture *picture = vitrail_render(pool, chart, strlen(chart), NULL, 0, options, NULL);
        CHECK(picture);
        sizes[k] = vitrail_picture_size(picture);
        vitrail_picture_free(picture);
    }
    CHECK(sizes[0] > 500 && sizes[0] == sizes[1]);
    vitrail_pool_close(pool);
    CHECK(strcmp(joined_environment(), variables) == 0);
    CHECK(
        sigaction(SIGBUS, NULL, &after) == 0 && after.sa_handler == host_handler && after.sa_flags == before.sa_flags
    );
    CHECK(memcmp(&after.sa_mask, &before.sa_mask, 8) == 0);
    CHECK(maps_block(30));
    // The check itself must see a change.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    CHECK(!maps_block(31));
    unlink(path);
    rmdir(folder);
}

int main(int argc, char **argv) {
    CHECK(vitrail_version()[0]);
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "fork")) {
        check_fork();
    } else if (!strcmp(name, "memory")) {
        check_memory();
    } else if (!strcmp(name, "command")) {
        check_command();
    } else if (!strcmp(name, "layouts")) {
        check_layouts();
    } else if (!strcmp(name, "release")) {
        check_release();
    } else if (!strcmp(name, "zeros")) {
        check_zeros();
    } else if (!strcmp(name, "host")) {
        check_host();
    } else {
        fprintf(stderr, "usage: %s fork|memory|command|layouts|release|zeros|host\n", argv[0]);
        return 64;
    }
    return 0;
}
