#include "CColumns.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct vitrail_inflater {
    z_stream stream;
};

vitrail_inflater *vitrail_inflater_new(vitrail_inflate_format format) {
    vitrail_inflater *inflater = calloc(1, sizeof *inflater);
    if (!inflater) return NULL;
    // zlib's encoding: + 16 = gzip wrapper, negative = no wrapper.
    int bits = format == VITRAIL_GZIP ? MAX_WBITS + 16 : format == VITRAIL_ZLIB ? MAX_WBITS : -MAX_WBITS;
    if (inflateInit2(&inflater->stream, bits) != Z_OK) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void vitrail_inflater_reset(vitrail_inflater *inflater) { inflateReset(&inflater->stream); }

void vitrail_inflater_free(vitrail_inflater *inflater) {
    if (!inflater) return;
    inflateEnd(&inflater->stream);
    free(inflater);
}

vitrail_inflate_state vitrail_inflate(
    vitrail_inflater *inflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count
) {
    z_stream *stream = &inflater->stream;
    size_t input_left = *input_count, output_left = *output_count;
    stream->next_in = (z_const Bytef *)input;
    stream->next_out = output;
    int code = Z_OK;
    // zlib counts in 32 bits.
    while (code == Z_OK && output_left > 0) {
        uInt in = input_left < UINT_MAX ? (uInt)input_left : UINT_MAX;
        uInt out = output_left < UINT_MAX ? (uInt)output_left : UINT_MAX;
        stream->avail_in = in;
        stream->avail_out = out;
        code = inflate(stream, Z_NO_FLUSH);
        input_left -= in - stream->avail_in;
        output_left -= out - stream->avail_out;
    }
    *input_count -= input_left;
    *output_count -= output_left;
    switch (code) {
    case Z_OK:
    case Z_BUF_ERROR: return VITRAIL_INFLATE_MORE;
    case Z_STREAM_END: return VITRAIL_INFLATE_END;
    case Z_MEM_ERROR: return VITRAIL_INFLATE_NO_MEMORY;
    default: return VITRAIL_INFLATE_CORRUPT;
    }
}

const char *vitrail_inflater_message(const vitrail_inflater *inflater) { return inflater->stream.msg; }

uint32_t vitrail_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
    return (uint32_t)crc32_z(crc, bytes, count);
}
