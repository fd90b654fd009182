#import "header.glsl"
#import "pixel_center.glsl"
#import "half_plane_coverage.glsl"

// Fill and crust of a ring sector in a pixel that one of its edges cuts at most; drawn with `add`, since sectors tile.
//
//     outside │ crust │ fill       An arc is taken for its tangent: over a pixel they part by 1/(8 · radius).
//             └───────┘            What an edge and its other side get adds to one, so that no seam shows.
flat in vec4 v_arc;
flat in vec3 v_inwards;
flat in vec4 v_fill;
flat in vec4 v_crust;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 place = pixelCenter() - v_arc.xy;
    float radius = length(place);
    bool isStraight = v_arc.w == 0.0;
    float depth = isStraight ? dot(place, v_inwards.xy) : (v_arc.z - radius) * v_arc.w;
    vec2 normal = isStraight ? v_inwards.xy : place / max(radius, EDGE_EXTENT);
    vec2 extent = max(abs(normal), EDGE_EXTENT);
    // Of the sector, and of what its crust leaves.
    vec4 coverage = halfPlaneCoverage(vec4(depth, depth - v_inwards.z, 0.0, 0.0), vec4(extent.x), vec4(extent.y));
    float crust = coverage.x - coverage.y;
    o_color = v_crust * crust + v_fill * (coverage.x - v_crust.a * crust);
}
