// Process settings for the command, made before Swift's run-time library does anything.
#pragma once

/// Tests whether the process may have `count` more threads at the same time: starts that many waiting threads, and ends
/// them.
///
/// Returns 0, or the errno value of the first thread that could not be started.
int ccommand_try_threads(int count);

/// Limits the process's data, without files, to this many bytes; allocations beyond fail. Returns 0, or an errno value.
int ccommand_limit_data(long bytes);
