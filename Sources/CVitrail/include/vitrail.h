// The C interface of Vitrail: chart descriptions and columns in memory in, pictures out.
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
// Threads. Every function may be called from any thread, several at the same time, with the same pool, table, picture or error, with one
// exception: a function that frees an object (`…_free`, `…_close`) is the last call with it, and no other call with it may be under way.
//
// Errors. A function that can fail returns NULL (or a value other than 0) and stores an error object that belongs to the caller through its last
// argument, which may be NULL. On success nothing is stored. There is no state per thread or per process. Wrong values are errors; whether
// the memory at a pointer is as large as its count and stride say cannot be checked.
//
// Processes. The library has threads, so a process made by fork() from one that has used it cannot draw: calls in it fail with
// VITRAIL_ERROR_FORKED and do not hang. Start processes with exec (Python: spawn or forkserver), or fork before the first call.
//
// Texts are UTF-8. Strings that end with a zero byte are `const char *` alone; others have a size in bytes beside them.
#ifndef VITRAIL_H
#define VITRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Library

/// The version of this header: it changes when a program that was compiled with an older one no longer works.
#define VITRAIL_ABI 1

/// VITRAIL_ABI of the library that is loaded.
int32_t vitrail_abi(void);

/// The version of the library, as "0.1.0". Never freed.
const char *vitrail_version(void);

/// The formats that `vitrail_render` writes, as a JSON array of objects with `name`, `mediaType` and `extension`. Never freed.
const char *vitrail_formats(void);

/// Runs the whole command `vitrail`, which writes to the standard streams.
///
/// At most one call in a process at a time, before or after all other uses, since the command sets process-wide options (the handling of SIGQUIT
/// and SIGPIPE, malloc's thresholds). Commands that start themselves anew (`conformance`) start the program whose path is in the environment variable
/// VITRAIL_EXECUTABLE, or else the process's own executable.
/// - argc, argv: as of main; argv[0] is the program's name.
/// - Returns: the exit status, after sysexits.h: 0 done, 64 usage, 65 bad data, 66 no input, 69 no device, 70 a bug, 73 cannot write.
int32_t vitrail_main(int32_t argc, const char *const *argv);

/// Frees a string that a function of this header returned as `char *`. NULL is ignored.
void vitrail_string_free(char *string);

// MARK: Errors

typedef struct vitrail_error vitrail_error;

/// The values of the command's exit statuses where there is one.
typedef enum vitrail_error_code {
    /// An argument of the call: a null pointer, a negative count, a name that occurs twice, an unknown option.
    VITRAIL_ERROR_ARGUMENT = 64,
    /// The description or the data: the path names the place.
    VITRAIL_ERROR_DATA = 65,
    /// A file that the description names is not there.
    VITRAIL_ERROR_NO_INPUT = 66,
    /// No device, or a device that refuses.
    VITRAIL_ERROR_NO_DEVICE = 69,
    /// A bug of the library or of the driver.
    VITRAIL_ERROR_INTERNAL = 70,
    /// The picture is estimated to take more memory than the option `maxMemory` allows.
    VITRAIL_ERROR_MEMORY = 71,
    /// The pool is being closed.
    VITRAIL_ERROR_CLOSED = 75,
    /// The process was forked from one that had used the library.
    VITRAIL_ERROR_FORKED = 76,
} vitrail_error_code;

int32_t vitrail_error_get_code(const vitrail_error *error);

/// Where: `series[0].y`, `data.d.price`, `columns[2].stride`, `options.renderers`; empty for the call as a whole. Lives as long as the error.
const char *vitrail_error_get_path(const vitrail_error *error);

/// The fault, a phrase without the path. Lives as long as the error.
const char *vitrail_error_get_message(const vitrail_error *error);

/// NULL is ignored.
void vitrail_error_free(vitrail_error *error);

// MARK: Renderers

/// Renderers side by side, each with a context of the graphics driver and a thread.
typedef struct vitrail_pool vitrail_pool;

