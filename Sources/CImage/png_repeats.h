#pragma once
#include "CImage.h"

#pragma clang assume_nonnull begin

/// A byte as it is, or a repetition of bytes.
typedef struct {
    /// 4…258 bytes; 0 = one as it is.
    uint16_t length;
    /// The byte; of a repetition, how far back it begins, less one: 0…32,767.
    uint16_t value;
} vi_token;

/// Finds repetitions in bytes, fewer than 2³², by looking at the last place where four of them stood. Returns how many tokens there are: at most as
/// many as bytes.
size_t vi_find_repeats(const uint8_t *bytes, size_t count, vi_token *tokens);

#pragma clang assume_nonnull end
