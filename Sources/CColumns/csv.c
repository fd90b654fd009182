#include "CColumns.h"
#include "dispatch.h"

#include <math.h>
#include <string.h>

// Fast path for table rows with only plain numbers, the most common rows: no call, no copy, and only branches that are
// well predicted.

// Digits, eight at a time.

INLINE bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

INLINE uint64_t load_eight(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

// The upper half of a digit is 3, and remains 3 if 6 is added to the lower half.
INLINE bool are_eight_digits(uint64_t word) {
    const uint64_t upper = 0xF0F0F0F0F0F0F0F0;
    return ((word & upper) | ((word + 0x0606060606060606) & upper) >> 4) == 0x3333333333333333;
}

// Combines pairs of digits, then pairs of pairs, then both halves; the first digit is in the lowest byte.
INLINE uint64_t eight_digits(uint64_t word) {
    word = (word & 0x0F0F0F0F0F0F0F0F) * (10 << 8 | 1) >> 8;
    word = (word & 0x00FF00FF00FF00FF) * (100 << 16 | 1) >> 16;
    return (word & 0x0000FFFF0000FFFF) * (10000ull << 32 | 1) >> 32;
}

INLINE const uint8_t *add_digits(const uint8_t *at, const uint8_t *end, uint64_t *number) {
    while (end - at >= 8) {
        uint64_t word = load_eight(at);
        if (!are_eight_digits(word)) break;
        *number = *number * 100000000 + eight_digits(word);
        at += 8;
    }
    for (; at < end && is_digit(*at); at++) *number = *number * 10 + (*at - '0');
    return at;
}

// Numbers.

enum { max_digits = 19, exact_power = 22, max_power = 27 };

static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// All powers below 2⁶⁴.
// clang-format off
static const uint64_t powers_of_five[] = {
    1ull, 5ull, 25ull, 125ull, 625ull, 3125ull, 15625ull, 78125ull, 390625ull, 1953125ull, 9765625ull, 48828125ull,
    244140625ull, 1220703125ull, 6103515625ull, 30517578125ull, 152587890625ull, 762939453125ull, 3814697265625ull,
    19073486328125ull, 95367431640625ull, 476837158203125ull, 2384185791015625ull, 11920928955078125ull,
    59604644775390625ull, 298023223876953125ull, 1490116119384765625ull, 7450580596923828125ull
};
// clang-format on

// `top` · 2^`exponent`, plus a little more if `rest`, rounded to nearest even. The highest bit of `top` is set.
INLINE double rounded(uint64_t top, bool rest, int exponent) {
    uint64_t kept = top >> 11, cut = top & 0x7FF;
    kept += cut > 0x400 || (cut == 0x400 && (rest || (kept & 1)));
    uint64_t bits = (uint64_t)(1023 + 11 + exponent) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return (double)kept * scale;
}

// number · 10^power, rounded to the nearest Double. 128-bit integers hold the product, or the quotient and its
// remainder, exactly.
//
// Requires number > 0 and |power| ≤ most_power.
static double scaled(uint64_t number, int power) {
    int shift = __builtin_clzll(number);
    number <<= shift;
    if (power >= 0) {
        unsigned __int128 product = (unsigned __int128)number * powers_of_five[power];
        uint64_t high = (uint64_t)(product >> 64);
        int zeros = high ? __builtin_clzll(high) : 64;
        product <<= zeros;
        return rounded((uint64_t)(product >> 64), (uint64_t)product != 0, 64 - zeros - shift + power);
    }
    uint64_t divisor = powers_of_five[-power];
    int divisor_shift = __builtin_clzll(divisor);
    divisor <<= divisor_shift;
    // Scales the dividend so that the quotient has 64 bits.
    int bits = number >= divisor ? 63 : 64;
    unsigned __int128 dividend = (unsigned __int128)number << bits;
    uint64_t quotient = (uint64_t)(dividend / divisor);
    bool rest = quotient * (unsigned __int128)divisor != dividend;
    return rounded(quotient, rest, divisor_shift - shift + power - bits);
}

// - Returns: The end of the number; NULL if there is none, or if it needs the slow path.
INLINE const uint8_t *read_number(const uint8_t *at, const uint8_t *end, double *value) {
    bool is_negative = *at == '-';
    if (is_negative || *at == '+') at++;
    const uint8_t *start = at;
    uint64_t number = 0;
    while (at < end && *at == '0') at++;
    const uint8_t *significant = at;
    at = add_digits(at, end, &number);
    ptrdiff_t digits = at - significant, written = at - start;
    int power = 0;
    if (at < end && *at == '.') {
        const uint8_t *fraction = ++at;
        if (digits == 0)
            while (at < end && *at == '0') at++;
        significant = at;
        at = add_digits(at, end, &number);
        digits += at - significant;
        written += at - fraction;
        if (at - fraction > 1000) return NULL;
        power = -(int)(at - fraction);
    }
    if (written == 0 || digits > max_digits) return NULL;
    if (at < end && (*at | 0x20) == 'e') {
        at++;
        bool is_small = at < end && *at == '-';
        if (at < end && (*at == '-' || *at == '+')) at++;
        const uint8_t *exponent = at;
        int much = 0;
        for (; at < end && is_digit(*at); at++) much = much < 10000 ? much * 10 + (*at - '0') : much;
        if (at == exponent) return NULL;
        power += is_small ? -much : much;
    }
    double size;
    int minimum = power < 0 ? -power : power;
    if (number == 0) {
        size = 0;
    } else if (number <= 1ull << 53 && minimum <= exact_power) {
        // Exact operands, so there is only one rounding (Clinger 1990).
        size = power < 0 ? (double)number / powers_of_ten[minimum] : (double)number * powers_of_ten[minimum];
    } else if (minimum <= max_power) {
        size = scaled(number, power);
    } else {
        return NULL;
    }
    *value = is_negative ? -size : size;
    return at;
}

bool vitrail_read_number(const uint8_t *bytes, size_t count, double *value) {
    return count > 0 && read_number(bytes, bytes + count, value) == bytes + count;
}

// Fields.

typedef struct {
    const uint8_t *end;
    uint8_t delimiter;
    // Other characters to skip around a field. The same one twice if the delimiter is the other one.
    uint8_t blanks[2];
} format;

INLINE bool is_blank(uint8_t byte, format f) { return byte == f.blanks[0] || byte == f.blanks[1]; }
INLINE bool is_line_end(uint8_t byte) { return byte == '\n' || byte == '\r'; }
INLINE bool ends_field(const uint8_t *at, format f) { return at == f.end || *at == f.delimiter || is_line_end(*at); }

// - Returns: The end of the field; NULL if it is neither a plain number nor empty.
INLINE const uint8_t *read_field(const uint8_t *at, format f, double *value) {
    while (at < f.end && is_blank(*at, f)) at++;
    if (ends_field(at, f)) {
        *value = NAN;
        return at;
    }
    at = read_number(at, f.end, value);
    if (!at) return NULL;
    while (at < f.end && is_blank(*at, f)) at++;
    return ends_field(at, f) ? at : NULL;
}

INLINE const uint8_t *skip_field(const uint8_t *at, format f) {
    if (at < f.end && *at == '"') return NULL;
    while (!ends_field(at, f)) at++;
    return at;
}

// Fields that are separated by runs of blanks.

INLINE const uint8_t *skip_blanks(const uint8_t *at, format f) {
    while (at < f.end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

INLINE bool ends_word(const uint8_t *at, format f) {
    return at == f.end || *at == ' ' || *at == '\t' || is_line_end(*at);
}

// - Returns: The start of the next field, or the line's end; NULL if the field is not a plain number.
INLINE const uint8_t *read_word(const uint8_t *at, format f, bool is_wanted, double *value) {
    if (is_wanted) {
        if (ends_word(at, f)) return NULL;
        at = read_number(at, f.end, value);
        if (!at || !ends_word(at, f)) return NULL;
    } else {
        if (ends_word(at, f) || *at == '"') return NULL;
        while (!ends_word(at, f)) at++;
    }
    return skip_blanks(at, f);
}

// - Returns: The end of the row; NULL if the row is not plain.
static const uint8_t *read_words(const uint8_t *at, format f, const vitrail_csv *csv, size_t rows, size_t row) {
    at = skip_blanks(at, f);
    for (size_t field = 0; field < csv->field_count; field++) {
        int32_t column = csv->columns[field];
        at = read_word(at, f, column >= 0, csv->values + (column < 0 ? 0 : (size_t)column * rows + row));
        if (!at) return NULL;
    }
    return at == f.end || is_line_end(*at) ? at : NULL;
}

size_t vitrail_csv_numbers(const vitrail_csv *csv, size_t *position, size_t limit, size_t rows) {
    format f = {csv->bytes + csv->count, csv->delimiter, {' ', '\t'}};
    if (f.delimiter == '\t') f.blanks[1] = ' ';
    const uint8_t *at = csv->bytes + *position, *stop = csv->bytes + limit;
    size_t row = 0;
    for (; row < rows && at < stop; row++) {
        const uint8_t *start = at;
        // With a single column, an empty line is a row.
        if (is_line_end(*at) && csv->field_count > 1) break;
        if (csv->comment != 0 && *at == csv->comment) break;
        if (f.delimiter == ' ') {
            at = read_words(at, f, csv, rows, row);
            if (!at) {
                at = start;
                break;
            }
            if (at < f.end && *at == '\r' && f.end - at > 1 && at[1] == '\n') at++;
            if (at < f.end) at++;
            continue;
        }
        bool is_plain = true;
        for (size_t field = 0; field < csv->field_count; field++) {
            int32_t column = csv->columns[field];
            at = column < 0 ? skip_field(at, f) : read_field(at, f, csv->values + (size_t)column * rows + row);
            bool is_last = field + 1 == csv->field_count;
            if (at && is_last && at < f.end && *at == f.delimiter && (at + 1 == f.end || is_line_end(at[1]))) at++;
            if (!at || is_last != (at == f.end || *at != f.delimiter)) {
                is_plain = false;
                break;
            }
            if (!is_last) at++;
        }
        if (!is_plain) {
            at = start;
            break;
        }
        if (at < f.end && *at == '\r' && f.end - at > 1 && at[1] == '\n') at++;
        if (at < f.end) at++;
    }
    *position = (size_t)(at - csv->bytes);
    return row;
}
