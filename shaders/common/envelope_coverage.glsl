// Coverage of a pixel by what lies between two envelopes, each a slope over every quarter of the pixel's column, or every eighth.
//
//     │ ╱╲ ╱│      five texels for four slopes, one a channel: the lower and the higher end of the first envelope's slope, the same
//     │╱▒▒╳▒│      of the second one, and how much of the pixel's width they stand for: a quarter or an eighth, and less where the
//     │▒▒▒▒▒│      stroke begins or ends there
//      ╲▒╱╲╱
uniform sampler2D u_texture;  // RGBA32F

// Integral of clamp(u, 0, 1).
vec4 clampedIntegral(vec4 u) {
    vec4 inside = clamp(u, 0.0, 1.0);
    return inside * (u - 0.5 * inside);
}

// How much of the pixel lies before each slope. low < high: from the pixel's edge.
vec4 before(vec4 low, vec4 high) {
    return (clampedIntegral(high) - clampedIntegral(low)) / (high - low);
}

// edge: the pixel's, across.
float envelopeCoverage(ivec2 texel, float edge) {
    vec4 first = before(texelFetch(u_texture, texel, 0) - edge, texelFetch(u_texture, texel + ivec2(1, 0), 0) - edge);
    vec4 second = before(texelFetch(u_texture, texel + ivec2(2, 0), 0) - edge, texelFetch(u_texture, texel + ivec2(3, 0), 0) - edge);
    return dot(second - first, texelFetch(u_texture, texel + ivec2(4, 0), 0));
}
