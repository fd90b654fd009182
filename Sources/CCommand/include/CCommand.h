// What the command needs of the process before Swift's run-time library does anything.
#pragma once

/// Whether the process may have `count` more threads at the same time. Starts so many that only wait, and ends them.
///
/// Returns 0, or errno's value for the first thread that could not be started.
int ccommand_try_threads(int count);
