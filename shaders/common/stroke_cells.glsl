// Coverage of a row of four cells by one segment, stored separately for the two sides that the segment can reach in
// from; drawn with `max`. Requires CELL, the size of a cell, and COLUMNS, the cells' centres relative to the pixel's
// centre, both in pixels; and endCoverage, the part of a cell that straight ends leave covered.
//
//     first █▓│ │▓██ second    Strokes that reach into a cell from the same side overlap: the maximum counts (max).
//           █▓│ │▓██           Strokes from opposite sides do not: their coverages add up (resolve.frag). A stroke
//                              wider than a cell always reaches in from one side, so the union of many is as exact
//                              as a single one.
//
// A cell's coverage is the exact coverage of a half plane along the nearest edge.
//
// Terms: along, across: coordinates of the segment · beyond: distance past an end that is a joint · outwards: unit
// vector away from the nearest point of the segment.

// The transition from first to second extends over this range (sine of the angle) around the direction of the fewest
// segments. With a sharp transition, a stroke that turns there would count twice.
const float CHANGE_OVER = 0.35;

// fromStart: the pixel's centre relative to the segment's start. row: the cells' middle relative to the pixel's centre.
// direction: unit vector of the segment. segment: its length, and how far the stroke continues before its start and
// after its end. stroke: half its width, and the direction of the fewest segments.
void cover(vec2 fromStart, float row, vec2 direction, vec3 segment, vec3 stroke, out vec4 first, out vec4 second) {
    float halfWidth = stroke.x;
    float extent = segment.x;
    vec2 goesOn = segment.yz;
    // 1 for a round joint, 0 for a straight end.
    vec2 joint = min(floor(goesOn), 1.0);
    vec4 x = fromStart.x + COLUMNS;
    float y = fromStart.y + row;
    vec4 along = direction.x * x + direction.y * y;
    vec4 across = direction.x * y - direction.y * x;
    vec4 beyond = max((along - extent) * joint.y, 0.0) - max(-along * joint.x, 0.0);
    vec4 distance = sqrt(across * across + beyond * beyond);
    // On the segment itself, any normal is correct.
    bvec4 isOff = greaterThan(distance, vec4(1e-5));
    vec4 scale = 1.0 / max(distance, 1e-5);
    vec4 sideways = mix(vec4(1.0), across * scale, isOff);
    vec4 outwardsX = beyond * scale * direction.x - sideways * direction.y;
    vec4 outwardsY = beyond * scale * direction.y + sideways * direction.x;
    vec4 extentX = max(abs(outwardsX) * CELL.x, EDGE_EXTENT);
    vec4 extentY = max(abs(outwardsY) * CELL.y, EDGE_EXTENT);

    vec4 coverage = halfPlaneCoverage(halfWidth - distance, extentX, extentY);
    // A stroke thinner than the cell has both edges in it and reaches in from no side.
    vec4 opposite = halfPlaneCoverage(halfWidth + distance, extentX, extentY);
    coverage = max(coverage + opposite - 1.0, 0.0);
    vec4 reaches = clamp(8.0 * opposite - 7.0, 0.0, 1.0);
    // Butt ends cut off coverage; a round joint does not.
    coverage *= endCoverage(along + goesOn.x, extent - along + goesOn.y, max(abs(direction) * CELL, EDGE_EXTENT));
    vec4 side = clamp(0.5 + (outwardsX * stroke.y + outwardsY * stroke.z) * (0.5 / CHANGE_OVER), 0.0, 1.0);
    first = coverage * mix(vec4(1.0), side, reaches);
    second = coverage - first;
}
