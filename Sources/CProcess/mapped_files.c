#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
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

// An action of SIGBUS that the handler calls for faults of others. Entries are neither changed nor freed: a handler
// that began before the last map was closed may still read one.
struct earlier {
    struct sigaction action;
    struct earlier *next;
};

static struct vitrail_map *_Atomic all_maps;
static struct earlier default_action = {.action = {.sa_handler = SIG_DFL}};
static struct earlier *_Atomic earlier = &default_action;

// All below are used with the lock held, except that the handler reads `page_size`. The handler takes no lock.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct earlier *known_actions;
static size_t mapped_count;
// Whether another handler was installed over this one, which may call it.
static bool is_covered;
static uintptr_t page_size;

// MARK: The handler of SIGBUS

static struct vitrail_map *find_map(uintptr_t address) {
    for (struct vitrail_map *map = atomic_load(&all_maps); map; map = map->next) {
        uintptr_t start = atomic_load(&map->start), end = atomic_load(&map->end);
        if (start && address >= start && address < end && atomic_load(&map->start) == start) return map;
    }
    return NULL;
}

// Everything from the faulting page on is gone, so all of it is replaced: one signal per damaged map, not one per page.
// The reader keeps its map open, so no other thread can unmap it here. A map that another thread closes is removed from
// the list before its addresses are free for others.
static bool cover_with_zeros(uintptr_t address) {
    struct vitrail_map *map = find_map(address);
    if (!map) return false;
    uintptr_t page = address & ~(page_size - 1);
    void *zeros =
        mmap((void *)page, atomic_load(&map->end) - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) return false;
    atomic_store(&map->faulted, true);
    return true;
}

// Does what the earlier action would have done without this handler.
static void hand_on(int signal, siginfo_t *info, void *context, bool is_fault) {
    struct earlier *node = atomic_load(&earlier);
    const struct sigaction *action = &node->action;
    bool is_ignored = action->sa_handler == SIG_IGN;
    if (is_ignored && !is_fault) return;
    if (is_ignored || action->sa_handler == SIG_DFL) {
        // The kernel does not ignore faults. After the return, a fault occurs again; a sent signal must be raised.
        struct sigaction plain = {.sa_handler = SIG_DFL};
        sigaction(signal, &plain, NULL);
        if (!is_fault) raise(signal);
        return;
    }
    // Such a handler runs once.
    if (action->sa_flags & SA_RESETHAND) atomic_compare_exchange_strong(&earlier, &node, &default_action);
    if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(signal, info, context);
    } else {
        action->sa_handler(signal);
    }
}

static void on_bus_error(int signal, siginfo_t *info, void *context) {
    int saved = errno;
    // Above 0: raised by the kernel, not sent by a process.
    bool is_fault = info->si_code > 0;
#ifdef BUS_MCEERR_AO
    // Memory that failed elsewhere: no access is to be repeated.
    if (info->si_code == BUS_MCEERR_AO) is_fault = false;
#endif
    bool covered = is_fault && cover_with_zeros((uintptr_t)info->si_addr);
    errno = saved;
    if (!covered) hand_on(signal, info, context, is_fault);
}

static bool is_ours(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_bus_error;
}

static bool is_same(const struct sigaction *a, const struct sigaction *b) {
    if (a->sa_handler != b->sa_handler || a->sa_flags != b->sa_flags) return false;
    for (int k = 1; k < NSIG; k++)
        if (sigismember(&a->sa_mask, k) != sigismember(&b->sa_mask, k)) return false;
    return true;
}

// Returns an entry with the action, NULL: no memory. A process has few different ones.
static struct earlier *remember(const struct sigaction *action) {
    for (struct earlier *node = known_actions; node; node = node->next)
        if (is_same(&node->action, action)) return node;
    struct earlier *node = calloc(1, sizeof *node);
    if (!node) return NULL;
    node->action = *action;
    node->next = known_actions;
    return known_actions = node;
}

// Called with the first map. Returns 0 or an errno value.
static int install_handler(void) {
    if (!page_size) page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction present;
    if (sigaction(SIGBUS, NULL, &present) != 0) return errno;
    if (is_ours(&present)) return 0;
    // The handler above this one may call it, and would be called by it again without an end.
    if (is_covered && present.sa_handler != SIG_DFL && present.sa_handler != SIG_IGN) return 0;
    struct earlier *node = remember(&present);
    if (!node) return ENOMEM;
    // Before the handler can run.
    atomic_store(&earlier, node);
    // The earlier handler runs with the same signals blocked as before.
    struct sigaction action = {
        .sa_sigaction = on_bus_error,
        .sa_mask = present.sa_mask,
        .sa_flags = SA_SIGINFO | SA_ONSTACK | (present.sa_flags & (SA_NODEFER | SA_RESTART))
    };
    struct sigaction replaced;
    if (sigaction(SIGBUS, &action, &replaced) != 0) return errno;
    is_covered = false;
    // The host may have changed the action between the two calls.
    if (!is_same(&replaced, &present) && (node = remember(&replaced))) atomic_store(&earlier, node);
    return 0;
}

