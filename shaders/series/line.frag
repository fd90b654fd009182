#import "header.glsl"
#import "pixel_center.glsl"

// Coverage of the pixel's eight cells by one segment.
//
//    ┌─┬─┬─┬─┐   4 columns × 2 rows of cells
//    │ │ │▒│█│
//    ├─┼─┼─┼─┤   first:  coverage from the side against the direction shape.yz, textures 0 and 1
//    │ │▒│█│█│   second: coverage from the side along that direction,           textures 2 and 3
//    └─┴─┴─┴─┘   each: upper row, lower row; column c in channel c
layout(location = 0) out vec4 o_first_upper;
layout(location = 1) out vec4 o_first_lower;
layout(location = 2) out vec4 o_second_upper;
layout(location = 3) out vec4 o_second_lower;

#import "eight_cells.glsl"
#import "stroke_cells.glsl"

flat in vec4 v_segment;
flat in vec3 v_extent;
flat in vec4 v_shape;

void main() {
    vec2 fromStart = pixelCenter() - v_segment.xy;
    cover(fromStart, -0.25, v_segment.zw, v_extent, v_shape.xyz, o_first_upper, o_second_upper);
    cover(fromStart, 0.25, v_segment.zw, v_extent, v_shape.xyz, o_first_lower, o_second_lower);
}
