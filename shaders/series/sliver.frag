#import "header.glsl"
#import "pixel_center.glsl"

// Area of the pixel that a rectangle with sharp corners, narrower than a pixel, covers (as in box.frag): with its
// colour and alone, both to be summed.
flat in vec4 v_rect;
flat in vec4 v_color;

layout(location = 0) out vec4 o_color;
layout(location = 1) out vec4 o_coverage;  // red

void main() {
    vec2 pixel = pixelCenter();
    vec2 overlap = max(min(pixel + 0.5, v_rect.zw) - max(pixel - 0.5, v_rect.xy), 0.0);
    o_color = v_color * (overlap.x * overlap.y);
    o_coverage = vec4(overlap.x * overlap.y);
}
