// Functions and data of the C library as the shared library of the wheel uses them, for two reasons:
// - glibc 2.35 and 2.36 have new ones that older systems lack;
// - Debian's static libraries are compiled for programs, and address `stdout` and `stderr` as data of the program
//   itself.
// Only the wheel's library is linked with this file; all of it is hidden (libvitrail.map).
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

// The versions before 2.35 differ in `errno` alone.
double glibc_hypot(double x, double y);
float glibc_hypotf(float x, float y);
__asm__(".symver glibc_hypot, hypot@GLIBC_2.2.5");
__asm__(".symver glibc_hypotf, hypotf@GLIBC_2.2.5");

double hypot(double x, double y) { return glibc_hypot(x, y); }
float hypotf(float x, float y) { return glibc_hypotf(x, y); }

void arc4random_buf(void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t some = getrandom((char *)bytes + done, count - done, 0);
        if (some > 0) done += (size_t)some;
        else if (errno != EINTR) abort();
    }
}

uint32_t arc4random(void) {
    uint32_t value;
    arc4random_buf(&value, sizeof value);
    return value;
}

// glibc initialises its own variables with the same addresses.
struct stream;
extern struct stream _IO_2_1_stdout_, _IO_2_1_stderr_;
struct stream *stdout = &_IO_2_1_stdout_;
struct stream *stderr = &_IO_2_1_stderr_;
