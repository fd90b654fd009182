// The draw's paint at a place in plot space, premultiplied: constant beyond the two ends and across.
//
//   color0 ●───────────────● color1
//          └─ t = 0 … 1 ─┘
vec4 paint(vec2 plot) {
    vec2 along = gradient.zw - gradient.xy;
    float squared = dot(along, along);
    float t = squared > 0.0 ? clamp(dot(plot - gradient.xy, along) / squared, 0.0, 1.0) : 0.0;
    return mix(color0, color1, t);
}
