#import "header.glsl"
#import "pixel_center.glsl"
#import "paint.glsl"

// Paints a finished polyline. The coverages of a cell from both sides (stroke_cells.glsl) add up to at most 1; the mean
// of a pixel's eight cells is its coverage.
uniform sampler2D u_cells0;  // from the first side: upper row of four cells, one per channel
uniform sampler2D u_cells1;  // lower row
uniform sampler2D u_cells2;  // from the second side: upper row
uniform sampler2D u_cells3;  // lower row

flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 place = gl_FragCoord.xy * v_pixelSize;
    vec4 upper = min(texture(u_cells0, place) + texture(u_cells2, place), 1.0);
    vec4 lower = min(texture(u_cells1, place) + texture(u_cells3, place), 1.0);
    o_color = paint(pixelCenter()) * dot(upper + lower, vec4(1.0 / 8.0));
}
