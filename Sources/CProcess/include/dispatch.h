// Compiles functions for several instruction sets, and selects the version at run time. The C targets include this
// header; it is not part of the module that Swift imports.
//
//     INLINE double sum_all(const double *values, size_t count) { … }
//     DISPATCH_256(double, vitrail_sum, sum_all, (const double *values, size_t count), (values, count))
//
// This defines `vitrail_sum`. It calls `sum_all` compiled for AVX2 if the processor has AVX2; otherwise `sum_all`
// compiled for any processor. DISPATCH_512 adds a version for AVX-512. Other architectures have only one version.
//
// For other functions, VERSIONS_256 or VERSIONS_512 define the versions, and CHOOSE_256 or CHOOSE_512 return the result
// of the best one.
#pragma once

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)

/// The AVX-512 instructions that all processors with AVX-512 have since 2017.
#define HAS_512 \
    (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") \
     && __builtin_cpu_supports("avx512vl"))
#define HAS_256 __builtin_cpu_supports("avx2")

#define VERSIONS_256(result, body, declared, given) \
    __attribute__((target("avx2"))) static result body##_256 declared { return body given; }
#define VERSIONS_512(result, body, declared, given) \
    __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))) static result body##_512 declared { \
        return body given; \
    } \
    VERSIONS_256(result, body, declared, given)

#define CHOOSE_256(body, given) \
    if (HAS_256) return body##_256 given; \
    return body given
#define CHOOSE_512(body, given) \
    if (HAS_512) return body##_512 given; \
    CHOOSE_256(body, given)

#else

#define VERSIONS_256(result, body, declared, given)
#define VERSIONS_512(result, body, declared, given)
#define CHOOSE_256(body, given) return body given
#define CHOOSE_512(body, given) return body given

#endif

#define DISPATCH_256(result, name, body, declared, given) \
    VERSIONS_256(result, body, declared, given) \
    result name declared { CHOOSE_256(body, given); }
#define DISPATCH_512(result, name, body, declared, given) \
    VERSIONS_512(result, body, declared, given) \
    result name declared { CHOOSE_512(body, given); }
