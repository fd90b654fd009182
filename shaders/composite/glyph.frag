#import "header.glsl"
#import "texel.glsl"

// A glyph's coverage in one colour; one atlas pixel is one pixel of the picture, so nothing is filtered.
flat in vec4 v_color;
flat in vec2 v_offset;

layout(location = 0) out vec4 o_color;

void main() {
    float coverage = texelAt(gl_FragCoord.xy + v_offset).r;
    o_color = vec4(v_color.rgb * v_color.a, v_color.a) * coverage;
}
