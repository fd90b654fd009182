// EGL and OpenGL ES as types only: prototypes are off, so that no function can be linked by mistake. Every function is
// looked up at run time (VitrailGL, GLTable).
#pragma once

#define EGL_NO_X11 1
#define EGL_EGL_PROTOTYPES 0
#define GL_GLES_PROTOTYPES 0

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stddef.h>
#include <stdint.h>

// EGL 1.4 headers lack these.
#ifndef EGL_OPENGL_ES3_BIT_KHR
#define EGL_OPENGL_ES3_BIT_KHR 0x0040
#endif
#ifndef EGL_PLATFORM_SURFACELESS_MESA
#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD
#endif
#ifndef EGL_PLATFORM_GBM_KHR
#define EGL_PLATFORM_GBM_KHR 0x31D7
#endif
#ifndef EGL_DRM_RENDER_NODE_FILE_EXT
#define EGL_DRM_RENDER_NODE_FILE_EXT 0x3377
#endif

// The three functions of libgbm that headless rendering needs; the device is opaque.
typedef void *(*CGLGBMCreateDevice)(int descriptor);
typedef void (*CGLGBMDestroyDevice)(void *device);
typedef const char *(*CGLGBMBackendName)(void *device);

/// Identity of the calling thread, unique among living threads. glibc declares `pthread_self` constant, so optimised
/// async Swift may reuse a result from before a suspension; this function is always called.
uintptr_t cgl_current_thread(void);

/// Makes the kernel kill the process when the thread that started it ends.
void cgl_end_with_parent(void);

/// Names the calling thread for debuggers; names are truncated to 15 bytes.
void cgl_name_current_thread(const char *name);

/// Opens a library without exporting its symbols. Null on failure; `*reason` is then the loader's message, valid until
/// the thread's next call.
void *cgl_open_library(const char *path, const char **reason);

/// A symbol's address, or null.
void *cgl_symbol(void *library, const char *name);

/// Opens a render node for reading and writing, with close-on-exec. -1 on failure; `*error` is then errno.
int cgl_open_node(const char *path, int *error);

/// Swaps the first and the third byte of `count` pixels, four bytes each, on a little-endian machine.
void cgl_swap_red_and_blue(uint8_t *pixels, size_t count);
