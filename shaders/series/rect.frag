#import "header.glsl"
#import "pixel_center.glsl"
#import "quadrature.glsl"
#import "rect_coverage.glsl"

// Fill and outline of one rectangle in one pixel.
//
//     ╭────────────╮ outer: half a stroke outside the edge, with enlarged round corners
//     │╭╌╌╌╌╌╌╌╌╌╌╮│ the edge, where the fill ends
//     │┊╭────────╮┊│ inner: half a stroke inside, corners shrunk; empty if the stroke fills the rectangle
//     ╵╵╵        ╵╵╵ outline = outer − inner, over the fill
flat in vec4 v_rect;
flat in vec4 v_radii;
flat in float v_half_stroke;
flat in vec4 v_fill;
flat in vec4 v_fill_end;
flat in vec4 v_stroke;
flat in vec4 v_shape;

layout(location = 0) out vec4 o_color;

vec4 fillColor(vec2 pixel) {
    vec2 from = (pixel - v_rect.xy) / max(v_rect.zw - v_rect.xy, 1e-6);
    return mix(v_fill, v_fill_end, clamp(v_shape.x > 0.5 ? from.y : from.x, 0.0, 1.0));
}

float grownCoverage(vec2 pixel, float by) {
    vec4 rect = v_rect + by * vec4(-1.0, -1.0, 1.0, 1.0);
    vec4 radii = mix(vec4(0.0), max(v_radii + by, 0.0), greaterThan(v_radii, vec4(0.0)));
    return rectCoverage(pixel, rect, radii);
}

void main() {
    vec2 pixel = pixelCenter();
    vec4 fill = fillColor(pixel) * rectCoverage(pixel, v_rect, v_radii);
    float outline = 0.0;
    if (v_half_stroke > 0.0) {
        outline = max(grownCoverage(pixel, v_half_stroke) - grownCoverage(pixel, -v_half_stroke), 0.0);
    }
    vec4 stroke = v_stroke * outline;
    o_color = stroke + fill * (1.0 - stroke.a);
}
