#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished area. The mask has its coverage, which may exceed 1 in a fine area.
uniform sampler2D u_texture;  // red

flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = paint(pixelCenter()) * min(texture(u_texture, gl_FragCoord.xy * v_pixelSize).r, 1.0);
}
