#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "block_corner.glsl"
#import "texel_size.glsl"

// Places a block of four pixel columns (rows when shape.x = 1), as high as what slices cover of it.
//
//     ┌─┬─┬─┬─┐
//     │ │ │▒│▒│   a column's slices are `count` vertices of the texture from `first` on, and the one behind them
//     │▒│▒│▒│ │
//     └─┴─┴─┴─┘
in vec4 a_box;    // left, top, right, bottom: whole pixels
in vec4 a_first;  // of each column
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
