#import "header.glsl"

// Paints whole pixels in one colour over the existing ones. Colours are always in 0…1. The clamp keeps a software
// rasteriser from filling rows of pixels at once, as it does for `fill`, because it blends rows with less precision
// than pixels.
flat in vec4 v_color;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = clamp(v_color, 0.0, 1.0);
}
