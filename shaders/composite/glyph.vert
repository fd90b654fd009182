#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "texel_size.glsl"

// Positions a rectangle of an atlas, one texel per pixel: glyphs, and pictures of exactly this size. On an axis with
// fewer texels than pixels, the first texel is repeated.
//
//     ┌───────┐ rect, pixels      ┌───────┐ texels: the part shown
//     │       │  ←──────────────  │       │
//     └───────┘                   └───────┘
in vec4 a_rect;    // left, top, right, bottom
in vec4 a_texels;  // the same, in texels
in vec4 a_color;   // straight alpha

flat out vec4 v_color;  // premultiplied
// Position of the texel, 0…1: interpolated, because gl_FragCoord is slower on a software rasteriser
out vec2 v_place;

void main() {
    passUniforms();
    passTexelSize();
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    gl_Position = boxCorner(a_rect);
    // The position of the corner, clipped to the target, in pixels of the target.
    vec2 corner = (gl_Position.xy + 1.0) / viewport.xy;
    vec2 place = corner + (a_texels.xy - a_rect.xy + viewport.zw);
    bvec2 isFirst = lessThan(a_texels.zw - a_texels.xy, a_rect.zw - a_rect.xy);
    v_place = mix(place, a_texels.xy + 0.5, vec2(isFirst)) * v_texelSize;
}
