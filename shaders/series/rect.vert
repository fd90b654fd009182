#import "header.glsl"
#import "uniforms.glsl"
#import "pass_uniforms.glsl"
#import "plot_to_clip.glsl"
#import "quad_corner.glsl"

// Positions a box around one rectangle, or around a part of it: columns, bars, gridlines, stripes, frames.
//
//      ╭──────╮  tip: the rounded end (0 none, 1 top, 2 right, 3 bottom, 4 left, 5 all)
//      │ fill │  fill → fill end: left to right, or top to bottom when shape.x = 1
//      └──────┘  stroke: centred on the edge, painted over the fill
in vec4 a_rect;  // left, top, right, bottom
in vec4 a_box;   // the same, for the part that is drawn
in vec3 a_tip;   // tip radius (already limited), tip, stroke width
in vec4 a_fill;  // straight alpha
in vec4 a_fill_end;
in vec4 a_stroke;

flat out vec4 v_rect;
flat out vec4 v_radii;  // top left, top right, bottom right, bottom left
flat out float v_half_stroke;
flat out vec4 v_fill;  // premultiplied
flat out vec4 v_fill_end;
flat out vec4 v_stroke;

vec4 premultiplied(vec4 color) {
    return vec4(color.rgb * color.a, color.a);
}

vec4 roundCorners(int tip) {
    if (tip == 1) return vec4(1.0, 1.0, 0.0, 0.0);
    if (tip == 2) return vec4(0.0, 1.0, 1.0, 0.0);
    if (tip == 3) return vec4(0.0, 0.0, 1.0, 1.0);
    if (tip == 4) return vec4(1.0, 0.0, 0.0, 1.0);
    return vec4(tip == 5 ? 1.0 : 0.0);
}

void main() {
    passUniforms();
    v_rect = a_rect;
    v_radii = a_tip.x * roundCorners(int(a_tip.y + 0.5));
    v_half_stroke = 0.5 * a_tip.z;
    v_fill = premultiplied(a_fill);
    v_fill_end = premultiplied(a_fill_end);
    v_stroke = premultiplied(a_stroke);
    gl_Position = boxCorner(a_box);
}
