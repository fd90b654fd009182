#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_confined;
static int folder = -1;
static struct {
    char *name;
    int descriptor;
} *lent;
static size_t lent_count;
static atomic_long opened;

long vitrail_opened_files(void) { return atomic_load(&opened); }

void vitrail_confine_files(int descriptor) {
    pthread_mutex_lock(&lock);
    is_confined = true;
    folder = descriptor;
    pthread_mutex_unlock(&lock);
}

static void take_back(void) {
    for (size_t k = 0; k < lent_count; k++) {
        free(lent[k].name);
        close(lent[k].descriptor);
    }
    free(lent);
    lent = NULL;
    lent_count = 0;
}

void vitrail_lend_file(const char *name, int descriptor) {
    pthread_mutex_lock(&lock);
    void *more = realloc(lent, (lent_count + 1) * sizeof *lent);
    char *copy = strdup(name);
    if (!more || !copy) abort();
    lent = more;
    lent[lent_count].name = copy;
    lent[lent_count++].descriptor = descriptor;
    pthread_mutex_unlock(&lock);
}

int vitrail_lend_bytes(const char *name, const void *bytes, size_t count) {
    int descriptor = memfd_create("vitrail-upload", MFD_CLOEXEC);
    if (descriptor < 0) return errno;
    for (size_t written = 0; written < count;) {
        ssize_t more = write(descriptor, (const char *)bytes + written, count - written);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) {
            int code = errno;
            close(descriptor);
            return code;
        }
        written += (size_t)more;
    }
    // A reader starts at the writer's position. Maps are not affected, but `read` is.
    lseek(descriptor, 0, SEEK_SET);
    vitrail_lend_file(name, descriptor);
    return 0;
}

void vitrail_take_back_files(void) {
    pthread_mutex_lock(&lock);
    take_back();
    pthread_mutex_unlock(&lock);
}

// Opens one folder after another and follows no links, so that a path cannot change its meaning between a check and its
// use.
static int open_beneath(int from, const char *path) {
    while (path[0] == '.' && path[1] == '/') path += 2;
    if (path[0] == '/' || path[0] == 0) return errno = EPERM, -1;
    int at = from;
    for (const char *part = path;;) {
        const char *end = strchrnul(part, '/');
        size_t length = (size_t)(end - part);
        char name[NAME_MAX + 1];
        int next = -1;
        if (length > NAME_MAX) {
            errno = ENAMETOOLONG;
        } else if (
            length == 0 || (length == 1 && part[0] == '.') || (length == 2 && part[0] == '.' && part[1] == '.')
        ) {
            errno = EPERM;
        } else {
            memcpy(name, part, length);
            name[length] = 0;
            // Non-blocking, or opening a named pipe would wait for a writer.
            int flags = *end ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK;
            next = openat(at, name, flags | O_NOFOLLOW | O_CLOEXEC);
            if (next < 0 && errno == ELOOP) errno = EPERM;
        }
        int code = errno;
        if (at != from) close(at);
        if (next < 0 || !*end) return errno = code, next;
        at = next;
        part = end + 1;
    }
}

int vitrail_open_file(const char *path) {
    pthread_mutex_lock(&lock);
    bool confined = is_confined;
    int from = folder, found = -1;
    for (size_t k = 0; k < lent_count && found < 0; k++)
        if (strcmp(lent[k].name, path) == 0) found = fcntl(lent[k].descriptor, F_DUPFD_CLOEXEC, 0);
    pthread_mutex_unlock(&lock);
    if (found >= 0) return found;
    atomic_fetch_add(&opened, 1);
    if (!confined) return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (from < 0) return errno = EPERM, -1;
    return open_beneath(from, path);
}
