// The C interface of Vitrail: renders chart descriptions and columns in memory to pictures.
//
//     vitrail_error *error = NULL;
//     vitrail_pool *pool = vitrail_pool_open(NULL, &error);
//     vitrail_array columns[2] = {
//         {.name = "t", .type = VITRAIL_F64, .values = t, .count = n},
//         {.name = "y", .type = VITRAIL_F32, .values = y, .count = n},
//     };
//     vitrail_table *table = vitrail_table_new(columns, 2, &error);
//     const char *json = "{\"series\": [{\"type\": \"line\", \"data\": \"d\", \"x\": \"t\", \"y\": \"y\"}]}";
//     vitrail_input input = {.name = "d", .table = table};
//     vitrail_picture *picture = vitrail_render(pool, json, strlen(json), &input, 1, "{\"format\": \"png\"}", &error);
//     fwrite(vitrail_picture_bytes(picture), 1, vitrail_picture_size(picture), file);
//     vitrail_picture_free(picture);
//     vitrail_table_free(table);
//     vitrail_pool_close(pool);
//
// Threads. Every function may be called from any thread, also concurrently with the same pool, table, picture or error.
// One exception: a function that frees an object (`…_free`, `…_close`) must be the last call with it, and no other call
// with it may be in progress.
//
// Errors. A function that can fail returns NULL (or a value other than 0) and stores an error object through its last
// argument, which may be NULL. The caller owns the error. On success nothing is stored. There is no state per thread or
// per process. Invalid values are errors; the library cannot check whether the memory at a pointer is as large as its
// count and stride say.
//
// The host's process. The library sets no environment variable and no option of malloc. While a data file of a
// description is mapped, it handles SIGBUS, because a file may shrink: other faults go to the handler before it, which
// is restored with the last file. With the option `mapFiles` false it maps no files. On a software rasteriser (Mesa's
// llvmpipe), each of up to four displays has a thread per processor. A program that renders on several threads at a
// time can set the environment variable LP_NUM_THREADS before it opens the first pool: the number of processors divided
// by the number of renderers, at most 4; 0 instead of 1. `vitrail_main` is different, as its comment says.
//
// Processes. The library has threads, so a forked child of a process that has used it cannot render: its calls fail
// with VITRAIL_ERROR_FORKED and do not hang. Start processes with exec (Python: spawn or forkserver), or fork before
// the first call.
//
// Texts are UTF-8. A `const char *` without a size ends with a zero byte; other strings have a size in bytes next to
// them.
#ifndef VITRAIL_H
#define VITRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Library

/// The version of this header. It changes if programs compiled with an older header stop working.
#define VITRAIL_ABI 1

/// VITRAIL_ABI of the loaded library.
int32_t vitrail_abi(void);

/// The version of the library, such as "0.1.0". Never freed.
const char *vitrail_version(void);

/// The formats that `vitrail_render` writes, as a JSON array of objects with `name`, `mediaType` and `extension`. Never
/// freed.
const char *vitrail_formats(void);

/// Runs the complete command `vitrail`, which writes to the standard streams.
///
/// For a program whose only purpose is the command. At most one call per process at a time, before or after all other
/// uses, since the command sets process-wide options: the handling of SIGQUIT and SIGPIPE, malloc's thresholds, and the
/// environment variables LP_NUM_THREADS (`batch`) and, if LP_NATIVE_VECTOR_WIDTH is set, MESA_SHADER_CACHE_DIR or
/// MESA_SHADER_CACHE_DISABLE. Commands that start another instance (`conformance`) run
/// the program at the path in the environment variable VITRAIL_EXECUTABLE, or else the process's own executable.
/// - argc, argv: Like main's; argv[0] is the program's name.
/// - Returns: The exit status, as in sysexits.h: 0 done, 64 usage, 65 bad data, 66 no input, 69 no device, 70 a bug, 73
///   cannot write.
int32_t vitrail_main(int32_t argc, const char *const *argv);

/// Frees a string that a function of this header returned as `char *`. NULL is ignored.
void vitrail_string_free(char *string);

// MARK: Errors

typedef struct vitrail_error vitrail_error;

