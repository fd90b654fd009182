#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a box around one trapezoid of an area: between two straight curves over a part of the common axis.
//
//          ●╌╌╌╌╌╮ first
//     ●╌╌╌╌╌█████●      along: x, or y when shape.x = 1
//     │██████████│      first, second: across
//     ●╌╌╌╌╌╌╌╌╌╌● second
//   start       end
in vec4 a_start;  // along, first, second, run: 0 inside a run, 1 a run starts, 2 a run ends, 3 both
in vec4 a_end;

flat out vec3 v_start;
flat out vec3 v_end;

void main() {
    passUniforms();
    v_start = a_start.xyz;
    v_end = a_end.xyz;
    if (a_start.w > 1.5 || a_start.x == a_end.x) {  // no trapezoid, or a jump
        gl_Position = NOWHERE;
        return;
    }
    vec2 from = vec2(min(a_start.x, a_end.x), min(min(a_start.y, a_start.z), min(a_end.y, a_end.z)));
    vec2 to = vec2(max(a_start.x, a_end.x), max(max(a_start.y, a_start.z), max(a_end.y, a_end.z)));
    gl_Position = boxCorner(shape.x > 0.5 ? vec4(from.yx, to.yx) : vec4(from, to));
}
