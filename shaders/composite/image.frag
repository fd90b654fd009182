#import "header.glsl"
#import "uniforms.glsl"
#import "pixel_center.glsl"

// A picture scaled into a rectangle, sampled at the pixel's centre; a pixel is painted when its centre lies inside, left and
// top edge included.
//
//     place in the rectangle 0…1 → texels → bilinear between texel centres, clamped at the edges
// shape.x: opacity.
uniform sampler2D u_texture;  // RGBA8, premultiplied, linear filter

flat in vec4 v_rect;
flat in vec4 v_texels;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 place = (pixelCenter() - v_rect.xy) / (v_rect.zw - v_rect.xy);
    if (any(lessThan(place, vec2(0.0))) || any(greaterThanEqual(place, vec2(1.0)))) discard;
    vec2 texel = mix(v_texels.xy, v_texels.zw, place);
    o_color = texture(u_texture, texel / vec2(textureSize(u_texture, 0))) * shape.x;
}
