#import "header.glsl"
#import "pixel_center.glsl"

// Coverage of the pixel by one segment: of its eight cells or, with SUBSAMPLES, of sixteen subsamples (subsamples.glsl).
//
//    ┌─┬─┬─┬─┐   4 columns × 2 rows of cells
//    │ │ │▒│█│
//    ├─┼─┼─┼─┤   first:  coverage from the side against the direction shape.yz, outputs 0 and 1
//    │ │▒│█│█│   second: coverage from the side along that direction,           outputs 2 and 3
//    └─┴─┴─┴─┘   each: upper row, lower row; column c in channel c
layout(location = 0) out vec4 o_row0;
layout(location = 1) out vec4 o_row1;
layout(location = 2) out vec4 o_row2;
layout(location = 3) out vec4 o_row3;

flat in vec4 v_segment;
flat in vec3 v_extent;
flat in vec4 v_shape;

#ifdef SUBSAMPLES
#import "subsamples.glsl"
#else
#import "eight_cells.glsl"
#import "stroke_cells.glsl"
#endif

void main() {
    vec2 fromStart = pixelCenter() - v_segment.xy;
#ifdef SUBSAMPLES
    o_row0 = covered(fromStart, 0);
    o_row1 = covered(fromStart, 1);
    o_row2 = covered(fromStart, 2);
    o_row3 = covered(fromStart, 3);
#else
    cover(fromStart, -0.25, v_segment.zw, v_extent, v_shape.xyz, o_row0, o_row2);
    cover(fromStart, 0.25, v_segment.zw, v_extent, v_shape.xyz, o_row1, o_row3);
#endif
}
