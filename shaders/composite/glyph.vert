#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "texel_size.glsl"

// Places a rectangle of an atlas, a texel on a pixel: glyphs, and pictures of no other size. On an axis on which there are fewer texels, the first one
// goes on.
//
//     ┌───────┐ rect, pixels      ┌───────┐ texels: what it shows
//     │       │  ←──────────────  │       │
//     └───────┘                   └───────┘
in vec4 a_rect;    // left, top, right, bottom
in vec4 a_texels;  // the same, in texels
in vec4 a_color;   // straight alpha

flat out vec4 v_color;  // premultiplied
out vec2 v_place;       // of the texel, 0…1: interpolated, since gl_FragCoord takes a software rasteriser longer

void main() {
    passUniforms();
    passTexelSize();
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    gl_Position = boxCorner(a_rect);
    // Where the corner lies, cut to the target as it is, in pixels of the target.
    vec2 corner = (gl_Position.xy + 1.0) / viewport.xy;
    vec2 place = corner + (a_texels.xy - a_rect.xy + viewport.zw);
    bvec2 isFirst = lessThan(a_texels.zw - a_texels.xy, a_rect.zw - a_rect.xy);
    v_place = mix(place, a_texels.xy + 0.5, vec2(isFirst)) * v_texelSize;
}
