// Exact area of a box that a half plane covers, as a fraction of the box.
//
//        ┌────────┐      depth: distance of the box's centre from the edge, pixels, positive inside
//        │     ╱░░│      extents: lengths of the box's sides, projected to the edge's normal (side · |normal|)
//        │   ╱•░░░│
//        └─╱░░░░░░┘      While the edge cuts opposite sides, the uncovered part is a trapezoid and shrinks linearly
//                        with depth; then it is a triangle and shrinks quadratically. Beyond the centre, the two
//                        parts swap roles.
// Processes four boxes at once. Extents are at least EDGE_EXTENT, so that an edge along an axis does not divide by
// zero.
const float EDGE_EXTENT = 1e-4;

vec4 halfPlaneCoverage(vec4 depth, vec4 extent, vec4 otherExtent) {
    vec4 away = abs(depth);
    vec4 corner = max(0.5 * (extent + otherExtent) - away, 0.0);
    bvec4 isTrapezoid = lessThan(2.0 * away, abs(extent - otherExtent));
    // One division for both cases: divisions take more time than everything else on a software rasteriser.
    vec4 divisor = mix(2.0 * extent * otherExtent, max(extent, otherExtent), isTrapezoid);
    vec4 share = mix(corner * corner, away, isTrapezoid) / divisor;
    vec4 rest = mix(share, 0.5 - share, isTrapezoid);
    return mix(rest, 1.0 - rest, greaterThan(depth, vec4(0.0)));
}
