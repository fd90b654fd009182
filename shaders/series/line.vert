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
// shape.x: half the stroke width, pixels · shape.w: 1 = as a point · gradient.z: half a cell's width; 0 with
// SUBSAMPLES.
#ifdef SAMPLES
// Four neighbouring samples: the one before the segment, its two ends, the one after. Data units, from the origins of
// their block. No finite value: no sample.
in vec4 a_x;
in vec4 a_y;
in vec4 a_origin;  // the block's origins, pixels: x, y
#else
in vec3 a_start;  // x, y, run: 0 inside a run, 1 a run starts, 2 a run ends, 3 both
in vec3 a_end;
#endif

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

#ifdef SAMPLES
// Larger numbers are no samples. Compared instead of isnan(), which some compilers remove.
const float GAP = 1e37;

// Whether a segment can reach the target. Most hidden segments are left out here, before they become triangles.
bool isVisible(vec2 start, vec2 end) {
    float reach = shape.x + 2.0;
    vec2 low = viewport.zw - reach;
    vec2 high = viewport.zw + 2.0 / viewport.xy + reach;
    return all(greaterThan(max(start, end), low)) && all(lessThan(min(start, end), high));
}
#endif

void main() {
    passUniforms();
#ifdef SAMPLES
    bvec4 isGap = greaterThan(max(abs(a_x), abs(a_y)), vec4(GAP));
    bool hasSegment = !isGap.y && !isGap.z;
    vec2 start = vec2(a_x.y, a_y.y) * transform.xy + a_origin.xy;
    vec2 end = vec2(a_x.z, a_y.z) * transform.xy + a_origin.xy;
    float startJoint = isGap.x ? 0.0 : 1.0;
    float endJoint = isGap.w ? 0.0 : 1.0;
    hasSegment = hasSegment && isVisible(start, end);
#else
    bool hasSegment = a_start.z <= 1.5;  // otherwise a run ends at the first point
    vec2 start = a_start.xy * transform.xy + transform.zw;
    vec2 end = a_end.xy * transform.xy + transform.zw;
    float startJoint = a_start.z > 0.5 ? 0.0 : 1.0;
    float endJoint = a_end.z > 1.5 ? 0.0 : 1.0;
#endif
    if (!hasSegment) {
        v_segment = vec4(0.0);
        v_extent = vec3(0.0);
        gl_PointSize = 1.0;
        gl_Position = NOWHERE;
        return;
    }
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
