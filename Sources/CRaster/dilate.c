#include "CRaster.h"
#include "dispatch.h"
#include "floats.h"

#pragma STDC FP_CONTRACT OFF

_Static_assert(FLOAT_LANES == VITRAIL_DILATE_LANES, "places that others leave room for");

INLINE void dilate_all(
    const float *path, const float *heights, size_t count, const vitrail_rim rims[2], float *reaches, size_t positions
) {
    for (size_t position = 0; position < positions; position += FLOAT_LANES, path += FLOAT_LANES) {
        floats reach = load(path) + heights[0];
        for (size_t k = 1; k < count; k++) {
            reach = floats_max(reach, floats_max(load(path + k), load(path - k)) + heights[k]);
        }
        for (int i = 0; i < 2; i++) {
            const float *after = path + rims[i].positions, *before = path - rims[i].positions;
            float far = rims[i].fraction, near = 1 - far;
            reach = floats_max(reach, load(after) * near + load(after + 1) * far + rims[i].height);
            reach = floats_max(reach, load(before) * near + load(before - 1) * far + rims[i].height);
        }
        memcpy(reaches + position, &reach, sizeof reach);
    }
}

DISPATCH_512(
    void, vitrail_dilate, dilate_all,
    (const float *path, const float *heights, size_t count, const vitrail_rim rims[2], float *reaches,
     size_t positions),
    (path, heights, count, rims, reaches, positions)
)
