// Coverage of a square cell (1/4 pixel wide) by the area on one side of an edge.
//
//      outside │░░░░│ inside        `depth`: distance of the cell's centre from the edge, in pixels, positive inside.
//              │░░░░│               The ramp is as wide as the cell, which is exact for edges along the axes.
//      ────────┼──•─┼────────       The coverages on both sides of an edge always add up to one.
//              │░░░░│
//              └─¼──┘
const float CELLS = 4.0;
// Centres of the four columns (or rows), relative to the pixel's centre.
const vec4 CELL_OFFSETS = vec4(-0.375, -0.125, 0.125, 0.375);

vec4 cellCoverage(vec4 depth) {
    return clamp(0.5 + depth * CELLS, 0.0, 1.0);
}

// Coverage between two edges that face each other and may both cut the cell.
vec4 stripCoverage(vec4 depth, vec4 otherDepth) {
    return max(cellCoverage(depth) + cellCoverage(otherDepth) - 1.0, 0.0);
}
