#import "header.glsl"
#import "pixel_center.glsl"

// A rectangle with sharp corners and one colour. A software rasteriser computes everything in this file for each pixel,
// so rectangles of whole pixels have variants without edges.
//
// - no macro: the area of the pixel that the rectangle covers, overlap in x times overlap in y, exact.
// - SLIVER: the same with its colour and alone, both to be summed. SAMPLES: the same; other targets have no second
//   texture, and nothing is written to it.
// - FILL: sets whole pixels to an opaque colour; drawn with `replace`. Without arithmetic, a software rasteriser fills
//   rows of pixels at once.
// - TINT: paints whole pixels over the existing ones. Colours are always in 0…1. The clamp keeps a software rasteriser
//   from filling rows of pixels at once, because it blends rows with less precision than pixels.
flat in vec4 v_rect;
flat in vec4 v_color;

#ifdef SAMPLES
#define SLIVER
#endif

layout(location = 0) out vec4 o_color;

#ifdef FILL
void paintPixel() {
    o_color = v_color;
}
#else
#ifdef TINT
void paintPixel() {
    o_color = clamp(v_color, 0.0, 1.0);
}
#else
#ifdef SLIVER
layout(location = 1) out vec4 o_coverage;  // red
#endif

void paintPixel() {
    vec2 pixel = pixelCenter();
    vec2 overlap = max(min(pixel + 0.5, v_rect.zw) - max(pixel - 0.5, v_rect.xy), 0.0);
    o_color = v_color * (overlap.x * overlap.y);
#ifdef SLIVER
    o_coverage = vec4(overlap.x * overlap.y);
#endif
}
#endif
#endif

void main() {
    paintPixel();
}
