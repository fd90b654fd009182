#import "header.glsl"

// Paints whole pixels in one colour over what is there. Colours are never beyond 0…1: limiting them keeps a software rasteriser from filling rows of
// pixels at once, as it does for `fill`, since it blends rows in coarser arithmetic than pixels.
flat in vec4 v_color;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = clamp(v_color, 0.0, 1.0);
}
