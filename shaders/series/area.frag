#import "header.glsl"
#import "pixel_center.glsl"
#import "slice_coverage.glsl"

// Coverage of the pixel by one trapezoid; drawn with `add`, because trapezoids do not overlap.
flat in vec3 v_start;
flat in vec3 v_end;
flat in vec4 v_shape;

layout(location = 0) out vec4 o_coverage;

void main() {
    vec2 corner = pixelCenter() - 0.5;
    if (v_shape.x > 0.5) corner = corner.yx;
    o_coverage = vec4(sliceCoverage(v_start, v_end, corner));
}
