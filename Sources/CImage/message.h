#pragma once

#include "CImage.h"

#include <stdio.h>

/// Copies a library's text into a message, truncated if too long. Returns `vi_refused`, so that it can end a function.
static inline vi_status refuse(vi_message *message, const char *words) {
    snprintf(message->text, sizeof message->text, "%s", words);
    return vi_refused;
}

static inline vi_status out_of_memory(vi_message *message) {
    snprintf(message->text, sizeof message->text, "out of memory");
    return vi_out_of_memory;
}
