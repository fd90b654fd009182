#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "block_corner.glsl"
#import "texel_size.glsl"

// Positions a block of four pixel columns (rows if shape.x = 1), as high as its trapezoids.
//
//     ┌─┬─┬─┬─┐
//     │ │ │▒│▒│   a column's trapezoids are `count` vertices of the texture from `first` on, and the vertex after them
//     │▒│▒│▒│ │
//     └─┴─┴─┴─┘
in vec4 a_box;    // left, top, right, bottom: whole pixels
in vec4 a_first;  // per column
in vec4 a_count;

flat out vec4 v_first;
flat out vec4 v_count;

void main() {
    passUniforms();
    passTexelSize();
    v_first = a_first;
    v_count = a_count;
    gl_Position = blockCorner(a_box);
}
