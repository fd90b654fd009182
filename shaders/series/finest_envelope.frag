#import "header.glsl"
#import "pixel_center.glsl"
#import "envelope_coverage.glsl"
#import "paint.glsl"

// Paints a pixel of a stroke by sixteen slopes of its envelopes, as `envelope` does by four.
flat in vec2 v_texel;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 center = pixelCenter();
    vec2 corner = center - 0.5;
    if (v_shape.x > 0.5) corner = corner.yx;
    vec2 texel = v_texel + vec2(20.0 * mod(corner.x, 4.0) + 0.5, 0.5);
    float coverage = 0.0;
    for (int i = 0; i < 4; i++) coverage += envelopeCoverage(texel + vec2(float(5 * i), 0.0), corner.y);
    o_color = paint(center) * clamp(coverage, 0.0, 1.0);
}
