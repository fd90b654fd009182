#import "header.glsl"

// Sets a scratch target to zero, in all its textures, where the quads lie. A draw, since clearing a rectangle clears where nothing was
// drawn, too, and is four draws of its own on a software rasteriser.
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
