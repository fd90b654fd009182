// Decodes PNG to premultiplied RGBA with libpng's simplified interface, which catches its own longjmp.

#include "message.h"

#include <png.h>
#include <string.h>

static vi_status begin(png_image *image, const uint8_t *bytes, size_t count, vi_message *message) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(image, bytes, count)) return refuse(message, image->message);
    // Without this, libpng treats 16-bit samples without a gamma as linear light; browsers treat them as sRGB.
    image->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    return vi_ok;
}

vi_status vi_png_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, vi_message *message) {
    png_image image;
    vi_status status = begin(&image, bytes, count, message);
    if (status == vi_ok) {
        *width = image.width;
        *height = image.height;
    }
    png_image_free(&image);
    return status;
}

vi_status vi_png_read(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixel_bytes, vi_message *message) {
    png_image image;
    vi_status status = begin(&image, bytes, count, message);
    if (status != vi_ok) {
        png_image_free(&image);
        return status;
    }
    image.format = PNG_FORMAT_RGBA;
    if ((size_t)image.width * image.height * 4 != pixel_bytes) {
        png_image_free(&image);
        return refuse(message, "size changed between header and pixels");
    }
    if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
        png_image_free(&image);
        return refuse(message, image.message);
    }
    vi_premultiply(pixels, pixels, pixel_bytes / 4);
    return vi_ok;
}
