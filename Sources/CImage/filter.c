// Subtracts the row above from a row of a PNG (filter Up; filter None subtracts zeros), and computes further results
// while the row is in registers: the pixels that equal their predecessor, the checksum of the filtered bytes, and
// whether alpha is 255.
//
// Adler-32 of (a, b) followed by n bytes d, both modulo 65521:
//
//     a + Σ d₁…dₙ        b + n·a + Σ (n + 1 − i)·dᵢ
//
// Rows are read in steps of one vector of pixels. A step adds its sum, its weighted sum, and its size in bytes times
// the sum of all previous steps. The last step of a row is padded with pixels that have no difference: z surplus zeros
// make the second sum too large by z times the first.

#include "CImage.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pixels are taken for words whose lowest byte is red"
#endif

#define INLINE static inline __attribute__((always_inline))

/// Updates the checksum with `count` pixels of `channels` bytes, which were read in steps of `step` pixels.
///
/// - Parameters:
///   - sum: The sum of all bytes.
///   - before: For each step, the sum of the bytes of all steps before it.
///   - weighted: For each step, the last byte once, the byte before it twice, and so on.
INLINE void add_sums(
    vi_found *found, size_t count, int channels, size_t step, uint64_t sum, uint64_t before, uint64_t weighted
) {
    uint64_t bytes = count * (uint64_t)channels, step_bytes = step * (uint64_t)channels;
    uint64_t filled = (count + step - 1) / step * step_bytes;
    uint64_t a = found->check & 0xFFFF, b = found->check >> 16;
    b += filled * a + step_bytes * before + weighted;
    a += sum;
    b -= (filled - bytes) * a;
    found->check = (uint32_t)(b % 65521 << 16 | a % 65521);
}

/// The number of the row's filter is a byte of the stream, too.
INLINE void begin_row(vi_filter filter, vi_found *found) {
    uint32_t a = (found->check & 0xFFFF) + (uint32_t)filter, b = (found->check >> 16) + a;
    found->check = b % 65521 << 16 | a % 65521;
}

// MARK: Any machine

typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));

/// Maximum number of pixels at once whose sums fit into 32-bit lanes.
enum { plain_block = 1024 };

INLINE uint32_t total_plain(u32x4 v) { return v[0] + v[1] + v[2] + v[3]; }

INLINE void block_plain(
    const uint8_t *row, const uint8_t *above, uint32_t *filtered, uint64_t *repeats, size_t count,
    uint32_t first_previous, int channels, vi_found *found
) {
    const u32x4 low = {255, 255, 255, 255}, bits = {1, 2, 4, 8}, pixels_left = {4, 3, 2, 1};
    const u32x4 first_weight = pixels_left * (uint32_t)channels;
    u32x4 sum = {0}, before = {0}, weighted = {0}, all = ~(u32x4){0}, previous = ~low;
    previous[3] = first_previous;
    uint64_t word = 0;
    for (size_t i = 0; i < count; i += 4) {
        u32x4 a = {0}, b = {0};
        size_t there = count - i < 4 ? count - i : 4;
        if (there == 4) {
            memcpy(&a, row + 4 * i, 16);
            memcpy(&b, above + 4 * i, 16);
            all &= a;
        } else {
            memcpy(&a, row + 4 * i, 4 * there);
            memcpy(&b, above + 4 * i, 4 * there);
            for (size_t k = 0; k < there; k++) all[k] &= a[k];
        }
        u32x4 d = (u32x4)((u8x16)a - (u8x16)b);
        if (channels == 3) d &= 0x00FFFFFF;
        memcpy(filtered + i, &d, 4 * there);
        before += sum;
        for (int c = 0; c < channels; c++) {
            u32x4 bytes = d >> (uint32_t)(8 * c) & low;
            sum += bytes;
            weighted += bytes * (first_weight - (uint32_t)c);
        }
        u32x4 repeated = (u32x4)(d == __builtin_shufflevector(previous, d, 3, 4, 5, 6)) & bits;
        previous = d;
        word |= (uint64_t)(total_plain(repeated) & ((1u << there) - 1)) << (i & 63);
        if ((i & 63) == 60 || i + 4 >= count) {
            repeats[i >> 6] = word;
            word = 0;
        }
    }
    all |= 0x00FFFFFF;
    found->is_opaque &= (all[0] & all[1] & all[2] & all[3]) == UINT32_MAX;
    uint64_t sums_before = (uint64_t)before[0] + before[1] + before[2] + before[3];
    add_sums(found, count, channels, 4, total_plain(sum), sums_before, total_plain(weighted));
}

#if defined(__x86_64__)

#include <immintrin.h>

/// Maximum number of pixels at once whose weighted sums fit into 32 bits: sixteen RGBA pixels add at most 255 · (64 +
/// 63 + … + 1), and 4096 such steps 2 172 518 400; a vector lane holds at most an eighth of that. Eight pixels per step
/// add about half as much, RGB less.
enum { vector_block = 1 << 16 };

