#pragma once
#include <stddef.h>

// The files that the process may read as data: all files until it is confined.

/// Permanently restricts data files to files below a folder and lent files.
///
/// `folder`: an open descriptor of the folder, which must stay open; −1: lent files only. Links are not followed.
void vitrail_confine_files(int folder);

/// Registers an open file under a name. Lent files are found before files of the folder. The descriptor is closed when
/// the file is taken back.
void vitrail_lend_file(const char *name, int descriptor);

/// Registers a copy of bytes under a name, like a lent file. Returns 0 or an errno value.
int vitrail_lend_bytes(const char *name, const void *bytes, size_t count);

/// Number of data files opened since the process started, without lent ones.
long vitrail_opened_files(void);

/// Takes back and closes all lent files.
void vitrail_take_back_files(void);

/// A descriptor for reading, or −1 with errno: EPERM if the process is confined and may not read the file.
int vitrail_open_file(const char *path);
