// Compiles functions twice, for any processor and for processors with AVX2, and selects the version at run time.
#pragma once

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
/// The whole body of a function: calls `name_wide` if the processor has AVX2, else `name`.
#define CHOOSE(name, ...) \
    if (__builtin_cpu_supports("avx2")) return name##_wide(__VA_ARGS__); \
    return name(__VA_ARGS__)
#else
#define CHOOSE(name, ...) return name(__VA_ARGS__)
#endif
