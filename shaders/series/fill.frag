#import "header.glsl"

// Sets whole pixels to an opaque colour; drawn with `replace`. Without arithmetic, a software rasteriser fills rows of
// pixels at once.
flat in vec4 v_color;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = v_color;
}
