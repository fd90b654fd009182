// Vectors of sixteen numbers.
#pragma once

#include "dispatch.h"

#include <stdint.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wpsabi"  // vectors are never passed between files

#define FLOAT_LANES 16

typedef float floats __attribute__((ext_vector_type(FLOAT_LANES)));
typedef int32_t ints __attribute__((ext_vector_type(FLOAT_LANES)));

INLINE floats floats_min(floats a, floats b) { return a < b ? a : b; }
INLINE floats floats_max(floats a, floats b) { return a < b ? b : a; }

INLINE floats load(const float *values) {
    floats v;
    memcpy(&v, values, sizeof v);
    return v;
}
