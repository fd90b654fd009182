// PNG pixels: filter Up, deflate by ISA-L, IDAT chunks with ISA-L's CRC.
//
//   picture ── strips, about 1 MiB of filtered rows ── each deflated by itself, so that several threads can work
//     strip ── groups of rows that stay in the second-level cache ── filtered, then deflated behind the open IDAT's header
//
// A strip starts with an empty window and ends on a byte; together, behind zlib's header and before its check sum, strips are one stream.
// The check sum of several strips, known when all are there, has a chunk of its own.
// A chunk is closed at the end of its strip, or once it is `idat_enough` long. Strips, groups and chunks are counted in rows and bytes, never
// in calls or threads, so that bands of any height, and any number of threads, give the same bytes.
//
// Filter Up on every row: charts repeat from row to row, so that most of the filtered bytes are zero, and it needs no
// left neighbour, hence no serial dependency. Above the first row PNG has zeros.

#include "CImage.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

/// Filtered bytes of a strip, at least: its Huffman codes and empty window cost some hundred bytes.
static const size_t strip_bytes = 1024 * 1024;
/// Filtered bytes handed to deflate at once: half a typical second-level cache.
static const size_t group_bytes = 256 * 1024;
/// An IDAT chunk is closed when it has this many bytes or more.
static const size_t idat_enough = 128 * 1024;
/// Room that deflate is given in `out`, at least.
static const size_t deflate_room = 64 * 1024;
/// Bytes at the begin of a strip that are flushed before the rest, at the cost of about 20 bytes. ISA-L's level 1 (isal_deflate_icf_body_hash_hist,
/// 2.31 and before) hashes a register that still holds the stream's address when a body begins without history, and notes a place under it:
/// which matches it finds would change with where memory happens to lie. The short way for the last bytes of a flush does not; it takes as
/// history all but the last three.
static const size_t settling_bytes = 4;

struct vi_png_writer {
    uint32_t width;
    int opaque, level;
    int starts, ends; // whether the first and the last row here are the picture's
    int is_whole;     // whether all of the picture is one strip
    size_t rows_left, rows_in_strip;
    vi_row_filter filter;
    vi_found found; // in what was filtered here
    uint64_t filtered_bytes;

    uint8_t *filtered; // one filter byte and the row, `group_rows` times, and slack
    size_t row_bytes, group_rows, rows_in_group;

    uint8_t *above;    // the row above the next one, as the filter saw it; zeros before the first
    uint8_t *straight; // translucent only: the current row with straight alpha

    uint8_t *out;
    size_t count, capacity;
    size_t idat; // where the open IDAT chunk begins in `out`; `count` when none is open
    int idat_open;

    uint8_t *level_buffer;
    struct isal_zstream deflate;
};

static const uint32_t level_buffer_sizes[4] = {
    ISAL_DEF_LVL0_DEFAULT, ISAL_DEF_LVL1_DEFAULT, ISAL_DEF_LVL2_DEFAULT, ISAL_DEF_LVL3_DEFAULT};

size_t vi_png_strip_rows(uint32_t width, int opaque) {
    size_t row_bytes = 1 + (size_t)width * (opaque ? 3 : 4);
    return (strip_bytes + row_bytes - 1) / row_bytes;
}

static void begin_strip(vi_png_writer *w) {
    isal_deflate_init(&w->deflate);
    w->deflate.level = (uint32_t)w->level;
    w->deflate.level_buf = w->level_buffer;
    w->deflate.level_buf_size = level_buffer_sizes[w->level];
    w->deflate.gzip_flag = IGZIP_DEFLATE;
    w->rows_in_strip = 0;
}

vi_png_writer *vi_png_begin(uint32_t width, size_t rows, int opaque, int level) {
    vi_png_writer *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->width = width;
    w->opaque = opaque;
    w->level = level;
    w->starts = w->ends = 1;
    w->is_whole = rows <= vi_png_strip_rows(width, opaque);
    w->rows_left = rows;
    w->filter = vi_best_row_filter(opaque);
    w->found = (vi_found){.check = 1, .is_opaque = 1};
    w->row_bytes = 1 + (size_t)width * (opaque ? 3 : 4);
    w->group_rows = group_bytes / w->row_bytes;
    if (w->group_rows == 0) w->group_rows = 1;
    w->filtered = malloc(w->row_bytes * w->group_rows + VI_ROW_SLACK);
    w->above = calloc(width, 4);
    w->straight = opaque ? NULL : malloc((size_t)width * 4);

    uint32_t level_bytes = level_buffer_sizes[level];
    w->level_buffer = level_bytes ? malloc(level_bytes) : NULL;
    if (!w->filtered || !w->above || (!opaque && !w->straight) || (level_bytes && !w->level_buffer)) {
        vi_png_free(w);
        return NULL;
    }
    begin_strip(w);
    return w;
}

