# FindGBM
# -------
# GBM, Mesa's generic buffer management: a render node as a display for EGL, without a window system.
#
#   list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists-helpers")
#   find_package(GBM REQUIRED)
#   target_link_libraries(program PRIVATE GBM::GBM)
#
# Defines
#   GBM_FOUND         whether header and library are there (and new enough)
#   GBM_VERSION       Mesa's version, such as 22.3.6, when pkg-config knows the library found; the header names none
#   GBM::GBM          imported target: library, include directory, compile options
#
# Cache variables that name another installation
#   GBM_INCLUDE_DIR   folder that holds gbm.h
#   GBM_LIBRARY       the library file
#
# pkg-config's "gbm" is asked for hints and for the version when present, and is not needed otherwise.

find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(PC_GBM QUIET gbm)
endif()

find_path(GBM_INCLUDE_DIR
  NAMES gbm.h
  HINTS ${PC_GBM_INCLUDEDIR} ${PC_GBM_INCLUDE_DIRS}
  DOC "Folder that holds gbm.h")
find_library(GBM_LIBRARY
  NAMES gbm
  HINTS ${PC_GBM_LIBDIR} ${PC_GBM_LIBRARY_DIRS}
  DOC "The GBM library")
mark_as_advanced(GBM_INCLUDE_DIR GBM_LIBRARY)

# pkg-config's version is that of the library only if both speak of the same installation.
if(GBM_LIBRARY AND PC_GBM_FOUND)
  get_filename_component(library_dir "${GBM_LIBRARY}" DIRECTORY)
  get_filename_component(library_dir "${library_dir}" REALPATH)
  get_filename_component(pc_library_dir "${PC_GBM_LIBDIR}" REALPATH)
  if(library_dir STREQUAL pc_library_dir)
    set(GBM_VERSION "${PC_GBM_VERSION}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GBM
  REQUIRED_VARS GBM_LIBRARY GBM_INCLUDE_DIR
  VERSION_VAR GBM_VERSION
  REASON_FAILURE_MESSAGE "gbm.h or libgbm is missing. On Debian: apt-get install libgbm-dev")

if(GBM_FOUND AND NOT TARGET GBM::GBM)
  add_library(GBM::GBM UNKNOWN IMPORTED)
  set_target_properties(GBM::GBM PROPERTIES
    IMPORTED_LOCATION "${GBM_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GBM_INCLUDE_DIR}"
    INTERFACE_COMPILE_OPTIONS "${PC_GBM_CFLAGS_OTHER}")
endif()
