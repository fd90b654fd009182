#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished area: the mask holds its coverage.
uniform sampler2D u_texture;  // R8

layout(location = 0) out vec4 o_color;

void main() {
    o_color = paint(pixelCenter()) * texelFetch(u_texture, ivec2(gl_FragCoord.xy), 0).r;
}