/// Error codes; equal to the command's exit statuses where there is one.
typedef enum vitrail_error_code {
    /// An invalid argument: a null pointer, a negative count, a duplicate name, an unknown option.
    VITRAIL_ERROR_ARGUMENT = 64,
    /// An error in the description or the data; the path says where.
    VITRAIL_ERROR_DATA = 65,
    /// A file in the description does not exist.
    VITRAIL_ERROR_NO_INPUT = 66,
    /// There is no device, or the device reports an error.
    VITRAIL_ERROR_NO_DEVICE = 69,
    /// A bug in the library or in the driver.
    VITRAIL_ERROR_INTERNAL = 70,
    /// The estimated memory of the picture exceeds the option `maxMemory`.
    VITRAIL_ERROR_MEMORY = 71,
    /// The pool is being closed.
    VITRAIL_ERROR_CLOSED = 75,
    /// The process is a forked child of one that had used the library.
    VITRAIL_ERROR_FORKED = 76,
} vitrail_error_code;

int32_t vitrail_error_get_code(const vitrail_error *error);

/// The JSON path of the error: `series[0].y`, `data.d.price`, `columns[2].stride`, `options.renderers`; empty for the
/// whole call. Valid as long as the error.
const char *vitrail_error_get_path(const vitrail_error *error);

/// The error message, a phrase without the path. Valid as long as the error.
const char *vitrail_error_get_message(const vitrail_error *error);

/// NULL is ignored.
void vitrail_error_free(vitrail_error *error);

// MARK: Renderers

/// A pool of renderers, each with its own graphics context and thread.
typedef struct vitrail_pool vitrail_pool;

/// Creates a pool. A renderer opens its device with its first picture, so this succeeds without a driver;
/// `vitrail_pool_device` opens one.
///
/// - options: JSON, or NULL. Keys, all optional:
///   `renderers`: number of renderers, 1 to 256; default: one per processor.
///   `slots`: number of charts in progress at the same time; further calls wait; default: twice the number of
///     renderers.
///   `device`: "auto", "surfaceless", "default", "gbm:PATH", or an index as a number or string; as in
///     `vitrail devices`.
///   `surface`: "framebuffer" or "pbuffer".
///   `eglLibrary`: name or path of the EGL library, which selects a driver; default: libEGL.so.1, or the driver in this
///     library's package if the system has none.
///   `requireHardware`: true: rejects software rasterisers.
///   `fontDirectories`: array of folders with more fonts, for this pool only.
///   `programCache`: folder for compiled programs, "" for none; default: VITRAIL_CACHE, or vitrail in the user's cache
///     folder.
/// - Returns: NULL with an error.
vitrail_pool *vitrail_pool_open(const char *options, vitrail_error **error);

/// Opens a device unless one is open, and returns its description as a JSON object:
/// {"renderer": "llvmpipe (LLVM 15.0.6, 256 bits)", "vendor": …, "version": "OpenGL ES 3.2 Mesa 22.3.6",
///  "platform": "surfaceless platform", "eglVersion": "1.5", "library": "libEGL.so.1", "isHardware": false,
///  "isDelivered": false, "renderers": 2, "slots": 4}.
/// `isDelivered`: the system has no driver, so the driver in this library's package is used; `advice` then says how to
/// get a faster one.
///
/// - Returns: A string for `vitrail_string_free`, or NULL with an error.
char *vitrail_pool_device(vitrail_pool *pool, vitrail_error **error);

/// Waits for pictures in progress and closes the devices. NULL is ignored.
void vitrail_pool_close(vitrail_pool *pool);

// MARK: Columns

typedef enum vitrail_type {
    VITRAIL_F64 = 1,
    VITRAIL_F32 = 2,
    VITRAIL_F16 = 3,
    VITRAIL_I8 = 4,
    VITRAIL_I16 = 5,
    VITRAIL_I32 = 6,
    VITRAIL_I64 = 7,
    VITRAIL_U8 = 8,
    VITRAIL_U16 = 9,
    VITRAIL_U32 = 10,
    VITRAIL_U64 = 11,
    /// One byte each, 0 = false, any other value = true; shown as 0 and 1.
    VITRAIL_BOOL = 12,
    /// One bit each, the least significant bit of a byte first, from `bit_offset` on. No stride.
    VITRAIL_BITS = 13,
    /// Texts, one per row, in `texts`; `values` is NULL. No stride.
    VITRAIL_TEXT = 14,
} vitrail_type;

typedef enum vitrail_meaning {
    VITRAIL_NUMBER = 0,
    /// Time since 1970-01-01 00:00 UTC in `unit`. With VITRAIL_I64, INT64_MIN is a gap (NumPy's NaT).
    VITRAIL_DATE = 1,
    /// Time in `unit`, shown as a number of seconds. INT64_MIN is a gap, as for VITRAIL_DATE.
    VITRAIL_DURATION = 2,
} vitrail_meaning;

