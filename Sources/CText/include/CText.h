/// FreeType, HarfBuzz, fontconfig and FriBidi as one C module: headers, and the macros that Swift cannot import.
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <hb.h>

static inline int vitrail_face_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }
static inline int vitrail_face_has_color(FT_Face face) { return FT_HAS_COLOR(face) ? 1 : 0; }

/// FreeType's load flags for outlines: unhinted, no embedded monochrome bitmaps, colour layers if there are any.
static const FT_Int32 vitrail_load_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_COLOR;
/// FreeType's load flags for bitmap strikes.
static const FT_Int32 vitrail_load_strike = FT_LOAD_NO_HINTING | FT_LOAD_COLOR;

/// The binding of family `i` in a substituted pattern: 1: requested, or declared equal to a requested family; 0: only
/// preferred as a substitute; -1: there is no family `i`.
int vitrail_family_is_bound(FcPattern *pattern, int i, const FcChar8 **family);

/// Whether a path leads to a kernel file system (proc, sysfs), whose files are not data.
int vitrail_is_kernel_path(const char *path);

/// Computes the bidi levels (UAX #9) of a line that is a paragraph; its first strong character decides the direction.
///
/// `levels`: receives `count` levels; all are 0 if memory is short.
void vitrail_bidi_levels(const uint32_t *scalars, int count, uint8_t *levels);

/// The version of Unicode of the bidi tables, such as "10.0.0".
const char *vitrail_bidi_unicode_version(void);

/// Computes the visual order (UAX #9, rule L2) of runs with these levels.
///
/// `order`: receives `count` indices of runs, from left to right; ascending if memory is short.
void vitrail_visual_order(const uint8_t *levels, int count, int32_t *order);
