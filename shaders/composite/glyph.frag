#import "header.glsl"

// A glyph's coverage in one colour, or a picture drawn texel by texel, in white with the opacity as alpha; one texel is
// one pixel of the picture, so nothing is filtered.
uniform sampler2D u_texture;  // coverage in all channels (the player swizzles R8), or RGBA8, premultiplied

flat in vec4 v_color;
in vec2 v_place;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = v_color * texture(u_texture, v_place);
}
