#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a rectangle: images, fields, and draws from a finished target.
//
//     ┌───────┐ rect, pixels      ┌──────┐ texels: the part shown
//     │       │  ←──────────────  │      │
//     └───────┘                   └──────┘
in vec4 a_rect;    // left, top, right, bottom
in vec4 a_texels;  // the same, in texels
in vec4 a_color;   // straight alpha

flat out vec4 v_rect;
flat out vec4 v_texels;
flat out vec4 v_color;
flat out vec2 v_pixelSize;  // of the target, and of the other targets, which have the same size

void main() {
    passUniforms();
    v_pixelSize = 0.5 * viewport.xy;
    v_rect = a_rect;
    v_texels = a_texels;
    v_color = a_color;
    gl_Position = boxCorner(a_rect);
}
