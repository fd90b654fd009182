#import "header.glsl"

// The fraction of a pixel's sixteen subsamples that is covered (fine_line.frag), multiplied by color0. shape.x: added
// before rounding, because the fractions of several draws are summed.
uniform sampler2D u_cells0;
uniform sampler2D u_cells1;
uniform sampler2D u_cells2;
uniform sampler2D u_cells3;

flat in vec4 v_color0;
flat in vec4 v_shape;
flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 place = gl_FragCoord.xy * v_pixelSize;
    vec4 rows = texture(u_cells0, place) + texture(u_cells1, place)
        + texture(u_cells2, place) + texture(u_cells3, place);
    o_color = v_color0 * dot(rows, vec4(1.0 / 16.0)) + v_shape.x;
}
