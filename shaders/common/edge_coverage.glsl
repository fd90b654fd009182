// Coverage of a quarter of a pixel, square, by what lies on one side of an edge.
//
//      outside │░░░░│ inside        `depth`: how deep the cell's centre lies inside, in pixels (negative: outside).
//              │░░░░│               The ramp is as wide as the cell, which is exact for edges along the axes.
//      ────────┼──•─┼────────       What an edge and its other side get always adds to one.
//              │░░░░│
//              └─¼──┘
const float CELLS = 4.0;
// Centres of the four columns (or rows) from the pixel's centre.
const vec4 CELL_OFFSETS = vec4(-0.375, -0.125, 0.125, 0.375);

vec4 cellCoverage(vec4 depth) {
    return clamp(0.5 + depth * CELLS, 0.0, 1.0);
}

// Between two edges that face each other and may both cut the cell.
vec4 stripCoverage(vec4 depth, vec4 otherDepth) {
    return max(cellCoverage(depth) + cellCoverage(otherDepth) - 1.0, 0.0);
}
