#include "CServer.h"

#include <string.h>

static int is_blank(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

static const uint64_t each = 0x0101010101010101;

/// Number of bytes at the start of 8 that are above a blank and not a quote. Bits above the lowest set bit may be
/// wrong; they are not used.
static size_t plain_count(uint64_t word) {
    uint64_t low = (word - each * 0x21) & ~word;
    uint64_t quote = (word ^ each * '"') - each;
    quote &= ~(word ^ each * '"');
    uint64_t other = (low | quote) & each * 0x80;
    if (other == 0) return 8;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(other) / 8;
#else
    return 0;
#endif
}

size_t cserver_without_blanks(const uint8_t *json, size_t count, uint8_t *kept) {
    size_t length = 0;
    for (size_t at = 0; at < count;) {
        // Handles numbers, eight bytes at a time. `kept` has enough space, because no more bytes are kept than were
        // read.
        while (at + 8 <= count) {
            uint64_t word;
            memcpy(&word, json + at, 8);
            memcpy(kept + length, &word, 8);
            size_t plain = plain_count(word);
            length += plain;
            at += plain;
            if (plain < 8) break;
        }
        if (at == count) break;
        if (json[at] == '"') {
            // A whole string: up to the first quote preceded by an even number of backslashes.
            size_t end = at + 1;
            while (end < count && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
            end = end < count ? end + 1 : count;
            memcpy(kept + length, json + at, end - at);
            length += end - at;
            at = end;
        } else {
            kept[length] = json[at];
            length += !is_blank(json[at]);
            at++;
        }
    }
    return length;
}
