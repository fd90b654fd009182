// PNG's filter Up, and what else is wanted of a row while it is in registers: the check sum of what is written, and whether alpha is 255.
//
// Adler-32 of n bytes d behind (a, b), both modulo 65521:
//
//     a + Σ d₁…dₙ        b + n·a + Σ (n + 1 − i)·dᵢ
//
// Rows are read in steps of as many pixels as a vector holds. A step adds its sum, its sum with weights, and its bytes times all before it. The
// last step of a row is filled up with pixels of no difference: z zeros too many make the second sum z times the first too large.

#include "CImage.h"

#include <isa-l/igzip_lib.h>
#include <string.h>

/// Up, as the first byte of a row says.
enum { up = 2 };

typedef uint8_t u8x16 __attribute__((vector_size(16)));

// MARK: Any machine

static void filter_rgb(const uint8_t *row, const uint8_t *above, uint8_t *filtered, size_t count, vi_found *found) {
    *filtered = up;
    uint8_t *to = filtered + 1;
    u8x16 all = ~(u8x16){0};
    size_t i = 0;
    // Four pixels a step: subtract, close the gaps that alpha leaves, store 12 bytes and 4 that the next step overwrites.
    for (; i + 4 <= count; i += 4) {
        u8x16 a, b;
        memcpy(&a, row + 4 * i, 16);
        memcpy(&b, above + 4 * i, 16);
        all &= a;
        u8x16 d = a - b;
        d = __builtin_shufflevector(d, d, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
        memcpy(to + 3 * i, &d, 16);
    }
    uint8_t alpha = all[3] & all[7] & all[11] & all[15];
    for (; i < count; i++) {
        for (int c = 0; c < 3; c++) to[3 * i + c] = (uint8_t)(row[4 * i + c] - above[4 * i + c]);
        alpha &= row[4 * i + 3];
    }
    found->is_opaque &= alpha == 255;
    found->check = isal_adler32(found->check, filtered, 1 + 3 * count);
}

static void filter_rgba(const uint8_t *row, const uint8_t *above, uint8_t *filtered, size_t count, vi_found *found) {
    *filtered = up;
    uint8_t alpha = 255;
    for (size_t i = 0; i < 4 * count; i++) filtered[1 + i] = (uint8_t)(row[i] - above[i]);
    for (size_t i = 0; i < count; i++) alpha &= row[4 * i + 3];
    found->is_opaque &= alpha == 255;
    found->check = isal_adler32(found->check, filtered, 1 + 4 * count);
}

#if defined(__x86_64__)

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

/// So many pixels at once have sums with weights that 32 bits hold: sixteen RGBA pixels add at most 255 · (64 + 63 + … + 1), and 4096 such steps
/// 2 172 518 400, of which no lane of a vector has more than an eighth. Eight pixels a step add about half as much, RGB less.
enum { block = 1 << 16 };

/// Brings the check sum behind `count` pixels of `channels` bytes, which were read in steps of `step` pixels.
///
/// - Parameters:
///   - sum: of all bytes.
///   - before: for each step, the sum of the bytes of all steps before it.
///   - weighted: in each step the last byte once, the one before it twice, and so on.
INLINE void add_sums(vi_found *found, size_t count, int channels, size_t step, uint64_t sum, uint64_t before, uint64_t weighted) {
    uint64_t bytes = count * (uint64_t)channels, step_bytes = step * (uint64_t)channels;
    uint64_t filled = (count + step - 1) / step * step_bytes;
    uint64_t a = found->check & 0xFFFF, b = found->check >> 16;
    b += filled * a + step_bytes * before + weighted;
    a += sum;
    b -= (filled - bytes) * a;
    found->check = (uint32_t)(b % 65521 << 16 | a % 65521);
}

/// Writes the row's filter, which is a byte of the stream, too.
INLINE void begin_row(uint8_t *filtered, vi_found *found) {
    *filtered = up;
    uint32_t a = (found->check & 0xFFFF) + up, b = (found->check >> 16) + a;
    found->check = b % 65521 << 16 | a % 65521;
}

/// Asks for pixels long before they are read. The processor reads ahead by itself only to the end of a page, and a picture is far away: another
/// thread has just read it back. RGBA rows come from nearby, where they were given straight alpha.
INLINE void read_ahead(const uint8_t *row, int channels) {
    if (channels == 3) __builtin_prefetch((const void *)((uintptr_t)row + 8192));
}

// MARK: AVX2

#define AVX2 __attribute__((target("avx2")))

typedef struct {
    __m256i sum, before, weighted;
} sums_256;

/// The differences of eight pixels, without gaps.
INLINE AVX2 __m256i step_256(__m256i row, __m256i above, int channels, sums_256 *sums) {
    const __m256i pixels = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), first = _mm256_set1_epi32(channels == 3 ? 0x00161718 : 0x1D1E1F20);
    const __m256i weights = _mm256_sub_epi32(first, _mm256_mullo_epi32(pixels, _mm256_set1_epi32(channels == 3 ? 0x00030303 : 0x04040404)));
    __m256i d = _mm256_sub_epi8(row, above);
    if (channels == 3) d = _mm256_and_si256(d, _mm256_set1_epi32(0x00FFFFFF));
    sums->before = _mm256_add_epi64(sums->before, sums->sum);
    sums->sum = _mm256_add_epi64(sums->sum, _mm256_sad_epu8(d, _mm256_setzero_si256()));
    // Two bytes with their weights are at most 255 · (32 + 31), which 16 bits hold.
    __m256i pairs = _mm256_maddubs_epi16(d, weights);
    sums->weighted = _mm256_add_epi32(sums->weighted, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    if (channels == 4) return d;
    __m256i closed = _mm256_shuffle_epi8(d, _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
    return _mm256_permutevar8x32_epi32(closed, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

INLINE AVX2 uint64_t total_256(__m256i v) {
    return (uint64_t)_mm256_extract_epi64(v, 0) + (uint64_t)_mm256_extract_epi64(v, 1) + (uint64_t)_mm256_extract_epi64(v, 2)
        + (uint64_t)_mm256_extract_epi64(v, 3);
}

INLINE AVX2 void block_256(const uint8_t *row, const uint8_t *above, uint8_t *filtered, size_t count, int channels, vi_found *found) {
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi8(-1);
    sums_256 sums = {zero, zero, zero};
    __m256i all = ones;
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        read_ahead(row + 4 * i, channels);
        __m256i a = _mm256_loadu_si256((const __m256i *)(row + 4 * i)), b = _mm256_loadu_si256((const __m256i *)(above + 4 * i));
        all = _mm256_and_si256(all, a);
        _mm256_storeu_si256((__m256i *)(filtered + (size_t)channels * i), step_256(a, b, channels, &sums));
    }
    if (i < count) {
        __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(count - i)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        __m256i a = _mm256_maskload_epi32((const int *)(row + 4 * i), there), b = _mm256_maskload_epi32((const int *)(above + 4 * i), there);
        all = _mm256_and_si256(all, _mm256_or_si256(a, _mm256_xor_si256(there, ones)));
        uint8_t last[32];
        _mm256_storeu_si256((__m256i *)last, step_256(a, b, channels, &sums));
        memcpy(filtered + (size_t)channels * i, last, (size_t)channels * (count - i));
    }
    // The sign of a pixel is the highest bit of its alpha, so all bits of alpha have to be seen.
    __m256i is_opaque = _mm256_cmpeq_epi32(_mm256_or_si256(all, _mm256_set1_epi32(0x00FFFFFF)), ones);
    found->is_opaque &= _mm256_movemask_epi8(is_opaque) == -1;
    __m256i weighted = _mm256_add_epi64(_mm256_unpacklo_epi32(sums.weighted, zero), _mm256_unpackhi_epi32(sums.weighted, zero));
    add_sums(found, count, channels, 8, total_256(sums.sum), total_256(sums.before), total_256(weighted));
}

// MARK: AVX-512

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vnni")))

typedef struct {
    __m512i sum, before, weighted;
} sums_512;

/// The differences of sixteen pixels, without gaps.
INLINE AVX512 __m512i step_512(__m512i row, __m512i above, int channels, sums_512 *sums) {
    static const uint8_t close[64] = {
        0,  1,  2,  4,  5,  6,  8,  9,  10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30,
        32, 33, 34, 36, 37, 38, 40, 41, 42, 44, 45, 46, 48, 49, 50, 52, 53, 54, 56, 57, 58, 60, 61, 62,
    };
    const __m512i pixels = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i first = _mm512_set1_epi32(channels == 3 ? 0x002E2F30 : 0x3D3E3F40);
    const __m512i weights = _mm512_sub_epi32(first, _mm512_mullo_epi32(pixels, _mm512_set1_epi32(channels == 3 ? 0x00030303 : 0x04040404)));
    __m512i d = _mm512_maskz_sub_epi8(channels == 3 ? 0x7777777777777777 : ~0ull, row, above);
    sums->before = _mm512_add_epi64(sums->before, sums->sum);
    sums->sum = _mm512_add_epi64(sums->sum, _mm512_sad_epu8(d, _mm512_setzero_si512()));
    sums->weighted = _mm512_dpbusd_epi32(sums->weighted, d, weights);
    return channels == 3 ? _mm512_permutexvar_epi8(_mm512_loadu_si512(close), d) : d;
}

INLINE AVX512 void block_512(const uint8_t *row, const uint8_t *above, uint8_t *filtered, size_t count, int channels, vi_found *found) {
    const __m512i zero = _mm512_setzero_si512();
    sums_512 sums = {zero, zero, zero};
    __m512i all = _mm512_set1_epi8(-1);
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        read_ahead(row + 4 * i, channels);
        __m512i a = _mm512_loadu_si512(row + 4 * i), b = _mm512_loadu_si512(above + 4 * i);
        all = _mm512_and_si512(all, a);
        _mm512_storeu_si512(filtered + (size_t)channels * i, step_512(a, b, channels, &sums));
    }
    if (i < count) {
        __mmask16 there = (__mmask16)((1u << (count - i)) - 1);
        __m512i a = _mm512_maskz_loadu_epi32(there, row + 4 * i), b = _mm512_maskz_loadu_epi32(there, above + 4 * i);
        all = _mm512_mask_and_epi32(all, there, all, a);
        __mmask64 bytes = (1ull << (count - i) * (size_t)channels) - 1;
        _mm512_mask_storeu_epi8(filtered + (size_t)channels * i, bytes, step_512(a, b, channels, &sums));
    }
    found->is_opaque &= _mm512_cmpeq_epu32_mask(_mm512_or_si512(all, _mm512_set1_epi32(0x00FFFFFF)), _mm512_set1_epi8(-1)) == 0xFFFF;
    uint64_t sum = (uint64_t)_mm512_reduce_add_epi64(sums.sum), before = (uint64_t)_mm512_reduce_add_epi64(sums.before);
    add_sums(found, count, channels, 16, sum, before, (uint32_t)_mm512_reduce_add_epi32(sums.weighted));
}

// MARK: Rows

#define ROWS(name, set, block_of, channels) \
    set static void name(const uint8_t *row, const uint8_t *above, uint8_t *filtered, size_t count, vi_found *found) { \
        begin_row(filtered++, found); \
        for (size_t i = 0; i < count; i += block) \
            block_of(row + 4 * i, above + 4 * i, filtered + channels * i, count - i < block ? count - i : block, channels, found); \
    }

ROWS(filter_rgb_256, AVX2, block_256, 3)
ROWS(filter_rgba_256, AVX2, block_256, 4)
ROWS(filter_rgb_512, AVX512, block_512, 3)
ROWS(filter_rgba_512, AVX512, block_512, 4)

vi_row_filter vi_row_filter_with(vi_instructions instructions, int opaque) {
    if (instructions == vi_baseline) return opaque ? filter_rgb : filter_rgba;
    if (instructions == vi_avx2 && __builtin_cpu_supports("avx2")) return opaque ? filter_rgb_256 : filter_rgba_256;
    int has_512 = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vnni");
    if (instructions == vi_avx512 && has_512) return opaque ? filter_rgb_512 : filter_rgba_512;
    return NULL;
}

#else

vi_row_filter vi_row_filter_with(vi_instructions instructions, int opaque) {
    if (instructions != vi_baseline) return NULL;
    return opaque ? filter_rgb : filter_rgba;
}

#endif

vi_row_filter vi_best_row_filter(int opaque) {
    vi_row_filter filter = vi_row_filter_with(vi_avx512, opaque);
    if (!filter) filter = vi_row_filter_with(vi_avx2, opaque);
    return filter ? filter : vi_row_filter_with(vi_baseline, opaque);
}
