// JPEG with libjpeg-turbo. Its fatal errors return by longjmp. Every setjmp below is in the function that owns the
// objects to be freed, and these objects live outside its stack frame, so longjmp does not clobber them.

#include "message.h"

// jpeglib.h requires stdio.h before it.
#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// The error manager: libjpeg's struct as the first member, then the return point.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf back;
    vi_message *message;
} errors;

static void fail(j_common_ptr codec) {
    errors *e = (errors *)codec->err;
    char words[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, words);
    refuse(e->message, words);
    longjmp(e->back, 1);
}

static void keep_quiet(j_common_ptr codec) { (void)codec; }

static struct jpeg_error_mgr *catch(errors *e, vi_message *message) {
    e->message = message;
    jpeg_std_error(&e->manager);
    e->manager.error_exit = fail;
    e->manager.output_message = keep_quiet;
    return &e->manager;
}

/// A growing destination. (libjpeg's own loses its buffer if an error occurs after it has grown.)
typedef struct {
    struct jpeg_destination_mgr manager;
    uint8_t *data;
    size_t capacity, count;
} sink;

static void sink_begin(j_compress_ptr codec) {
    sink *s = (sink *)codec->dest;
    s->manager.next_output_byte = s->data;
    s->manager.free_in_buffer = s->capacity;
}

static boolean sink_grow(j_compress_ptr codec) {
    // Called when the buffer is full. The two pointers may be outdated; the whole buffer counts as written.
    sink *s = (sink *)codec->dest;
    uint8_t *data = realloc(s->data, s->capacity * 2);
    if (!data) {
        errors *e = (errors *)codec->err;
        out_of_memory(e->message);
        longjmp(e->back, 1);
    }
    s->manager.next_output_byte = data + s->capacity;
    s->manager.free_in_buffer = s->capacity;
    s->data = data;
    s->capacity *= 2;
    return TRUE;
}

static void sink_end(j_compress_ptr codec) {
    sink *s = (sink *)codec->dest;
    s->count = s->capacity - s->manager.free_in_buffer;
}

typedef struct {
    struct jpeg_compress_struct codec;
    errors errors;
    sink sink;
    uint8_t *row;
} encoder;

static void configure(j_compress_ptr codec, int width, int height, vi_jpeg_options options) {
    codec->image_width = (JDIMENSION)width;
    codec->image_height = (JDIMENSION)height;
    codec->input_components = 4;
    codec->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, options.quality, TRUE);
    // Charts have thin coloured lines, so chroma keeps full resolution.
    for (int c = 0; c < codec->num_components; c++) {
        codec->comp_info[c].h_samp_factor = 1;
        codec->comp_info[c].v_samp_factor = 1;
    }
    if (options.dots_per_inch > 0) {
        codec->density_unit = 1;
        codec->X_density = codec->Y_density = (UINT16)options.dots_per_inch;
    }
}

/// The part that may longjmp; it owns nothing.
static void compress(
    encoder *e, const uint8_t *rgba, int width, int height, vi_jpeg_options o, vi_stop stop, void *context
) {
    jpeg_create_compress(&e->codec);
    e->codec.dest = &e->sink.manager;
    configure(&e->codec, width, height, o);
    jpeg_start_compress(&e->codec, TRUE);
    for (int y = 0; y < height; y++) {
        if (stop && y % 8 == 0 && stop(context)) {
            refuse(e->errors.message, "given up");
            longjmp(e->errors.back, 1);
        }
        vi_flatten(rgba + (size_t)y * (size_t)width * 4, e->row, (size_t)width, o.red, o.green, o.blue);
        JSAMPROW row = e->row;
        jpeg_write_scanlines(&e->codec, &row, 1);
    }
    jpeg_finish_compress(&e->codec);
}

vi_status vi_jpeg_encode(
    const uint8_t *rgba, int width, int height, vi_jpeg_options options, vi_stop stop, void *context, vi_bytes *out,
    vi_message *message
) {
    encoder *e = calloc(1, sizeof *e);
    if (!e) return out_of_memory(message);
    e->codec.err = catch(&e->errors, message);
    e->sink.manager.init_destination = sink_begin;
    e->sink.manager.empty_output_buffer = sink_grow;
    e->sink.manager.term_destination = sink_end;
    e->sink.capacity = 64 * 1024;
    e->sink.data = malloc(e->sink.capacity);
    e->row = malloc((size_t)width * 4);

    vi_status status = vi_ok;
    if (!e->sink.data || !e->row) {
        status = out_of_memory(message);
    } else if (setjmp(e->errors.back) == 0) {
        compress(e, rgba, width, height, options, stop, context);
    } else {
        status = vi_refused;
    }
    jpeg_destroy_compress(&e->codec);
    if (status == vi_ok) {
        out->data = e->sink.data;
        out->count = e->sink.count;
    } else {
        free(e->sink.data);
    }
    free(e->row);
    free(e);
    return status;
}

typedef struct {
    struct jpeg_decompress_struct codec;
    errors errors;
} decoder;

static void read_header(decoder *d, const uint8_t *bytes, size_t count) {
    jpeg_create_decompress(&d->codec);
    jpeg_mem_src(&d->codec, bytes, count);
    jpeg_read_header(&d->codec, TRUE);
}

static vi_status decompress(decoder *d, uint8_t *pixels, size_t pixel_bytes, vi_message *message) {
    d->codec.out_color_space = JCS_EXT_RGBA;
    size_t stride = (size_t)d->codec.image_width * 4;
    if (stride * d->codec.image_height != pixel_bytes) return refuse(message, "size changed between header and pixels");
    jpeg_start_decompress(&d->codec);
    while (d->codec.output_scanline < d->codec.output_height) {
        JSAMPROW row = pixels + d->codec.output_scanline * stride;
        jpeg_read_scanlines(&d->codec, &row, 1);
    }
    jpeg_finish_decompress(&d->codec);
    // libjpeg only warns about a truncated file and fills the rest with grey.
    return d->errors.manager.num_warnings > 0 ? refuse(message, "damaged or cut off") : vi_ok;
}

vi_status vi_jpeg_read_size(const uint8_t *bytes, size_t count, int *width, int *height, vi_message *message) {
    decoder *d = calloc(1, sizeof *d);
    if (!d) return out_of_memory(message);
    d->codec.err = catch(&d->errors, message);
    // Assigned again after a return by longjmp, so it is never a clobbered local.
    vi_status status;
    if (setjmp(d->errors.back) == 0) {
        read_header(d, bytes, count);
        *width = (int)d->codec.image_width;
        *height = (int)d->codec.image_height;
        status = vi_ok;
    } else {
        status = vi_refused;
    }
    jpeg_destroy_decompress(&d->codec);
    free(d);
    return status;
}

vi_status vi_jpeg_read(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixel_bytes, vi_message *message) {
    decoder *d = calloc(1, sizeof *d);
    if (!d) return out_of_memory(message);
    d->codec.err = catch(&d->errors, message);
    vi_status status;
    if (setjmp(d->errors.back) == 0) {
        read_header(d, bytes, count);
        status = decompress(d, pixels, pixel_bytes, message);
    } else {
        status = vi_refused;
    }
    jpeg_destroy_decompress(&d->codec);
    free(d);
    return status;
}
