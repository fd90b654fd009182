#pragma once
#include "CImage.h"

#pragma clang assume_nonnull begin

/// A literal byte, or a match.
typedef struct {
    /// Length of the match, 4…258 bytes; 0: a literal.
    uint16_t length;
    /// The literal; for a match, the distance minus one: 0…32,767.
    uint16_t value;
} vi_token;

/// Finds matches in fewer than 2³² bytes by checking the last position with the same four bytes. Returns the number of
/// tokens, at most the number of bytes.
size_t vi_find_matches(const uint8_t *bytes, size_t count, vi_token *tokens);

#pragma clang assume_nonnull end
