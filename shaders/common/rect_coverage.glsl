// Area of a pixel that a rectangle covers; all round corners have the same radius. Exact without round corners, and
// within 3/255 with them.
//
//      ╭──────────┐   The pixel is cut into vertical slices at Gauss nodes; a slice's length inside the rectangle is
//     ╱   ┊ ┊     │   clamp(bottom(x)) − clamp(top(x)), which is exact. Near a corner with a steep arc, x and y are
//    │    ┊█┊     │   swapped, so that a slice always meets the arc at less than 45°.
//    └────┴─┴─────┘
// `radii`: top left, top right, bottom right, bottom left; each is 0 or the common radius. The radius may exceed the
// width if only the corners of one end are round (inside of an outline); the arc then ends at the other side.

// Distance from the edge at which the rectangle begins in the slice at x.
vec4 cornerInset(vec4 x, float left, float right, float leftRadius, float rightRadius) {
    float radius = max(leftRadius, rightRadius);
    vec4 into = max(max(leftRadius - (x - left), rightRadius - (right - x)), 0.0);
    return radius - sqrt(max(radius * radius - into * into, 0.0));
}

float rectCoverage(vec2 pixel, vec4 rect, vec4 radii) {
    vec2 larger = max(radii.xy, radii.zw);
    float radius = max(larger.x, larger.y);
    // Direction outwards from the centre of the nearest round corner's arc.
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
