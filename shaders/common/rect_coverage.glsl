// Exact area of a pixel that a rectangle covers, with round corners of their own radius each.
//
//      ╭──────────┐   The pixel is cut into strips across, at Gauss nodes; a strip's length inside is
//     ╱   ┊ ┊     │   clamp(bottom(x)) − clamp(top(x)), which is exact. Near a corner whose arc runs steeply the
//    │    ┊█┊     │   picture is turned, so that a strip always meets the arc at less than 45°.
//    └────┴─┴─────┘
// `radii`: top left, top right, bottom right, bottom left; opposite ones fit into the side they share.
vec4 cornerInset(vec4 x, float left, float right, float leftRadius, float rightRadius) {
    vec4 fromLeft = x - left;
    vec4 fromRight = right - x;
    bvec4 isLeft = lessThan(fromLeft, fromRight);
    vec4 radius = mix(vec4(rightRadius), vec4(leftRadius), isLeft);
    vec4 into = max(radius - min(fromLeft, fromRight), 0.0);
    return radius - sqrt(max(radius * radius - into * into, 0.0));
}

float rectCoverage(vec2 pixel, vec4 rect, vec4 radii) {
    // Distances from the nearest corner's centre, outwards: positive both = in that corner's square.
    vec2 fromMiddle = pixel - 0.5 * (rect.xy + rect.zw);
    vec2 pair = fromMiddle.x < 0.0 ? radii.xw : radii.yz;
    float radius = fromMiddle.y < 0.0 ? pair.x : pair.y;
    vec2 outwards = abs(fromMiddle) - 0.5 * (rect.zw - rect.xy) + radius;
    if (outwards.x > outwards.y) {
        pixel = pixel.yx;
        rect = rect.yxwz;
        radii = radii.xwzy;
    }
    float left = max(pixel.x - 0.5, rect.x);
    float width = max(min(pixel.x + 0.5, rect.z) - left, 0.0);
    vec4 x = left + width * NODES;
    vec4 top = rect.y + cornerInset(x, rect.x, rect.z, radii.x, radii.y);
    vec4 bottom = rect.w - cornerInset(x, rect.x, rect.z, radii.w, radii.z);
    vec4 inside = max(min(bottom, pixel.y + 0.5) - max(top, pixel.y - 0.5), 0.0);
    return width * dot(WEIGHTS, inside);
}

// Without round corners: the overlap, a product.
float boxCoverage(vec2 pixel, vec4 rect) {
    vec2 overlap = max(min(pixel + 0.5, rect.zw) - max(pixel - 0.5, rect.xy), 0.0);
    return overlap.x * overlap.y;
}
