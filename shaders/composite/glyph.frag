#import "header.glsl"
#import "uniforms.glsl"
#import "pixel_center.glsl"

// A glyph's coverage in one colour; one atlas pixel is one pixel of the picture, so it is fetched, not filtered.
uniform sampler2D u_texture;  // R8

flat in vec4 v_rect;
flat in vec4 v_texels;
flat in vec4 v_color;

layout(location = 0) out vec4 o_color;

void main() {
    ivec2 texel = ivec2(floor(pixelCenter() - v_rect.xy + v_texels.xy));
    o_color = vec4(v_color.rgb * v_color.a, v_color.a) * texelFetch(u_texture, texel, 0).r;
}
