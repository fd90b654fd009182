#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "block_corner.glsl"
#import "texel_size.glsl"

// Positions a block of four pixel columns (rows if shape.x = 1) of a stroke, as high as its envelopes in the block.
in vec4 a_box;    // left, top, right, bottom: whole pixels
in vec2 a_texel;  // position in the texture of the first column's data

flat out vec2 v_texel;

void main() {
    passUniforms();
    v_texel = a_texel;
    passTexelSize();
    gl_Position = blockCorner(a_box);
}
