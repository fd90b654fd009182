#include "CTestPNG.h"

#include <png.h>
#include <stdlib.h>

static void count_bytes(png_structp png, png_bytep bytes, png_size_t count) {
    (void)bytes;
    *(size_t *)png_get_io_ptr(png) += count;
}

static void flush_nothing(png_structp png) { (void)png; }

size_t tp_png_size(const uint8_t *rgba, uint32_t width, uint32_t height, int level) {
    size_t count = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) abort();
    png_set_write_fn(png, &count, count_bytes, flush_nothing);
    png_set_compression_level(png, level);
    png_set_IHDR(
        png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT
    );
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < height; y++) png_write_row(png, rgba + (size_t)y * width * 4);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return count;
}
