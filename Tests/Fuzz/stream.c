// Fuzzes `vitrail_table_from_arrow`: a producer of Arrow's C stream interface takes its schema and arrays from the
// fuzzer's bytes, some of them invalid. Memory has exactly the size that lengths and offsets need and is freed by the
// release; each release is counted.
#include "fuzz.h"

enum { max_blocks = 512, max_children = 4 };

/// Memory of a schema or a batch with all its children.
typedef struct tree {
    void *blocks[max_blocks];
    int count;
} tree;

/// Numbers of schemas and batches handed out and released.
static int made, streams_released;
static atomic_int released;
/// Whether a child (column) was released; a consumer must never release one by itself.
static bool child_was_released;

static void *hold(tree *of, size_t size) {
    CHECK(of->count < max_blocks);
    void *memory = of->blocks[of->count++] = exact(size);
    memset(memory, 0, size);
    return memory;
}

static void give_back(tree *of) {
    for (int k = 0; k < of->count; k++) free(of->blocks[k]);
    free(of);
    atomic_fetch_add(&released, 1);
}

static void release_schema(struct ArrowSchema *schema) {
    give_back(schema->private_data);
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
    give_back(array->private_data);
    array->release = NULL;
}

static void release_child_schema(struct ArrowSchema *schema) {
    (void)schema;
    child_was_released = true;
}

static void release_child_array(struct ArrowArray *array) {
    (void)array;
    child_was_released = true;
}

/// How a column is stored in its buffers.
typedef enum layout { none, bits, fixed, offsets, views, lists } layout;

// clang-format off
static const struct kind {
    const char *format;
    layout layout;
    size_t width;
} kinds[] = {
    {"g", fixed, 8},         {"f", fixed, 4},        {"e", fixed, 2},             {"c", fixed, 1},
    {"C", fixed, 1},         {"s", fixed, 2},        {"S", fixed, 2},             {"i", fixed, 4},
    {"I", fixed, 4},         {"l", fixed, 8},        {"L", fixed, 8},             {"b", bits, 0},
    {"n", none, 0},          {"u", offsets, 4},      {"U", offsets, 8},           {"vu", views, 16},
    {"tdD", fixed, 4},       {"tdm", fixed, 8},      {"tts", fixed, 4},           {"ttm", fixed, 4},
    {"ttu", fixed, 8},       {"ttn", fixed, 8},      {"tss:", fixed, 8},          {"tsn:Europe/Berlin", fixed, 8},
    {"tsu:x", fixed, 8},     {"tDm", fixed, 8},      {"tDn", fixed, 8},           {"d:9,2,32", fixed, 4},
    {"d:9,2,64", fixed, 8},  {"d:19,-3", fixed, 16}, {"d:40,300,256", fixed, 32}, {"+l", lists, 4},
    {"z", offsets, 4},       {"d:19,x", none, 0},    {"ts", none, 0},             {"", none, 0},
    {"d:19,9,9,9", none, 0}, {"tsq:", none, 0},      {"\xff\xfe", none, 0},       {"+r", none, 0},
};
// clang-format on
enum { kind_count = sizeof kinds / sizeof kinds[0] };

/// The plan of a stream; schema and batches follow it.
typedef struct plan {
    bytes in;
    bool is_struct;
    int children;
    unsigned kinds[max_children], dictionaries[max_children];
    bool has_dictionary[max_children];
    int batches;
    int next;
    int fails_at;
} plan;

static void one_schema(
    bytes *in, tree *of, struct ArrowSchema *schema, unsigned kind, bool has_dictionary, unsigned dictionary, int k
) {
    static const char *const names[] = {"a", "b", "c", "d"};
    schema->format = seldom(in) && seldom(in) ? NULL : kinds[kind].format;
    schema->name = seldom(in) ? (pick(in, 2) ? NULL : "\xff") : names[k];
    schema->release = release_child_schema;
    if (has_dictionary) {
        schema->dictionary = hold(of, sizeof *schema);
        schema->dictionary->format = seldom(in) ? NULL : kinds[dictionary].format;
        schema->dictionary->release = release_child_schema;
    }
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    plan *p = stream->private_data;
    bytes *in = &p->in;
    memset(out, 0, sizeof *out);
    if (seldom(in) && pick(in, 2)) return 22;
    if (seldom(in) && pick(in, 2)) return 0;
    tree *of = calloc(1, sizeof *of);
    made++;
    if (p->is_struct) {
        out->format = "+s";
        out->n_children = p->children;
        out->children = hold(of, sizeof(void *) * (size_t)p->children);
        for (int k = 0; k < p->children; k++) {
            out->children[k] = hold(of, sizeof *out);
            one_schema(in, of, out->children[k], p->kinds[k], p->has_dictionary[k], p->dictionaries[k], k);
            if (seldom(in) && pick(in, 2)) out->children[k] = NULL;
        }
        if (seldom(in) && pick(in, 2)) out->n_children = take_wrong(in);
        if (seldom(in) && pick(in, 2)) out->children = NULL;
    } else {
        one_schema(in, of, out, p->kinds[0], p->has_dictionary[0], p->dictionaries[0], 0);
    }
    out->private_data = of;
    out->release = release_schema;
    return 0;
}

