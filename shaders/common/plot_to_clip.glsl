// Converts plot space (pixels, y down) to clip space. Row 0 of the picture is row 0 of the target, so y is not flipped.
vec4 plotToClip(vec2 plot) {
    return vec4((plot - viewport.zw) * viewport.xy - 1.0, 0.0, 1.0);
}

// A position outside the clip volume, for all corners of an instance that paints nothing.
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);
