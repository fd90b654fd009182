// What the command needs of the process before Swift's run-time library does anything.
#pragma once

/// The process's arguments, as the kernel hands them to the program: they do not depend on /proc. The program's name is the first.
///
/// Returns their number; 0 where the C library does not pass them to constructors (musl).
int ccommand_arguments(char *const **arguments);

/// The path by which the running program was started; null where the kernel does not say.
const char *ccommand_executable(void);

/// Whether the process may have `count` more threads at the same time. Starts so many that only wait, and ends them.
///
/// Returns 0, or errno's value for the first thread that could not be started.
int ccommand_try_threads(int count);
