#import "header.glsl"

// Paints a finished group, faded as one. shape.x: opacity.
uniform sampler2D u_texture;  // RGBA8, premultiplied

flat in vec4 v_shape;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = texelFetch(u_texture, ivec2(gl_FragCoord.xy), 0) * v_shape.x;
}