typedef enum vitrail_unit {
    VITRAIL_SECOND = 0,
    VITRAIL_MILLISECOND = 1,
    VITRAIL_MICROSECOND = 2,
    VITRAIL_NANOSECOND = 3,
    VITRAIL_MINUTE = 4,
    VITRAIL_HOUR = 5,
    VITRAIL_DAY = 6,
    VITRAIL_WEEK = 7,
    /// Dates only, VITRAIL_I64 only.
    VITRAIL_MONTH = 8,
    VITRAIL_YEAR = 9,
} vitrail_unit;

/// Every row has the first value, as in an array that NumPy broadcasts. (`stride` = 0 means contiguous values.)
#define VITRAIL_STRIDE_ZERO INT64_MIN

/// Texts in one block of memory: text i is the bytes offsets[i] ..< offsets[i + 1].
typedef struct vitrail_texts {
    /// Number of texts; there is one more offset.
    int64_t count;
    const char *bytes;
    /// The size of `bytes`; an offset beyond it is an error.
    int64_t byte_count;
    /// Set one of the two; the other is NULL. Offsets do not decrease.
    const int32_t *offsets32;
    const int64_t *offsets64;
    /// Bits of the texts that are present, as in a column; NULL: all.
    const uint8_t *validity;
    int64_t validity_offset;
} vitrail_texts;

/// A column of a table, in the caller's memory. Set unused members to 0 (`= {0}`).
///
/// Numbers and dates are read in place and not copied, at any address and stride. Dates are copied unless they are
/// VITRAIL_I64, or VITRAIL_F64 in seconds. Texts are copied. NaN and infinities are gaps, and so are rows without a
/// validity bit.
typedef struct vitrail_array {
    /// Not empty, and unique in its table.
    const char *name;
    /// A vitrail_type.
    int32_t type;
    /// A vitrail_meaning.
    int32_t meaning;
    /// A vitrail_unit; 0 for numbers.
    int32_t unit;
    /// Reserved; must be 0.
    int32_t flags;
    /// Number of rows, 0 to 2147483647. All columns of a table have the same number.
    int64_t count;
    /// The first value, in this machine's byte order; not NULL unless the count is 0.
    const void *values;
    /// Bytes from one value to the next, may be negative; 0: contiguous; VITRAIL_STRIDE_ZERO: 0 bytes.
    int64_t stride;
    /// With VITRAIL_BITS: number of bits before the first value.
    int64_t bit_offset;
    /// One bit per row, 1: there is a value; the least significant bit of a byte first; NULL: every row has a value.
    const uint8_t *validity;
    /// Number of bits before the first row's bit.
    int64_t validity_offset;
    /// With VITRAIL_TEXT: the texts of the rows. With an integer type: `values` are indices into these texts, from 0; a
    /// negative index is a gap, an index beyond the end is an error. Such columns are categories: a category axis
    /// orders its items by their first occurrence in the rows.
    const vitrail_texts *texts;
    /// For dates: an IANA time zone, such as "Europe/Berlin", that `vitrail_table_facts` reports; NULL: none. It does
    /// not affect the picture; the axis's `timeZone` in the description does.
    const char *time_zone;
    /// Passed to `release`.
    void *owner;
    /// Called exactly once, from any thread and with no lock held, after the last use of the memory of all columns of
    /// the table: if columns share an owner, one of them names it. Also called when `vitrail_table_new` fails, before
    /// it returns. NULL: the memory outlives the table. The function must not call functions of this library.
    void (*release)(void *owner);
} vitrail_array;

// MARK: Arrow C data interface, as its specification defines it

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif

// MARK: Tables

/// Named columns, immutable. A table may be rendered any number of times.
typedef struct vitrail_table vitrail_table;

/// Makes a table from columns. Copies the structs and the strings in them; the memory of the values must stay unchanged
/// until `release`.
///
/// Each column's `release` is called exactly once, whatever this function returns.
/// - columns: NULL only with a count of 0.
/// - count: At most 100000. More is an error; no column is then read or released.
/// - Returns: NULL with an error, with a path such as `columns[1].values`.
vitrail_table *vitrail_table_new(const vitrail_array *columns, size_t count, vitrail_error **error);

