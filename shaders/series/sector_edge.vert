#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a rectangle where a ring sector has only one edge: most of the area that is not inside a slice.
in vec4 a_box;      // left, top, right, bottom
in vec4 a_arc;      // centre x, y, radius; 1: the sector lies within the arc, -1: beyond it, 0: the edge is straight
in vec2 a_inwards;  // unit vector across a straight edge
in float a_crustWidth;
in vec4 a_fill;     // straight alpha
in vec4 a_crust;
in float a_beyondWidth;  // crust of the sector on the other side, if there is one
in vec4 a_beyond;
in vec4 a_beyondCrust;

flat out vec4 v_arc;
flat out vec2 v_inwards;
flat out vec2 v_widths;
flat out vec4 v_fill;   // premultiplied
flat out vec4 v_crust;
flat out vec4 v_beyond;
flat out vec4 v_beyondCrust;

void main() {
    passUniforms();
    v_arc = a_arc;
    v_inwards = a_inwards;
    v_widths = vec2(a_crustWidth, a_beyondWidth);
    v_fill = vec4(a_fill.rgb * a_fill.a, a_fill.a);
    v_crust = vec4(a_crust.rgb * a_crust.a, a_crust.a);
    v_beyond = vec4(a_beyond.rgb * a_beyond.a, a_beyond.a);
    v_beyondCrust = vec4(a_beyondCrust.rgb * a_beyondCrust.a, a_beyondCrust.a);
    gl_Position = boxCorner(a_box);
}
