// Encodes rows of a PNG to an IDAT chunk: filter, runs, Huffman codes.
//
//  band ── rows ── filtered ── runs of equal pixels, and the pixels between them ── one block of dynamic Huffman codes
//
// Deflate can match any bytes of the last 32 KiB. Here a match is the previous pixel: charts consist of uniform areas
// and their edges, and after filtering they are mostly runs of one pixel with few other matches. Finding runs takes one
// comparison per pixel. If many pixels lie outside runs and some of them repeat, rows are searched for all matches
// instead (png_repeats.c). That search uses integers, so that the bytes are the same in every process.
//
// A band is filtered Up, or not filtered if a sample of its rows is shorter that way (texts, and cells with few
// colours). Rows equal to the row above are always filtered Up. A band refers to nothing before it and ends on a byte
// boundary, so that bands from any encoder can be concatenated to one stream.

#include "deflate.h"
#include "png_repeats.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

/// Minimum size of a filtered band in bytes: a band's codes cost about seventy bytes, and many bands keep many threads
/// busy.
static const size_t strip_bytes = 1024 * 1024;
/// Every `sample_step`th row is tried with each filter.
static const size_t sample_step = 16;

size_t vi_png_band_rows(uint32_t width, int opaque) {
    size_t row_bytes = 1 + (size_t)width * (opaque ? 3 : 4);
    return (strip_bytes + row_bytes - 1) / row_bytes;
}

uint32_t vi_png_crc(const uint8_t *bytes, size_t count) { return libdeflate_crc32(0, bytes, count); }

uint32_t vi_adler_join(uint32_t first, uint32_t second, uint64_t second_bytes) {
    const uint64_t base = 65521;
    uint64_t low = (first & 0xFFFF) + (second & 0xFFFF) + base - 1;
    // Each byte of the second sequence adds the low half of the first checksum to the high half once more.
    uint64_t high = (first >> 16) + (second >> 16) + second_bytes % base * ((first & 0xFFFF) + base - 1);
    return (uint32_t)(high % base << 16 | low % base);
}

static void put_u32(uint8_t *bytes, uint32_t value) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

// MARK: Cutting rows into runs

/// Literal pixels, followed by a run of the last of them, or by no run at a row's end.
typedef struct {
    uint32_t literals, run;
} piece;

/// The rows of a band as pieces, with the frequencies of their symbols.
typedef struct {
    piece *pieces;
    uint32_t *literals;
    size_t piece_count, literal_count;
    /// Number of rows per filter.
    uint32_t filters[vi_filter_up + 1];
    uint32_t bytes[4][256], runs[longest_run + 1];
} pieces;

/// Bits of pixels that equal their predecessor and whose successor does, too. After a change, the first such pixel
/// begins a run of at least two.
static inline uint64_t run_begins(const uint64_t *repeats, size_t word, size_t words) {
    uint64_t next = word + 1 < words ? repeats[word + 1] : 0;
    return repeats[word] & (repeats[word] >> 1 | next << 63);
}

/// Index of the first set bit from `from` on in a row's words; `count` if there is none.
#define FIRST(name, word_at) \
    static inline size_t name(const uint64_t *repeats, size_t from, size_t count) { \
        size_t words = (count + 63) / 64, word = from / 64; \
        uint64_t bits = word_at & ~0ull << (from & 63); \
        while (!bits) { \
            if (++word >= words) return count; \
            bits = word_at; \
        } \
        size_t bit = word * 64 + (size_t)__builtin_ctzll(bits); \
        return bit < count ? bit : count; \
    }

FIRST(first_run, run_begins(repeats, word, words))
FIRST(first_change, ~repeats[word])

