// Pixel loops that are simple enough for the compiler to vectorise. On x86-64 each is compiled twice, for AVX2 and for
// the baseline; on other processors there is only the baseline. Each call tests the processor: an ifunc resolver would
// run before sanitizers are initialised, and they do not survive that.

#include "CImage.h"

#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

void vi_free(void *pointer) { free(pointer); }

INLINE uint32_t load_pixel(const uint8_t *bytes) {
    uint32_t pixel;
    memcpy(&pixel, bytes, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    pixel = __builtin_bswap32(pixel);
#endif
    return pixel;
}

INLINE void store_pixel(uint8_t *bytes, uint32_t pixel) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    pixel = __builtin_bswap32(pixel);
#endif
    memcpy(bytes, &pixel, 4);
}

INLINE int is_opaque(const uint8_t *rgba, size_t count) {
    // In blocks: the inner loop has no exit, and a translucent picture is detected after its first block.
    enum { block = 1024 };
    for (size_t start = 0; start < count; start += block) {
        size_t end = count - start < block ? count : start + block;
        uint32_t all = 0xFF000000u;
        for (size_t i = start; i < end; i++) all &= load_pixel(rgba + 4 * i);
        if (all >> 24 != 255) return 0;
    }
    return 1;
}

INLINE void straighten(const uint8_t *premultiplied, uint8_t *straight, size_t count) {
    // v · (255 / a) in float has an error below 2^-15, while v · 255 / a is either exactly halfway or at least 1/510
    // from it. So rounding at 0.5 + 2^-10 is exact for every pair, halves up.
    const float rounding = 0.5f + 1.0f / 1024;
    for (size_t i = 0; i < count; i++) {
        uint32_t p = load_pixel(premultiplied + 4 * i);
        uint32_t a = p >> 24;
        float scale = a ? 255.0f / (float)(int)a : 0.0f;
        int red = (int)((float)(int)(p & 255) * scale + rounding);
        int green = (int)((float)(int)(p >> 8 & 255) * scale + rounding);
        int blue = (int)((float)(int)(p >> 16 & 255) * scale + rounding);
        red = red > 255 ? 255 : red;
        green = green > 255 ? 255 : green;
        blue = blue > 255 ? 255 : blue;
        store_pixel(straight + 4 * i, (uint32_t)red | (uint32_t)green << 8 | (uint32_t)blue << 16 | a << 24);
    }
}

typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));

INLINE void drop_alpha(const uint8_t *rgba, uint8_t *rgb, size_t count) {
    size_t i = 0;
    // Four pixels at a time; the surplus bytes written are overwritten by the next step.
    for (; i + 6 <= count; i += 4) {
        bytes16 four;
        memcpy(&four, rgba + 4 * i, sizeof four);
        four = __builtin_shufflevector(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
        memcpy(rgb + 3 * i, &four, sizeof four);
    }
    for (; i < count; i++) memcpy(rgb + 3 * i, rgba + 4 * i, 3);
}

/// round(v · a / 255) for v, a in 0…255, exact.
INLINE uint32_t times(uint32_t v, uint32_t a) {
    uint32_t t = v * a + 128;
    return (t + (t >> 8)) >> 8;
}

INLINE void premultiply(const uint8_t *straight, uint8_t *premultiplied, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t p = load_pixel(straight + 4 * i);
        uint32_t a = p >> 24;
        uint32_t q = times(p & 255, a) | times(p >> 8 & 255, a) << 8 | times(p >> 16 & 255, a) << 16 | a << 24;
        store_pixel(premultiplied + 4 * i, q);
    }
}

INLINE void flatten(
    const uint8_t *premultiplied, uint8_t *flat, size_t count, uint8_t red, uint8_t green, uint8_t blue
) {
    for (size_t i = 0; i < count; i++) {
        uint32_t p = load_pixel(premultiplied + 4 * i);
        uint32_t through = 255 - (p >> 24);
        uint32_t r = (p & 255) + times(red, through);
        uint32_t g = (p >> 8 & 255) + times(green, through);
        uint32_t b = (p >> 16 & 255) + times(blue, through);
        r = r > 255 ? 255 : r;
        g = g > 255 ? 255 : g;
        b = b > 255 ? 255 : b;
        store_pixel(flat + 4 * i, r | g << 8 | b << 16 | 0xFF000000u);
    }
}

#if defined(__x86_64__)

#define FOR_EACH_SET(result, name, declared, given) \
    __attribute__((target("avx2"))) static result name##_256 declared { return name given; } \
    result vi_##name declared { return __builtin_cpu_supports("avx2") ? name##_256 given : name given; }

#else

#define FOR_EACH_SET(result, name, declared, given) \
    result vi_##name declared { return name given; }

#endif

FOR_EACH_SET(int, is_opaque, (const uint8_t *rgba, size_t count), (rgba, count))
FOR_EACH_SET(
    void, straighten, (const uint8_t *premultiplied, uint8_t *straight, size_t count), (premultiplied, straight, count)
)
FOR_EACH_SET(void, drop_alpha, (const uint8_t *rgba, uint8_t *rgb, size_t count), (rgba, rgb, count))
FOR_EACH_SET(
    void, premultiply, (const uint8_t *straight, uint8_t *premultiplied, size_t count), (straight, premultiplied, count)
)
FOR_EACH_SET(
    void, flatten,
    (const uint8_t *premultiplied, uint8_t *flat, size_t count, uint8_t red, uint8_t green, uint8_t blue),
    (premultiplied, flat, count, red, green, blue)
)