/// Makes a table from a stream of record batches (a struct type), or of arrays of another type. Such arrays become one
/// column, named "values" unless the schema names it. Reads the stream to its end and releases it, also on failure:
/// `stream->release` is NULL afterwards. The batches are released after their last use.
///
/// Read in place: float16, float32, float64, signed and unsigned integers, bool, timestamps, date64, durations, with or
/// without nulls. Copied: date32, time, decimals (32 to 256 bits), utf8, large utf8, utf8 view, dictionaries of texts
/// (categories). A column of another type (list, struct, binary, …) is left out, and `vitrail_table_facts` lists it. It
/// is an error only if a series uses it.
/// - Returns: NULL with an error, with a path such as `stream.price` or `stream.chunks[3].price`.
vitrail_table *vitrail_table_from_arrow(struct ArrowArrayStream *stream, vitrail_error **error);

/// Releases the table and its memory. NULL is ignored.
void vitrail_table_free(vitrail_table *table);

/// The content of the table, as JSON:
/// {"rows": 3, "columns": [
///  {"name": "t", "kind": "date", "minimum": 0, "maximum": 86400, "minimumText": "1970-01-01",
///   "maximumText": "1970-01-02", "isAscending": true, "isFinerThanMilliseconds": false, "timeZone": "Europe/Berlin"},
///  {"name": "y", "kind": "number", "minimum": -1, "maximum": 2.5, "isAscending": false},
///  {"name": "c", "kind": "category", "distinct": 12, "isRepeated": true}],
///  "leftOut": [{"name": "l", "reason": "the type +l (list) cannot be drawn"}]}
/// `minimum` and `maximum` cover the finite values; dates are seconds since 1970; both are null if there is no finite
/// value. `isAscending`: all values are finite and none is below its predecessor. The texts of dates have the format of
/// descriptions. `isRepeated`: a text occurs in more than one row.
///
/// The first call reads each numeric column once, on all processors; later calls are fast.
/// - Returns: A string for `vitrail_string_free`, or NULL with an error.
char *vitrail_table_facts(vitrail_table *table, vitrail_error **error);

/// The minimum and maximum finite value of a column of numbers or dates, in the rows whose value in another column lies
/// in a range.
///
/// - along: The other column, numbers or dates; NULL: all rows.
/// - low, high: The range, both ends included; dates are seconds since 1970.
/// - extent: Receives the two values; NaN if there is none.
/// - Returns: 0, or a code with an error.
int32_t vitrail_table_extent(
    vitrail_table *table, const char *column, const char *along, double low, double high, double extent[2],
    vitrail_error **error
);

// MARK: Pictures

typedef struct vitrail_picture vitrail_picture;

/// A table and its name.
typedef struct vitrail_input {
    /// The name in a series's `data`. It replaces an entry of the same name in the description's own `data`.
    const char *name;
    vitrail_table *table;
} vitrail_input;

/// Renders the chart of a description (docs/schema/chart.schema.json) and encodes the picture.
///
/// The calling thread waits. As many calls as the pool has slots are in progress at the same time.
/// - description, description_size: JSON, and its size in bytes. At most 64 MiB.
/// - inputs: NULL only with a count of 0. A table must stay alive until the call returns.
/// - options: JSON, or NULL. Keys, all optional:
///   `format`: a name from `vitrail_formats`; default: "png". "rgba" is raw: red, green, blue, alpha (straight) per
///     pixel, row by row from the top.
///   `width`, `height`: points; override the description's.
///   `scale`: device pixels per point, 0.1 to 16. `theme`: "flat", "light", "dark" or "flatDark".
///   `quality`: 0 to 100 for JPEG and lossy WebP. `vector`: "auto", "always" or "never" for SVG: whether series are
///     shapes.
///   `directory`: base folder of relative paths in the description; default: the working directory.
///   `maxMemory`: bytes; a picture with a higher estimate is an error before any memory is allocated.
///   `mapFiles`: false: data files of the description are copied into memory and not mapped; default: true.
/// - Returns: NULL with an error.
vitrail_picture *vitrail_render(
    vitrail_pool *pool, const char *description, size_t description_size, const vitrail_input *inputs,
    size_t input_count, const char *options, vitrail_error **error
);

/// The bytes of the file, or the raw pixels. Valid as long as the picture.
const uint8_t *vitrail_picture_bytes(const vitrail_picture *picture);
size_t vitrail_picture_size(const vitrail_picture *picture);

/// Size in pixels; for SVG, in user units.
int32_t vitrail_picture_width(const vitrail_picture *picture);
int32_t vitrail_picture_height(const vitrail_picture *picture);

/// A description of the picture in words. Valid as long as the picture.
const char *vitrail_picture_alt_text(const vitrail_picture *picture);