/// Makes a pool. A renderer opens its device with its first picture, so that this succeeds where there is no driver; `vitrail_pool_device` opens one.
///
/// - options: JSON, or NULL. Keys, all optional:
///   `renderers`: number of renderers, 1 to 256; default: one for each processor.
///   `slots`: charts in work at the same time, further calls wait; default: twice as many.
///   `device`: "auto", "surfaceless", "default", "gbm:PATH", or an index as a number or string; as of `vitrail devices`.
///   `surface`: "framebuffer" or "pbuffer".
///   `eglLibrary`: name or path of the EGL library, to choose a driver; default: libEGL.so.1, or the driver that
///   the package with this library brings along where the system has none.
///   `requireHardware`: true refuses software rasterisers.
///   `fontDirectories`: array of folders with more fonts, for this pool alone.
///   `programCache`: folder for compiled programs, "" for none; default: VITRAIL_CACHE or vitrail in the user's cache folder.
/// - Returns: NULL with an error.
vitrail_pool *vitrail_pool_open(const char *options, vitrail_error **error);

/// Opens a device unless one is open, and describes it as a JSON object:
/// {"renderer": "llvmpipe (LLVM 15.0.6, 256 bits)", "vendor": …, "version": "OpenGL ES 3.2 Mesa 22.3.6", "platform": "surfaceless platform",
///  "eglVersion": "1.5", "library": "libEGL.so.1", "isHardware": false, "isDelivered": false, "renderers": 2, "slots": 4}.
/// `isDelivered`: the system has no driver, and the one draws that the package with this library brings along; then `advice` says how to get a faster one.
///
/// - Returns: a string for `vitrail_string_free`, or NULL with an error.
char *vitrail_pool_device(vitrail_pool *pool, vitrail_error **error);

/// Waits for pictures under way and gives the devices back. NULL is ignored.
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
    /// Texts, one for each row, in `texts`; `values` is NULL. No stride.
    VITRAIL_TEXT = 14,
} vitrail_type;

