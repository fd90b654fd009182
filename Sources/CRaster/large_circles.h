// Circles so large that the rim within a pixel is almost straight: the area beyond its chord depends only on the
// chord's length.
//
//        │   ╭─┼───         For each row and each half: the extent of the circle to the right of a pixel's left line,
//        │ ╱xx │ cov        plus its extent to the left of the pixel's right line, integrated over the row, minus the
//        │╱xxxx│            row's height, is the covered area of the pixel, even if both rims pass through it.
//
// Computed in doubles; the error is below chord⁵ / (100 · radius³) of a pixel.

/// Adds the area that one side of a circle covers in each pixel, minus the row's height.
///
/// - center: Position of the circle's centre along the row, from the first column.
/// - near, far: Distances across from the centre to the start and the end of the row; far ≤ radius.
INLINE void add_side(
    float *covered, int32_t columns, double center, double radius, double near, double far, bool is_left
) {
    double square = radius * radius, outer = sqrt(square - near * near), inner = sqrt(fmax(square - far * far, 0));
    // A mirrored left side is a right side.
    if (is_left) center = columns - center;
    double first = floor(center + inner), last = floor(center + outer);
    first = first > 0 ? first : 0;
    last = last < columns - 1 ? last : columns - 1;
    double height = far, position = center + inner;
    if (first > center + inner) height = sqrt(fmax(square - (first - center) * (first - center), 0)), position = first;
    for (double column = first; column <= last; column++) {
        double next_position = column + 1 < center + outer ? column + 1 : center + outer;
        double next_height = column + 1 < center + outer
            ? sqrt(fmax(square - (next_position - center) * (next_position - center), 0))
            : near;
        double length = next_position - position, fall = height - next_height, chord = length * length + fall * fall;
        double area = (next_height - near) + ((position - column) + (next_position - column)) * 0.5 * fall
            + chord * sqrt(chord) / (12 * radius);
        int32_t k = (int32_t)column;
        covered[is_left ? columns - 1 - k : k] += (float)(area - (far - near));
        position = next_position, height = next_height;
    }
}

/// Adds half a row of a circle, or the whole row if the centre lies above or below it, for `columns` pixels from `left`
/// on.
INLINE void add_row(float *covered, int32_t left, int32_t columns, double x, double radius, double near, double far) {
    if (near >= radius) return;
    far = far < radius ? far : radius;
    float height = (float)(far - near);
    for (int32_t k = 0; k < columns; k++) covered[k] += height;
    add_side(covered, columns, x - left, radius, near, far, false);
    add_side(covered, columns, x - left, radius, near, far, true);
}

INLINE void composite_wide(
    const vitrail_disc_map *map, float circle_x, float circle_y, float circle_radius, const circle_paint *paint
) {
    const double x = circle_x, y = circle_y, radius = circle_radius;
    int32_t top = floor_int(circle_y - circle_radius), bottom = floor_int(circle_y + circle_radius);
    top = top < 0 ? 0 : top;
    bottom = bottom < map->height - 1 ? bottom : map->height - 1;
    float covered[2 * VITRAIL_LARGEST_DISC + 3 + 8];
    for (int32_t row = top; row <= bottom; row++) {
        double above = y - row, below = row + 1 - y;
        // The position in the row nearest to the centre determines the circle's extent.
        double near = above <= 0 ? -above : below <= 0 ? -below : 0;
        if (near >= radius) continue;
        double reach = sqrt(radius * radius - near * near);
        double low = floor(x - reach), high = floor(x + reach);
        int32_t left = low > 0 ? (int32_t)low : 0, right = high < map->width - 1 ? (int32_t)high : map->width - 1;
        int32_t columns = right - left + 1;
        if (columns <= 0) continue;
        // Padding for the last vector, which is not painted.
        memset(covered, 0, ((size_t)columns + 8) * sizeof(float));
        if (above > 0) add_row(covered, left, columns, x, radius, below > 0 ? 0 : -below, above);
        if (below > 0) add_row(covered, left, columns, x, radius, above > 0 ? 0 : -above, below);
        float *through = map->origin + row * map->stride + left;
        for (int32_t k = 0; k < columns; k += 8) {
            float8 area = load8(covered + k);
            if (columns - k < 8) area = masked(area, (int8){0, 1, 2, 3, 4, 5, 6, 7} < columns - k);
            put(through + k, area, paint->alpha, paint);
        }
    }
}
