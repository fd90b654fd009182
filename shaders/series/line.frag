#import "header.glsl"
#import "pixel_center.glsl"

// Coverage of the pixel's eight cells by one segment.
//
//    ┌─┬─┬─┬─┐   4 columns × 2 rows of cells
//    │ │ │▒│█│
//    ├─┼─┼─┼─┤   first:  by what lies against the direction shape.yz, textures 0 and 1
//    │ │▒│█│█│   second: by what lies along it,                       textures 2 and 3
//    └─┴─┴─┴─┘   each: upper row, lower row; column c in channel c
layout(location = 0) out vec4 o_first_upper;
layout(location = 1) out vec4 o_first_lower;
layout(location = 2) out vec4 o_second_upper;
layout(location = 3) out vec4 o_second_lower;

const vec2 CELL = vec2(0.25, 0.5);
const vec4 COLUMNS = vec4(-0.375, -0.125, 0.125, 0.375);
#import "half_plane_coverage.glsl"

// By the end that is nearer: polylines of many segments between gaps that are shorter than a cell are drawn by `fine_line`.
vec4 endCoverage(vec4 behindStart, vec4 beforeEnd, vec2 extent) {
    return halfPlaneCoverage(min(behindStart, beforeEnd), vec4(extent.x), vec4(extent.y));
}
#import "stroke_cells.glsl"

void main() {
    vec2 fromStart = pixelCenter() - v_segment.xy;
    cover(fromStart, -0.25, o_first_upper, o_second_upper);
    cover(fromStart, 0.25, o_first_lower, o_second_lower);
}
