#import "header.glsl"
#import "pixel_center.glsl"
#import "slice_coverage.glsl"

// Coverage of the pixel by one trapezoid; drawn with `add`, because trapezoids do not overlap.
flat in vec3 v_start;
flat in vec3 v_end;
flat in vec4 v_shape;

layout(location = 0) out vec4 o_coverage;

#ifdef SAMPLES
// Coverage by the parts of the trapezoid on the draw's side (shape.y). Curves that cross form two parts.
float sampleCoverage(vec2 corner) {
    vec2 lead = vec2(v_start.z - v_start.y, v_end.z - v_end.y);  // > 0: the first curve is at smaller coordinates
    bvec2 isShown = bvec2(true);
    if (abs(v_shape.y) > 0.5) isShown = greaterThan(lead * v_shape.y, vec2(0.0));
    if (lead.x * lead.y >= 0.0) {
        return isShown.x || isShown.y ? sliceCoverage(v_start, v_end, corner) : 0.0;
    }
    vec3 cross = mix(v_start, v_end, lead.x / (lead.x - lead.y));
    float before = isShown.x && cross.x != v_start.x ? sliceCoverage(v_start, cross, corner) : 0.0;
    float after = isShown.y && cross.x != v_end.x ? sliceCoverage(cross, v_end, corner) : 0.0;
    return before + after;
}
#endif

void main() {
    vec2 corner = pixelCenter() - 0.5;
    if (v_shape.x > 0.5) corner = corner.yx;
#ifdef SAMPLES
    o_coverage = vec4(sampleCoverage(corner));
#else
    o_coverage = vec4(sliceCoverage(v_start, v_end, corner));
#endif
}