void vi_png_set_part(vi_png_writer *w, const uint8_t *above, int ends) {
    if (above && w->opaque) memcpy(w->above, above, (size_t)w->width * 4);
    else if (above) vi_straighten(above, w->above, w->width);
    w->starts = !above;
    w->ends = ends;
    w->is_whole = 0;
}

void vi_png_free(vi_png_writer *w) {
    if (!w) return;
    free(w->filtered);
    free(w->above);
    free(w->straight);
    free(w->out);
    free(w->level_buffer);
    free(w);
}

static void put_u32(uint8_t *bytes, uint32_t value) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// Room for `more` bytes behind `count`, doubling.
static vi_status reserve(vi_png_writer *w, size_t more) {
    if (w->capacity - w->count >= more) return vi_ok;
    size_t capacity = w->capacity ? w->capacity : 2 * deflate_room;
    while (capacity - w->count < more) capacity *= 2;
    uint8_t *out = realloc(w->out, capacity);
    if (!out) return vi_out_of_memory;
    w->out = out;
    w->capacity = capacity;
    return vi_ok;
}

vi_status vi_png_raw(vi_png_writer *w, const uint8_t *bytes, size_t count) {
    vi_status status = reserve(w, count);
    if (status != vi_ok) return status;
    memcpy(w->out + w->count, bytes, count);
    w->count += count;
    return vi_ok;
}

/// Length and CRC of the chunk that began at `start` and ends at `count`.
static vi_status close_chunk(vi_png_writer *w, size_t start) {
    vi_status status = reserve(w, 4);
    if (status != vi_ok) return status;
    size_t body = w->count - start - 8;
    put_u32(w->out + start, (uint32_t)body);
    put_u32(w->out + w->count, crc32_gzip_refl(0, w->out + start + 4, body + 4));
    w->count += 4;
    return vi_ok;
}

vi_status vi_png_chunk(vi_png_writer *w, const char *type, const uint8_t *body, size_t count) {
    size_t start = w->count;
    uint8_t head[8] = {0, 0, 0, 0, (uint8_t)type[0], (uint8_t)type[1], (uint8_t)type[2], (uint8_t)type[3]};
    vi_status status = vi_png_raw(w, head, 8);
    if (status == vi_ok) status = vi_png_raw(w, body, count);
    return status == vi_ok ? close_chunk(w, start) : status;
}

static vi_status open_idat(vi_png_writer *w) {
    static const uint8_t head[8] = {0, 0, 0, 0, 'I', 'D', 'A', 'T'};
    w->idat = w->count;
    w->idat_open = 1;
    vi_status status = vi_png_raw(w, head, 8);
    if (status != vi_ok || !w->starts) return status;
    static const uint8_t zlib[2] = {0x78, 0x01}; // a window of 32 KiB, the fastest level
    w->starts = 0;
    return vi_png_raw(w, zlib, 2);
}

static vi_status close_idat(vi_png_writer *w) {
    w->idat_open = 0;
    return close_chunk(w, w->idat);
}

static vi_status put_check(vi_png_writer *w) {
    uint8_t check[4];
    put_u32(check, w->found.check);
    vi_status status = w->idat_open ? vi_ok : open_idat(w);
    return status == vi_ok ? vi_png_raw(w, check, sizeof check) : status;
}

/// Deflates bytes behind what is in the open IDAT chunk, or in new ones. `last`: the stream ends with them.
static vi_status deflate_bytes(vi_png_writer *w, uint8_t *bytes, size_t count, uint16_t flush, int last) {
    w->filtered_bytes += count;
    w->deflate.next_in = bytes;
    w->deflate.avail_in = (uint32_t)count;
    w->deflate.end_of_stream = (uint16_t)last;
    w->deflate.flush = flush;
    do {
        vi_status status = w->idat_open ? vi_ok : open_idat(w);
        if (status == vi_ok) status = reserve(w, deflate_room);
        if (status != vi_ok) return status;
        w->deflate.next_out = w->out + w->count;
        w->deflate.avail_out = (uint32_t)deflate_room;
        if (isal_deflate(&w->deflate) != COMP_OK) return vi_refused;
        w->count += deflate_room - w->deflate.avail_out;
        if (w->count - w->idat - 8 >= idat_enough) {
            status = close_idat(w);
            if (status != vi_ok) return status;
        }
    } while (w->deflate.avail_in > 0 || (last ? w->deflate.internal_state.state != ZSTATE_END : w->deflate.avail_out == 0));
    return vi_ok;
}