static void cut_row(pieces *p, const uint32_t *row, const uint64_t *repeats, size_t width, int channels) {
    size_t first_literal = p->literal_count;
    for (size_t x = 0; x < width;) {
        size_t begin = first_run(repeats, x, width), end = begin < width ? first_change(repeats, begin, width) : width;
        piece here = {(uint32_t)(begin - x), (uint32_t)(end - begin)};
        memcpy(p->literals + p->literal_count, row + x, here.literals * sizeof *row);
        p->literal_count += here.literals;
        p->pieces[p->piece_count++] = here;
        if (here.run) {
            run_parts parts = parts_of(here.run * (uint32_t)channels);
            p->runs[longest_run] += parts.longest;
            p->runs[parts.first]++;
            p->runs[parts.second]++;
        }
        x = end;
    }
    for (size_t i = first_literal; i < p->literal_count; i++) {
        uint32_t pixel = p->literals[i];
        p->bytes[0][pixel & 255]++;
        p->bytes[1][pixel >> 8 & 255]++;
        p->bytes[2][pixel >> 16 & 255]++;
        if (channels == 4) p->bytes[3][pixel >> 24]++;
    }
}

static void forget(pieces *p) {
    p->piece_count = p->literal_count = 0;
    memset(p->filters, 0, sizeof p->filters);
    memset(p->bytes, 0, sizeof p->bytes);
    memset(p->runs, 0, sizeof p->runs);
}

static void count_symbols(const pieces *p, uint32_t *frequencies) {
    memset(frequencies, 0, symbol_count * sizeof *frequencies);
    for (int c = 0; c < 4; c++) {
        for (int b = 0; b < 256; b++) frequencies[b] += p->bytes[c][b];
    }
    for (int filter = 0; filter <= vi_filter_up; filter++) frequencies[filter] += p->filters[filter];
    frequencies[block_end] = 1;
    for (uint32_t bytes = 3; bytes <= longest_run; bytes++) frequencies[symbol_of(bytes).symbol] += p->runs[bytes];
}

/// Size of the pieces in bits, with these codes.
static uint64_t count_bits(const pieces *p, const uint32_t *frequencies, const uint8_t *lengths) {
    uint64_t bits = 0;
    for (size_t symbol = 0; symbol < symbol_count; symbol++) bits += (uint64_t)frequencies[symbol] * lengths[symbol];
    for (uint32_t bytes = 3; bytes <= longest_run; bytes++) {
        bits += (uint64_t)p->runs[bytes] * (symbol_of(bytes).extra_bits + 1u);
    }
    return bits;
}

// MARK: Writing pieces

/// Codes with their lengths: for bytes, and for matches with their extra bits and their distance.
typedef struct {
    uint32_t word;
    uint32_t bits;
} code;

static inline void put_code(bit_writer *w, code c) { put(w, c.word, c.bits); }

static void put_pieces(
    bit_writer *w, const pieces *p, const code *bytes, const code *runs, const uint8_t *filters, size_t width,
    int channels
) {
    const uint32_t *literal = p->literals;
    size_t x = width;
    for (const piece *here = p->pieces; here < p->pieces + p->piece_count; here++) {
        if (x == width) {
            put_code(w, bytes[*filters++]);
            flush(w);
            x = 0;
        }
        for (const uint32_t *end = literal + here->literals; literal < end; literal++) {
            uint32_t pixel = *literal;
            put_code(w, bytes[pixel & 255]);
            put_code(w, bytes[pixel >> 8 & 255]);
            put_code(w, bytes[pixel >> 16 & 255]);
            flush(w);
            if (channels == 4) {
                put_code(w, bytes[pixel >> 24]);
                flush(w);
            }
        }
        if (here->run) {
            run_parts parts = parts_of(here->run * (uint32_t)channels);
            for (uint32_t k = 0; k < parts.longest; k++) {
                put_code(w, runs[longest_run]);
                flush(w);
            }
            put_code(w, runs[parts.first]);
            if (parts.second) put_code(w, runs[parts.second]);
            flush(w);
        }
        x += here->literals + here->run;
    }
}

// MARK: Strips

