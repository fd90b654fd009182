#import "header.glsl"
#import "texel.glsl"

// A glyph that brings its own colours, or a picture texel by texel: the last ones go on. Of the run's colour only alpha counts.
flat in vec4 v_texels;
flat in vec4 v_color;
flat in vec2 v_offset;

layout(location = 0) out vec4 o_color;

void main() {
    o_color = texelAt(min(gl_FragCoord.xy + v_offset, v_texels.zw - 0.5)) * v_color.a;
}
