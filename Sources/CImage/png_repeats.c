// Bytes with repetitions of any distance, for what repeats in other ways than pixel by pixel: texts that are turned, or alike, and cells of a grid.
//
//   rows ── ISA-L's quickest search of the last 32 KiB ── blocks, the last of which ends on a byte
//
// A search works with 360 KB, which each thread keeps: the pages of new memory take longer than the search.

#include "png_repeats.h"

#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct vi_repeats {
    struct isal_zstream stream;
    uint8_t level[ISAL_DEF_LVL1_DEFAULT];
};

static pthread_key_t key;
static int has_key;

static void make_key(void) { has_key = pthread_key_create(&key, free) == 0; }

vi_repeats *vi_repeats_begin(uint8_t *to, size_t room) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    if (!has_key) return NULL;
    vi_repeats *repeats = pthread_getspecific(key);
    if (!repeats) {
        repeats = malloc(sizeof *repeats);
        if (!repeats || pthread_setspecific(key, repeats) != 0) {
            free(repeats);
            return NULL;
        }
    }
    // What the last search left there would be found again, as long as it holds: bytes would depend on what was encoded before.
    memset(repeats, 0, sizeof *repeats);
    struct isal_zstream *stream = &repeats->stream;
    isal_deflate_init(stream);
    stream->level = 1;
    stream->level_buf = repeats->level;
    stream->level_buf_size = sizeof repeats->level;
    stream->next_out = to;
    stream->avail_out = (uint32_t)room;
    return repeats;
}

int vi_repeats_add(vi_repeats *repeats, const uint8_t *bytes, size_t count, int is_last) {
    struct isal_zstream *stream = &repeats->stream;
    stream->flush = is_last ? FULL_FLUSH : NO_FLUSH;
    stream->next_in = (uint8_t *)bytes;
    stream->avail_in = (uint32_t)count;
    return isal_deflate(stream) == COMP_OK && stream->avail_in == 0 && stream->avail_out > 0;
}

size_t vi_repeats_count(const vi_repeats *repeats) { return repeats->stream.total_out; }

uint32_t vi_repeats_check(uint32_t check, const uint8_t *bytes, size_t count) { return isal_adler32(check, bytes, count); }
