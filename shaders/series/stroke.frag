#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"
#import "half_plane_coverage.glsl"

// Paints a pixel of a stroke from all segments of its block at once: the same result as `line` and `resolve` with a
// target for cells, without rounding in between.
//
//     ╲ ╲ ▕╲│▕ ╲ ╲      each segment in the texture: start, direction │ length, continuation before the start
//                       and after the end
//
// EDGE: the block has only one straight piece, so the coverage between its two edges is exact.
//
//     ──╲────────╲──
//        ╲   ▒▒   ╲      across: from the middle of the piece
//     ────╲────────╲
flat in vec4 v_edge;
flat in vec2 v_segments;
flat in vec3 v_stroke;

layout(location = 0) out vec4 o_color;

#ifdef EDGE
float strokeCoverage(vec2 center) {
    vec2 extent = max(abs(v_edge.zw), EDGE_EXTENT);
    float across = dot(center - v_edge.xy, v_edge.zw);
    vec4 edges = halfPlaneCoverage(v_stroke.x + vec4(across, -across, 0.0, 0.0), vec4(extent.x), vec4(extent.y));
    return max(edges.x + edges.y - 1.0, 0.0);
}
#else
#import "texel.glsl"
#import "eight_cells.glsl"
#import "stroke_cells.glsl"

float strokeCoverage(vec2 center) {
    int first = 2 * int(v_segments.x);
    int end = first + 2 * int(v_segments.y);
    vec4 firstUpper = vec4(0.0);
    vec4 firstLower = vec4(0.0);
    vec4 secondUpper = vec4(0.0);
    vec4 secondLower = vec4(0.0);
    for (int i = first; i < end; i += 2) {
        vec4 place = texelAt(i);
        vec3 extent = texelAt(i + 1).xyz;
        vec4 fromFirst;
        vec4 fromSecond;
        cover(center - place.xy, -0.25, place.zw, extent, v_stroke, fromFirst, fromSecond);
        firstUpper = max(firstUpper, fromFirst);
        secondUpper = max(secondUpper, fromSecond);
        cover(center - place.xy, 0.25, place.zw, extent, v_stroke, fromFirst, fromSecond);
        firstLower = max(firstLower, fromFirst);
        secondLower = max(secondLower, fromSecond);
    }
    return dot(min(firstUpper + secondUpper, 1.0) + min(firstLower + secondLower, 1.0), vec4(1.0 / 8.0));
}
#endif

void main() {
    vec2 center = pixelCenter();
    o_color = paint(center) * strokeCoverage(center);
}
