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
//
// For samples: transform.xyz: pixels per unit of the columns · transform.w: position of a straight second curve, pixels ·
// shape.z: 1 = a_second is used
#ifdef SAMPLES
// A sample and the next one: data units, from the origins of their block.
in vec2 a_along;
in vec2 a_first;
in vec2 a_second;
in vec4 a_origin;  // the block's origins, pixels: along, first, second
const float GAP = 1e37;  // larger numbers are no samples
#else
in vec4 a_start;  // along, first, second, run: 0 inside a run, 1 a run starts, 2 a run ends, 3 both
in vec4 a_end;
#endif

flat out vec3 v_start;
flat out vec3 v_end;

void main() {
    passUniforms();
#ifdef SAMPLES
    vec3 origin = a_origin.xyz + vec3(0.0, 0.0, transform.w);
    v_start = vec3(a_along.x, a_first.x, a_second.x) * transform.xyz + origin;
    v_end = vec3(a_along.y, a_first.y, a_second.y) * transform.xyz + origin;
    vec2 largest = max(max(abs(a_along), abs(a_first)), abs(a_second) * step(0.5, shape.z));
    bool hasTrapezoid = max(largest.x, largest.y) < GAP && v_start.x != v_end.x;
#else
    v_start = a_start.xyz;
    v_end = a_end.xyz;
    bool hasTrapezoid = a_start.w <= 1.5 && a_start.x != a_end.x;  // otherwise a run ends here, or there is a jump
#endif
    if (!hasTrapezoid) {
        gl_Position = NOWHERE;
        return;
    }
    vec2 from = vec2(min(v_start.x, v_end.x), min(min(v_start.y, v_start.z), min(v_end.y, v_end.z)));
    vec2 to = vec2(max(v_start.x, v_end.x), max(max(v_start.y, v_start.z), max(v_end.y, v_end.z)));
    gl_Position = boxCorner(shape.x > 0.5 ? vec4(from.yx, to.yx) : vec4(from, to));
}
