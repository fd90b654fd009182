/// FreeType, HarfBuzz and fontconfig as one C module: headers, and the macros that Swift cannot import.
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <hb.h>

static inline int vitrail_face_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }
static inline int vitrail_face_has_color(FT_Face face) { return FT_HAS_COLOR(face) ? 1 : 0; }

/// What is asked of FreeType for outlines: unhinted, never an embedded monochrome bitmap, colour layers where there are any.
static const FT_Int32 vitrail_load_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_COLOR;
/// What is asked of FreeType for bitmap strikes.
static const FT_Int32 vitrail_load_strike = FT_LOAD_NO_HINTING | FT_LOAD_COLOR;

/// How firmly the family at place `i` of a substituted pattern is bound: 1 = asked for, or declared the same as what was asked for;
/// 0 = merely preferred instead; -1 = there is none at that place.
int vitrail_family_is_bound(FcPattern *pattern, int i, const FcChar8 **family);

/// Whether a path leads to a file system of the kernel (proc, sysfs), whose files are no data.
int vitrail_is_kernel_path(const char *path);
