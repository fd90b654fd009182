// The draw's paint at a place in plot space, premultiplied: constant beyond the two ends and across.
//
//   color0 ●───────────────● color1
//          └─ t = 0 … 1 ─┘
//
// A radial one runs from the first end to a circle round it through the second.
vec4 paint(vec2 plot) {
    vec2 along = gradient.zw - gradient.xy;
    float squared = dot(along, along);
    if (squared <= 0.0) return color0;
    vec2 place = plot - gradient.xy;
    float t = shape.w > 0.0 ? length(place) * inversesqrt(squared) : dot(place, along) / squared;
    return mix(color0, color1, clamp(t, 0.0, 1.0));
}
