// Finds the differences between two pictures: between the frames of an animation, most of a chart does not change.

#include "CImage.h"

#include <string.h>

/// Number of equal pixels at the left of two rows, at most `count`.
static size_t same_from_left(const uint8_t *first, const uint8_t *second, size_t count) {
    if (memcmp(first, second, count * 4) == 0) return count;
    size_t x = 0;
    while (memcmp(first + 4 * x, second + 4 * x, 4) == 0) x++;
    return x;
}

/// The end of the range of different pixels, not before `from`.
static size_t end_of_difference(const uint8_t *first, const uint8_t *second, size_t from, size_t width) {
    if (memcmp(first + 4 * from, second + 4 * from, (width - from) * 4) == 0) return from;
    size_t end = width;
    while (memcmp(first + 4 * (end - 1), second + 4 * (end - 1), 4) == 0) end--;
    return end;
}

vi_rectangle vi_difference(const uint8_t *first, const uint8_t *second, size_t width, size_t height) {
    size_t row_bytes = width * 4, top = 0, bottom = height;
    while (top < height && memcmp(first + top * row_bytes, second + top * row_bytes, row_bytes) == 0) top++;
    if (top == height) return (vi_rectangle){0, 0, 0, 0};
    while (memcmp(first + (bottom - 1) * row_bytes, second + (bottom - 1) * row_bytes, row_bytes) == 0) bottom--;
    // Only different pixels outside the columns found so far can widen them.
    size_t left = width, right = 0;
    for (size_t y = top; y < bottom; y++) {
        const uint8_t *a = first + y * row_bytes, *b = second + y * row_bytes;
        left = same_from_left(a, b, left);
        right = end_of_difference(a, b, right, width);
    }
    return (vi_rectangle){left, top, right - left, bottom - top};
}

int vi_keep_changes(const uint8_t *first, const uint8_t *second, uint8_t *changes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t before, after;
        memcpy(&before, first + 4 * i, 4);
        memcpy(&after, second + 4 * i, 4);
        if (before == after) after = 0;
        else if (second[4 * i + 3] != 255) return 0;
        memcpy(changes + 4 * i, &after, 4);
    }
    return 1;
}
