flat in vec2 v_origin;

// The centre of this fragment's pixel in plot space.
vec2 pixelCenter() {
    return gl_FragCoord.xy + v_origin;
}
