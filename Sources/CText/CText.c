#include <fribidi.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>

#include "CText.h"

int vitrail_family_is_bound(FcPattern *pattern, int i, const FcChar8 **family) {
    FcValue value;
    FcValueBinding binding;
    if (FcPatternGetWithBinding(pattern, FC_FAMILY, i, &value, &binding) != FcResultMatch) return -1;
    if (value.type != FcTypeString) return -1;
    *family = value.u.s;
    return binding == FcValueBindingWeak ? 0 : 1;
}

int vitrail_is_kernel_path(const char *path) {
    struct statfs system;
    if (statfs(path, &system) != 0) return 0;
    return system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC;
}

void vitrail_bidi_levels(const uint32_t *scalars, int count, uint8_t *levels) {
    size_t size = (size_t)count;
    FriBidiCharType *types = malloc(size * sizeof *types);
    FriBidiBracketType *brackets = malloc(size * sizeof *brackets);
    FriBidiParType direction = FRIBIDI_PAR_ON;
    FriBidiLevel result = 0;
    if (types && brackets) {
        fribidi_get_bidi_types(scalars, count, types);
        fribidi_get_bracket_types(scalars, count, types, brackets);
        result = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, (FriBidiLevel *)levels);
    }
    if (!result) memset(levels, 0, size);
    free(types);
    free(brackets);
}

const char *vitrail_bidi_unicode_version(void) { return fribidi_unicode_version; }

void vitrail_visual_order(const uint8_t *levels, int count, int32_t *order) {
    size_t size = (size_t)count;
    FriBidiCharType *types = malloc(size * sizeof *types);
    FriBidiLevel *copy = malloc(size);
    for (int i = 0; i < count; i++) {
        order[i] = i;
        // No run is a trailing blank: the levels already contain rule L1.
        if (types) types[i] = FRIBIDI_TYPE_ON;
    }
    if (types && copy) {
        memcpy(copy, levels, size);
        FriBidiLevel result = fribidi_reorder_line(0, types, count, 0, FRIBIDI_PAR_LTR, copy, NULL, order);
        (void)result;
    }
    free(types);
    free(copy);
}
