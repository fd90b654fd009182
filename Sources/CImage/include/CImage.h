#pragma once

/// C shims over libdeflate, libpng, libjpeg-turbo and libwebp for features that Swift cannot import (setjmp, macros,
/// structs of function pointers); the pixel loops that the C compiler vectorises; and the writer of PNG pixels.
///
/// Pixels are RGBA, 8 bits each, row by row from the top, without padding. "Premultiplied" means red, green, blue ≤
/// alpha. Functions that can fail return a status; no error leaves C by longjmp. There is no global state. Sizes are
/// NOT checked here: the Swift side has checked them.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The result of a function.
typedef enum vi_status {
    vi_ok = 0,
    /// An allocation failed.
    vi_out_of_memory = 1,
    /// The library reported an error; `message` has its text if there is one.
    vi_refused = 2,
} vi_status;

/// A library's error message, NUL-terminated, truncated if longer.
typedef struct vi_message {
    char text[256];
} vi_message;

/// Bytes owned by the receiver; free them with `vi_free`.
typedef struct vi_bytes {
    uint8_t *_Nullable data;
    size_t count;
} vi_bytes;

void vi_free(void *_Nullable pointer);

// MARK: pixels.c

/// 1 if all `count` pixels have alpha 255.
int vi_is_opaque(const uint8_t *rgba, size_t count);

/// Straight alpha from premultiplied, `count` pixels: v ↦ round(v · 255 / a), halves up, at most 255; 0 where a = 0.
void vi_straighten(const uint8_t *premultiplied, uint8_t *straight, size_t count);

/// Copies red, green and blue, three bytes per pixel.
void vi_drop_alpha(const uint8_t *rgba, uint8_t *rgb, size_t count);

/// Premultiplied from straight alpha, `count` pixels, may work in place: v ↦ round(v · a / 255).
void vi_premultiply(const uint8_t *straight, uint8_t *premultiplied, size_t count);

/// Premultiplied pixels over one opaque colour: v ↦ min(255, v + round(c · (255 − a) / 255)), alpha 255.
void vi_flatten(const uint8_t *premultiplied, uint8_t *flat, size_t count, uint8_t red, uint8_t green, uint8_t blue);

// MARK: difference.c

/// Pixels, from the top left.
typedef struct vi_rectangle {
    size_t x, y, width, height;
} vi_rectangle;

/// The smallest rectangle that contains every different pixel of two pictures of the same size; width and height 0 if
/// they are equal.
vi_rectangle vi_difference(const uint8_t *first, const uint8_t *second, size_t width, size_t height);

/// Copies the second picture and sets pixels equal to the first one's to alpha 0, so that the result can be composited
/// over the first picture.
/// Returns 0 if this is impossible because a changed pixel's alpha is not 255; `changes` is then incomplete.
int vi_keep_changes(const uint8_t *first, const uint8_t *second, uint8_t *changes, size_t count);

// MARK: filter.c

/// The PNG filters in use, by their numbers: the row unchanged, and the row minus the row above.
typedef enum vi_filter { vi_filter_none = 0, vi_filter_up = 2 } vi_filter;

/// Results accumulated over filtered rows.
typedef struct vi_found {
    /// Adler-32 of all filter bytes and filtered bytes. 1 before the first row.
    uint32_t check;
    /// Whether every pixel had alpha 255. 1 before the first row.
    int is_opaque;
} vi_found;

/// Filters a row of `count` RGBA pixels, at least one.
///
/// - `above`: The row to subtract: the row above, or zeros for filter None.
/// - `filtered`: Receives `count` pixels, red in the lowest byte; without alpha, the highest byte is 0.
/// - `repeats`: One bit per pixel, the first pixel in the lowest bit of the first word; set if a filtered pixel equals
///   its predecessor. Not set for the first pixel and after the last one.
typedef void (*vi_row_filter)(
    const uint8_t *row, const uint8_t *above, vi_filter filter, uint32_t *filtered, uint64_t *repeats, size_t count,
    vi_found *found
);

/// Instruction sets with a filter implementation; all produce the same output.
typedef enum vi_instructions { vi_baseline = 0, vi_avx2 = 1, vi_avx512 = 2 } vi_instructions;

