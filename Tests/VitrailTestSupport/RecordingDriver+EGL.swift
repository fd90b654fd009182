import CGL
import VitrailGL

// EGL and GBM. Handles are small numbers; a display's handle maps to its platform.

private func handle(_ number: Int) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

private func openDisplay(_ platform: Int32, _ native: UnsafeMutableRawPointer?) -> EGLDisplay? {
    let display = 0x1000 + Int(platform) * 16 + Int(bitPattern: native) % 16
    recorder.withLock { $0.platforms[UInt(display)] = platform }
    return handle(display)
}

private func renderer(of display: EGLDisplay?) -> String? {
    recorder.withLock { state in
        state.platforms[UInt(bitPattern: display)].flatMap { state.profile.renderers[$0] }
    }
}

let gbmTable = GBMTable(
    create: {
        log("gbm_create_device", Double($0))
        return handle(0x6B)
    },
    destroy: { _ in log("gbm_device_destroy") })

let eglFunctions: [String: UInt] = [
    "eglGetError": address(
        { EGL_NOT_INITIALIZED } as PFNEGLGETERRORPROC),
    "eglGetDisplay": address(
        { native in
            log("eglGetDisplay")
            return openDisplay(0, native)
        } as PFNEGLGETDISPLAYPROC),
    "eglGetPlatformDisplayEXT": address(
        { platform, native, attributes in
            // A list of attributes, even an empty one, gives another display.
            log("eglGetPlatformDisplayEXT", Double(platform), text: attributes == nil ? "" : "with a list")
            return openDisplay(Int32(platform), native)
        } as PFNEGLGETPLATFORMDISPLAYEXTPROC),
    "eglQueryDevicesEXT": address(
        { limit, devices, count in
            let number = min(Int(limit), recorder.withLock { $0.profile.devices.count })
            for i in 0..<number { devices?[i] = handle(i + 1) }
            count?.pointee = EGLint(number)
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLQUERYDEVICESEXTPROC),
    "eglQueryDeviceStringEXT": address(
        { device, name in
            let described = recorder.withLock { $0.profile.devices[Int(bitPattern: device) - 1] }
            switch name {
            case EGL_EXTENSIONS: return lasting(described.extensions)
            case EGL_DRM_RENDER_NODE_FILE_EXT: return lasting(described.node)
            default: return nil
            }
        } as PFNEGLQUERYDEVICESTRINGEXTPROC),
    "eglInitialize": address(
        { display, major, minor in
            log("eglInitialize")
            guard renderer(of: display) != nil else { return EGLBoolean(EGL_FALSE) }
            major?.pointee = 1
            minor?.pointee = 4
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLINITIALIZEPROC),
    "eglTerminate": address(
        { _ in
            log("eglTerminate")
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLTERMINATEPROC),
    "eglQueryString": address(
        { display, name in
            guard name == EGL_EXTENSIONS else { return nil }
            let profile = recorder.withLock { $0.profile }
            if display != nil { return lasting(profile.displayExtensions) }
            return profile.clientExtensions.isEmpty ? nil : lasting(profile.clientExtensions)
        } as PFNEGLQUERYSTRINGPROC),
    "eglChooseConfig": address(
        { _, attributes, configs, _, count in
            log("eglChooseConfig", Double(attributes?[1] ?? 0), Double(attributes?[3] ?? 0))
            configs?[0] = handle(0xC0)
            count?.pointee = 1
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLCHOOSECONFIGPROC),
    "eglGetConfigAttrib": address(
        { _, _, name, value in
            switch name {
            case EGL_RED_SIZE, EGL_ALPHA_SIZE: value?.pointee = 8
            case EGL_MAX_PBUFFER_WIDTH, EGL_MAX_PBUFFER_HEIGHT: value?.pointee = 2048
            default: value?.pointee = 0
            }
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLGETCONFIGATTRIBPROC),
    "eglBindAPI": address(
        { api in
            log("eglBindAPI", Double(api))
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLBINDAPIPROC),
    "eglCreateContext": address(
        { _, _, _, attributes in
            log("eglCreateContext", Double(attributes?[1] ?? 0))
            return handle(0xCC)
        } as PFNEGLCREATECONTEXTPROC),
    "eglDestroyContext": address(
        { _, _ in
            log("eglDestroyContext")
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLDESTROYCONTEXTPROC),
    "eglCreatePbufferSurface": address(
        { _, _, attributes in
            log("eglCreatePbufferSurface", Double(attributes?[1] ?? 0), Double(attributes?[3] ?? 0))
            return handle(0x5000 + Int(freshName("surface")))
        } as PFNEGLCREATEPBUFFERSURFACEPROC),
    "eglDestroySurface": address(
        { _, surface in
            log("eglDestroySurface", Double(Int(bitPattern: surface) - 0x5000))
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLDESTROYSURFACEPROC),
    "eglMakeCurrent": address(
        { display, draw, _, context in
            let surface = draw == nil ? 0 : Int(bitPattern: draw) - 0x5000
            log("eglMakeCurrent", Double(surface), context == nil ? 0 : 1)
            if context != nil { recorder.withLock { $0.current = UInt(bitPattern: display) } }
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLMAKECURRENTPROC),
    "eglReleaseThread": address(
        {
            log("eglReleaseThread")
            return EGLBoolean(EGL_TRUE)
        } as PFNEGLRELEASETHREADPROC),
]
