#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"
#import "sin_cos.glsl"

// Positions a quad around one ring sector: a pie or donut slice.
//
//         ╲ ───── ╱         mid: direction of the sector's middle; the quad is aligned with it
//      v ╲ ╲     ╱ ╱        half: half the opening; π or more is a full turn
//      ↑    ╲ ∩ ╱           narrow sectors have a trapezoid (half < 45°), others a rectangle, so that many slices
//      └→ u  ╲•╱            do not each shade the whole pie
in vec4 a_ring;    // centre x, y; inner radius (negative: truncated at the absolute value); outer radius
in vec3 a_angles;  // mid, half opening (radians, 0 at 12 o'clock, anticlockwise), crust width
in vec4 a_fill;    // straight alpha
in vec4 a_crust;
in vec4 a_box;     // left, top, right, bottom: painted only there; empty: no limit

flat out vec4 v_ring;
flat out vec4 v_frame;  // mid direction x, y; cos, sin of the half opening
flat out vec2 v_limits;  // crust width; half opening
flat out vec4 v_fill;   // premultiplied
flat out vec4 v_crust;

const float PI = 3.14159265;
const float OUTSET = 0.75;

// The quad's corner: its position along u, and half the quad's height there.
vec2 quadEnd(float inner, float outer, float halfSweep, vec2 edge, bool isOuter) {
    bool narrow = halfSweep < PI / 4.0;
    float near = edge.x * (halfSweep < PI / 2.0 ? inner : outer) - OUTSET;
    float u = isOuter ? outer + OUTSET : (halfSweep >= PI ? -outer - OUTSET : near);
    float height = halfSweep < PI / 2.0 ? outer * edge.y : outer;
    return vec2(u, narrow ? max(u * edge.y + OUTSET, 0.0) / edge.x : height + OUTSET);
}

void main() {
    passUniforms();
    vec2 mid = sinCos(a_angles.x);
    vec2 edge = sinCos(min(a_angles.y, PI)).yx;
    v_ring = a_ring;
    v_frame = vec4(-mid, edge);
    v_limits = vec2(a_angles.z, a_angles.y);
    v_fill = vec4(a_fill.rgb * a_fill.a, a_fill.a);
    v_crust = vec4(a_crust.rgb * a_crust.a, a_crust.a);
    if (a_box.z > a_box.x) {
        gl_Position = boxCorner(a_box);
        return;
    }
    vec2 corner = quadCorner();
    vec2 end = quadEnd(abs(a_ring.z), a_ring.w, a_angles.y, edge, corner.x > 0.5);
    vec2 u = v_frame.xy;
    vec2 v = vec2(-u.y, u.x);
    gl_Position = plotToClip(a_ring.xy + u * end.x + v * end.y * (corner.y * 2.0 - 1.0));
}
