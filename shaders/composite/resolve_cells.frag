#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished polyline: a cell is covered from one side and from the other (line.frag), at most fully; the mean of a
// pixel's eight cells is its coverage.
uniform sampler2D u_cells0;  // from the first side: upper row of four cells, one a channel
uniform sampler2D u_cells1;  // lower row
uniform sampler2D u_cells2;  // from the second side: upper row
uniform sampler2D u_cells3;  // lower row

layout(location = 0) out vec4 o_color;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 upper = min(texelFetch(u_cells0, texel, 0) + texelFetch(u_cells2, texel, 0), 1.0);
    vec4 lower = min(texelFetch(u_cells1, texel, 0) + texelFetch(u_cells3, texel, 0), 1.0);
    o_color = paint(pixelCenter()) * dot(upper + lower, vec4(1.0 / 8.0));
}
