// The cells of a pixel for stroke_cells.glsl: 4 columns × 2 rows.
#import "half_plane_coverage.glsl"
const vec2 CELL = vec2(0.25, 0.5);
const vec4 COLUMNS = vec4(-0.375, -0.125, 0.125, 0.375);

// Uses only the nearer end: polylines of many segments between gaps shorter than a cell are drawn by `fine_line`.
vec4 endCoverage(vec4 behindStart, vec4 beforeEnd, vec2 extent) {
    return halfPlaneCoverage(min(behindStart, beforeEnd), vec4(extent.x), vec4(extent.y));
}
