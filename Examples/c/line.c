// Draws two columns of arrays in memory into a PNG file: line OUT.png
//
//     cc line.c -o line $(pkg-config --cflags --libs vitrail) -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vitrail.h>

/// A row of a table with interleaved columns: nothing is copied, the stride leads from one value to the next.
struct sample {
    int64_t time;
    float value;
    float limit;
};

enum { count = 100000 };

static int fail(vitrail_error *error) {
    fprintf(stderr, "%s: %s\n", vitrail_error_get_path(error), vitrail_error_get_message(error));
    vitrail_error_free(error);
    return 1;
}

static int write_file(const char *path, const vitrail_picture *picture) {
    FILE *file = fopen(path, "wb");
    if (!file) return perror(path), 1;
    size_t size = vitrail_picture_size(picture);
    int is_bad = fwrite(vitrail_picture_bytes(picture), 1, size, file) != size;
    is_bad |= fclose(file) != 0;
    if (is_bad) perror(path);
    return is_bad;
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: %s OUT.png\n", argv[0]), 64;

    struct sample *samples = malloc(count * sizeof *samples);
    if (!samples) return perror("malloc"), 1;
    for (int i = 0; i < count; i++) {
        samples[i].time = 1700000000000000000 + i * INT64_C(10000000);
        samples[i].value = (float)(sin(i / 5000.0) + 0.1 * sin(i / 90.0));
        samples[i].limit = 0.8f;
    }

    // One owner is enough: the columns of a table are released together.
    vitrail_array columns[3] = {
        {.name = "time",
         .type = VITRAIL_I64,
         .meaning = VITRAIL_DATE,
         .unit = VITRAIL_NANOSECOND,
         .values = &samples->time},
        {.name = "value", .type = VITRAIL_F32, .values = &samples->value},
        {.name = "limit", .type = VITRAIL_F32, .values = &samples->limit, .owner = samples, .release = free},
    };
    for (int k = 0; k < 3; k++) {
        columns[k].count = count;
        columns[k].stride = sizeof *samples;
    }

    static const char description[] =
        "{\"title\": \"A thousand seconds\", \"size\": {\"width\": 800, \"height\": 400},"
        " \"xAxis\": {\"type\": \"dateTime\"},"
        " \"series\": ["
        "  {\"type\": \"line\", \"data\": \"samples\", \"x\": \"time\", \"y\": \"value\", \"title\": \"value\"},"
        "  {\"type\": \"line\", \"data\": \"samples\", \"x\": \"time\", \"y\": \"limit\", \"title\": \"limit\"}"
        " ],"
        " \"legend\": {}}";

    vitrail_error *error = NULL;
    vitrail_pool *pool = vitrail_pool_open("{\"renderers\": 1}", &error);
    if (!pool) {
        free(samples);
        return fail(error);
    }
    int status = 1;
    vitrail_table *table = vitrail_table_new(columns, 3, &error);
    if (table) {
        vitrail_input input = {.name = "samples", .table = table};
        vitrail_picture *picture =
            vitrail_render(pool, description, strlen(description), &input, 1, "{\"scale\": 2}", &error);
        // The table may be freed before its pictures.
        vitrail_table_free(table);
        if (picture) {
            printf("%s\n", vitrail_picture_alt_text(picture));
            printf("%d x %d pixels\n", vitrail_picture_width(picture), vitrail_picture_height(picture));
            status = write_file(argv[1], picture);
            vitrail_picture_free(picture);
        }
    }
    if (error) status = fail(error);
    vitrail_pool_close(pool);
    return status;
}
