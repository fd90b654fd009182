#pragma once
#include <stddef.h>
#include <stdint.h>

// The parts of the server that are written in C.

/// The bytes of a file of the page by its name, such as `app.js`; NULL if there is none.
const unsigned char *cserver_file(const char *name, size_t *count);

/// SHA-256 (FIPS 180-4) of bytes that arrive in parts.
typedef struct {
    /// Nettle's state; larger than necessary.
    uint64_t words[16];
} cserver_sha256;

void cserver_sha256_start(cserver_sha256 *hash);
void cserver_sha256_add(cserver_sha256 *hash, const uint8_t *bytes, size_t count);
/// Writes the 32 bytes of the hash, and resets it.
void cserver_sha256_finish(cserver_sha256 *hash, uint8_t *digest);

/// Copies JSON without the whitespace between its values.
///
/// - kept: Capacity of `count` bytes.
/// - Returns: The number of bytes written.
size_t cserver_without_blanks(const uint8_t *json, size_t count, uint8_t *kept);
