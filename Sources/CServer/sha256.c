#include "CServer.h"

#include <nettle/sha2.h>

// Swift does not see nettle's types, so only this file needs its headers.
_Static_assert(sizeof(struct sha256_ctx) <= sizeof(cserver_sha256), "room for nettle's state");
_Static_assert(_Alignof(struct sha256_ctx) <= _Alignof(cserver_sha256), "aligned as nettle's state");

static struct sha256_ctx *state(cserver_sha256 *hash) { return (struct sha256_ctx *)(void *)hash; }

void cserver_sha256_start(cserver_sha256 *hash) { sha256_init(state(hash)); }

void cserver_sha256_add(cserver_sha256 *hash, const uint8_t *bytes, size_t count) {
    sha256_update(state(hash), count, bytes);
}

void cserver_sha256_finish(cserver_sha256 *hash, uint8_t *digest) {
    sha256_digest(state(hash), SHA256_DIGEST_SIZE, digest);
}
