// Vectors of eight numbers.
#pragma once

#include "dispatch.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wpsabi"  // vectors are never passed between files
#pragma clang fp contract(off)              // the same positions on every machine, and equal to the axes' positions

typedef double double8 __attribute__((ext_vector_type(8)));
typedef double double4 __attribute__((ext_vector_type(4)));
typedef double double2 __attribute__((ext_vector_type(2)));
typedef long long8 __attribute__((ext_vector_type(8)));
typedef bool bool8 __attribute__((ext_vector_type(8)));

enum { lanes = 8 };

// Not the library's minimum functions: those handle NaN, which does not occur where these are used.
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

INLINE double8 load(const double *values) {
    double8 v;
    memcpy(&v, values, sizeof v);
    return v;
}