typedef enum vitrail_meaning {
    VITRAIL_NUMBER = 0,
    /// Time since 1970-01-01 00:00 UTC in `unit`. With VITRAIL_I64, INT64_MIN is a gap (NumPy's NaT).
    VITRAIL_DATE = 1,
    /// Time in `unit`, shown as numbers of seconds. The same gap.
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

/// Every row has the first value, as in an array that NumPy broadcasts. (The member `stride` with the value 0 stands for values side by side.)
#define VITRAIL_STRIDE_ZERO INT64_MIN

/// Texts in one piece of memory: text i is the bytes offsets[i] ..< offsets[i + 1].
typedef struct vitrail_texts {
    /// Number of texts; there is one offset more.
    int64_t count;
    const char *bytes;
    /// The size of `bytes`; an offset beyond it is an error.
    int64_t byte_count;
    /// One of the two; the other one is NULL. They do not decrease.
    const int32_t *offsets32;
    const int64_t *offsets64;
    /// As of a column: which texts are there; NULL = all.
    const uint8_t *validity;
    int64_t validity_offset;
} vitrail_texts;

/// A column of a table in the caller's memory. Set members that are not used to 0 (`= {0}`).
///
/// Numbers and dates are read where they lie and are not copied, at any address and stride; dates that are not VITRAIL_I64 and not VITRAIL_F64 in
/// seconds are copied. Texts are copied. NaN and infinities are gaps, and so are rows without a validity bit.
typedef struct vitrail_array {
    /// Not empty, and unique in its table.
    const char *name;
    /// A vitrail_type.
    int32_t type;
    /// A vitrail_meaning.
    int32_t meaning;
    /// A vitrail_unit; 0 for numbers.
    int32_t unit;
    /// 0, for later use.
    int32_t flags;
    /// Rows, 0 to 2147483647. All columns of a table have the same number.
    int64_t count;
    /// The first value; in the order of this machine's bytes; not NULL unless the count is 0.
    const void *values;
    /// Bytes from a value to the next, which may be negative; 0 = they lie side by side; VITRAIL_STRIDE_ZERO = 0 bytes.
    int64_t stride;
    /// With VITRAIL_BITS: bits before the first value.
    int64_t bit_offset;
    /// A bit for each row, 1 = there is a value, the least significant bit of a byte first; NULL = there is one in each row.
    const uint8_t *validity;
    /// Bits before the one of the first row.
    int64_t validity_offset;
    /// With VITRAIL_TEXT the texts of the rows. With an integer type: `values` are indices of these texts, from 0; a negative index is a gap, one beyond
    /// them an error. Such columns are categories: a category axis orders its items by their first appearance in the rows.
    const vitrail_texts *texts;
    /// For dates: an IANA time zone, as "Europe/Berlin", that `vitrail_table_facts` reports; NULL = none. It does not change the picture: the axis'
    /// `timeZone` in the description does.
    const char *time_zone;
    /// Passed to `release`.
    void *owner;
    /// Called exactly once, from any thread and with no lock held, after the last use of the memory of all columns of the table: columns may share an
    /// owner that one of them names. Also called when `vitrail_table_new` fails, before it returns. NULL = the memory outlives the table. The function
    /// must not call functions of this library.
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

/// Columns under names, unchangeable. A table may be drawn any number of times.
typedef struct vitrail_table vitrail_table;

/// Makes a table of columns. The structs and the strings in them are copied; the memory of the values has to stay unchanged until `release`.
///
/// Each column's `release` is called exactly once, whatever this function returns.
/// - columns: NULL only with a count of 0.
/// - count: at most 100000. More is an error, and then no column is looked at or released.
/// - Returns: NULL with an error, whose path is as `columns[1].values`.
vitrail_table *vitrail_table_new(const vitrail_array *columns, size_t count, vitrail_error **error);

/// Makes a table of a stream of record batches (a struct type), or of arrays of another type, which become one column named "values" unless the schema
/// names it. Reads the stream to its end and releases it, also on failure: `stream->release` is NULL afterwards. The batches are released after the last use.
///
/// Read where they lie: float16, float32, float64, signed and unsigned integers, bool, timestamps, date64, durations, with or without nulls. Copied:
/// date32, time, decimals (32 to 256 bits), utf8, large utf8, utf8 view, dictionaries of texts (categories). A column of another type (list, struct,
/// binary, …) is left out and named by `vitrail_table_facts`; it is an error that names it only when a series asks for it.
/// - Returns: NULL with an error, whose path is as `stream.price` or `stream.chunks[3].price`.
vitrail_table *vitrail_table_from_arrow(struct ArrowArrayStream *stream, vitrail_error **error);

/// Gives the table up, and releases its memory. NULL is ignored.
void vitrail_table_free(vitrail_table *table);

/// The content of the table, as JSON:
/// {"rows": 3, "columns": [{"name": "t", "kind": "date", "minimum": 0, "maximum": 86400, "minimumText": "1970-01-01", "maximumText": "1970-01-02",
///  "isAscending": true, "isFinerThanMilliseconds": false, "timeZone": "Europe/Berlin"},
///  {"name": "y", "kind": "number", "minimum": -1, "maximum": 2.5, "isAscending": false},
///  {"name": "c", "kind": "category", "distinct": 12, "isRepeated": true}],
///  "leftOut": [{"name": "l", "reason": "the type +l (list) cannot be drawn"}]}
/// Numbers in `minimum` and `maximum` are of the finite values, dates are seconds since 1970; both are null where there is none. `isAscending`: no
/// value lies below the one before it, and each is finite. Texts of dates are as a description takes them. `isRepeated`: a text stands in more than one row.
///
/// Each numeric column is read once on all processors, at the first call; later calls are quick.
/// - Returns: a string for `vitrail_string_free`, or NULL with an error.
char *vitrail_table_facts(vitrail_table *table, vitrail_error **error);

/// The least and the greatest finite value of a column of numbers or dates in the rows whose value of another column lies in a range.
///
/// - along: the other column, numbers or dates; NULL = all rows.
/// - low, high: included; dates are seconds since 1970.
/// - extent: takes the two values; NaN where there is none.
/// - Returns: 0, or a code with an error.
int32_t vitrail_table_extent(
    vitrail_table *table, const char *column, const char *along, double low, double high, double extent[2], vitrail_error **error);

// MARK: Pictures

typedef struct vitrail_picture vitrail_picture;

/// A table under a name.
typedef struct vitrail_input {
    /// As `data` of a series calls it. An entry of the description's own `data` with the same name is replaced.
    const char *name;
    vitrail_table *table;
} vitrail_input;

/// Draws the chart of a description (docs/schema/chart.schema.json) and encodes the picture.
///
/// The calling thread waits; as many calls as the pool has slots are in work at the same time.
/// - description, description_size: JSON; bytes. At most 64 MiB.
/// - inputs: NULL only with a count of 0. A table stays alive until the call returns.
/// - options: JSON, or NULL. Keys, all optional:
///   `format`: a name of `vitrail_formats`; default: "png". "rgba" is raw: red, green, blue, alpha (straight) per pixel, row by row from the top.
///   `width`, `height`: points, in place of the description's.
///   `scale`: device pixels per point, 0.1 to 16. `theme`: "flat", "light", "dark" or "flatDark".
///   `quality`: 0 to 100 for JPEG and lossy WebP. `vector`: "auto", "always" or "never" for SVG: whether series are shapes.
///   `directory`: the folder that relative paths in the description start from; default: the working directory.
///   `maxMemory`: bytes; a picture that is estimated to take more is an error before anything is taken.
/// - Returns: NULL with an error.
vitrail_picture *vitrail_render(
    vitrail_pool *pool, const char *description, size_t description_size, const vitrail_input *inputs, size_t input_count, const char *options,
    vitrail_error **error);

/// The bytes of the file, or the raw pixels. They live as long as the picture.
const uint8_t *vitrail_picture_bytes(const vitrail_picture *picture);
size_t vitrail_picture_size(const vitrail_picture *picture);

/// Pixels; of an SVG, user units.
int32_t vitrail_picture_width(const vitrail_picture *picture);
int32_t vitrail_picture_height(const vitrail_picture *picture);

/// A description of the picture in words. Lives as long as the picture.
const char *vitrail_picture_alt_text(const vitrail_picture *picture);

/// Differences between the picture and the description: a JSON array of strings. Lives as long as the picture.
const char *vitrail_picture_warnings(const vitrail_picture *picture);

/// Counts, milliseconds per stage and the device, as the command's `--stats` prints them: a JSON object. Lives as long as the picture.
const char *vitrail_picture_statistics(const vitrail_picture *picture);

/// NULL is ignored.
void vitrail_picture_free(vitrail_picture *picture);

// MARK: Data larger than one machine

// A chart is drawn from what the partitions of its data come to: each is reduced where it lies, results are merged in any order and in a tree of any
// shape, and one process draws the picture, which is that of one process with all rows.
//
//     plan ─ reduce each partition ─ merge ─ plan with extents ─ reduce each partition ─ merge ─ render
//            ╰────────── pass one: extents ──────────╯           ╰───────── pass two ─────────╯
//
// Where all axes have a range, or the rows of all series are aggregated, there is no pass one. Plans, extents and partial results travel as bytes, which
// are checked: of one version of the library, with a checksum, compressed. Bytes that are damaged, cut off, of another plan or version are errors.
//
// These can be reduced: density series and series with an `aggregation`, in any order of rows; line and step line series, filled or not, whose rows are
// sorted by the independent column in each partition and from one to the next. Anything else is an error that names it. Series whose `data` the
// description has itself are drawn as they are. Sums are exact to the last digit, so that neither order nor number of partitions shows. Lines have the pixels
// of one process; step lines, fills and lines with many gaps may differ in few of them. Dates count in seconds of a Double: 0.24 µs.

typedef struct vitrail_bytes vitrail_bytes;

/// They live as long as the object.
const uint8_t *vitrail_bytes_data(const vitrail_bytes *bytes);
size_t vitrail_bytes_size(const vitrail_bytes *bytes);

/// NULL is ignored.
void vitrail_bytes_free(vitrail_bytes *bytes);

/// What is drawn, and what is known of the data so far. Unchangeable.
typedef struct vitrail_plan vitrail_plan;

/// Makes a plan.
///
/// - description, description_size: JSON; bytes. At most 64 MiB.
/// - options: JSON, or NULL. Keys, all optional: `width`, `height`, `scale`, `theme` and `directory` as of `vitrail_render`; `ranges`: an object that gives
///   axes, by their ids, a list of two numbers or dates; the first axes are called "x" and "y", too.
/// - extents, extents_size: of pass one, as `vitrail_partial_merge` gave them with a plan of the same description and options; NULL = there was none.
/// - Returns: NULL with an error, as for a series that cannot be reduced.
vitrail_plan *vitrail_plan_new(
    const char *description, size_t description_size, const char *options, const uint8_t *extents, size_t extents_size, vitrail_error **error);

/// Makes the plan that `vitrail_plan_bytes` wrote.
vitrail_plan *vitrail_plan_from_bytes(const uint8_t *bytes, size_t size, vitrail_error **error);

/// The plan of pass two.
///
/// - extents, extents_size: what `vitrail_partial_merge` made of the extents of all partitions with this plan.
vitrail_plan *vitrail_plan_with_extents(const vitrail_plan *plan, const uint8_t *extents, size_t extents_size, vitrail_error **error);

/// The plan for another process.
vitrail_bytes *vitrail_plan_bytes(const vitrail_plan *plan, vitrail_error **error);

/// Whether `vitrail_partial_reduce` gives extents (pass one); if not, partial results.
bool vitrail_plan_needs_extents(const vitrail_plan *plan);

/// The columns that `vitrail_partial_reduce` reads, by table, as JSON: {"d": ["x", "y"]}. Lives as long as the plan.
const char *vitrail_plan_columns(const vitrail_plan *plan);

/// NULL is ignored.
void vitrail_plan_free(vitrail_plan *plan);

/// What the rows of a partition come to. Columns are read where they lie; the memory that it takes beside them is bounded by the picture.
///
/// - inputs, input_count: the tables that `vitrail_plan_columns` names; others are ignored.
/// - position: of the partition in the order of rows, from 0; each has another one.
/// - Returns: NULL with an error, as where the values that a line is drawn along fall.
vitrail_bytes *vitrail_partial_reduce(
    const vitrail_plan *plan, const vitrail_input *inputs, size_t input_count, int64_t position, vitrail_error **error);

/// What several partitions come to.
///
/// - parts, sizes: `count` results of `vitrail_partial_reduce` and of this function with the same plan; 1 to 1000000.
/// - Returns: NULL with an error, whose path is as `parts[2]` where bytes are none.
vitrail_bytes *vitrail_partial_merge(
    const vitrail_plan *plan, const uint8_t *const *parts, const size_t *sizes, size_t count, vitrail_error **error);

/// Draws the chart of all partitions, and encodes the picture.
///
/// - bytes, size: what `vitrail_partial_merge` made of the results of all partitions.
/// - options: JSON, or NULL: `format`, `quality` and `vector` as of `vitrail_render`.
vitrail_picture *vitrail_partial_render(
    vitrail_pool *pool, const vitrail_plan *plan, const uint8_t *bytes, size_t size, const char *options, vitrail_error **error);

#ifdef __cplusplus
}
#endif

#endif
