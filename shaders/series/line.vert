#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a quad around one segment of a stroked polyline.
// Reference: SVG 2 §13.5 (stroke shape: round joins, butt caps).
//
//        ┌───────────────────────────┐
//        │   ╭───────────────────╮   │  joint: the stroke continues here, the end is a half circle
//        │   ( ●───────────────●  )  │  butt: a run of points starts or ends here, the end is straight
//        │   ╰───────────────────╯   │  outset: half the stroke and a pixel's half diagonal, so that every pixel
//        └───────────────────────────┘          that the stroke touches has its centre in the quad
//
// Or an axis-aligned square, if the segment is drawn as a point.
//
// shape.x: half the stroke width, pixels · shape.w: 1 = as a point · gradient.z: half a cell's width; 0 for
// `fine_line`.
in vec3 a_start;  // x, y, run: 0 inside a run, 1 a run starts, 2 a run ends, 3 both
in vec3 a_end;

flat out vec4 v_segment;  // start x, y; unit direction x, y
// Length; how far the stroke continues before the start and after the end: at joints, as far as the joint's disc
flat out vec3 v_extent;

const float FAR = 1e6;

// A joint of a stroke thinner than a cell is not a half plane in any cell: the stroke continues straight there, by the
// area of half a disc.
bool isThin() {
    return shape.x < gradient.z;
}

float joint(float isJoint) {
    return isJoint * (isThin() ? 0.7853982 * shape.x : FAR);
}

const float OUTSET = 0.75;
// Distance from the stroke's box to the farthest pixel centre that line.frag covers: half a pixel, plus the error of a
// half plane in place of a round end in the cells beside the axis, at most 0.0773 and 0.0148 (at width 0), or plus the
// corners of an oblique butt end, 0.25 and 0.125, plus rounding.
const vec2 JOINTS_REACH = vec2(0.59, 0.53);
const vec2 ENDS_REACH = vec2(0.76, 0.64);

// The part of the box in the target. A point whose centre is outside the target may be dropped as a whole, so its
// centre is always inside.
void placePoint(vec2 start, vec2 end, bool isJoined) {
    vec2 reach = shape.x + (isJoined ? JOINTS_REACH : ENDS_REACH);
    vec2 low = max(min(start, end) - reach, viewport.zw);
    vec2 high = min(max(start, end) + reach, viewport.zw + 2.0 / viewport.xy);
    vec2 size = high - low;
    gl_PointSize = max(size.x, size.y);
    gl_Position = min(size.x, size.y) > 0.0 ? plotToClip(0.5 * (low + high)) : NOWHERE;
}

void main() {
    passUniforms();
    if (a_start.z > 1.5) {  // a run ends at the first point: there is no segment
        v_segment = vec4(0.0);
        v_extent = vec3(0.0);
        gl_PointSize = 1.0;
        gl_Position = NOWHERE;
        return;
    }
    vec2 start = a_start.xy * transform.xy + transform.zw;
    vec2 end = a_end.xy * transform.xy + transform.zw;
    float startJoint = a_start.z > 0.5 ? 0.0 : 1.0;
    float endJoint = a_end.z > 1.5 ? 0.0 : 1.0;
    vec2 span = end - start;
    float extent = length(span);
    vec2 direction = vec2(1.0, 0.0);
    if (extent > 0.0) {
        direction = span / extent;
    } else {  // no direction for a straight end: only the joint's disc, or nothing
        startJoint = max(startJoint, endJoint);
        endJoint = startJoint;
    }
    v_segment = vec4(start, direction);
    v_extent = vec3(extent, joint(startJoint), joint(endJoint));
    if (shape.w > 0.5) {
        placePoint(start, end, startJoint * endJoint > 0.5 && !isThin());
        return;
    }
    vec2 normal = vec2(-direction.y, direction.x);
    vec2 corner = quadCorner();
    float along = corner.x < 0.5
        ? -OUTSET - startJoint * shape.x
        : extent + OUTSET + endJoint * shape.x;
    float across = (corner.y * 2.0 - 1.0) * (shape.x + OUTSET);
    gl_PointSize = 1.0;
    gl_Position = plotToClip(start + direction * along + normal * across);
}
