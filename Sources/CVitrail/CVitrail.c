// The functions are in Swift (VitrailC). This file checks the struct layouts that programs in other languages rely on.
#include "vitrail.h"

_Static_assert(sizeof(void *) == 8, "the interface is for 64-bit machines");
_Static_assert(sizeof(vitrail_texts) == 56, "layout of vitrail_texts");
_Static_assert(sizeof(vitrail_array) == 104, "layout of vitrail_array");
_Static_assert(sizeof(vitrail_input) == 16, "layout of vitrail_input");
_Static_assert(sizeof(struct ArrowArray) == 80, "layout of ArrowArray");
_Static_assert(sizeof(struct ArrowSchema) == 72, "layout of ArrowSchema");
_Static_assert(sizeof(struct ArrowArrayStream) == 40, "layout of ArrowArrayStream");
