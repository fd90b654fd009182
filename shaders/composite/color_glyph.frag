#import "header.glsl"

// A glyph with its own colours, or a picture drawn texel by texel. Only the alpha of the run's colour is used.
uniform sampler2D u_texture;  // RGBA8, premultiplied

flat in vec4 v_color;
in vec2 v_place;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = texture(u_texture, v_place) * v_color.a;
}