/// - `rows`: rows required after `array->offset`.
static void one_array(
    bytes *in, tree *of, struct ArrowArray *array, unsigned kind, bool has_dictionary, unsigned dictionary, int64_t rows
) {
    array->offset = pick(in, 3) == 2 ? pick(in, 20) : 0;
    array->length = rows + (pick(in, 4) == 3 ? pick(in, 5) : 0);
    array->release = release_child_array;
    size_t end = (size_t)(array->offset + array->length), width = kinds[kind].width;
    array->n_buffers = (const int[]){0, 2, 2, 3, 4, 2}[kinds[kind].layout];
    array->buffers = hold(of, sizeof(void *) * 6);
    if (pick(in, 2) && array->n_buffers > 0) {
        void *valid = hold(of, (end + 7) / 8);
        fill(in, valid, (end + 7) / 8);
        array->buffers[0] = valid;
        array->null_count = (int64_t)pick(in, 4) - 1;
    }
    size_t letters = pick(in, 40);
    switch (kinds[kind].layout) {
    case none: break;
    case bits: array->buffers[1] = hold(of, (end + 7) / 8); break;
    case fixed: array->buffers[1] = hold(of, end * width); break;
    case lists: array->buffers[1] = hold(of, (end + 1) * width); break;
    case offsets: {
        void *starts = hold(of, (end + 1) * width);
        size_t at = 0;
        for (size_t k = 0; k <= end; k++) {
            int64_t start = (int64_t)(at < letters ? at : letters);
            at += pick(in, 6);
            // Decreasing or negative, but never past the end: a consumer cannot know the number of bytes.
            if (seldom(in)) start = pick(in, 2) ? -1 : pick(in, 2) ? INT64_MIN : 0;
            if (width == 8) ((int64_t *)starts)[k] = start;
            else ((int32_t *)starts)[k] = (int32_t)start;
        }
        array->buffers[1] = starts;
        array->buffers[2] = letters ? hold(of, letters) : NULL;
        break;
    }
    case views: {
        array->buffers[1] = hold(of, end * 16);
        array->buffers[2] = hold(of, letters);
        int64_t *sizes = hold(of, 8);
        sizes[0] = seldom(in) && pick(in, 2) ? -(int64_t)pick(in, 40) : (int64_t)letters;
        array->buffers[3] = sizes;
        uint8_t *all = (uint8_t *)array->buffers[1];
        for (size_t k = 0; k < end; k++) {
            int32_t view[4] = {(int32_t)pick(in, 30), 0, 0, (int32_t)pick(in, 30)};
            if (seldom(in)) view[pick(in, 4)] = (int32_t)take_wide(in);
            memcpy(all + 16 * k, view, 16);
        }
        break;
    }
    }
    if ((kinds[kind].layout == bits || kinds[kind].layout == fixed) && end * width < 4000) {
        if (has_dictionary && width <= 8 && pick(in, 8)) {
            uint8_t *indices = (uint8_t *)array->buffers[1];
            for (size_t k = 0; k < end; k++) indices[k * width] = (uint8_t)pick(in, 4);
        } else {
            fill(in, (void *)array->buffers[1], kinds[kind].layout == bits ? (end + 7) / 8 : end * width);
        }
    }
    if (has_dictionary) {
        array->dictionary = hold(of, sizeof *array);
        one_array(in, of, array->dictionary, dictionary, false, 0, pick(in, 5));
        if (seldom(in)) array->dictionary = NULL;
    }
    // Faults that a consumer can detect.
    if (seldom(in) && seldom(in)) array->n_buffers = pick(in, 2) ? take_wrong(in) : (int64_t)pick(in, 3);
    if (seldom(in) && seldom(in)) array->buffers = NULL;
    if (seldom(in) && seldom(in) && array->buffers) array->buffers[pick(in, 4)] = NULL;
    if (seldom(in) && seldom(in)) array->offset = pick(in, 2) ? -1 : INT64_MAX;
    if (seldom(in) && seldom(in)) array->length = pick(in, 2) ? -1 : INT64_MIN;
    if (seldom(in) && seldom(in)) array->null_count = take_wrong(in);
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    plan *p = stream->private_data;
    bytes *in = &p->in;
    memset(out, 0, sizeof *out);
    int number = p->next++;
    if (number == p->fails_at) return 5;
    if (number >= p->batches) return 0;
    tree *of = calloc(1, sizeof *of);
    made++;
    int64_t rows = pick(in, 2) ? pick(in, 10) : pick(in, 60);
    if (p->is_struct) {
        out->offset = pick(in, 4) == 3 ? pick(in, 12) : 0;
        out->length = rows;
        out->n_buffers = 1;
        out->buffers = hold(of, sizeof(void *));
        out->n_children = p->children;
        out->children = hold(of, sizeof(void *) * (size_t)p->children);
        for (int k = 0; k < p->children; k++) {
            out->children[k] = hold(of, sizeof *out);
            one_array(
                in, of, out->children[k], p->kinds[k], p->has_dictionary[k], p->dictionaries[k], out->offset + rows
            );
            if (seldom(in) && seldom(in)) out->children[k] = NULL;
        }
        if (seldom(in) && seldom(in)) {
            uint8_t *valid = hold(of, (size_t)(out->offset + rows + 7) / 8);
            out->buffers[0] = valid;
            out->null_count = take_wrong(in);
        }
        if (seldom(in) && seldom(in)) out->n_children = take_wrong(in);
        if (seldom(in) && seldom(in)) out->children = NULL;
        if (seldom(in) && seldom(in)) out->length = take_wrong(in);
        if (seldom(in) && seldom(in)) out->offset = take_wrong(in);
        if (seldom(in) && seldom(in)) out->buffers = NULL;
    } else {
        one_array(in, of, out, p->kinds[0], p->has_dictionary[0], p->dictionaries[0], rows);
    }
    out->private_data = of;
    out->release = release_array;
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    static const char *const texts[] = {NULL, "", "the disk is gone", "\xff\xfe"};
    return texts[((plan *)stream->private_data)->next & 3];
}

