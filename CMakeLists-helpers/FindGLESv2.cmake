# FindGLESv2
# ----------
# OpenGL ES 2 and 3: one library serves both, under the name of the older.
#
#   list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists-helpers")
#   find_package(GLESv2 3.0 REQUIRED)
#   target_link_libraries(program PRIVATE GLESv2::GLESv2)
#
# Defines
#   GLESv2_FOUND         whether header and library are there (and new enough)
#   GLESv2_VERSION       newest OpenGL ES version that there is a header for: 2.0, 3.0, 3.1 or 3.2.
#                        What a driver offers is known only at run time.
#   GLESv2::GLESv2       imported target: library, include directory, compile options
#
# Cache variables that name another installation
#   GLESv2_INCLUDE_DIR   folder that holds GLES2/gl2.h
#   GLESv2_LIBRARY       the library file
#
# pkg-config's "glesv2" is asked for hints when present, and is not needed.

find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(PC_GLESv2 QUIET glesv2)
endif()

find_path(GLESv2_INCLUDE_DIR
  NAMES GLES2/gl2.h
  HINTS ${PC_GLESv2_INCLUDEDIR} ${PC_GLESv2_INCLUDE_DIRS}
  DOC "Folder that holds GLES2/gl2.h")
find_library(GLESv2_LIBRARY
  NAMES GLESv2
  HINTS ${PC_GLESv2_LIBDIR} ${PC_GLESv2_LIBRARY_DIRS}
  DOC "The OpenGL ES 2 and 3 library")
mark_as_advanced(GLESv2_INCLUDE_DIR GLESv2_LIBRARY)

if(GLESv2_INCLUDE_DIR)
  set(GLESv2_VERSION "2.0")
  foreach(header_and_version "gl3.h:3.0" "gl31.h:3.1" "gl32.h:3.2")
    string(REPLACE ":" ";" header_and_version "${header_and_version}")
    list(GET header_and_version 0 header)
    list(GET header_and_version 1 version)
    if(EXISTS "${GLESv2_INCLUDE_DIR}/GLES3/${header}")
      set(GLESv2_VERSION "${version}")
    endif()
  endforeach()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GLESv2
  REQUIRED_VARS GLESv2_LIBRARY GLESv2_INCLUDE_DIR
  VERSION_VAR GLESv2_VERSION
  REASON_FAILURE_MESSAGE "GLES2/gl2.h or libGLESv2 is missing. On Debian: apt-get install libgles-dev")

if(GLESv2_FOUND AND NOT TARGET GLESv2::GLESv2)
  add_library(GLESv2::GLESv2 UNKNOWN IMPORTED)
  set_target_properties(GLESv2::GLESv2 PROPERTIES
    IMPORTED_LOCATION "${GLESv2_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GLESv2_INCLUDE_DIR}"
    INTERFACE_COMPILE_OPTIONS "${PC_GLESv2_CFLAGS_OTHER}")
endif()
