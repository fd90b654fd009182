// Exact area of a box that a half plane covers, as a share of the box.
//
//        ┌────────┐      depth: how deep the box's centre lies inside, pixels
//        │     ╱░░│      extents: the box's sides, each as long as its shadow on the edge's normal (side · |normal|)
//        │   ╱•░░░│
//        └─╱░░░░░░┘      While the edge cuts opposite sides the uncovered part is a trapezoid and shrinks evenly with
//                        depth; then it is a triangle and shrinks with the square. Beyond the centre the parts change roles.
// Of four boxes at once. Extents are at least EDGE_EXTENT, so that an edge along an axis divides by no zero.
const float EDGE_EXTENT = 1e-4;

vec4 halfPlaneCoverage(vec4 depth, vec4 extent, vec4 otherExtent) {
    vec4 away = abs(depth);
    vec4 corner = max(0.5 * (extent + otherExtent) - away, 0.0);
    bvec4 isTrapezoid = lessThan(2.0 * away, abs(extent - otherExtent));
    // One division for both: on a software rasteriser they take more time than all the rest.
    vec4 share = mix(corner * corner, away, isTrapezoid) / mix(2.0 * extent * otherExtent, max(extent, otherExtent), isTrapezoid);
    vec4 rest = mix(share, 0.5 - share, isTrapezoid);
    return mix(rest, 1.0 - rest, greaterThan(depth, vec4(0.0)));
}