/// Differences between the picture and the description: a JSON array of strings. Valid as long as the picture.
const char *vitrail_picture_warnings(const vitrail_picture *picture);

/// Counts, milliseconds per stage and the device, as the command's `--stats` prints them: a JSON object. Valid as long
/// as the picture.
const char *vitrail_picture_statistics(const vitrail_picture *picture);

/// NULL is ignored.
void vitrail_picture_free(vitrail_picture *picture);

// MARK: Data larger than one machine

// Renders a chart from partitions of its data: each partition is reduced where it is stored, results are merged in any
// order and in a tree of any shape, and one process renders the picture. It equals the picture of one process with all
// rows.
//
//     plan ─ reduce each partition ─ merge ─ plan with extents ─ reduce each partition ─ merge ─ render
//            ╰────────── pass one: extents ──────────╯           ╰───────── pass two ─────────╯
//
// Pass one is omitted if all axes have a range, or if the rows of all series are aggregated. Plans, extents and partial
// results are bytes: compressed, with a checksum, and bound to one version of the library. Damaged or truncated bytes,
// and bytes of another plan or version, are errors.
//
// These series can be reduced: density series and series with an `aggregation`, with rows in any order; line and step
// line series, filled or not, whose rows are sorted by the independent column, within each partition and across
// partitions. Any other series is an error that names it. Series that contain their own `data` are drawn unchanged.
// Sums are exact to the last digit, so they do not depend on the order or number of partitions. Lines have the same
// pixels as in one process; a few pixels may differ for step lines, fills and lines with many gaps. Dates are seconds
// in a Double, with a resolution of 0.24 µs.

typedef struct vitrail_bytes vitrail_bytes;

/// Valid as long as the object.
const uint8_t *vitrail_bytes_data(const vitrail_bytes *bytes);
size_t vitrail_bytes_size(const vitrail_bytes *bytes);

/// NULL is ignored.
void vitrail_bytes_free(vitrail_bytes *bytes);

/// A chart's description, and the extents known so far. Immutable.
typedef struct vitrail_plan vitrail_plan;

/// Makes a plan.
///
/// - description, description_size: JSON, and its size in bytes. At most 64 MiB.
/// - options: JSON, or NULL. Keys, all optional: `width`, `height`, `scale`, `theme` and `directory` as in
///   `vitrail_render`; `ranges`: an object that maps axis ids to lists of two numbers or dates; the first axes are also
///   called "x" and "y".
/// - extents, extents_size: The result of pass one: output of `vitrail_partial_merge` for a plan with the same
///   description and options; NULL: there was no pass one.
/// - Returns: NULL with an error, for example for a series that cannot be reduced.
vitrail_plan *vitrail_plan_new(
    const char *description, size_t description_size, const char *options, const uint8_t *extents, size_t extents_size,
    vitrail_error **error
);

/// Reads a plan from bytes of `vitrail_plan_bytes`.
vitrail_plan *vitrail_plan_from_bytes(const uint8_t *bytes, size_t size, vitrail_error **error);

/// The plan of pass two.
///
/// - extents, extents_size: The extents of all partitions for this plan, merged by `vitrail_partial_merge`.
vitrail_plan *vitrail_plan_with_extents(
    const vitrail_plan *plan, const uint8_t *extents, size_t extents_size, vitrail_error **error
);

/// The plan as bytes, for another process.
vitrail_bytes *vitrail_plan_bytes(const vitrail_plan *plan, vitrail_error **error);

/// Whether `vitrail_partial_reduce` returns extents (pass one); otherwise it returns partial results.
bool vitrail_plan_needs_extents(const vitrail_plan *plan);

/// The columns that `vitrail_partial_reduce` reads, by table, as JSON: {"d": ["x", "y"]}. Valid as long as the plan.
const char *vitrail_plan_columns(const vitrail_plan *plan);

/// NULL is ignored.
void vitrail_plan_free(vitrail_plan *plan);

/// Reduces the rows of a partition. Columns are read in place; additional memory is bounded by the picture's size.
///
/// - inputs, input_count: The tables listed by `vitrail_plan_columns`; others are ignored.
/// - position: Position of the partition in the order of rows, from 0; unique per partition.
/// - Returns: NULL with an error, for example if a line's independent values decrease.
vitrail_bytes *vitrail_partial_reduce(
    const vitrail_plan *plan, const vitrail_input *inputs, size_t input_count, int64_t position, vitrail_error **error
);

