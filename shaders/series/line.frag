#import "header.glsl"
#import "uniforms.glsl"
#import "pixel_center.glsl"
#import "edge_coverage.glsl"

// Coverage of the pixel's 4 × 4 cells by one segment; drawn with `max`, the cells hold the union of all segments.
//
//    ┌─┬─┬─┬─┐
//    ├─┼─┼▒┼█┤   row r of the cells goes to texture r, column c to channel c
//    ├─┼▒┼█┼█┤
//    ├▒┼█┼█┼▒┤   depth of a cell = half width − distance of its centre from the segment
//    └█┴█┴▒┴─┘
flat in vec4 v_segment;
flat in vec3 v_extent;

layout(location = 0) out vec4 o_row0;
layout(location = 1) out vec4 o_row1;
layout(location = 2) out vec4 o_row2;
layout(location = 3) out vec4 o_row3;

vec4 rowCoverage(vec2 fromStart, float row) {
    vec2 direction = v_segment.zw;
    float extent = v_extent.x;
    vec2 joint = v_extent.yz;
    vec4 x = fromStart.x + CELL_OFFSETS;
    float y = fromStart.y + row;
    vec4 along = direction.x * x + direction.y * y;
    vec4 across = direction.x * y - direction.y * x;
    vec4 beyond = max(max(-along * joint.x, (along - extent) * joint.y), 0.0);
    vec4 distance = sqrt(across * across + beyond * beyond);
    vec4 stroke = stripCoverage(shape.x - distance, shape.x + distance);
    vec4 cap = max(cellCoverage(along), joint.x) + max(cellCoverage(extent - along), joint.y) - 1.0;
    return stroke * max(cap, 0.0);
}

void main() {
    vec2 fromStart = pixelCenter() - v_segment.xy;
    o_row0 = rowCoverage(fromStart, CELL_OFFSETS.x);
    o_row1 = rowCoverage(fromStart, CELL_OFFSETS.y);
    o_row2 = rowCoverage(fromStart, CELL_OFFSETS.z);
    o_row3 = rowCoverage(fromStart, CELL_OFFSETS.w);
}
