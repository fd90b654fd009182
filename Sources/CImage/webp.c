// WebP by libwebp: lossless for charts, lossy on request.

#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>

static const char *words(WebPEncodingError error) {
    switch (error) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return "out of memory";
    case VP8_ENC_ERROR_BAD_DIMENSION: return "bad dimension";
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
    case VP8_ENC_ERROR_PARTITION_OVERFLOW: return "partition overflow";
    case VP8_ENC_ERROR_FILE_TOO_BIG: return "file would exceed 4 GB";
    case VP8_ENC_ERROR_USER_ABORT: return "given up";
    default: return "libwebp refused the picture";
    }
}

static int configure(WebPConfig *config, vi_webp_options options) {
    if (options.quality >= 0) return WebPConfigPreset(config, WEBP_PRESET_DRAWING, (float)options.quality);
    return WebPConfigInit(config) && WebPConfigLosslessPreset(config, options.effort);
}

/// Copies the pixels to libwebp's own storage, with straight alpha, or without alpha if `opaque`.
static int import(WebPPicture *picture, const uint8_t *rgba, int opaque) {
    int stride = picture->width * 4;
    if (opaque) return WebPPictureImportRGBX(picture, rgba, stride);
    size_t count = (size_t)picture->width * (size_t)picture->height;
    uint8_t *straight = malloc(count * 4);
    if (!straight) {
        picture->error_code = VP8_ENC_ERROR_OUT_OF_MEMORY;
        return 0;
    }
    vi_straighten(rgba, straight, count);
    int imported = WebPPictureImportRGBA(picture, straight, stride);
    free(straight);
    return imported;
}

typedef struct {
    WebPMemoryWriter writer;
    vi_stop stop;
    void *context;
} sink;

static int write(const uint8_t *data, size_t count, const WebPPicture *picture) {
    WebPPicture inner = *picture;
    inner.custom_ptr = &((sink *)picture->custom_ptr)->writer;
    return WebPMemoryWrite(data, count, &inner);
}

/// libwebp cancels if this returns 0.
static int go_on(int percent, const WebPPicture *picture) {
    (void)percent;
    sink *s = (sink *)picture->custom_ptr;
    return !s->stop(s->context);
}

vi_status vi_webp_encode(
    const uint8_t *rgba, int width, int height, vi_webp_options options, vi_stop stop, void *context, vi_bytes *out,
    vi_message *message
) {
    WebPConfig config;
    WebPPicture picture;
    if (!configure(&config, options) || !WebPPictureInit(&picture)) {
        return refuse(message, "libwebp of another version");
    }
    config.exact = 1;
    picture.use_argb = options.quality < 0;
    picture.width = width;
    picture.height = height;

    sink s = {.stop = stop, .context = context};
    WebPMemoryWriterInit(&s.writer);
    picture.writer = write;
    picture.custom_ptr = &s;
    if (stop) picture.progress_hook = go_on;

    int opaque = vi_is_opaque(rgba, (size_t)width * (size_t)height);
    int encoded = import(&picture, rgba, opaque) && WebPEncode(&config, &picture);
    WebPEncodingError error = picture.error_code;
    WebPPictureFree(&picture);
    if (!encoded) {
        WebPMemoryWriterClear(&s.writer);
        return refuse(message, words(error));
    }
    // The writer's memory comes from malloc, unless libwebp was built with its own allocator; therefore it is copied.
    out->data = malloc(s.writer.size);
    out->count = s.writer.size;
    if (out->data) memcpy(out->data, s.writer.mem, s.writer.size);
    WebPMemoryWriterClear(&s.writer);
    return out->data ? vi_ok : out_of_memory(message);
}

vi_status vi_webp_read_size(const uint8_t *bytes, size_t count, int *width, int *height, vi_message *message) {
    return WebPGetInfo(bytes, count, width, height) ? vi_ok : refuse(message, "not a WebP");
}

vi_status vi_webp_read(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixel_bytes, vi_message *message) {
    int width, height;
    if (!WebPGetInfo(bytes, count, &width, &height)) return refuse(message, "not a WebP");
    if ((size_t)width * (size_t)height * 4 != pixel_bytes) {
        return refuse(message, "size changed between header and pixels");
    }
    if (!WebPDecodeRGBAInto(bytes, count, pixels, pixel_bytes, width * 4)) return refuse(message, "damaged or cut off");
    return vi_ok;
}
