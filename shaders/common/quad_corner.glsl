//  1 ──── 3     One instance is a strip of four vertices, or two triangles of six: 0 1 2, 3 2 1. Corner i is
//  │ ╲    │     (i & 1, i >> 1): x runs along the bit 1, y along the bit 0.
//  0 ──── 2
vec2 quadCorner() {
    int corner = gl_VertexID < 4 ? gl_VertexID : 6 - gl_VertexID;
    return vec2(float(corner >> 1), float(corner & 1));
}

// The corner of `box` (left, top, right, bottom), extended to whole pixels and clipped to the target. No pixel that the
// box touches is missed, and the rasteriser gets no coordinates far outside.
vec4 boxCorner(vec4 box) {
    vec2 corner = mix(floor(box.xy), ceil(box.zw), quadCorner());
    vec4 clip = plotToClip(corner);
    return vec4(clamp(clip.xy, -1.0, 1.0), clip.zw);
}
