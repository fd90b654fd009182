#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished area: the mask holds its coverage, which a fine one does not keep to 1.
uniform sampler2D u_texture;  // red

flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = paint(pixelCenter()) * min(texture(u_texture, gl_FragCoord.xy * v_pixelSize).r, 1.0);
}
