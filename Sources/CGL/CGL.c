#define _GNU_SOURCE
#include "CGL.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

__attribute__((noinline)) uintptr_t cgl_current_thread(void) { return (uintptr_t)pthread_self(); }

void cgl_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void cgl_name_current_thread(const char *name) {
    char cut[16];
    strncpy(cut, name, sizeof cut - 1);
    cut[sizeof cut - 1] = 0;
    pthread_setname_np(pthread_self(), cut);
}

void *cgl_open_library(const char *path, const char **reason) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *reason = library ? 0 : dlerror();
    return library;
}

void *cgl_symbol(void *library, const char *name) { return dlsym(library, name); }

int cgl_open_node(const char *path, int *error) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    *error = descriptor < 0 ? errno : 0;
    return descriptor;
}

static inline __attribute__((always_inline)) void swap_red_and_blue(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel;
        memcpy(&pixel, pixels + 4 * i, 4);
        pixel = (pixel & 0xFF00FF00) | (pixel >> 16 & 0xFF) | (pixel & 0xFF) << 16;
        memcpy(pixels + 4 * i, &pixel, 4);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void swap_red_and_blue_wide(uint8_t *pixels, size_t count) {
    swap_red_and_blue(pixels, count);
}
#endif

// Uses a byte shuffle instruction if available.
void cgl_swap_red_and_blue(uint8_t *pixels, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return swap_red_and_blue_wide(pixels, count);
#endif
    swap_red_and_blue(pixels, count);
}
