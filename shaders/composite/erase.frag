#import "header.glsl"

// Sets all textures of a scratch target to zero where the quads lie. A draw, because clearing a rectangle also clears
// parts where nothing was drawn, and costs four draws on a software rasteriser.
layout(location = 0) out vec4 o_color0;
layout(location = 1) out vec4 o_color1;
layout(location = 2) out vec4 o_color2;
layout(location = 3) out vec4 o_color3;

void main() {
    o_color0 = vec4(0.0);
    o_color1 = vec4(0.0);
    o_color2 = vec4(0.0);
    o_color3 = vec4(0.0);
}