/// Deflates the rows in the group. `ends_strip`: up to the last byte, and the chunk is closed.
static vi_status deflate_group(vi_png_writer *w, int ends_strip) {
    int last = ends_strip && w->rows_left == 0 && w->ends;
    size_t bytes = w->rows_in_group * w->row_bytes;
    int begins_strip = w->rows_in_strip == w->rows_in_group;
    size_t first = begins_strip && bytes > settling_bytes ? settling_bytes : 0;
    w->rows_in_group = 0;
    vi_status status = first ? deflate_bytes(w, w->filtered, first, SYNC_FLUSH, 0) : vi_ok;
    if (status == vi_ok) {
        uint16_t flush = ends_strip && !last ? SYNC_FLUSH : NO_FLUSH;
        status = deflate_bytes(w, w->filtered + first, bytes - first, flush, last);
    }
    if (status == vi_ok && last && w->is_whole) status = put_check(w);
    return status == vi_ok && ends_strip && w->idat_open ? close_idat(w) : status;
}

vi_status vi_png_rows(vi_png_writer *w, const uint8_t *rgba, size_t rows) {
    size_t stride = (size_t)w->width * 4;
    size_t strip_rows = vi_png_strip_rows(w->width, w->opaque);
    const uint8_t *above = w->above;
    for (size_t y = 0; y < rows; y++) {
        const uint8_t *row = rgba + y * stride;
        uint8_t *filtered = w->filtered + w->rows_in_group * w->row_bytes;
        if (w->opaque) {
            w->filter(row, above, filtered, w->width, &w->found);
            above = row;
        } else {
            vi_straighten(row, w->straight, w->width);
            w->filter(w->straight, w->above, filtered, w->width, &w->found);
            uint8_t *spare = w->above;
            w->above = w->straight;
            w->straight = spare;
        }
        w->rows_left--;
        w->rows_in_group++;
        int ends_strip = ++w->rows_in_strip == strip_rows || w->rows_left == 0;
        if (ends_strip || w->rows_in_group == w->group_rows) {
            vi_status status = deflate_group(w, ends_strip);
            if (status != vi_ok) return status;
        }
        if (ends_strip) begin_strip(w);
    }
    if (w->opaque && rows > 0) memcpy(w->above, above, stride);
    return vi_ok;
}

vi_status vi_png_reserve(vi_png_writer *w, size_t more) { return reserve(w, more); }

/// Adler-32 of two stretches one after the other.
static uint32_t joined(uint32_t first, uint32_t second, uint64_t second_bytes) {
    const uint64_t base = 65521;
    uint64_t low = (first & 0xFFFF) + (second & 0xFFFF) + base - 1;
    // Each byte behind adds the first stretch's low half to the high one once more.
    uint64_t high = (first >> 16) + (second >> 16) + second_bytes % base * ((first & 0xFFFF) + base - 1);
    return (uint32_t)(high % base << 16 | low % base);
}

vi_status vi_png_join(vi_png_writer *w, const vi_png_writer *part) {
    w->starts = w->is_whole = 0;
    w->found.check = joined(w->found.check, part->found.check, part->filtered_bytes);
    w->found.is_opaque &= part->found.is_opaque;
    return vi_png_raw(w, part->out, part->count);
}

int vi_png_is_opaque(const vi_png_writer *w) { return w->found.is_opaque; }

vi_status vi_png_end_pixels(vi_png_writer *w) {
    if (w->is_whole) return vi_ok;
    vi_status status = put_check(w);
    return status == vi_ok ? close_idat(w) : status;
}

const uint8_t *vi_png_ready(const vi_png_writer *w, size_t *count) {
    static const uint8_t none[1];
    *count = w->idat_open ? w->idat : w->count;
    return w->out ? w->out : none;
}

void vi_png_take(vi_png_writer *w) {
    size_t ready = w->idat_open ? w->idat : w->count;
    memmove(w->out, w->out + ready, w->count - ready);
    w->count -= ready;
    w->idat -= w->idat_open ? ready : 0;
}
