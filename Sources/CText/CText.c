#include <linux/magic.h>
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
