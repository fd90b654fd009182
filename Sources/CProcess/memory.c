#define _GNU_SOURCE
#include "CProcess.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/mman.h>

void vitrail_prefer_large_pages(void *memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 2 << 20;
    uintptr_t first = ((uintptr_t)memory + page - 1) & ~(page - 1), end = ((uintptr_t)memory + bytes) & ~(page - 1);
    // Best effort: everything works without large pages, too.
    if (first < end) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

void vitrail_prefer_small_pages(void *memory, size_t bytes) {
#ifdef MADV_NOHUGEPAGE
    madvise(memory, bytes, MADV_NOHUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

bool vitrail_keep_freed_memory(int max_kept, int largest_piece) {
#ifdef __GLIBC__
    // glibc returns a thread's heap that is entirely free, regardless of the trim threshold, unless the space left in
    // the previous heap is smaller than the padding.
    return mallopt(M_MMAP_THRESHOLD, largest_piece) && mallopt(M_TRIM_THRESHOLD, max_kept)
        && mallopt(M_TOP_PAD, largest_piece);
#else
    (void)max_kept, (void)largest_piece;
    return false;
#endif
}
