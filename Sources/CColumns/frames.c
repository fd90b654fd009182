#include "CColumns.h"

#include <lz4.h>
#include <lz4frame.h>
#include <zstd.h>

bool vitrail_lz4_decompress(
    const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written
) {
    LZ4F_dctx *context = NULL;
    *written = 0;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION))) return false;
    bool is_whole = false;
    while (input_count > 0 && *written < output_count) {
        size_t in = input_count, out = output_count - *written;
        size_t hint = LZ4F_decompress(context, output + *written, &out, input, &in, NULL);
        if (LZ4F_isError(hint)) break;
        input += in;
        input_count -= in;
        *written += out;
        is_whole = hint == 0;
        // The frame ended, or this call could do nothing.
        if (is_whole || (in == 0 && out == 0)) break;
    }
    LZ4F_freeDecompressionContext(context);
    // A frame with more data than requested is not read to its end.
    return is_whole || *written == output_count;
}

bool vitrail_zstd_decompress(
    const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written
) {
    size_t count = ZSTD_decompress(output, output_count, input, input_count);
    *written = ZSTD_isError(count) ? 0 : count;
    return !ZSTD_isError(count);
}

size_t vitrail_lz4_bound(size_t count) {
    return count > LZ4_MAX_INPUT_SIZE ? 0 : (size_t)LZ4_compressBound((int)count);
}

size_t vitrail_lz4_compress(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count) {
    if (input_count > LZ4_MAX_INPUT_SIZE || output_count > INT32_MAX) return 0;
    static const char none = 0;
    const char *from = input == NULL ? &none : (const char *)input;
    int written = LZ4_compress_default(from, (char *)output, (int)input_count, (int)output_count);
    return written > 0 ? (size_t)written : 0;
}

size_t vitrail_lz4_expand(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count) {
    if (input_count > INT32_MAX || output_count > INT32_MAX) return 0;
    char none;
    char *to = output == NULL ? &none : (char *)output;
    int written = LZ4_decompress_safe((const char *)input, to, (int)input_count, (int)output_count);
    return written > 0 ? (size_t)written : 0;
}
