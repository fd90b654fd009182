#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "confine.h"

// Read-only maps of files whose pages may vanish.
//
// If a file shrinks while it is mapped, the next access raises SIGBUS. A handler then maps zero pages there and marks
// the map as damaged; readers check that mark afterwards. All other faults go to the previously installed handler.
//
// The handler is installed with the first map, and the action before it is restored with the last one. If a host has
// installed a handler over it meanwhile, both stay, because the host's may call this one.

typedef struct vitrail_map vitrail_map;

/// Maps a regular file. Returns 0 or an errno value: ENOENT, EISDIR, EINVAL (not a regular file), …
/// For an empty file, `*bytes` = NULL and `*count` = 0.
int vitrail_map_open(const char *path, vitrail_map **map, const void **bytes, size_t *count);

/// Whether bytes were lost since the map was made: a page faulted, or the file is shorter than it was.
bool vitrail_map_is_damaged(const vitrail_map *map);

/// Unmaps and closes the file; safe while other maps are being read.
void vitrail_map_close(vitrail_map *map);

// The same files without a map.

/// Reads a regular file into memory of its own, aligned to a page. Returns 0 or an errno value, as `vitrail_map_open`;
/// EFBIG: more than `limit` bytes; ESTALE: the file shrank while it was read.
int vitrail_copy_open(const char *path, size_t limit, void **bytes, size_t *count);

/// Frees the memory of a copy.
void vitrail_copy_close(void *bytes, size_t count);

/// Reads the first bytes of a regular file, as many as there is room for. Returns 0 or an errno value.
int vitrail_read_start(const char *path, void *bytes, size_t room, size_t *count);

/// Advises the kernel to use large pages for memory that will be written from start to end; they cost less to allocate.
/// Small blocks are left unchanged.
void vitrail_prefer_large_pages(void *memory, size_t bytes);
/// Advises the kernel not to use large pages for memory (whole pages) that will be written only at few positions.
void vitrail_prefer_small_pages(void *memory, size_t bytes);

/// Keeps freed memory in the process: `most_kept` bytes at the end of each heap, in blocks of up to `largest_piece`
/// bytes. False if the C library has no such setting.
bool vitrail_keep_freed_memory(int max_kept, int largest_piece);
