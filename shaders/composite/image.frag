#import "header.glsl"
#import "pixel_center.glsl"

// A picture scaled to a rectangle, sampled at the pixel's centre. A pixel is painted if its centre lies inside; the
// left and top edges belong to the rectangle.
//
//     position in the rectangle 0…1 → texels → bilinear between texel centres, clamped at the edges
//
// Weights are computed here, because the filter of a device may have only eight bits.
// shape.x: opacity.
uniform sampler2D u_texture;  // RGBA8, premultiplied

flat in vec4 v_rect;
flat in vec4 v_texels;
flat in vec4 v_shape;

layout(location = 0) out vec4 o_color;

vec4 texelAt(ivec2 place) {
    return texelFetch(u_texture, clamp(place, ivec2(v_texels.xy), ivec2(v_texels.zw) - 1), 0);
}

void main() {
    vec2 place = (pixelCenter() - v_rect.xy) / (v_rect.zw - v_rect.xy);
    if (any(lessThan(place, vec2(0.0))) || any(greaterThanEqual(place, vec2(1.0)))) discard;
    vec2 texel = mix(v_texels.xy, v_texels.zw, place) - 0.5;
    ivec2 corner = ivec2(floor(texel));
    vec2 share = texel - floor(texel);
    vec4 above = mix(texelAt(corner), texelAt(corner + ivec2(1, 0)), share.x);
    vec4 below = mix(texelAt(corner + ivec2(0, 1)), texelAt(corner + ivec2(1, 1)), share.x);
    o_color = mix(above, below, share.y) * v_shape.x;
}
