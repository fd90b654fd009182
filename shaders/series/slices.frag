#import "header.glsl"
#import "pixel_center.glsl"
#import "slice_coverage.glsl"
#import "paint.glsl"
#import "texel.glsl"

// Paints a pixel from all trapezoids of its column at once: pixels of other shapes are not written, and no pixel is
// written twice.
//
//     column of the texture:  ● ● ● ● ●│●     texels are vertices of `area`: along, first, second, run;
//                              ╲_╱ trapezoid   a trapezoid goes from one to the next, unless a run ends with the first
//
// Blocks lie on a grid of four pixels of the picture, so a pixel's position in its block follows from its coordinate.
flat in vec4 v_first;
flat in vec4 v_count;

layout(location = 0) out vec4 o_color;

void main() {
    vec2 center = pixelCenter();
    vec2 corner = center - 0.5;
    if (v_shape.x > 0.5) corner = corner.yx;
    vec4 own = vec4(equal(vec4(0.0, 1.0, 2.0, 3.0), vec4(mod(corner.x, 4.0))));
    int first = int(dot(own, v_first));
    int count = int(dot(own, v_count));
    float coverage = 0.0;
    vec4 start = texelAt(first);
    for (int i = 1; i <= count; ++i) {
        vec4 end = texelAt(first + i);
        if (start.w < 1.5) coverage += sliceCoverage(start.xyz, end.xyz, corner);
        start = end;
    }
    o_color = paint(center) * min(coverage, 1.0);
}
