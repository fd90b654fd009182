// Coverage of a pixel by what lies between two envelopes, each told by slopes that stand for about a quarter or an eighth of the pixel's
// column, or two of them for uneven shares of twice that, wherever in it.
//
//     │ ╱╲ ╱│      five texels for four slopes, one a channel: the lower and the higher end of the first envelope's slope, the same
//     │╱▒▒╳▒│      of the second one, and how much of the pixel's width they stand for, which is less where the stroke begins or
//     │▒▒▒▒▒│      ends there
//      ╲▒╱╲╱
#import "texel.glsl"

// Integral of clamp(u, 0, 1).
vec4 clampedIntegral(vec4 u) {
    vec4 inside = clamp(u, 0.0, 1.0);
    return inside * (u - 0.5 * inside);
}

// How much of the pixel lies before each slope. low < high: from the pixel's edge.
vec4 before(vec4 low, vec4 high) {
    return (clampedIntegral(high) - clampedIntegral(low)) / (high - low);
}

// texel: the centre of the first. edge: the pixel's, across.
float envelopeCoverage(vec2 texel, float edge) {
    const vec2 next = vec2(1.0, 0.0);
    vec4 first = before(texelAt(texel) - edge, texelAt(texel + next) - edge);
    vec4 second = before(texelAt(texel + 2.0 * next) - edge, texelAt(texel + 3.0 * next) - edge);
    return dot(second - first, texelAt(texel + 4.0 * next));
}
