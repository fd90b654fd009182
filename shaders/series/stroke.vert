#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "block_corner.glsl"
#import "texel_size.glsl"

// Positions a block of four pixel columns of a stroke, as high as its segments in the block.
in vec4 a_box;       // left, top, right, bottom: whole pixels
in vec4 a_edge;      // with EDGE: a point on the only segment, and its unit normal
in vec2 a_segments;  // without: index of its first segment in the texture, and the number of segments
in vec3 a_stroke;    // half the stroke's width, and the direction of the fewest segments

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
