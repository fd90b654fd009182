// Exact area of a pixel that one trapezoid covers: the area between two straight curves over a part of a common axis.
//
//      ┌──────┐ 1        Over the part that pixel and trapezoid share, the area under a curve is the
//      │   ╱╌╌┤          integral of its height, clamped to the pixel. The height is linear, so the integral
//      │ ╱▒▒▒▒│          of the clamped height is known: quadratic while inside, linear above, zero below.
//      ╱▒▒▒▒▒▒│
//      └──────┘ 0        coverage = |area under second − area under first|; the curves do not cross in a trapezoid.

// Mean of clamp(u, 0, 1) as u varies linearly from `from` to `to`.
float clampedMean(float from, float to) {
    float low = min(from, to);
    float high = max(from, to);
    float clampedLow = clamp(low, 0.0, 1.0);
    float clampedHigh = clamp(high, 0.0, 1.0);
    float inside = 0.5 * (clampedHigh - clampedLow) * (clampedHigh + clampedLow);
    float above = max(high - 1.0, 0.0) - max(low - 1.0, 0.0);
    float span = high - low;
    // A level curve: the quotient would be 0/0.
    return span < 1e-5 ? clamp(0.5 * (low + high), 0.0, 1.0) : (inside + above) / span;
}

// start, end: along, first, second. corner: the pixel's corner, along and across.
float sliceCoverage(vec3 start, vec3 end, vec2 corner) {
    // Relative to the pixel's corner, so that small differences stay exact far from zero.
    start -= corner.xyy;
    end -= corner.xyy;
    float from = clamp(start.x, 0.0, 1.0);
    float to = clamp(end.x, 0.0, 1.0);
    if (from == to) return 0.0;
    float span = end.x - start.x;
    vec2 heightFrom = mix(start.yz, end.yz, (from - start.x) / span);
    vec2 heightTo = mix(start.yz, end.yz, (to - start.x) / span);
    float first = clampedMean(heightFrom.x, heightTo.x);
    float second = clampedMean(heightFrom.y, heightTo.y);
    return abs((to - from) * (second - first));
}
