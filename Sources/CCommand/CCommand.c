#define _GNU_SOURCE
#include "CCommand.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

enum { MAX_THREADS = 64 };

static void *wait_for_gate(void *gate) {
    // Held by the starting thread until all threads exist.
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return 0;
}

int ccommand_try_threads(int count) {
    pthread_t threads[MAX_THREADS];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t attributes;
    int started = 0, code = 0;
    if (count > MAX_THREADS) count = MAX_THREADS;
    if (pthread_attr_init(&attributes) != 0) return 0;
    pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
    // The threads must not receive a signal that is meant for the command.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&gate);
    while (started < count && code == 0) {
        code = pthread_create(&threads[started], &attributes, wait_for_gate, &gate);
        if (code == 0) started++;
    }
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < started; i++) pthread_join(threads[i], 0);
    pthread_sigmask(SIG_SETMASK, &before, 0);
    pthread_attr_destroy(&attributes);
    return code;
}

int ccommand_limit_data(long bytes) {
    struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = (rlim_t)bytes};
    return setrlimit(RLIMIT_DATA, &limit) == 0 ? 0 : errno;
}
