#pragma once
#include "CImage.h"

#pragma clang assume_nonnull begin

typedef struct vi_repeats vi_repeats;

/// Begins to deflate bytes, to blocks that refer to nothing before them. NULL when memory is short.
///
/// `to`: where they are written, up to `room` bytes, fewer than 2³². The calling thread has one of them at a time.
vi_repeats *_Nullable vi_repeats_begin(uint8_t *to, size_t room);

/// Adds bytes, fewer than 2³²; the last ones end on a byte of what is written. Returns 0 where the room is too small.
int vi_repeats_add(vi_repeats *repeats, const uint8_t *bytes, size_t count, int is_last);

/// Bytes that were written.
size_t vi_repeats_count(const vi_repeats *repeats);

/// Adler-32 of bytes behind others.
uint32_t vi_repeats_check(uint32_t check, const uint8_t *bytes, size_t count);

#pragma clang assume_nonnull end
