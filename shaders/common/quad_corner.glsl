//  1 ──── 3     One instance is a strip of four vertices; vertex i is the corner
//  │ ╲    │     (i & 1, i >> 1): x runs along the bit 1, y along the bit 0.
//  0 ──── 2
vec2 quadCorner() {
    return vec2(float(gl_VertexID >> 1), float(gl_VertexID & 1));
}

// The corner of `box` (left, top, right, bottom), grown to whole pixels and cut to the target: no pixel that the box
// touches is missed, and coordinates far outside do not reach the rasteriser.
vec4 boxCorner(vec4 box) {
    vec2 corner = mix(floor(box.xy), ceil(box.zw), quadCorner());
    vec4 clip = plotToClip(corner);
    return vec4(clamp(clip.xy, -1.0, 1.0), clip.zw);
}
