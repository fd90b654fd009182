#import "header.glsl"

// A glyph that brings its own colours, or a picture texel by texel. Of the run's colour only alpha counts.
uniform sampler2D u_texture;  // RGBA8, premultiplied

flat in vec4 v_color;
in vec2 v_place;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = texture(u_texture, v_place) * v_color.a;
}