/// The state of encoding a band.
typedef struct {
    const uint8_t *rows, *above;
    size_t count, width;
    int channels;
    vi_row_filter filter;
    uint32_t *filtered;
    uint64_t *repeats;
    uint8_t *zeros;
    uint8_t *straight[2];  // for translucent pictures: the row, and the row above it
    size_t straight_row;   // index of the row in `straight`, plus one; 0: none
    uint64_t *plain;       // `repeats` of a row with equal pixels
    uint8_t *row_filters;  // filter of each row
    pieces pieces;
} strip_writer;

static void free_writer(strip_writer *w) {
    free(w->filtered);
    free(w->repeats);
    free(w->zeros);
    free(w->straight[0]);
    free(w->straight[1]);
    free(w->plain);
    free(w->row_filters);
    free(w->pieces.pieces);
    free(w->pieces.literals);
}

static vi_status begin(strip_writer *w) {
    size_t pixels = w->count * w->width;
    w->filtered = malloc(w->width * 4);
    w->repeats = malloc((w->width + 63) / 64 * 8);
    w->zeros = calloc(w->width, 4);
    w->plain = malloc((w->width + 63) / 64 * 8);
    w->row_filters = malloc(w->count);
    // A run has at least two pixels, plus the pixel before it; unused memory is never touched.
    w->pieces.pieces = malloc((pixels / 3 + w->count) * sizeof(piece));
    w->pieces.literals = malloc(pixels * sizeof(uint32_t));
    int has_all =
        w->filtered && w->repeats && w->zeros && w->plain && w->row_filters && w->pieces.pieces && w->pieces.literals;
    if (has_all) {
        memset(w->plain, 255, (w->width + 63) / 64 * 8);
        w->plain[0] &= ~1ull;
        if (w->width % 64) w->plain[w->width / 64] &= (1ull << w->width % 64) - 1;
    }
    if (w->channels == 4) {
        for (int k = 0; k < 2; k++) {
            w->straight[k] = malloc(w->width * 4);
            has_all = has_all && w->straight[k];
        }
    }
    return has_all ? vi_ok : vi_out_of_memory;
}

/// The row before row y, unfiltered; NULL above the picture.
static const uint8_t *row_at(const strip_writer *w, size_t y) {
    return y > 0 ? w->rows + (y - 1) * w->width * 4 : w->above;
}

/// - above: NULL if the filter does not use it, or there is none.
static void filter_row(
    strip_writer *w, size_t y, const uint8_t *row, const uint8_t *above, vi_filter filter, vi_found *found
) {
    if (w->channels == 4) {
        if (above && y > 0 && w->straight_row == y) {
            uint8_t *spare = w->straight[1];
            w->straight[1] = w->straight[0];
            w->straight[0] = spare;
        } else if (above) {
            vi_straighten(above, w->straight[1], w->width);
        }
        vi_straighten(row, w->straight[0], w->width);
        w->straight_row = y + 1;
        row = w->straight[0];
        if (above) above = w->straight[1];
    }
    w->filter(row, above ? above : w->zeros, filter, w->filtered, w->repeats, w->width, found);
}

/// Adler-32 of the previous data, followed by a byte and zeros.
static uint32_t check_after_zeros(uint32_t check, uint8_t byte, size_t zeros) {
    const uint64_t base = 65521;
    uint64_t low = ((check & 0xFFFF) + byte) % base;
    return (uint32_t)(((check >> 16) + low * (zeros + 1)) % base << 16 | low);
}

/// Cuts a row into pieces. A row equal to the row above is filtered Up and consists of zeros, whatever the band's
/// filter.
static void cut(strip_writer *w, size_t y, vi_filter filter, vi_found *found) {
    const uint8_t *row = row_at(w, y + 1), *above = row_at(w, y);
    if (above && memcmp(row, above, w->width * 4) == 0) {
        w->row_filters[y] = vi_filter_up;
        found->check = check_after_zeros(found->check, vi_filter_up, w->width * (size_t)w->channels);
        cut_row(&w->pieces, (const uint32_t *)w->zeros, w->plain, w->width, w->channels);
    } else {
        w->row_filters[y] = (uint8_t)filter;
        filter_row(w, y, row, filter == vi_filter_up ? above : NULL, filter, found);
        cut_row(&w->pieces, w->filtered, w->repeats, w->width, w->channels);
    }
    w->pieces.filters[w->row_filters[y]]++;
}

