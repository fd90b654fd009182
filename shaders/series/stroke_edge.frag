#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"
#import "half_plane_coverage.glsl"

// Paints a pixel of a stroke whose block has only one straight piece: the coverage between its two edges is exact.
//
//     ──╲────────╲──
//        ╲   ▒▒   ╲      across: from the middle of the piece
//     ────╲────────╲
flat in vec4 v_edge;
flat in vec3 v_stroke;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 center = pixelCenter();
    vec2 extent = max(abs(v_edge.zw), EDGE_EXTENT);
    float across = dot(center - v_edge.xy, v_edge.zw);
    vec4 edges = halfPlaneCoverage(v_stroke.x + vec4(across, -across, 0.0, 0.0), vec4(extent.x), vec4(extent.y));
    o_color = paint(center) * max(edges.x + edges.y - 1.0, 0.0);
}
