#import "header.glsl"
#import "pixel_center.glsl"
#import "edge_coverage.glsl"

// Fill and crust of one ring sector in one pixel, from 4 × 4 cells; drawn with `add`, because sectors do not overlap.
//
//      ╲ ╭────╮ ╱     u: along the middle of the sector, v: across; the sector is symmetric about v = 0,
//       ╲│fill│╱      so a cell uses the edge on its own side.
//        ╲╌╌╌╌╱       edge depth = u·sin half − |v|·cos half, which grows inwards for every opening up to a full turn
//         ╲  ╱        crust = sector − sector shrunk by the crust width
//
// A ramp and the neighbour's ramp across a shared edge add up to one, so no seam is visible.
flat in vec4 v_ring;
flat in vec4 v_frame;
flat in vec2 v_limits;
flat in vec4 v_fill;
flat in vec4 v_crust;

layout(location = 0) out vec4 o_color;

const float PI = 3.14159265;
const float FAR = 1e6;

// Coverage between the radial edges, moved inwards by `inset`.
vec4 wedgeCoverage(vec4 u, vec4 v, vec4 radius, float inset) {
    float halfSweep = v_limits.y;
    vec2 edge = v_frame.zw;
    vec4 own = u * edge.y - v * edge.x;
    vec4 other = u * edge.y + v * edge.x;
    // Behind the apex of an opening wider than half a turn, the nearest point of the edges is the apex.
    float rounded = halfSweep > PI / 2.0 && inset > 0.0 ? 1.0 : 0.0;
    own = mix(own, radius, rounded * vec4(lessThan(u * edge.x + v * edge.y, vec4(0.0))));
    vec4 a = cellCoverage(own - inset);
    vec4 b = cellCoverage(other - inset);
    // A full turn has no edges. A sharp tip, and the sharp notch of a wide opening, have both edges in one cell.
    if (halfSweep >= PI) return vec4(1.0);
    if (halfSweep < PI / 4.0) return max(a + b - 1.0, 0.0);
    if (halfSweep > 3.0 * PI / 4.0 && inset == 0.0) return min(a + b, 1.0);
    return a;
}

vec4 ringCoverage(vec4 radius, float inset) {
    // A truncated sector continues inwards: there is no crust along the cut.
    float inner = v_ring.z > 0.0 ? v_ring.z + inset : v_ring.z < 0.0 ? -v_ring.z : -FAR;
    return stripCoverage(v_ring.w - inset - radius, radius - inner);
}

void main() {
    vec2 pixel = pixelCenter() - v_ring.xy;
    float crustWidth = v_limits.x;
    vec4 whole = vec4(0.0);
    vec4 inner = vec4(0.0);
    for (int row = 0; row < 4; row++) {
        vec4 x = pixel.x + CELL_OFFSETS;
        float y = pixel.y + CELL_OFFSETS[row];
        vec4 u = x * v_frame.x + y * v_frame.y;
        vec4 v = abs(y * v_frame.x - x * v_frame.y);
        vec4 radius = sqrt(x * x + y * y);
        vec4 sector = ringCoverage(radius, 0.0) * wedgeCoverage(u, v, radius, 0.0);
        whole += sector;
        if (crustWidth > 0.0) {
            inner += min(ringCoverage(radius, crustWidth) * wedgeCoverage(u, v, radius, crustWidth), sector);
        }
    }
    float fill = dot(whole, vec4(1.0 / 16.0));
    float crust = crustWidth > 0.0 ? fill - dot(inner, vec4(1.0 / 16.0)) : 0.0;
    o_color = v_crust * crust + v_fill * (fill - v_crust.a * crust);
}
