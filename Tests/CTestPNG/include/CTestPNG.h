#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Size in bytes of the file that libpng writes for opaque RGBA pixels, without alpha, with its own choice of filters.
/// Ends the process if libpng fails.
size_t tp_png_size(const uint8_t *rgba, uint32_t width, uint32_t height, int level);

#pragma clang assume_nonnull end
