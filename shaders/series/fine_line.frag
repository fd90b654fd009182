#import "header.glsl"
#import "pixel_center.glsl"

// Coverage by one segment of eight of a pixel's sixty-four cells, of which eight draws take an eighth each.
//
//    ┌───┬───┐   2 × 4 parts of a pixel, each of 4 columns × 2 rows of cells, which lie in channels and textures as those of `line` do
//    ├───┼───┤
//    ├───┼▒▒▒┤   gradient.xy: the part's middle from the pixel's centre
//    └───┴───┘
flat in vec4 v_segment;
flat in vec3 v_extent;
flat in vec4 v_shape;
flat in vec4 v_gradient;

layout(location = 0) out vec4 o_first_upper;
layout(location = 1) out vec4 o_first_lower;
layout(location = 2) out vec4 o_second_upper;
layout(location = 3) out vec4 o_second_lower;

const vec2 CELL = vec2(0.125, 0.125);
const vec4 COLUMNS = vec4(-0.1875, -0.0625, 0.0625, 0.1875);
#import "half_plane_coverage.glsl"

// Both ends may lie in a cell.
vec4 endCoverage(vec4 behindStart, vec4 beforeEnd, vec2 extent) {
    vec4 behind = halfPlaneCoverage(behindStart, vec4(extent.x), vec4(extent.y));
    vec4 before = halfPlaneCoverage(beforeEnd, vec4(extent.x), vec4(extent.y));
    return max(behind + before - 1.0, 0.0);
}
#import "stroke_cells.glsl"

void main() {
    vec2 fromStart = pixelCenter() + v_gradient.xy - v_segment.xy;
    cover(fromStart, -0.0625, v_segment.zw, v_extent, v_shape.xyz, o_first_upper, o_second_upper);
    cover(fromStart, 0.0625, v_segment.zw, v_extent, v_shape.xyz, o_first_lower, o_second_lower);
}
