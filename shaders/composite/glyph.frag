#import "header.glsl"

// A glyph's coverage in one colour; one atlas pixel is one pixel of the picture, so it is fetched, not filtered.
uniform sampler2D u_texture;  // R8

flat in vec4 v_color;
flat in vec2 v_offset;

layout(location = 0) out vec4 o_color;

void main() {
    float coverage = texelFetch(u_texture, ivec2(gl_FragCoord.xy + v_offset), 0).r;
    o_color = vec4(v_color.rgb * v_color.a, v_color.a) * coverage;
}
