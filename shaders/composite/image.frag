#import "header.glsl"
#import "uniforms.glsl"
#import "pixel_center.glsl"
#import "quadrature.glsl"
#import "rect_coverage.glsl"

// A picture scaled into a rectangle, sampled at the pixel's centre, faded at fractional edges.
//
//     place in the rectangle 0…1 → texels → bilinear between texel centres, clamped at the edges
// shape.x: opacity.
uniform sampler2D u_texture;  // RGBA8, premultiplied, linear filter

flat in vec4 v_rect;
flat in vec4 v_texels;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 pixel = pixelCenter();
    vec2 place = clamp((pixel - v_rect.xy) / (v_rect.zw - v_rect.xy), 0.0, 1.0);
    vec2 texel = mix(v_texels.xy, v_texels.zw, place);
    vec4 color = texture(u_texture, texel / vec2(textureSize(u_texture, 0)));
    o_color = color * (shape.x * boxCoverage(pixel, v_rect));
}
