// A texel of the draw's texture, sampled at its centre without filtering. texelFetch gives the same result, but a
// software rasteriser looks up the mipmap level lane by lane, which can take longer than everything else.
uniform sampler2D u_texture;

flat in vec2 v_texelSize;

const int ROW_BITS = 10;  // textures that store lists are 2^ROW_BITS texels wide

vec4 texelAt(vec2 center) {
    return texture(u_texture, center * v_texelSize);
}

vec4 texelAt(int index) {
    return texelAt(vec2(ivec2(index & ((1 << ROW_BITS) - 1), index >> ROW_BITS)) + 0.5);
}
