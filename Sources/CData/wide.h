// How functions are compiled twice, for any processor and for one with AVX2, and chosen between at run time.
#pragma once

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
/// The whole of a function's body: `name`, or `name_wide` where the processor has what that was compiled for.
#define CHOOSE(name, ...) \
    if (__builtin_cpu_supports("avx2")) return name##_wide(__VA_ARGS__); \
    return name(__VA_ARGS__)
#else
#define CHOOSE(name, ...) return name(__VA_ARGS__)
#endif