/// Prefetches pixels long before they are read. The hardware prefetcher stops at the end of a page, and a picture is
/// not in this core's cache, because another thread has just read it back. RGBA rows are close: they were just
/// converted to straight alpha.
INLINE void read_ahead(const uint8_t *row, int channels) {
    if (channels == 3) __builtin_prefetch((const void *)((uintptr_t)row + 8192));
}

// MARK: AVX2

#define AVX2 __attribute__((target("avx2")))

typedef struct {
    __m256i sum, before, weighted;
} sums_256;

/// The differences of eight pixels.
INLINE AVX2 __m256i step_256(__m256i row, __m256i above, int channels, sums_256 *sums) {
    const __m256i pixels = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i first = _mm256_set1_epi32(channels == 3 ? 0x00161718 : 0x1D1E1F20);
    const __m256i weights =
        _mm256_sub_epi32(first, _mm256_mullo_epi32(pixels, _mm256_set1_epi32(channels == 3 ? 0x00030303 : 0x04040404)));
    __m256i d = _mm256_sub_epi8(row, above);
    if (channels == 3) d = _mm256_and_si256(d, _mm256_set1_epi32(0x00FFFFFF));
    sums->before = _mm256_add_epi64(sums->before, sums->sum);
    sums->sum = _mm256_add_epi64(sums->sum, _mm256_sad_epu8(d, _mm256_setzero_si256()));
    // Two weighted bytes are at most 255 · (32 + 31), which fits into 16 bits.
    __m256i pairs = _mm256_maddubs_epi16(d, weights);
    sums->weighted = _mm256_add_epi32(sums->weighted, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    return d;
}

/// One bit for each of eight pixels that equals its predecessor; `previous` becomes the last of them.
INLINE AVX2 uint64_t repeats_256(__m256i d, uint32_t *previous) {
    __m256i before = _mm256_permutevar8x32_epi32(d, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6));
    before = _mm256_blend_epi32(before, _mm256_set1_epi32((int)*previous), 1);
    *previous = (uint32_t)_mm256_extract_epi32(d, 7);
    return (uint64_t)(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(d, before)));
}

INLINE AVX2 uint64_t total_256(__m256i v) {
    return (uint64_t)_mm256_extract_epi64(v, 0) + (uint64_t)_mm256_extract_epi64(v, 1)
        + (uint64_t)_mm256_extract_epi64(v, 2) + (uint64_t)_mm256_extract_epi64(v, 3);
}

INLINE AVX2 void block_256(
    const uint8_t *row, const uint8_t *above, uint32_t *filtered, uint64_t *repeats, size_t count, uint32_t previous,
    int channels, vi_found *found
) {
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi8(-1);
    sums_256 sums = {zero, zero, zero};
    __m256i all = ones;
    uint64_t word = 0;
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        read_ahead(row + 4 * i, channels);
        __m256i a = _mm256_loadu_si256((const __m256i *)(row + 4 * i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(above + 4 * i));
        all = _mm256_and_si256(all, a);
        __m256i d = step_256(a, b, channels, &sums);
        _mm256_storeu_si256((__m256i *)(filtered + i), d);
        word |= repeats_256(d, &previous) << (i & 63);
        if ((i & 63) == 56) {
            repeats[i >> 6] = word;
            word = 0;
        }
    }
    if (i < count) {
        __m256i there =
            _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(count - i)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        __m256i a = _mm256_maskload_epi32((const int *)(row + 4 * i), there);
        __m256i b = _mm256_maskload_epi32((const int *)(above + 4 * i), there);
        all = _mm256_and_si256(all, _mm256_or_si256(a, _mm256_xor_si256(there, ones)));
        __m256i d = step_256(a, b, channels, &sums);
        _mm256_maskstore_epi32((int *)(filtered + i), there, d);
        word |= (repeats_256(d, &previous) & ((1u << (count - i)) - 1)) << (i & 63);
    }
    if (count & 63) repeats[count >> 6] = word;
    // A pixel's sign bit is only the highest bit of its alpha; all bits of alpha must be compared.
    __m256i is_opaque = _mm256_cmpeq_epi32(_mm256_or_si256(all, _mm256_set1_epi32(0x00FFFFFF)), ones);
    found->is_opaque &= _mm256_movemask_epi8(is_opaque) == -1;
    __m256i weighted =
        _mm256_add_epi64(_mm256_unpacklo_epi32(sums.weighted, zero), _mm256_unpackhi_epi32(sums.weighted, zero));
    add_sums(found, count, channels, 8, total_256(sums.sum), total_256(sums.before), total_256(weighted));
}

// MARK: AVX-512

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vnni")))

typedef struct {
    __m512i sum, before, weighted;
} sums_512;

