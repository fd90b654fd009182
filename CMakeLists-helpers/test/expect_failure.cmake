# Configures failing/ for one LIBRARY in BINARY_DIR and expects it to stop with the module's own words.
#   KIND=missing   against a root folder that holds nothing: names what is missing and the package that has it
#   KIND=too_old   asks for a version that will never be: names the version wanted
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${BINARY_DIR}")
file(MAKE_DIRECTORY "${BINARY_DIR}/root")
set(packages EGL=libegl-dev GLESv2=libgles-dev GBM=libgbm-dev)
if(KIND STREQUAL "missing")
  # Only the empty root is searched, and pkg-config knows of nothing.
  set(ENV{PKG_CONFIG_LIBDIR} "${BINARY_DIR}/root")
  set(arguments
    "-DCMAKE_FIND_ROOT_PATH=${BINARY_DIR}/root"
    -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY)
  list(FILTER packages INCLUDE REGEX "^${LIBRARY}=")
  string(REGEX REPLACE ".*=" "" package "${packages}")
  set(expected "Could NOT find ${LIBRARY} .missing: ${LIBRARY}_LIBRARY ${LIBRARY}_INCLUDE_DIR.*is missing.*apt-get install ${package}")
else()
  set(arguments -DVERSION=99.0)
  set(expected "Could NOT find ${LIBRARY}.*required is at.*least \"99.0\"")
endif()

execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/failing" -B "${BINARY_DIR}/build" -G Ninja
    "-DLIBRARY=${LIBRARY}" ${arguments}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
# CMake wraps long messages; the words are what counts.
string(REGEX REPLACE "[ \n]+" " " words "${output}")
if(result EQUAL 0)
  message(FATAL_ERROR "find_package(${LIBRARY}) succeeded though it is ${KIND}:\n${output}")
elseif(NOT words MATCHES "${expected}")
  message(FATAL_ERROR "expected: ${expected}\ngot:\n${output}")
endif()
string(REGEX MATCH "Could NOT find[^)]*\\)[^)]*" shown "${words}")
message(STATUS "as expected: ${shown}")
