#pragma once
#include <stdbool.h>
#include <stddef.h>

// Read-only maps of files whose pages may vanish.
//
// A file that shrinks under its map raises SIGBUS on the next touch. A handler puts zero pages there and marks the map
// as damaged; whoever scans it asks afterwards. Faults elsewhere go to the handler that was there before.

typedef struct vitrail_map vitrail_map;

/// Maps a regular file; 0, or an errno value: ENOENT, EISDIR, EINVAL (not a regular file), …
/// An empty file gives `*bytes` = NULL, `*count` = 0.
int vitrail_map_open(const char *path, vitrail_map **map, const void **bytes, size_t *count);

/// Whether bytes were lost since the map was made: a page faulted, or the file is shorter now.
bool vitrail_map_is_damaged(const vitrail_map *map);

/// Unmaps and closes; safe while other maps are being read.
void vitrail_map_close(vitrail_map *map);