// Called when the last map is closed. A handler that was installed over this one stays, and so does this one: the other
// may have stored it, to call it. `earlier` keeps its value for handlers that have begun.
static void restore_handler(void) {
    struct sigaction present, replaced;
    if (sigaction(SIGBUS, NULL, &present) != 0) return;
    is_covered = !is_ours(&present);
    if (is_covered) return;
    if (sigaction(SIGBUS, &atomic_load(&earlier)->action, &replaced) != 0 || is_ours(&replaced)) return;
    // Another thread installed one between the two calls.
    is_covered = true;
    sigaction(SIGBUS, &replaced, NULL);
}

// MARK: Maps

// Returns a closed entry of the list, or a new one at its front.
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

// Maps the file and installs the handler with the first map. An empty file is not mapped.
static int add_map(int fd, size_t size, struct vitrail_map **result, void **base) {
    struct vitrail_map *map = take_entry();
    if (!map) return ENOMEM;
    *base = NULL;
    if (size > 0) {
        int error = mapped_count == 0 ? install_handler() : 0;
        if (error) return error;
        *base = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (*base == MAP_FAILED) {
            error = errno;
            if (mapped_count == 0) restore_handler();
            return error;
        }
        mapped_count++;
    }
    map->fd = fd;
    map->size = size;
    atomic_store(&map->faulted, false);
    if (*base) {
        atomic_store(&map->end, (uintptr_t)*base + ((size + page_size - 1) & ~(page_size - 1)));
        atomic_store(&map->start, (uintptr_t)*base);
    }
    *result = map;
    return 0;
}

int vitrail_map_open(const char *path, vitrail_map **result, const void **bytes, size_t *count) {
    int fd = vitrail_open_file(path);
    if (fd < 0) return errno;
    size_t size = 0;
    void *base = NULL;
    int error = check_regular(fd, &size);
    if (!error) {
        pthread_mutex_lock(&lock);
        error = add_map(fd, size, result, &base);
        pthread_mutex_unlock(&lock);
    }
    if (error) {
        close(fd);
        return error;
    }
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
    // First, so that the handler no longer finds the map when its addresses are free for others.
    uintptr_t start = atomic_exchange(&map->start, 0);
    if (start) {
        munmap((void *)start, map->size);
        if (--mapped_count == 0) restore_handler();
    }
    close(map->fd);
    map->fd = -1;
    pthread_mutex_unlock(&lock);
}

// MARK: Copies

// Reads until the buffer is full or the file ends. Returns 0 or an errno value.
static int read_bytes(int fd, void *bytes, size_t count, size_t *done) {
    *done = 0;
    while (*done < count) {
        size_t rest = count - *done, largest = (size_t)1 << 30;
        // At a position, because descriptors of lent files share theirs.
        ssize_t more = pread(fd, (char *)bytes + *done, rest < largest ? rest : largest, (off_t)*done);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return errno;
        if (more == 0) return 0;
        *done += (size_t)more;
    }
    return 0;
}

int vitrail_copy_open(const char *path, size_t limit, void **bytes, size_t *count) {
    int fd = vitrail_open_file(path);
    if (fd < 0) return errno;
    size_t size = 0, done = 0;
    void *base = NULL;
    int error = check_regular(fd, &size);
    if (!error && size > limit) error = EFBIG;
    if (!error && size > 0) {
        // Whole pages, which return to the system at once, and at the same alignment as a map.
        base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        error = base == MAP_FAILED ? errno : 0;
        if (!error) {
            vitrail_prefer_large_pages(base, size);
            error = read_bytes(fd, base, size, &done);
            if (!error && done < size) error = ESTALE;
            if (error) munmap(base, size);
        }
    }
    close(fd);
    if (error) return error;
    *bytes = base;
    *count = size;
    return 0;
}

void vitrail_copy_close(void *bytes, size_t count) {
    if (bytes) munmap(bytes, count);
}

int vitrail_read_start(const char *path, void *bytes, size_t room, size_t *count) {
    int fd = vitrail_open_file(path);
    if (fd < 0) return errno;
    size_t size = 0;
    int error = check_regular(fd, &size);
    if (!error) error = read_bytes(fd, bytes, room, count);
    close(fd);
    return error;
}
