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
in vec3 a_disc;   // centre x, y, radius
in vec4 a_color;  // straight alpha

flat out vec3 v_disc;
flat out vec4 v_color;  // premultiplied

void main() {
    passUniforms();
    v_disc = a_disc;
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
    gl_Position = boxCorner(vec4(a_disc.xy - a_disc.z, a_disc.xy + a_disc.z));
}
