#include "CGL.h"