/// Size in bits of a sample of the rows.
static uint64_t sample(strip_writer *w, vi_filter filter) {
    vi_found found = {1, 1};
    size_t first = (w->count - 1) % sample_step / 2;
    forget(&w->pieces);
    for (size_t y = first; y < w->count; y += sample_step) cut(w, y, filter, &found);
    uint32_t frequencies[symbol_count];
    uint8_t lengths[symbol_count];
    count_symbols(&w->pieces, frequencies);
    vi_code_lengths(frequencies, symbol_count, longest_code, lengths);
    uint64_t bits = count_bits(&w->pieces, frequencies, lengths);
    forget(&w->pieces);
    w->straight_row = 0;
    return bits;
}

/// Adds a chunk's length and checksum. `start`: space for length and type, `body` bytes, and space for the checksum.
static vi_bytes close_chunk(uint8_t *start, size_t body) {
    put_u32(start, (uint32_t)body);
    put_u32(start + 8 + body, vi_png_crc(start + 4, 4 + body));
    return (vi_bytes){start, 12 + body};
}

/// Writes the header, the type, the block, an empty stored block up to the next byte, and the checksum.
static vi_status write_chunk(const pieces *p, const uint8_t *filters, size_t width, int channels, vi_bytes *chunk) {
    uint32_t frequencies[symbol_count];
    uint8_t lengths[symbol_count];
    uint16_t words[symbol_count];
    count_symbols(p, frequencies);
    vi_code_lengths(frequencies, symbol_count, longest_code, lengths);
    vi_code_words(lengths, symbol_count, words);
    code bytes[256], runs[longest_run + 1];
    for (size_t b = 0; b < 256; b++) bytes[b] = (code){words[b], lengths[b]};
    for (uint32_t n = 3; n <= longest_run; n++) {
        run_symbol s = symbol_of(n);
        uint32_t bits = lengths[s.symbol], distance = channels == 4;
        runs[n] = (code){
            words[s.symbol] | (uint32_t)s.extra << bits | distance << (bits + s.extra_bits), bits + s.extra_bits + 1
        };
    }

    size_t room = 8 + max_head_bytes + count_bits(p, frequencies, lengths) / 8 + 32;
    uint8_t *start = malloc(room);
    if (!start) return vi_out_of_memory;
    memcpy(start + 4, "IDAT", 4);
    bit_writer w = {0, 0, start + 8};
    put_head(&w, lengths, (uint8_t[]){0, 0, 1, 1}, distance_count);
    put_pieces(&w, p, bytes, runs, filters, width, channels);
    put_end(&w, words[block_end], lengths[block_end]);
    *chunk = close_chunk(start, (size_t)(w.to - start) - 8);
    return vi_ok;
}

// MARK: Other repetitions

enum {
    /// Number and length of the sampled sequences of literals: they are long enough to find repetitions one row below.
    look_stretches = 2,
    look_length = 4096,
    /// Repeating literals, of 256, that make a search worthwhile. Bands with fewer filtered bytes are always searched,
    /// because that takes a tenth of a millisecond.
    many_again = 176,
    small_strip = 768 * 1024,
    /// A band compressed to less than 1/96 of its size needs no search.
    plain_share = 96,
    /// Inverse fraction of the rows (adjacent ones) that are searched both unfiltered and filtered Up; the shorter
    /// variant is used for all rows.
    search_share = 8,
};

