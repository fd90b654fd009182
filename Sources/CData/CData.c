#define _GNU_SOURCE
#include "CData.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The list of maps only grows, so that the handler can walk it at any time; closed entries are reused.
struct vitrail_map {
    _Atomic uintptr_t start;  // 0 = closed
    _Atomic uintptr_t end;    // whole pages
    atomic_bool faulted;
    int fd;
    size_t size;
    struct vitrail_map *next;
};

static struct vitrail_map *_Atomic all_maps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction previous;
static uintptr_t page_size;

static struct vitrail_map *find_map(uintptr_t address) {
    for (struct vitrail_map *map = atomic_load(&all_maps); map; map = map->next) {
        uintptr_t start = atomic_load(&map->start), end = atomic_load(&map->end);
        if (start && address >= start && address < end && atomic_load(&map->start) == start) return map;
    }
    return NULL;
}

// Everything from the faulting page on is gone, so all of it is replaced: one signal per damaged map, not one per page.
static bool cover_with_zeros(uintptr_t address) {
    struct vitrail_map *map = find_map(address);
    if (!map) return false;
    uintptr_t page = address & ~(page_size - 1);
    void *zeros = mmap((void *)page, atomic_load(&map->end) - page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) return false;
    atomic_store(&map->faulted, true);
    return true;
}

static void hand_on(int signal, siginfo_t *info, void *context) {
    if (previous.sa_flags & SA_SIGINFO) {
        previous.sa_sigaction(signal, info, context);
    } else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
        // The return repeats the fault, then with the default action: the process ends as it would without this
        // handler.
        struct sigaction plain = {.sa_handler = SIG_DFL};
        sigaction(signal, &plain, NULL);
        if (info->si_code <= 0) raise(signal);
    } else {
        previous.sa_handler(signal);
    }
}

static void on_bus_error(int signal, siginfo_t *info, void *context) {
    int saved = errno;
    // si_code > 0: raised by the kernel for an address, not sent by a process.
    bool covered = info->si_code > 0 && cover_with_zeros((uintptr_t)info->si_addr);
    errno = saved;
    if (!covered) hand_on(signal, info, context);
}

static void install_handler(void) {
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous);
}

// Call with the lock held. Returns a closed entry of the list, or a new one at its front.
static struct vitrail_map *take_entry(void) {
    for (struct vitrail_map *map = atomic_load(&all_maps); map; map = map->next)
        if (map->fd < 0) return map;
    struct vitrail_map *map = calloc(1, sizeof *map);
    if (!map) return NULL;
    map->fd = -1;
    map->next = atomic_load(&all_maps);
    atomic_store(&all_maps, map);
    return map;
}

static int check_regular(int fd, size_t *size) {
    struct stat status;
    if (fstat(fd, &status) != 0) return errno;
    if (S_ISDIR(status.st_mode)) return EISDIR;
    if (!S_ISREG(status.st_mode)) return EINVAL;
    *size = (size_t)status.st_size;
    return 0;
}

int vitrail_map_open(const char *path, vitrail_map **result, const void **bytes, size_t *count) {
    pthread_once(&once, install_handler);
    int fd = vitrail_open_file(path);
    if (fd < 0) return errno;
    size_t size = 0;
    int error = check_regular(fd, &size);
    void *base = NULL;
    if (!error && size > 0) {
        base = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (base == MAP_FAILED) error = errno;
    }
    if (error) {
        close(fd);
        return error;
    }
    pthread_mutex_lock(&lock);
    struct vitrail_map *map = take_entry();
    if (map) {
        map->fd = fd;
        map->size = size;
        atomic_store(&map->faulted, false);
        atomic_store(&map->end, (uintptr_t)base + ((size + page_size - 1) & ~(page_size - 1)));
        atomic_store(&map->start, (uintptr_t)base);
    }
    pthread_mutex_unlock(&lock);
    if (!map) {
        if (base) munmap(base, size);
        close(fd);
        return ENOMEM;
    }
    *result = map;
    *bytes = base;
    *count = size;
    return 0;
}

bool vitrail_map_is_damaged(const vitrail_map *map) {
    struct stat status;
    if (atomic_load(&map->faulted)) return true;
    return fstat(map->fd, &status) != 0 || (size_t)status.st_size < map->size;
}

void vitrail_map_close(vitrail_map *map) {
    pthread_mutex_lock(&lock);
    uintptr_t start = atomic_exchange(&map->start, 0);
    if (start) munmap((void *)start, map->size);
    close(map->fd);
    map->fd = -1;
    pthread_mutex_unlock(&lock);
}

void vitrail_prefer_large_pages(void *memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 2 << 20;
    uintptr_t first = ((uintptr_t)memory + page - 1) & ~(page - 1), end = ((uintptr_t)memory + bytes) & ~(page - 1);
    // Best effort: everything works without large pages, too.
    if (first < end) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

void vitrail_prefer_small_pages(void *memory, size_t bytes) {
#ifdef MADV_NOHUGEPAGE
    madvise(memory, bytes, MADV_NOHUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

bool vitrail_keep_freed_memory(int most_kept, int largest_piece) {
#ifdef __GLIBC__
    // glibc returns a thread's heap that is entirely free, regardless of the trim threshold, unless the space left in
    // the previous heap is smaller than the padding.
    return mallopt(M_MMAP_THRESHOLD, largest_piece) && mallopt(M_TRIM_THRESHOLD, most_kept) && mallopt(M_TOP_PAD, largest_piece);
#else
    (void)most_kept, (void)largest_piece;
    return false;
#endif
}
