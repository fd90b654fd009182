// A texel of the draw's texture, sampled at its centre without filtering. texelFetch gives the same, but a software rasteriser looks up the level
// that it reads lane by lane, which can take longer than all the rest.
uniform sampler2D u_texture;

flat in vec2 v_texelSize;

const int ROW_BITS = 10;  // textures that are lists are as wide as 2 to the power of it

vec4 texelAt(vec2 center) {
    return texture(u_texture, center * v_texelSize);
}

vec4 texelAt(int index) {
    return texelAt(vec2(ivec2(index & ((1 << ROW_BITS) - 1), index >> ROW_BITS)) + 0.5);
}
