// Area of a pixel that a rectangle covers, whose round corners all have one radius: exact without round corners, and within
// 3/255 with them.
//
//      ╭──────────┐   The pixel is cut into strips across, at Gauss nodes; a strip's length inside is
//     ╱   ┊ ┊     │   clamp(bottom(x)) − clamp(top(x)), which is exact. Near a corner whose arc runs steeply the
//    │    ┊█┊     │   picture is turned, so that a strip always meets the arc at less than 45°.
//    └────┴─┴─────┘
// `radii`: top left, top right, bottom right, bottom left, 0 or the one radius. It may exceed the width when only the corners of
// one end are round (an outline's inside); then the arc ends at the other side.

// How far a strip at x begins below the edge.
vec4 cornerInset(vec4 x, float left, float right, float leftRadius, float rightRadius) {
    float radius = max(leftRadius, rightRadius);
    vec4 into = max(max(leftRadius - (x - left), rightRadius - (right - x)), 0.0);
    return radius - sqrt(max(radius * radius - into * into, 0.0));
}

float rectCoverage(vec2 pixel, vec4 rect, vec4 radii) {
    vec2 larger = max(radii.xy, radii.zw);
    float radius = max(larger.x, larger.y);
    // Outwards from the centre of the nearest round corner's arc.
    vec2 middle = 0.5 * (rect.xy + rect.zw);
    vec2 start = max(radii.xx, radii.wy);  // left, top
    vec2 end = max(radii.yw, radii.zz);    // right, bottom
    vec2 side = mix(sign(end - start), sign(pixel - middle), equal(start, end));
    vec2 outwards = side * (pixel - middle) - 0.5 * (rect.zw - rect.xy) + radius;
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
