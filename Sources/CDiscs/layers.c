#include "CDiscs.h"

void vitrail_layer_below(float *planes, size_t stride, size_t from, size_t to, const float shade[4]) {
    float *restrict red = planes, *restrict green = planes + stride, *restrict blue = planes + 2 * stride, *restrict through = planes + 3 * stride;
    const float r = shade[0], g = shade[1], b = shade[2], kept = 1 - shade[3];
    for (size_t row = from; row < to; row++) {
        float seen = through[row];
        red[row] += r * seen;
        green[row] += g * seen;
        blue[row] += b * seen;
        through[row] = seen * kept;
    }
}

/// 0…1 in eight bits, halves rounded up.
static inline uint32_t byte(float share) { return (uint32_t)(int32_t)(share * 255 + 0.5f); }

void vitrail_take_layers(float *planes, size_t stride, size_t from, size_t to, uint32_t *texels, size_t step) {
    float *restrict red = planes, *restrict green = planes + stride, *restrict blue = planes + 2 * stride, *restrict through = planes + 3 * stride;
    for (size_t row = from; row < to; row++) {
        if (!(through[row] < 1)) continue;
        texels[row * step] = byte(red[row]) | byte(green[row]) << 8 | byte(blue[row]) << 16 | byte(1 - through[row]) << 24;
        red[row] = green[row] = blue[row] = 0;
        through[row] = 1;
    }
}
