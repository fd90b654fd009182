// Calls into all three libraries; what they answer depends on the machine, that they answer does not.
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <gbm.h>
#include <stdio.h>

int main(void) {
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    printf("EGL client extensions: %s\n", extensions ? extensions : "(none)");
    // Without a current context there is nothing to name, and no crash either.
    printf("GL_VERSION without a context: %s\n", glGetString(GL_VERSION) ? "answered" : "none");
    // No device behind -1: NULL is the right answer.
    printf("GBM without a device: %s\n", gbm_create_device(-1) ? "opened" : "refused");
    return extensions ? 0 : 1;
}
