#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished scratch target onto another one.
flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

#ifdef CELLS
// A polyline. The coverages of a cell from both sides (stroke_cells.glsl) add up to at most 1; the mean of a pixel's
// eight cells is its coverage. Subsamples (subsamples.glsl) are sixteen cells of 0 or 1 in colours of half strength:
// shape.y: by how much a sum may exceed 1 · shape.x: added before rounding, because the shares of several draws are
// summed.
uniform sampler2D u_cells0;  // from the first side: upper row of four cells, one per channel
uniform sampler2D u_cells1;  // lower row
uniform sampler2D u_cells2;  // from the second side: upper row
uniform sampler2D u_cells3;  // lower row

vec4 resolved(vec2 place) {
    float most = 1.0 + v_shape.y;
    vec4 upper = min(texture(u_cells0, place) + texture(u_cells2, place), most);
    vec4 lower = min(texture(u_cells1, place) + texture(u_cells3, place), most);
    return paint(pixelCenter()) * dot(upper + lower, vec4(1.0 / 8.0)) + v_shape.x;
}
#else
#ifdef MASK
// An area. The mask has its coverage, which may exceed 1 in a fine area.
uniform sampler2D u_texture;  // red

vec4 resolved(vec2 place) {
    return paint(pixelCenter()) * min(texture(u_texture, place).r, 1.0);
}
#else
#ifdef SLIVERS
// Accumulated slivers. A single sliver is shown at least shape.x wide; coverage is at most 1. shape.y: shape.x divided
// by the width of the slivers' rectangles; shape.z: the slivers' own width divided by the width of the rectangles.
// Colours keep their shares.
uniform sampler2D u_colors;    // premultiplied
uniform sampler2D u_coverage;  // red

vec4 resolved(vec2 place) {
    float covered = texture(u_coverage, place).r;
    float shown = min(max(covered * v_shape.z, min(covered * v_shape.y, v_shape.x)), 1.0);
    return covered > 0.0 ? texture(u_colors, place) * (shown / covered) : vec4(0.0);
}
#else
// A group, or overlapping slivers, with a common opacity. shape.x: opacity.
uniform sampler2D u_texture;  // premultiplied

vec4 resolved(vec2 place) {
    return texture(u_texture, place) * v_shape.x;
}
#endif
#endif
#endif

void main() {
    o_color = resolved(gl_FragCoord.xy * v_pixelSize);
}
