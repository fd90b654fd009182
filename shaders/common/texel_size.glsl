// Passes the texel size of the draw's texture on, for `texel.glsl`. Only for programs that read their own texture:
// SwiftShader waits forever if the texture that happens to be bound is a render target.
uniform sampler2D u_texture;

flat out vec2 v_texelSize;

void passTexelSize() {
    v_texelSize = 1.0 / vec2(textureSize(u_texture, 0));
}
