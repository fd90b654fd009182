// Coverage of a row of four cells by one segment, kept apart by the side that it comes from; drawn with `max`. Wants CELL, a cell's sides, and COLUMNS,
// the cells' centres from the pixel's, both in pixels; and endCoverage, what straight ends leave of a cell.
//
//     first █▓│ │▓██ second    Strokes that reach into a cell from one side lie in each other: the greatest counts (max).
//           █▓│ │▓██           Strokes from both sides do not: their coverages add (resolve_cells). A stroke wider than a
//                              cell always reaches in from a side, so the union of many is as exact as one.
//
// A cell's coverage is that of a half plane along the nearest edge, exact.
//
// Terms: along, across: coordinates of the segment · beyond: how far a place lies past an end that is a joint ·
// outwards: unit vector from the nearest place on the segment.

// First and second change over within this of the direction in which the fewest segments run (sine of the angle): at once, a stroke that turns
// there would count twice.
const float CHANGE_OVER = 0.35;

// fromStart: the pixel's centre from the segment's start. row: the cells' middle from the pixel's. direction: the segment's, a unit vector. segment: its
// length, and how far the stroke goes on before its start and behind its end. stroke: half its width, and the direction in which the fewest segments run.
void cover(vec2 fromStart, float row, vec2 direction, vec3 segment, vec3 stroke, out vec4 first, out vec4 second) {
    float halfWidth = stroke.x;
    float extent = segment.x;
    vec2 goesOn = segment.yz;
    // Round?
    vec2 joint = min(floor(goesOn), 1.0);
    vec4 x = fromStart.x + COLUMNS;
    float y = fromStart.y + row;
    vec4 along = direction.x * x + direction.y * y;
    vec4 across = direction.x * y - direction.y * x;
    vec4 beyond = max((along - extent) * joint.y, 0.0) - max(-along * joint.x, 0.0);
    vec4 distance = sqrt(across * across + beyond * beyond);
    // On the segment itself any normal will do.
    bvec4 isOff = greaterThan(distance, vec4(1e-5));
    vec4 scale = 1.0 / max(distance, 1e-5);
    vec4 sideways = mix(vec4(1.0), across * scale, isOff);
    vec4 outwardsX = beyond * scale * direction.x - sideways * direction.y;
    vec4 outwardsY = beyond * scale * direction.y + sideways * direction.x;
    vec4 extentX = max(abs(outwardsX) * CELL.x, EDGE_EXTENT);
    vec4 extentY = max(abs(outwardsY) * CELL.y, EDGE_EXTENT);

    vec4 coverage = halfPlaneCoverage(halfWidth - distance, extentX, extentY);
    // A stroke thinner than the cell has its other edge in it, too, and comes from no side.
    vec4 opposite = halfPlaneCoverage(halfWidth + distance, extentX, extentY);
    coverage = max(coverage + opposite - 1.0, 0.0);
    vec4 reaches = clamp(8.0 * opposite - 7.0, 0.0, 1.0);
    // Butt ends cut across; a round joint has nothing to cut.
    coverage *= endCoverage(along + goesOn.x, extent - along + goesOn.y, max(abs(direction) * CELL, EDGE_EXTENT));
    vec4 side = clamp(0.5 + (outwardsX * stroke.y + outwardsY * stroke.z) * (0.5 / CHANGE_OVER), 0.0, 1.0);
    first = coverage * mix(vec4(1.0), side, reaches);
    second = coverage - first;
}
