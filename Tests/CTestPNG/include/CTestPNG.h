#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Bytes of the file that libpng makes of opaque RGBA pixels, without alpha, with its own choice of filters. Ends the process where libpng fails.
size_t tp_png_size(const uint8_t *rgba, uint32_t width, uint32_t height, int level);

#pragma clang assume_nonnull end
