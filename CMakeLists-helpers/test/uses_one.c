// One call into the one library named by USE_….
#if defined(USE_EGL)
#include <EGL/egl.h>
int main(void) { return eglGetError() == EGL_SUCCESS ? 0 : 1; }
#elif defined(USE_GLESv2)
#include <GLES3/gl3.h>
int main(void) { return glGetString(GL_VERSION) ? 1 : 0; }
#elif defined(USE_GBM)
#include <gbm.h>
int main(void) { return gbm_create_device(-1) ? 1 : 0; }
#else
#error "name a library"
#endif
