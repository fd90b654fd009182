#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a box around one filled circle.
//
//     ╭───╮
//    (  ●──)  radius, pixels, > 0
//     ╰───╯
//
// shape.x: radius of all samples, pixels · shape.y: square pixels per unit of a_square · shape.z: 1 = a_square is used
#ifdef SAMPLES
in float a_x;  // data units, from the origins of the samples' block
in float a_y;
in float a_square;  // the square of the radius
in vec4 a_origin;   // the block's origins: x and y in pixels, square of the radius in square pixels
const float GAP = 1e37;  // larger numbers are no samples
#else
in vec3 a_disc;   // centre x, y, radius
in vec4 a_color;  // straight alpha
#endif

flat out vec3 v_disc;
flat out vec4 v_color;  // premultiplied

void main() {
    passUniforms();
#ifdef SAMPLES
    bool isSized = shape.z > 0.5;
    bool isGap = max(abs(a_x), abs(a_y)) > GAP || (isSized && abs(a_square) > GAP);
    float radius = isSized ? sqrt(max(a_square * shape.y + a_origin.z, 0.0)) : shape.x;
    v_disc = vec3(vec2(a_x, a_y) * transform.xy + a_origin.xy, radius);
    v_color = color0;
    if (isGap || radius <= 0.0) {
        v_disc = vec3(0.0);
        gl_Position = NOWHERE;
        return;
    }
#else
    v_disc = a_disc;
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
#endif
    gl_Position = boxCorner(vec4(v_disc.xy - v_disc.z, v_disc.xy + v_disc.z));
}
