#import "header.glsl"
#import "pixel_center.glsl"
#import "half_plane_coverage.glsl"

// Fill and crust of a ring sector, and of the sector beyond its edge, in a pixel cut by no other edge; drawn with `add`
// if others are near.
//
//     beyond │ crust ┃ crust │ fill       An arc is replaced by its tangent; in a pixel they differ by 1/(8 · radius).
//            └───────┸───────┘            The coverages on both sides of an edge add up to one, so no seam is visible.
flat in vec4 v_arc;
flat in vec2 v_inwards;
flat in vec2 v_widths;
flat in vec4 v_fill;
flat in vec4 v_crust;
flat in vec4 v_beyond;
flat in vec4 v_beyondCrust;

layout(location = 0) out vec4 o_color;

// The colour of a side, from its coverage and the coverage inside its crust.
vec4 sideColor(vec2 coverage, vec4 fill, vec4 crust) {
    float crustShare = coverage.x - coverage.y;
    return crust * crustShare + fill * (coverage.x - crust.a * crustShare);
}

void main() {
    vec2 place = pixelCenter() - v_arc.xy;
    float radius = length(place);
    bool isStraight = v_arc.w == 0.0;
    float depth = isStraight ? dot(place, v_inwards) : (v_arc.z - radius) * v_arc.w;
    vec2 normal = isStraight ? v_inwards : place / max(radius, EDGE_EXTENT);
    vec2 extent = max(abs(normal), EDGE_EXTENT);
    vec4 depths = vec4(depth, depth - v_widths.x, -depth, -depth - v_widths.y);
    vec4 coverage = halfPlaneCoverage(depths, vec4(extent.x), vec4(extent.y));
    o_color = sideColor(coverage.xy, v_fill, v_crust) + sideColor(coverage.zw, v_beyond, v_beyondCrust);
}
