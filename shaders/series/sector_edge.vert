#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Places a rectangle in which a ring sector has one edge: most of what is not inside of a slice.
in vec4 a_box;      // left, top, right, bottom
in vec4 a_arc;      // centre x, y, radius; 1 the sector lies within the arc, -1 beyond it, 0 the edge is straight
in vec3 a_inwards;  // unit vector across a straight edge, crust width
in vec4 a_fill;     // straight alpha
in vec4 a_crust;

flat out vec4 v_arc;
flat out vec3 v_inwards;
flat out vec4 v_fill;   // premultiplied
flat out vec4 v_crust;

void main() {
    passUniforms();
    v_arc = a_arc;
    v_inwards = a_inwards;
    v_fill = vec4(a_fill.rgb * a_fill.a, a_fill.a);
    v_crust = vec4(a_crust.rgb * a_crust.a, a_crust.a);
    gl_Position = boxCorner(a_box);
}
