// Corner of a block of four pixel columns on the picture's grid (rows if shape.x = 1), as high as `box`: a corner of a
// strip of four vertices or, if shape.y = 1, an end of a line that is four pixels wide.
vec4 blockCorner(vec4 box) {
    if (shape.y < 0.5) return boxCorner(box);
    float end = float(gl_VertexID);
    vec2 place = mix(floor(box.xy), ceil(box.zw), end);
    vec2 middle = floor(box.xy * 0.25) * 4.0 + 2.0;
    return plotToClip(shape.x > 0.5 ? vec2(place.x, middle.y) : vec2(middle.x, place.y));
}
