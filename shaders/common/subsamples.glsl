// Tests sixteen subsamples of the pixel against a segment; several draws test different subsamples. A subsample is
// either covered or not, so the maximum is the union, for any shapes and number of segments.
//
//    ┌─┬─┬─┬─┐   One subsample in each of 4 × 4 parts: a row of parts per texture, a column per channel.
//    │·│ · │·│   gradient.xy: the draw's subsample position in a part. Each part shifts it (modulo one) by its own
//    ├─┼─┼─┼─┤   amount, so that the subsamples of all draws have as many different heights, and as many different
//                positions along, as there are subsamples. gradient.w: one divided by the number of draws.
//
// Requires v_segment, v_extent and v_shape of `line`.
flat in vec4 v_gradient;

const vec4 PARTS = vec4(0.0, 0.25, 0.5, 0.75);
// In sixteenths: shifts that give adjacent parts different patterns. Any distinct numbers work.
const vec4 TURNS[4] = vec4[4](
    vec4(0.0, 6.0, 11.0, 3.0), vec4(9.0, 14.0, 2.0, 7.0), vec4(5.0, 1.0, 13.0, 10.0), vec4(12.0, 8.0, 4.0, 15.0));

// row: row of parts, from the top.
vec4 covered(vec2 fromStart, int row) {
    vec4 turns = TURNS[row] * 0.0625;
    vec4 turnsAlong = TURNS[3 - row].wzyx * 0.0625;
    vec4 placeX = fract(v_gradient.x + turnsAlong + (PARTS[row] + 0.125) * v_gradient.w);
    vec4 placeY = fract(v_gradient.y + turns + (PARTS + 0.125) * v_gradient.w);
    vec4 x = fromStart.x - 0.5 + PARTS + 0.25 * placeX;
    vec4 y = fromStart.y - 0.5 + PARTS[row] + 0.25 * placeY;
    vec4 along = v_segment.z * x + v_segment.w * y;
    vec4 across = v_segment.z * y - v_segment.w * x;
    // Past a joint, the distance is measured from the joint; past a straight end, nothing is covered.
    vec4 beyond = along - clamp(along, 0.0, v_extent.x);
    vec4 isBetween = step(-v_extent.y, along) * step(along, vec4(v_extent.x + v_extent.z));
    return isBetween * step(across * across + beyond * beyond, vec4(v_shape.x * v_shape.x));
}
