#include "CData.h"

#include <lz4frame.h>
#include <zstd.h>

bool vitrail_lz4_decompress(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written) {
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
        // The end of the frame, or nothing that this call could do.
        if (is_whole || (in == 0 && out == 0)) break;
    }
    LZ4F_freeDecompressionContext(context);
    // A frame with more than is wanted is not read to its end.
    return is_whole || *written == output_count;
}

bool vitrail_zstd_decompress(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count, size_t *written) {
    size_t count = ZSTD_decompress(output, output_count, input, input_count);
    *written = ZSTD_isError(count) ? 0 : count;
    return !ZSTD_isError(count);
}
