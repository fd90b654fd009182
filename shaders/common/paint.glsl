// The draw's paint at a position in plot space, premultiplied: constant beyond the two ends and across.
//
//   color0 ●───────────────● color1
//          └─ t = 0 … 1 ─┘
//
// A radial paint goes from the first end to a circle around it through the second end.
flat in vec4 v_shape;
flat in vec4 v_color0;
flat in vec4 v_color1;
flat in vec4 v_gradient;

vec4 paint(vec2 plot) {
    vec2 along = v_gradient.zw - v_gradient.xy;
    float squared = dot(along, along);
    if (squared <= 0.0) return v_color0;
    vec2 place = plot - v_gradient.xy;
    float t = v_shape.w > 0.0 ? length(place) * inversesqrt(squared) : dot(place, along) / squared;
    return mix(v_color0, v_color1, clamp(t, 0.0, 1.0));
}
