#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished area: the mask holds its coverage.
uniform sampler2D u_texture;  // R8

flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = paint(pixelCenter()) * texture(u_texture, gl_FragCoord.xy * v_pixelSize).r;
}
