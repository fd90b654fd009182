// Coverage of a pixel by the area between two envelopes. Each is described by slopes; a slope represents about a
// quarter or an eighth of the pixel's column, or two of them represent uneven shares of twice that. The position within
// the column does not matter.
//
//     │ ╱╲ ╱│      five texels for four slopes, one per channel: the lower and the higher end of the first envelope's
//     │╱▒▒╳▒│      slope, the same of the second envelope, and the fraction of the pixel's width that they represent,
//     │▒▒▒▒▒│      which is smaller where the stroke begins or ends
//      ╲▒╱╲╱
#import "texel.glsl"

// Integral of clamp(u, 0, 1).
vec4 clampedIntegral(vec4 u) {
    vec4 inside = clamp(u, 0.0, 1.0);
    return inside * (u - 0.5 * inside);
}

// Fraction of the pixel before each slope. low < high: relative to the pixel's edge.
vec4 before(vec4 low, vec4 high) {
    return (clampedIntegral(high) - clampedIntegral(low)) / (high - low);
}

// texel: the centre of the first texel. edge: the pixel's edge across.
float envelopeCoverage(vec2 texel, float edge) {
    const vec2 next = vec2(1.0, 0.0);
    vec4 first = before(texelAt(texel) - edge, texelAt(texel + next) - edge);
    vec4 second = before(texelAt(texel + 2.0 * next) - edge, texelAt(texel + 3.0 * next) - edge);
    return dot(second - first, texelAt(texel + 4.0 * next));
}