static void release_stream(struct ArrowArrayStream *stream) {
    (void)stream;
    // `release` may stay set: the consumer sets it to NULL afterwards.
    streams_released++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    plan p = {.in = {data, size}};
    bytes *in = &p.in;
    unsigned head = take(in);
    p.is_struct = (head & 3) != 3;
    p.children = p.is_struct ? (int)pick(in, max_children + 1) : 1;
    for (int k = 0; k < p.children; k++) {
        p.kinds[k] = pick(in, 3) == 0 ? 0 : pick(in, kind_count);
        p.has_dictionary[k] = pick(in, 4) == 3;
        p.dictionaries[k] = pick(in, 4) ? 13 + pick(in, 3) : pick(in, kind_count);
    }
    p.batches = (int)pick(in, 5);
    p.fails_at = seldom(in) ? (int)pick(in, 3) : -1;
    made = streams_released = 0;
    atomic_store(&released, 0);
    child_was_released = false;
    struct ArrowArrayStream stream = {get_schema, get_next, get_last_error, release_stream, &p};
    if (seldom(in) && seldom(in)) stream.get_schema = NULL;
    if (seldom(in) && seldom(in)) stream.get_next = NULL;
    if (seldom(in) && seldom(in)) stream.get_last_error = NULL;
    bool was_released = seldom(in) && seldom(in);
    if (was_released) stream.release = NULL;
    vitrail_error *error = NULL;
    vitrail_table *table = vitrail_table_from_arrow(&stream, &error);
    CHECK(!table == !!error);
    CHECK(streams_released == (was_released ? 0 : 1) && !stream.release);
    if (table) {
        static const char *const names[] = {"a", "b", "c", "d", "values"};
        check_table(table, names, 5);
        if (head >> 4 & 1) draw_table(table, head >> 5);
        vitrail_table_free(table);
    } else {
        check_error(error);
    }
    await(&released, made);
    CHECK(!child_was_released);
    return 0;
}
