#import "header.glsl"
#import "pixel_center.glsl"
#import "envelope_coverage.glsl"
#import "paint.glsl"

// Paints a pixel of a stroke from four slopes of its envelopes, or from eight with EIGHT_SLOPES. Blocks lie on a grid of
// four pixels of the picture, so a pixel's position in its block follows from its coordinate.
flat in vec2 v_texel;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 center = pixelCenter();
    vec2 corner = center - 0.5;
    if (v_shape.x > 0.5) corner = corner.yx;
#ifdef EIGHT_SLOPES
    vec2 texel = v_texel + vec2(10.0 * mod(corner.x, 4.0) + 0.5, 0.5);
    float coverage = envelopeCoverage(texel, corner.y) + envelopeCoverage(texel + vec2(5.0, 0.0), corner.y);
#else
    vec2 texel = v_texel + vec2(5.0 * mod(corner.x, 4.0) + 0.5, 0.5);
    float coverage = envelopeCoverage(texel, corner.y);
#endif
    o_color = paint(center) * clamp(coverage, 0.0, 1.0);
}
