#import "header.glsl"
#import "pixel_center.glsl"
#import "quadrature.glsl"

// Area of the pixel that a circle covers.
//
//        ╭─────╮      Mirrored so that the pixel lies above the centre rather than beside it (|x| ≤ y): there the
//      ╱  ┊ ┊ ┊ ╲     circle's slope is below 45°. Vertical slices at Gauss nodes of the range that pixel and circle
//     (   ┊•┊ ┊  )    share; a slice's length inside is clamp(√(r² − x²)) − clamp(−√(r² − x²)), which is exact.
//      ╲       ╱
//        ╰─────╯
flat in vec3 v_disc;
flat in vec4 v_color;

layout(location = 0) out vec4 o_color;

void main() {
    float radius = v_disc.z;
    vec2 pixel = abs(pixelCenter() - v_disc.xy);
    if (pixel.x > pixel.y) pixel = pixel.yx;
    float left = max(pixel.x - 0.5, -radius);
    float width = max(min(pixel.x + 0.5, radius) - left, 0.0);
    vec4 x = left + width * NODES;
    vec4 height = sqrt(max(radius * radius - x * x, 0.0));
    vec4 inside = max(min(height, pixel.y + 0.5) - max(-height, pixel.y - 0.5), 0.0);
    o_color = v_color * (width * dot(WEIGHTS, inside));
}
