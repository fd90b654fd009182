// Hands on how large a texel of the draw's texture is, for `texel.glsl`. Only where programs read a texture of their own: SwiftShader waits for
// ever where the one that happens to be bound is drawn to.
uniform sampler2D u_texture;

flat out vec2 v_texelSize;

void passTexelSize() {
    v_texelSize = 1.0 / vec2(textureSize(u_texture, 0));
}
