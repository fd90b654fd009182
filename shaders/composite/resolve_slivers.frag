#import "header.glsl"

// Paints accumulated slivers. A single sliver is shown at least shape.x wide; coverage is at most 1. shape.y: shape.x
// divided by the width of the slivers' rectangles; shape.z: the slivers' own width divided by the width of the
// rectangles. Colours keep their shares.
uniform sampler2D u_colors;    // premultiplied
uniform sampler2D u_coverage;  // red

flat in vec4 v_shape;
flat in vec2 v_pixelSize;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 place = gl_FragCoord.xy * v_pixelSize;
    float covered = texture(u_coverage, place).r;
    float shown = min(max(covered * v_shape.z, min(covered * v_shape.y, v_shape.x)), 1.0);
    o_color = covered > 0.0 ? texture(u_colors, place) * (shown / covered) : vec4(0.0);
}
