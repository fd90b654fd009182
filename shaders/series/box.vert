#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a rectangle with sharp corners and one colour: most columns, gridlines, stripes. It has its own programs,
// because a software rasteriser spends time on round corners and outlines (rect.frag) in every pixel, visible or not,
// and on edges (box.frag).
//
//     ┌──────┐
//     │ fill │
//     └──────┘
in vec4 a_rect;    // left, top, right, bottom
in vec4 a_texels;  // not used
in vec4 a_color;   // straight alpha

flat out vec4 v_rect;
flat out vec4 v_color;  // premultiplied

void main() {
    passUniforms();
    v_rect = a_rect;
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    gl_Position = boxCorner(a_rect);
}
