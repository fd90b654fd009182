#pragma once

/// C shims over ISA-L, libpng, libjpeg-turbo and libwebp: what Swift cannot import (setjmp, macros, structs of
/// function pointers), the loops over pixels that the C compiler vectorises, and the writer of PNG pixels.
///
/// Pixels are RGBA, 8 bits each, row by row from the top, no padding. "Premultiplied" means red, green, blue ≤ alpha.
/// What can fail returns a status; no error leaves C by longjmp. Nothing here keeps global state.
/// DOES NOT bound sizes: the Swift side has checked them.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What a function came back with.
typedef enum vi_status {
    vi_ok = 0,
    /// malloc said no.
    vi_out_of_memory = 1,
    /// The library refused; `message` has its words where there is one.
    vi_refused = 2,
} vi_status;

/// A library's own words, NUL-terminated, cut when longer.
typedef struct vi_message {
    char text[256];
} vi_message;

/// Bytes owned by the receiver; give back with `vi_free`.
typedef struct vi_bytes {
    uint8_t *_Nullable data;
    size_t count;
} vi_bytes;

void vi_free(void *_Nullable pointer);

// MARK: pixels.c

/// 1 when every one of `count` pixels has alpha 255.
int vi_is_opaque(const uint8_t *rgba, size_t count);

/// Straight alpha from premultiplied, `count` pixels: v ↦ round(v · 255 / a), halves up, at most 255; 0 where a = 0.
void vi_straighten(const uint8_t *premultiplied, uint8_t *straight, size_t count);

/// Red, green and blue, three bytes for each pixel.
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

/// The smallest rectangle that holds every pixel in which two pictures of one size differ; no width and no height where they are the same.
vi_rectangle vi_difference(const uint8_t *first, const uint8_t *second, size_t width, size_t height);

/// The second of two pictures with pixels that are like the first one's left out, alpha 0, so that it can be laid over the first one.
/// 0 where that cannot be: a pixel that changed has another alpha than 255. `changes` is not finished then.
int vi_keep_changes(const uint8_t *first, const uint8_t *second, uint8_t *changes, size_t count);

// MARK: filter.c

/// PNG's filters that are used, by their numbers: a row as it is, and less the row above.
typedef enum vi_filter { vi_filter_none = 0, vi_filter_up = 2 } vi_filter;

/// What is known of the rows that went through a filter.
typedef struct vi_found {
    /// Adler-32 of all filters' numbers and filtered bytes. 1 before the first.
    uint32_t check;
    /// Whether every pixel had alpha 255. 1 before the first.
    int is_opaque;
} vi_found;

/// A filtered row of `count` RGBA pixels, at least one.
///
/// - `above`: what is taken away: the row above, or zeros for filter None.
/// - `filtered`: `count` pixels, red in the lowest byte; without alpha, the highest is 0.
/// - `repeats`: a bit for each pixel, the first the lowest of the first word, set where a filtered pixel is the one before; not for the first, and
///   not behind the last.
typedef void (*vi_row_filter)(
    const uint8_t *row, const uint8_t *above, vi_filter filter, uint32_t *filtered, uint64_t *repeats, size_t count, vi_found *found);

/// Instructions that there is a filter for; what it writes is the same.
typedef enum vi_instructions { vi_baseline = 0, vi_avx2 = 1, vi_avx512 = 2 } vi_instructions;

/// NULL where the machine does not have the instructions. `opaque`: alpha is dropped.
vi_row_filter _Nullable vi_row_filter_with(vi_instructions instructions, int opaque);

/// The fastest that the machine can run.
vi_row_filter vi_best_row_filter(int opaque);

// MARK: huffman.c

/// Lengths of an optimal prefix code of at most `longest` bits for symbols that occur so often; 0 for those that never do.
/// At most 288 symbols, of which two or more occur; `longest` bits are enough for them.
void vi_code_lengths(const uint32_t *frequencies, size_t count, int longest, uint8_t *lengths);

/// Deflate's code words for such lengths, lowest bit first.
void vi_code_words(const uint8_t *lengths, size_t count, uint16_t *words);

// MARK: png_strip.c

/// Consecutive rows of a PNG, as an IDAT chunk.
typedef struct vi_png_strip {
    vi_bytes chunk;
    /// Adler-32 of the filtered rows alone, and how many bytes they have.
    uint32_t check;
    uint64_t filtered_bytes;
    /// Whether every pixel has alpha 255.
    int is_opaque;
} vi_png_strip;

/// Rows of a strip; the last one may have fewer.
size_t vi_png_strip_rows(uint32_t width, int opaque);

/// Encodes premultiplied rows, at least one, at most `vi_png_strip_rows`. The bytes depend on nothing else.
///
/// `above`: the row before them, NULL at the picture's top. `opaque`: 8-bit RGB, alpha is dropped; otherwise 8-bit RGBA with straight alpha.
vi_status vi_png_encode(const uint8_t *rows, size_t count, const uint8_t *_Nullable above, uint32_t width, int opaque, vi_png_strip *strip);

/// Adler-32 of two stretches, of which the second has so many bytes.
uint32_t vi_adler_join(uint32_t first, uint32_t second, uint64_t second_bytes);

/// A PNG chunk's check sum: of its type and its body.
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
    /// What translucent pixels are laid over.
    uint8_t red, green, blue;
} vi_jpeg_options;

/// Encodes premultiplied pixels as baseline JPEG, chroma at full resolution (4:4:4).
vi_status vi_jpeg_encode(
    const uint8_t *rgba, int width, int height, vi_jpeg_options options, vi_bytes *out, vi_message *message);

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
    const uint8_t *rgba, int width, int height, vi_webp_options options, vi_bytes *out, vi_message *message);

vi_status vi_webp_read_size(const uint8_t *bytes, size_t count, int *width, int *height, vi_message *message);

/// Decodes into width · height · 4 bytes with straight alpha.
vi_status vi_webp_read(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixel_bytes, vi_message *message);

#pragma clang assume_nonnull end
