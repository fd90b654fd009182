// Passes the uniforms that fragment shaders use as flat inputs. A software rasteriser reads a uniform for every pixel,
// lane by lane and with a bounds check, which can take longer than everything else; it reads a flat input once for many
// pixels. Unused outputs cost nothing.
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
