#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "block_corner.glsl"
#import "texel_size.glsl"

// Places a block of four pixel columns of a stroke, as high as its segments reach there.
in vec4 a_box;       // left, top, right, bottom: whole pixels
in vec4 a_edge;      // `stroke_edge`: a place on the one piece, and the unit vector at a right angle to it
in vec2 a_segments;  // `stroke`: the first of its segments in the texture, and how many
in vec3 a_stroke;    // half the stroke's width, and the direction in which the fewest segments run

flat out vec4 v_edge;
flat out vec2 v_segments;
flat out vec3 v_stroke;

void main() {
    passUniforms();
    passTexelSize();
    v_edge = a_edge;
    v_segments = a_segments;
    v_stroke = a_stroke;
    gl_Position = blockCorner(a_box);
}