/// Merges the results of several partitions.
///
/// - parts, sizes: `count` results of `vitrail_partial_reduce` and of this function with the same plan; 1 to 1000000.
/// - Returns: NULL with an error; for invalid bytes, with a path such as `parts[2]`.
vitrail_bytes *vitrail_partial_merge(
    const vitrail_plan *plan, const uint8_t *const *parts, const size_t *sizes, size_t count, vitrail_error **error
);

/// Renders the chart of all partitions, and encodes the picture.
///
/// - bytes, size: The results of all partitions, merged by `vitrail_partial_merge`.
/// - options: JSON, or NULL: `format`, `quality` and `vector` as in `vitrail_render`.
vitrail_picture *vitrail_partial_render(
    vitrail_pool *pool, const vitrail_plan *plan, const uint8_t *bytes, size_t size, const char *options,
    vitrail_error **error
);

// MARK: Live charts

// A figure of one or several charts that answers events with frames, by the protocol of docs/live.md. The host passes
// messages on between the session and a client, for example a canvas in a browser:
//
//     vitrail_live_chart chart = {.description = json, .description_size = strlen(json), .inputs = &input, .input_count = 1};
//     vitrail_live *live = vitrail_live_open(pool, &chart, 1, NULL, &error);
//     vitrail_live_connect(live, &error);
//     vitrail_live_receive(live, resize, strlen(resize), &error);   // {"event_type": "resize", "width": 600, …}
//     while ((message = vitrail_live_next(live, -1, &error))) { …; vitrail_bytes_free(message); }
//     vitrail_live_close(live);

/// The session of a live figure.
typedef struct vitrail_live vitrail_live;

/// A chart of a live figure.
typedef struct vitrail_live_chart {
    /// As for `vitrail_render`. Tables must stay alive until `vitrail_live_close` has returned; values are read in place.
    const char *description;
    size_t description_size;
    const vitrail_input *inputs;
    size_t input_count;
    /// Folder that relative paths start from. NULL: the current one.
    const char *directory;
} vitrail_live_chart;

/// Opens a session. Nothing is drawn before a client has connected and sent its size.
///
/// - charts, chart_count: 1 to 16 charts, from top to bottom. Several charts are linked; their heights are shares of the
///   canvas.
/// - options: JSON, or NULL. Keys, all optional:
///   `axes`: "x", "y" or "xy" (default): the axes that can be moved. `link`: "x" (default), "y", "xy" or "none": the
///     directions whose ranges several charts share. `frameRate`: frames per second, 1 to 240; default: 60. `mapFiles`:
///     as for `vitrail_render`.
/// - Returns: NULL with an error. If there are several charts, its path starts with the chart, such as `charts[1]`.
vitrail_live *vitrail_live_open(
    vitrail_pool *pool, const vitrail_live_chart *charts, size_t chart_count, const char *options, vitrail_error **error
);

/// Begins the connection of a client, whose first message is `hello`. An earlier client gets `closing` as its last
/// message. The state is kept. Does not wait.
/// - Returns: 0, or a code with an error.
int32_t vitrail_live_connect(vitrail_live *live, vitrail_error **error);

/// Takes a message of the client. Does not wait. A message that is no event is answered with the message `error`.
///
/// - json, size: An event, and its size in bytes. At most 64 KiB.
/// - Returns: 0, or a code with an error: VITRAIL_ERROR_MEMORY if 1024 messages wait, VITRAIL_ERROR_CLOSED after the end.
int32_t vitrail_live_receive(vitrail_live *live, const char *json, size_t size, vitrail_error **error);

/// Waits for the next message to the client: a frame, which begins with "VLF1", or else JSON. For one thread at a time.
///
/// At most two frames wait or are not acknowledged by `frame_feedback`. If 1024 messages wait, the session ends.
/// - timeout: Seconds, at most 86400; below 0: no limit.
/// - Returns: An object for `vitrail_bytes_free`; NULL without an error: no message in this time; NULL with
///   VITRAIL_ERROR_CLOSED: the session has ended, and there is no further message.
vitrail_bytes *vitrail_live_next(vitrail_live *live, double timeout, vitrail_error **error);

/// Ends the session; `vitrail_live_next` then returns the messages that wait, and after them the error. Does not wait.
/// NULL is ignored.
void vitrail_live_end(vitrail_live *live);

/// Ends the session, waits for the picture in progress, and frees the object. NULL is ignored.
void vitrail_live_close(vitrail_live *live);

#ifdef __cplusplus
}
#endif

#endif