/// The number of literals, of 256, that occur again together with the two literals before them, in samples from all
/// parts of the band.
static uint32_t come_again(const pieces *p) {
    // Indexed by hash; the latest entry replaces the previous one.
    uint64_t known[look_length] = {0};
    const size_t positions = sizeof known / sizeof *known;
    const size_t length = p->literal_count < positions ? p->literal_count : look_length;
    uint32_t again = 0, looked = 0;
    for (size_t k = 0; k < look_stretches && length > 2; k++) {
        const uint32_t *literals = p->literals + (p->literal_count - length) * k / (look_stretches - 1);
        for (size_t i = 2; i < length; i++) {
            uint64_t two = (uint64_t)literals[i - 2] * 0x9E3779B97F4A7C15u ^ (uint64_t)literals[i - 1] << 20;
            uint64_t three = two * 0xC2B2AE3D27D4EB4Fu + literals[i];
            uint64_t *position = known + (three * 0x9E3779B97F4A7C15u >> 32) % positions;
            again += *position == three;
            *position = three;
        }
        looked += length - 2;
        // All literals were sampled.
        if (length == p->literal_count) break;
    }
    return looked ? again * 256 / looked : 0;
}

/// Code lengths for tokens.
typedef struct {
    uint8_t symbols[symbol_count], distances[any_distance_count];
} token_lengths;

/// Size of tokens in bits, with the optimal codes for them.
static uint64_t token_bits(const vi_token *tokens, size_t count, token_lengths *lengths) {
    uint32_t frequencies[symbol_count] = {[block_end] = 1}, distance_frequencies[any_distance_count] = {0};
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++) {
        vi_token token = tokens[i];
        if (token.length == 0) {
            frequencies[token.value]++;
            continue;
        }
        run_symbol length = symbol_of(token.length), distance = distance_of(token.value);
        frequencies[length.symbol]++;
        distance_frequencies[distance.symbol]++;
        bits += length.extra_bits + distance.extra_bits;
    }
    // A code needs at least two symbols.
    distance_frequencies[0]++;
    distance_frequencies[1]++;
    vi_code_lengths(frequencies, symbol_count, longest_code, lengths->symbols);
    vi_code_lengths(distance_frequencies, any_distance_count, longest_code, lengths->distances);
    for (size_t symbol = 0; symbol < symbol_count; symbol++) {
        bits += (uint64_t)frequencies[symbol] * lengths->symbols[symbol];
    }
    for (size_t symbol = 0; symbol < any_distance_count; symbol++) {
        bits += (uint64_t)distance_frequencies[symbol] * lengths->distances[symbol];
    }
    return bits;
}

/// Encodes tokens as a chunk if it is shorter than `maximum`; otherwise returns none.
static vi_bytes write_tokens(const vi_token *tokens, size_t count, size_t maximum) {
    token_lengths code;
    uint64_t bits = token_bits(tokens, count, &code);
    const uint8_t *lengths = code.symbols, *distance_lengths = code.distances;
    uint16_t words[symbol_count], distance_words[any_distance_count];
    vi_code_words(lengths, symbol_count, words);
    vi_code_words(distance_lengths, any_distance_count, distance_words);
    size_t room = 8 + max_head_bytes + bits / 8 + 32;
    uint8_t *start = bits / 8 < maximum ? malloc(room) : NULL;
    if (!start) return (vi_bytes){NULL, 0};
    memcpy(start + 4, "IDAT", 4);
    bit_writer w = {0, 0, start + 8};
    put_head(&w, lengths, distance_lengths, any_distance_count);
    for (size_t i = 0; i < count; i++) {
        vi_token token = tokens[i];
        if (token.length == 0) {
            put(&w, words[token.value], lengths[token.value]);
        } else {
            run_symbol length = symbol_of(token.length), distance = distance_of(token.value);
            put(&w, words[length.symbol], lengths[length.symbol]);
            put(&w, length.extra, length.extra_bits);
            put(&w, distance_words[distance.symbol], distance_lengths[distance.symbol]);
            put(&w, distance.extra, distance.extra_bits);
        }
        flush(&w);
    }
    put_end(&w, words[block_end], lengths[block_end]);
    return close_chunk(start, (size_t)(w.to - start) - 8);
}

