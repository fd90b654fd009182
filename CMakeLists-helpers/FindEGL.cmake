# FindEGL
# -------
# EGL: opens a display and a rendering context, with or without a window.
#
#   list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists-helpers")
#   find_package(EGL 1.5 REQUIRED)
#   target_link_libraries(program PRIVATE EGL::EGL)
#
# Defines
#   EGL_FOUND         whether header and library are there (and new enough)
#   EGL_VERSION       newest EGL version that the header declares, such as 1.5
#   EGL::EGL          imported target: library, include directory, compile options
#
# Cache variables that name another installation
#   EGL_INCLUDE_DIR   folder that holds EGL/egl.h
#   EGL_LIBRARY       the library file
#
# pkg-config's "egl" is asked for hints when present, and is not needed.

find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(PC_EGL QUIET egl)
endif()

find_path(EGL_INCLUDE_DIR
  NAMES EGL/egl.h
  HINTS ${PC_EGL_INCLUDEDIR} ${PC_EGL_INCLUDE_DIRS}
  DOC "Folder that holds EGL/egl.h")
find_library(EGL_LIBRARY
  NAMES EGL
  HINTS ${PC_EGL_LIBDIR} ${PC_EGL_LIBRARY_DIRS}
  DOC "The EGL library")
mark_as_advanced(EGL_INCLUDE_DIR EGL_LIBRARY)

# The header declares each version it knows by a macro: "#define EGL_VERSION_1_5 1".
if(EGL_INCLUDE_DIR)
  file(STRINGS "${EGL_INCLUDE_DIR}/EGL/egl.h" lines REGEX "^#define EGL_VERSION_[0-9]+_[0-9]+ ")
  set(EGL_VERSION "0.0")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#define EGL_VERSION_([0-9]+)_([0-9]+) .*" "\\1.\\2" version "${line}")
    if(version VERSION_GREATER EGL_VERSION)
      set(EGL_VERSION "${version}")
    endif()
  endforeach()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(EGL
  REQUIRED_VARS EGL_LIBRARY EGL_INCLUDE_DIR
  VERSION_VAR EGL_VERSION
  REASON_FAILURE_MESSAGE "EGL/egl.h or libEGL is missing. On Debian: apt-get install libegl-dev")

if(EGL_FOUND AND NOT TARGET EGL::EGL)
  add_library(EGL::EGL UNKNOWN IMPORTED)
  set_target_properties(EGL::EGL PROPERTIES
    IMPORTED_LOCATION "${EGL_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${EGL_INCLUDE_DIR}"
    INTERFACE_COMPILE_OPTIONS "${PC_EGL_CFLAGS_OTHER}")
endif()
