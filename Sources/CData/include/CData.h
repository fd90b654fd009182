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

// What one pass over numbers finds.

typedef struct {
    /// Least and greatest finite value; infinity and −infinity when there is none.
    double low, high;
    /// Least finite value > 0; infinity when there is none.
    double low_positive;
    /// Smallest distance > 0 of a finite value from the finite one before it; infinity when there is none.
    double step;
    /// First and last finite value; NaN when there is none.
    double first, last;
    /// No value below the finite one before it, and none that is not finite.
    bool is_ascending;
} vitrail_extent;

/// Reads every value once, at the speed of memory.
vitrail_extent vitrail_find_extent(const double *values, size_t count);
