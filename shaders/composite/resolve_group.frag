#import "header.glsl"

// Paints a finished group, or overlapping slivers, with a common opacity. shape.x: opacity.
uniform sampler2D u_texture;  // premultiplied

flat in vec4 v_shape;

flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = texture(u_texture, gl_FragCoord.xy * v_pixelSize) * v_shape.x;
}
