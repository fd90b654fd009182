#import "header.glsl"
#import "uniforms.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished polyline: the mean of a pixel's 16 cells is its coverage.
uniform sampler2D u_cells0;  // row 0: four cells, one a channel
uniform sampler2D u_cells1;
uniform sampler2D u_cells2;
uniform sampler2D u_cells3;

layout(location = 0) out vec4 o_color;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(u_cells0, texel, 0) + texelFetch(u_cells1, texel, 0)
        + texelFetch(u_cells2, texel, 0) + texelFetch(u_cells3, texel, 0);
    o_color = paint(pixelCenter()) * dot(sum, vec4(1.0 / 16.0));
}
