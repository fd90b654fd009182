#include "CText.h"

int vitrail_family_is_bound(FcPattern *pattern, int i, const FcChar8 **family) {
    FcValue value;
    FcValueBinding binding;
    if (FcPatternGetWithBinding(pattern, FC_FAMILY, i, &value, &binding) != FcResultMatch) return -1;
    if (value.type != FcTypeString) return -1;
    *family = value.u.s;
    return binding == FcValueBindingWeak ? 0 : 1;
}