/// Filters rows Up, from the last one to the first. `above`: the row above the first; NULL: none.
static void filter_up(uint8_t *rows, size_t count, size_t row_bytes, const uint8_t *above) {
    for (size_t y = count; y-- > 0;) {
        uint8_t *row = rows + y * row_bytes;
        const uint8_t *last = y > 0 ? row - row_bytes + 1 : above;
        row[0] = vi_filter_up;
        for (size_t i = 0; last && i < row_bytes - 1; i++) row[1 + i] = (uint8_t)(row[1 + i] - last[i]);
    }
}

/// Whether filter Up makes the search result shorter, judged by some rows in the middle.
///
/// - rows: Unfiltered rows.
/// - spare: Capacity for as many bytes.
static int is_better_up(const uint8_t *rows, size_t count, size_t row_bytes, uint8_t *spare, vi_token *tokens) {
    size_t some = (count + search_share - 1) / search_share, first = (count - some) / 2, bytes = some * row_bytes;
    token_lengths lengths;
    uint64_t plain = token_bits(tokens, vi_find_matches(rows + first * row_bytes, bytes, tokens), &lengths);
    memcpy(spare, rows + first * row_bytes, bytes);
    filter_up(spare, some, row_bytes, first > 0 ? rows + (first - 1) * row_bytes + 1 : NULL);
    return token_bits(tokens, vi_find_matches(spare, bytes, tokens), &lengths) < plain;
}

/// Replaces the band's chunk by one with all matches, if that is shorter. Keeps the chunk if memory is short.
static void write_repeats(const strip_writer *w, vi_png_strip *strip) {
    size_t own = strip->chunk.count, bytes = strip->filtered_bytes, row_bytes = bytes / w->count;
    if (own < bytes / plain_share) return;
    if (bytes > small_strip && come_again(&w->pieces) < many_again) return;
    // The row above the band, the rows, and space for some of them.
    uint8_t *above = malloc(row_bytes + 2 * bytes), *rows = above + row_bytes;
    vi_token *tokens = malloc(bytes * sizeof *tokens);
    if (above && tokens) {
        void (*copy)(const uint8_t *, uint8_t *, size_t) = w->channels == 4 ? vi_straighten : vi_drop_alpha;
        for (size_t y = 0; y < w->count; y++) {
            rows[y * row_bytes] = vi_filter_none;
            copy(row_at(w, y + 1), rows + y * row_bytes + 1, w->width);
        }
        if (is_better_up(rows, w->count, row_bytes, rows + bytes, tokens)) {
            if (w->above) copy(w->above, above, w->width);
            filter_up(rows, w->count, row_bytes, w->above ? above : NULL);
        }
        vi_bytes chunk = write_tokens(tokens, vi_find_matches(rows, bytes, tokens), own);
        if (chunk.data && chunk.count < own) {
            vi_free(strip->chunk.data);
            strip->chunk = chunk;
            strip->check = libdeflate_adler32(1, rows, bytes);
        } else {
            vi_free(chunk.data);
        }
    }
    free(above);
    free(tokens);
}

vi_status vi_png_encode(
    const uint8_t *rows, size_t count, const uint8_t *above, uint32_t width, int opaque, vi_png_strip *strip
) {
    strip_writer w = {
        .rows = rows,
        .above = above,
        .count = count,
        .width = width,
        .channels = opaque ? 3 : 4,
        .filter = vi_best_row_filter(opaque)
    };
    vi_status status = begin(&w);
    if (status == vi_ok) {
        vi_filter filter = sample(&w, vi_filter_none) < sample(&w, vi_filter_up) ? vi_filter_none : vi_filter_up;
        vi_found found = {1, 1};
        for (size_t y = 0; y < count; y++) cut(&w, y, filter, &found);
        status = write_chunk(&w.pieces, w.row_filters, width, w.channels, &strip->chunk);
        strip->check = found.check;
        strip->filtered_bytes = (uint64_t)count * (1 + (uint64_t)width * (uint64_t)w.channels);
        strip->is_opaque = found.is_opaque;
        if (status == vi_ok) write_repeats(&w, strip);
    }
    free_writer(&w);
    return status;
}
