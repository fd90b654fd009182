// The centre of this fragment's pixel in plot space.
vec2 pixelCenter() {
    return gl_FragCoord.xy + viewport.zw;
}
