#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a rectangle with sharp corners and one colour: most columns, gridlines, stripes. It has its own program,
// because a software rasteriser spends time on round corners and outlines (rect.frag) in every pixel, visible or not.
//
//     ┌──────┐
//     │ fill │
//     └──────┘
//
// For samples: shape.xy: the bar's edges along, from its sample, pixels · shape.z: where bars start across, pixels ·
// shape.w: 1 = along is y · color0, color1: for ends at smaller and at larger positions than the start
#ifdef SAMPLES
in float a_x;  // data units, from the origins of the samples' block
in float a_y;
in vec4 a_origin;  // the block's origins, pixels: x, y
const float GAP = 1e37;          // larger numbers are no samples
const float THINNEST = 0.015625;  // pixels: a narrower bar is drawn this wide, with the same shares of its pixels
#else
in vec4 a_rect;    // left, top, right, bottom
in vec4 a_texels;  // not used
in vec4 a_color;   // straight alpha
#endif

flat out vec4 v_rect;
flat out vec4 v_color;  // premultiplied

#ifdef SAMPLES
// The edges of the bar at a position along.
vec2 edges(float along) {
    vec2 edges = along + shape.xy;
    float width = shape.y - shape.x;
    if (width >= THINNEST) return edges;
    float pixel = floor(edges.x);
    float next = pixel + 1.0;
    float start = edges.y > next
        ? next - (next - edges.x) / width * THINNEST
        : clamp(0.5 * (edges.x + edges.y - THINNEST), pixel, next - THINNEST);
    return vec2(start, start + THINNEST);
}
#endif

void main() {
    passUniforms();
#ifdef SAMPLES
    vec2 position = vec2(a_x, a_y) * transform.xy + a_origin.xy;
    bool isVertical = shape.w > 0.5;
    vec2 along = edges(isVertical ? position.y : position.x);
    float end = isVertical ? position.x : position.y;
    vec2 across = vec2(min(end, shape.z), max(end, shape.z));
    v_rect = isVertical ? vec4(across.x, along.x, across.y, along.y) : vec4(along.x, across.x, along.y, across.y);
    v_color = end > shape.z ? color1 : color0;
    if (max(abs(a_x), abs(a_y)) > GAP) {
        gl_Position = NOWHERE;
        return;
    }
#else
    v_rect = a_rect;
    v_color = vec4(a_color.rgb * a_color.a, a_color.a);
#endif
    gl_Position = boxCorner(v_rect);
}
