#pragma once

/// C shims over ISA-L, libpng, libjpeg-turbo and libwebp: what Swift cannot import (setjmp, macros, structs of
/// function pointers) and the loops over pixels that the C compiler vectorises.
///
/// Pixels are RGBA, 8 bits each, row by row from the top, no padding. "Premultiplied" means red, green, blue ≤ alpha.
/// Every function returns a status; no error leaves C by longjmp. Nothing here keeps global state.
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

/// Premultiplied from straight alpha, `count` pixels, may work in place: v ↦ round(v · a / 255).
void vi_premultiply(const uint8_t *straight, uint8_t *premultiplied, size_t count);

/// Premultiplied pixels over one opaque colour: v ↦ min(255, v + round(c · (255 − a) / 255)), alpha 255.
void vi_flatten(const uint8_t *premultiplied, uint8_t *flat, size_t count, uint8_t red, uint8_t green, uint8_t blue);

// MARK: filter.c

/// What is known of the rows that went through a filter.
typedef struct vi_found {
    /// Adler-32 of all bytes written. 1 before the first.
    uint32_t check;
    /// Whether every pixel had alpha 255. 1 before the first.
    int is_opaque;
} vi_found;

/// Bytes that are written past a row's end, at most. They have no meaning.
#define VI_ROW_SLACK 16

/// PNG filter Up of one row of `count` RGBA pixels, at least one: writes the filter's number and 4 · `count` bytes, or 3 · `count` without alpha, then
/// up to `VI_ROW_SLACK` more.
typedef void (*vi_row_filter)(const uint8_t *row, const uint8_t *above, uint8_t *filtered, size_t count, vi_found *found);

/// Instructions that there is a filter for; its bytes are the same.
typedef enum vi_instructions { vi_baseline = 0, vi_avx2 = 1, vi_avx512 = 2 } vi_instructions;

/// NULL where the machine does not have the instructions. `opaque`: alpha is dropped.
vi_row_filter _Nullable vi_row_filter_with(vi_instructions instructions, int opaque);

/// The fastest that the machine can run.
vi_row_filter vi_best_row_filter(int opaque);

// MARK: png_write.c

/// The pixels of a PNG on their way through filter and deflate into IDAT chunks.
typedef struct vi_png_writer vi_png_writer;

/// Begins a picture of `rows` rows, or a part of one. `opaque`: 8-bit RGB, alpha is dropped; otherwise 8-bit RGBA with straight alpha.
/// `level`: ISA-L's 0…3. NULL when memory is short.
vi_png_writer *_Nullable vi_png_begin(uint32_t width, size_t rows, int opaque, int level);

/// Rows of a strip, which is deflated by itself; the last one may have fewer.
size_t vi_png_strip_rows(uint32_t width, int opaque);

/// Makes a writer one of a part, which begins with a strip. `above`: the row before it, NULL at the picture's top. `ends`: whether the picture's last
/// row is in it.
void vi_png_set_part(vi_png_writer *writer, const uint8_t *_Nullable above, int ends);

/// Appends bytes that are not pixels: signature or whole chunks. Only before the first row or after `vi_png_end_pixels`.
vi_status vi_png_raw(vi_png_writer *writer, const uint8_t *bytes, size_t count);

/// Appends one chunk with its length and CRC. `type` is four letters. As `vi_png_raw`.
vi_status vi_png_chunk(vi_png_writer *writer, const char *type, const uint8_t *body, size_t count);

/// Appends premultiplied rows from the top, not more than there are. IDAT chunks do not depend on how rows are cut into calls.
vi_status vi_png_rows(vi_png_writer *writer, const uint8_t *rgba, size_t rows);

/// Makes room for `more` bytes at once.
vi_status vi_png_reserve(vi_png_writer *writer, size_t more);

/// Appends all rows of a part, in the place of `vi_png_rows`. The picture has several.
vi_status vi_png_join(vi_png_writer *writer, const vi_png_writer *part);

/// Whether every pixel so far had alpha 255.
int vi_png_is_opaque(const vi_png_writer *writer);

/// Ends the stream. After the last row, once.
vi_status vi_png_end_pixels(vi_png_writer *writer);

/// Finished bytes that were not taken yet; valid until the next call.
const uint8_t *vi_png_ready(const vi_png_writer *writer, size_t *count);

/// Forgets the bytes that `vi_png_ready` showed.
void vi_png_take(vi_png_writer *writer);

void vi_png_free(vi_png_writer *_Nullable writer);

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
