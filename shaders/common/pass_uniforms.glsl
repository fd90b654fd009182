// What fragment shaders need of the uniforms, handed on: a software rasteriser reads a uniform anew for every pixel, lane by lane and with a
// check of bounds, which can take longer than all the rest; a flat input it reads once for many. What no fragment shader takes costs nothing.
flat out vec2 v_origin;  // the picture's pixel at the target's corner
flat out vec4 v_shape;
flat out vec4 v_color0;
flat out vec4 v_color1;
flat out vec4 v_gradient;

void passUniforms() {
    v_origin = viewport.zw;
    v_shape = shape;
    v_color0 = color0;
    v_color1 = color1;
    v_gradient = gradient;
}
