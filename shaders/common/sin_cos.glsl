// (sin, cos) of an angle of at most a few turns, within 2e-7. GLSL ES leaves the precision of its own functions to the
// driver (2^-11 is common in practice); a slice's edge 1,000 pixels long would then miss its neighbour's edge.
//
// Reduces the angle to −π/4…π/4 in two steps (Cody and Waite: the first constant has few bits, so its multiples are
// exact), then uses Taylor series.
vec2 sinCos(float angle) {
    float quarter = floor(angle * 0.6366197724 + 0.5);
    float x = (angle - quarter * 1.5703125) - quarter * 0.0004838267949;
    float xx = x * x;
    float s = x * (1.0 + xx * (-1.0 / 6.0 + xx * (1.0 / 120.0 + xx * (-1.0 / 5040.0 + xx / 362880.0))));
    float c = 1.0 + xx * (-0.5 + xx * (1.0 / 24.0 + xx * (-1.0 / 720.0 + xx * (1.0 / 40320.0 - xx / 3628800.0))));
    int turn = int(quarter) & 3;
    vec2 turned = (turn & 1) == 0 ? vec2(s, c) : vec2(c, -s);
    return turn >= 2 ? -turned : turned;
}
