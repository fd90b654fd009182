// The uniforms of one draw; `DrawUniforms` in VitrailScene documents each. Members have no prefix, so that the driver
// reports them by the names of the Swift struct.
layout(std140) uniform DrawUniforms {
    vec4 viewport;   // 2/width, 2/height of the target, the picture's pixel at the target's corner
    vec4 transform;  // from vertex to plot space: scale x, y, translation x, y
    vec4 color0;     // paint, premultiplied: start
    vec4 color1;     // end
    vec4 gradient;   // from (x, y) to (z, w), pixels; equal points: color0 everywhere; radial around (x, y)
    vec4 shape;      // parameters that depend on the program
};