/// The differences of sixteen pixels.
INLINE AVX512 __m512i step_512(__m512i row, __m512i above, int channels, sums_512 *sums) {
    const __m512i pixels = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i first = _mm512_set1_epi32(channels == 3 ? 0x002E2F30 : 0x3D3E3F40);
    const __m512i weights =
        _mm512_sub_epi32(first, _mm512_mullo_epi32(pixels, _mm512_set1_epi32(channels == 3 ? 0x00030303 : 0x04040404)));
    __m512i d = _mm512_maskz_sub_epi8(channels == 3 ? 0x7777777777777777 : ~0ull, row, above);
    sums->before = _mm512_add_epi64(sums->before, sums->sum);
    sums->sum = _mm512_add_epi64(sums->sum, _mm512_sad_epu8(d, _mm512_setzero_si512()));
    sums->weighted = _mm512_dpbusd_epi32(sums->weighted, d, weights);
    return d;
}

/// One bit for each of sixteen pixels that equals its predecessor. The last lane of `previous` is the pixel before the
/// first; afterwards it is the last of the sixteen.
INLINE AVX512 uint64_t repeats_512(__m512i d, __m512i *previous) {
    __m512i before = _mm512_alignr_epi32(d, *previous, 15);
    *previous = d;
    return _mm512_cmpeq_epi32_mask(d, before);
}

INLINE AVX512 void block_512(
    const uint8_t *row, const uint8_t *above, uint32_t *filtered, uint64_t *repeats, size_t count,
    uint32_t first_previous, int channels, vi_found *found
) {
    const __m512i zero = _mm512_setzero_si512();
    sums_512 sums = {zero, zero, zero};
    __m512i all = _mm512_set1_epi8(-1), previous = _mm512_set1_epi32((int)first_previous);
    uint64_t word = 0;
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        read_ahead(row + 4 * i, channels);
        __m512i a = _mm512_loadu_si512(row + 4 * i), b = _mm512_loadu_si512(above + 4 * i);
        all = _mm512_and_si512(all, a);
        __m512i d = step_512(a, b, channels, &sums);
        _mm512_storeu_si512(filtered + i, d);
        word |= repeats_512(d, &previous) << (i & 63);
        if ((i & 63) == 48) {
            repeats[i >> 6] = word;
            word = 0;
        }
    }
    if (i < count) {
        __mmask16 there = (__mmask16)((1u << (count - i)) - 1);
        __m512i a = _mm512_maskz_loadu_epi32(there, row + 4 * i), b = _mm512_maskz_loadu_epi32(there, above + 4 * i);
        all = _mm512_mask_and_epi32(all, there, all, a);
        __m512i d = step_512(a, b, channels, &sums);
        _mm512_mask_storeu_epi32(filtered + i, there, d);
        word |= (repeats_512(d, &previous) & there) << (i & 63);
    }
    if (count & 63) repeats[count >> 6] = word;
    found->is_opaque &=
        _mm512_cmpeq_epu32_mask(_mm512_or_si512(all, _mm512_set1_epi32(0x00FFFFFF)), _mm512_set1_epi8(-1)) == 0xFFFF;
    uint64_t sum = (uint64_t)_mm512_reduce_add_epi64(sums.sum), before = (uint64_t)_mm512_reduce_add_epi64(sums.before);
    add_sums(found, count, channels, 16, sum, before, (uint32_t)_mm512_reduce_add_epi32(sums.weighted));
}

#endif

// MARK: Rows

#define ROWS(name, set, block, block_of, channels) \
    set static void name( \
        const uint8_t *row, const uint8_t *above, vi_filter filter, uint32_t *filtered, uint64_t *repeats, \
        size_t count, vi_found *found \
    ) { \
        begin_row(filter, found); \
        for (size_t i = 0; i < count; i += block) \
            block_of( \
                row + 4 * i, above + 4 * i, filtered + i, repeats + i / 64, count - i < block ? count - i : block, \
                i ? filtered[i - 1] : 0, channels, found \
            ); \
        repeats[0] &= ~1ull; \
    }

ROWS(filter_rgb, , plain_block, block_plain, 3)
ROWS(filter_rgba, , plain_block, block_plain, 4)

#if defined(__x86_64__)

ROWS(filter_rgb_256, AVX2, vector_block, block_256, 3)
ROWS(filter_rgba_256, AVX2, vector_block, block_256, 4)
ROWS(filter_rgb_512, AVX512, vector_block, block_512, 3)
ROWS(filter_rgba_512, AVX512, vector_block, block_512, 4)

vi_row_filter vi_row_filter_with(vi_instructions instructions, int opaque) {
    if (instructions == vi_baseline) return opaque ? filter_rgb : filter_rgba;
    if (instructions == vi_avx2 && __builtin_cpu_supports("avx2")) return opaque ? filter_rgb_256 : filter_rgba_256;
    int has_512 = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni");
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
