#import "header.glsl"
#import "pixel_center.glsl"

// A grid of values painted through a palette; the pixel's centre selects the cell.
//
//     ┌──┬──┬──┐   shape: columns, rows, low, high
//     ├──┼──┼──┤   v has the palette entry round((v − low)/(high − low) · (entries − 1)), clamped to the ends
//     └──┴──┴──┘   NaN, and HOLE for drivers that do not preserve NaN, paint nothing
uniform sampler2D u_texture;  // R32F, columns × rows
uniform sampler2D u_palette;  // RGBA8, one row, straight alpha

flat in vec4 v_rect;
flat in vec4 v_shape;

layout(location = 0) out vec4 o_color;

const float HOLE = -1e38;

void main() {
    vec2 place = (pixelCenter() - v_rect.xy) / (v_rect.zw - v_rect.xy);
    ivec2 cells = ivec2(v_shape.xy);
    ivec2 cell = ivec2(floor(place * v_shape.xy));
    float value = texelFetch(u_texture, clamp(cell, ivec2(0), cells - 1), 0).r;
    bool outside = any(lessThan(place, vec2(0.0))) || any(greaterThanEqual(place, vec2(1.0)));
    if (outside || isnan(value) || value < HOLE) discard;
    int last = textureSize(u_palette, 0).x - 1;
    float span = v_shape.w - v_shape.z;
    float t = span != 0.0 ? clamp((value - v_shape.z) / span, 0.0, 1.0) : 0.0;
    vec4 color = texelFetch(u_palette, ivec2(int(floor(t * float(last) + 0.5)), 0), 0);
    o_color = vec4(color.rgb * color.a, color.a);
}
