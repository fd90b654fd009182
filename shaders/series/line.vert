#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Places a quad round one segment of a stroked polyline.
// Reference: SVG 2 §13.5 (stroke shape: round joins, butt caps).
//
//        ┌───────────────────────────┐
//        │   ╭───────────────────╮   │  joint: the stroke goes on here, the end is a half circle
//        │   ( ●───────────────●  )  │  butt: a run of points starts or ends here, the end is straight
//        │   ╰───────────────────╯   │  outset: half the stroke and a pixel's half diagonal, so that every pixel
//        └───────────────────────────┘          that the stroke touches has its centre in the quad
//
// Or a square, along the axes, when the segment is drawn as a point.
//
// shape.x: half the stroke width, pixels · shape.w: 1 = as a point · gradient.z: half a cell's width; none of `fine_line`.
in vec3 a_start;  // x, y, run: 0 inside a run, 1 a run starts, 2 a run ends, 3 both
in vec3 a_end;

flat out vec4 v_segment;  // start x, y; unit direction x, y
flat out vec3 v_extent;   // length, how far the stroke goes on before the start, and behind the end: at joints, as far as its disc reaches

const float FAR = 1e6;

// A joint of a stroke that is thinner than cells are is no half plane in any of them: there it goes on straight, by as much as half a disc covers.
bool isThin() {
    return shape.x < gradient.z;
}

float joint(float isJoint) {
    return isJoint * (isThin() ? 0.7853982 * shape.x : FAR);
}

const float OUTSET = 0.75;
// From the stroke's box to the centres of pixels to which line.frag gives any coverage: half a pixel; and what a half plane in place of a round
// end adds in the cells beside the axis, at most 0.0773 and 0.0148 (no width); or the corners of a butt end aslant, 0.25 and 0.125. And rounding.
const vec2 JOINTS_REACH = vec2(0.59, 0.53);
const vec2 ENDS_REACH = vec2(0.76, 0.64);

// The target's part of the box: the point's centre is never outside, where the whole point may be dropped.
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
    if (a_start.z > 1.5) {  // a run ends at the first point: this is no segment
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
    } else {  // no direction to cut a cap across: the joint's disc, or nothing
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