/// NULL if the machine does not have the instructions. `opaque`: alpha is dropped.
vi_row_filter _Nullable vi_row_filter_with(vi_instructions instructions, int opaque);

/// The fastest filter for this machine.
vi_row_filter vi_best_row_filter(int opaque);

// MARK: huffman.c

/// Lengths of an optimal prefix code with at most `longest` bits for symbols with these frequencies; 0 for unused
/// symbols. At most 288 symbols, at least two used; `longest` bits must suffice for them.
void vi_code_lengths(const uint32_t *frequencies, size_t count, int longest, uint8_t *lengths);

/// Deflate's codes for these lengths, lowest bit first.
void vi_code_words(const uint8_t *lengths, size_t count, uint16_t *words);

// MARK: png_strip.c

/// Consecutive rows of a PNG (a band), as an IDAT chunk.
typedef struct vi_png_strip {
    vi_bytes chunk;
    /// Adler-32 of the filtered rows alone, and their size in bytes.
    uint32_t check;
    uint64_t filtered_bytes;
    /// Whether every pixel has alpha 255.
    int is_opaque;
} vi_png_strip;

/// Number of rows in a band; the last band may have fewer.
size_t vi_png_band_rows(uint32_t width, int opaque);

/// Encodes premultiplied rows, at least one, at most `vi_png_band_rows`. The output depends only on the arguments.
///
/// `above`: the row before them, NULL at the picture's top. `opaque`: writes 8-bit RGB without alpha; otherwise 8-bit
/// RGBA with straight alpha.
vi_status vi_png_encode(
    const uint8_t *rows, size_t count, const uint8_t *_Nullable above, uint32_t width, int opaque, vi_png_strip *strip
);

/// Adler-32 of the concatenation of two byte sequences; the second one has `second_bytes` bytes.
uint32_t vi_adler_join(uint32_t first, uint32_t second, uint64_t second_bytes);

/// Checksum of a PNG chunk: CRC-32 of its type and body.
uint32_t vi_png_crc(const uint8_t *bytes, size_t count);

// MARK: png_read.c

/// Width and height from the header. `message` is set unless ok.
vi_status vi_png_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, vi_message *message);

/// Decodes any PNG into width · height · 4 premultiplied sRGB bytes at `pixels`. `message` is set unless ok.
vi_status vi_png_read(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixel_bytes, vi_message *message);

// MARK: jpeg.c

typedef struct vi_jpeg_options {
    /// 0…100.
    int quality;
    /// Dots per inch written into the JFIF header; 0: aspect ratio 1:1, no unit.
    int dots_per_inch;
    /// Background for translucent pixels.
    uint8_t red, green, blue;
} vi_jpeg_options;

/// Called from time to time on the encoding thread: whether to cancel; NULL: never. A cancelled encoder returns
/// `vi_refused`.
typedef int (*_Nullable vi_stop)(void *_Nullable context);

/// Encodes premultiplied pixels as baseline JPEG, chroma at full resolution (4:4:4).
vi_status vi_jpeg_encode(
    const uint8_t *rgba, int width, int height, vi_jpeg_options options, vi_stop stop, void *_Nullable context,
    vi_bytes *out, vi_message *message
);

vi_status vi_jpeg_read_size(const uint8_t *bytes, size_t count, int *width, int *height, vi_message *message);

/// Decodes into width · height · 4 bytes, alpha 255.
vi_status vi_jpeg_read(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixel_bytes, vi_message *message);

// MARK: webp.c

typedef struct vi_webp_options {
    /// 0…100; negative: lossless.
    int quality;
    /// Lossless only: 0 (fast) … 9 (small).
    int effort;
} vi_webp_options;

/// Encodes premultiplied pixels as WebP with straight alpha, or without alpha when all are opaque.
vi_status vi_webp_encode(
    const uint8_t *rgba, int width, int height, vi_webp_options options, vi_stop stop, void *_Nullable context,
    vi_bytes *out, vi_message *message
);

vi_status vi_webp_read_size(const uint8_t *bytes, size_t count, int *width, int *height, vi_message *message);

/// Decodes into width · height · 4 bytes with straight alpha.
vi_status vi_webp_read(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixel_bytes, vi_message *message);

#pragma clang assume_nonnull end
