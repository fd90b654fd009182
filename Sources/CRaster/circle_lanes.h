// Functions of a circle for a vector of positions (FLOATS); included once per vector size. Radius 1, centre (0, 0).

#define LANES_INLINE static inline __attribute__((always_inline, overloadable))

LANES_INLINE INTS bits(FLOATS v) { return __builtin_bit_cast(INTS, v); }
LANES_INLINE FLOATS floats(INTS v) { return __builtin_bit_cast(FLOATS, v); }
LANES_INLINE FLOATS masked(FLOATS v, INTS mask) { return floats(bits(v) & mask); }
LANES_INLINE INTS signs(FLOATS v) { return bits(v) & (INTS)INT32_MIN; }
LANES_INLINE FLOATS magnitude(FLOATS v) { return floats(bits(v) & (INTS)INT32_MAX); }
LANES_INLINE FLOATS either(INTS mask, FLOATS yes, FLOATS no) { return floats((bits(yes) & mask) | (bits(no) & ~mask)); }
LANES_INLINE FLOATS larger(FLOATS a, FLOATS b) { return __builtin_elementwise_max(a, b); }
LANES_INLINE FLOATS smaller(FLOATS a, FLOATS b) { return __builtin_elementwise_min(a, b); }

/// ½σ at t ≥ 0. σ(1 − u) = u√u · P(u), with P fitted by least squares at Chebyshev nodes; relative error below 2e-7.
LANES_INLINE FLOATS half_segment(FLOATS t) {
    FLOATS u = larger(1.0f - t, (FLOATS)0.0f);
    FLOATS p = u * -0.0012383763f + -1.9590108e-05f;
    p = p * u + -0.0056332428f;
    p = p * u + -0.025071305f;
    p = p * u + -0.28285918f;
    p = p * u + 1.8856183f;
    return p * (u * __builtin_elementwise_sqrt(u) * 0.5f);
}

/// The part of the circle before the lines at x, from ½σ(|x|).
LANES_INLINE FLOATS before(FLOATS x, FLOATS half) { return either(x < 0.0f, half + half, pi - (half + half)); }

/// Whether a line is the one before the pixel that contains the centre.
LANES_INLINE INTS holds_center(FLOATS line, FLOATS unit) { return (line < 0.0f) & (line >= -unit); }

/// K at crossings, from the positions of the lines and their ½σ − π/8.
LANES_INLINE FLOATS crossing(FLOATS x, FLOATS half_x, FLOATS y, FLOATS half_y) {
    FLOATS product = x * y;
    FLOATS excess = magnitude(product) + (half_x + half_y);
    return floats(bits(masked(excess, x * x + y * y < 1.0f)) ^ signs(product));
}

/// The fraction of light that a circle absorbs.
LANES_INLINE FLOATS share(FLOATS area, float scale, float alpha) {
    return smaller(larger(area * scale, (FLOATS)0.0f), (FLOATS)alpha);
}

LANES_INLINE FLOATS composited(FLOATS through, FLOATS area, float scale, float alpha) {
    return larger(through - through * share(area, scale, alpha), (FLOATS)minimum);
}

#undef LANES_INLINE
#undef FLOATS
#undef INTS
