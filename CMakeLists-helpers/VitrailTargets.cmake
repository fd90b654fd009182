# VitrailTargets
# --------------
# The libraries of Package.swift as CMake targets, from the same sources and with the same settings.
#
#   cmake_minimum_required(VERSION 3.25)
#   project(driver-test LANGUAGES C Swift)                       # Swift 6.2 or later, generator Ninja
#   include(vitrail/CMakeLists-helpers/VitrailTargets.cmake)
#   add_executable(draw draw.swift)
#   target_link_libraries(draw PRIVATE Vitrail)                  # in draw.swift: import Vitrail
#
#   cmake -S . -B build -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Release
#
# Defines, as static libraries that are built when something needs them:
#   Vitrail            charts, renderers, encoders: all of the public interface
#   VitrailSystem VitrailScene VitrailText VitrailColumns VitrailScales VitrailRaster VitrailDrawList
#   VitrailTessellation VitrailChart VitrailDescription VitrailImage VitrailVector VitrailShaders VitrailGL
#   VitrailReference   the exact picture of a scene on the CPU
#   VitrailConformance the cases of the driver test
#   CText CImage CGL CProcess CColumns CRaster
#
# Needs what Package.swift needs: freetype2, harfbuzz, fontconfig, fribidi, libdeflate, libjpeg, libwebp, libpng, zlib, liblz4 and
# libzstd by pkg-config, headers of EGL and GLES. No Swift package is fetched: only the command-line tool has such. Nothing of EGL or GLES is
# linked: a driver is loaded at run time.
#
# VITRAIL_TARGETS, a variable, lists the libraries; the test beside compares list and dependencies with Package.swift.

include("${CMAKE_CURRENT_LIST_DIR}/EmbedShaders.cmake")
get_filename_component(VITRAIL_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

find_package(PkgConfig REQUIRED)
find_package(EGL 1.5 REQUIRED)
find_package(GLESv2 3.0 REQUIRED)
find_package(Threads REQUIRED)
set(VITRAIL_TARGETS)

# Modules of the system, by Package.swift's names: CFreeType is pkg-config's freetype2.
foreach(pair
    CFreeType=freetype2 CHarfBuzz=harfbuzz CFontconfig=fontconfig CFriBidi=fribidi
    CDeflate=libdeflate CJPEG=libjpeg CWebP=libwebp CPNG=libpng CZlib=zlib CLZ4=liblz4 CZstd=libzstd)
  string(REPLACE "=" ";" pair "${pair}")
  list(GET pair 0 name)
  list(GET pair 1 module)
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET GLOBAL ${module})
  if(NOT TARGET ${name})
    add_library(${name} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(${name} INTERFACE PkgConfig::${name})
  endif()
  list(APPEND VITRAIL_TARGETS ${name})
endforeach()

# vitrail_c_library(<name> [<library>…]): every C file of Sources/<name>, and its header as a Swift module: the one of
# include/module.modulemap, or else of include/<name>.h.
function(vitrail_c_library name)
  set(folder "${VITRAIL_ROOT}/Sources/${name}")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.c")
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${sources})
  set(map "${folder}/include/module.modulemap")
  if(NOT EXISTS "${map}")
    set(map "${CMAKE_CURRENT_BINARY_DIR}/${name}.module/module.modulemap")
    file(CONFIGURE OUTPUT "${map}" CONTENT "module ${name} {\n  umbrella header \"${folder}/include/${name}.h\"\n  export *\n}\n")
  endif()
  target_include_directories(${name} PUBLIC "${folder}/include")
  target_compile_options(${name} PUBLIC "$<$<COMPILE_LANGUAGE:Swift>:SHELL:-Xcc -fmodule-map-file=${map}>")
  target_link_libraries(${name} PUBLIC ${ARGN})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON VITRAIL_DEPENDENCIES "${ARGN}")
  set(VITRAIL_TARGETS ${VITRAIL_TARGETS} ${name} PARENT_SCOPE)
endfunction()

# vitrail_swift_library(<name> [PATH <folder>] [DEPENDS <library>…] [EMBED <file>…] [FLAGS <flag>…])
#   Every Swift file below Sources/<name> or PATH as a module of that name. EMBED: relative to the folder.
function(vitrail_swift_library name)
  cmake_parse_arguments(of "" "PATH" "DEPENDS;EMBED;FLAGS" ${ARGN})
  if(NOT of_PATH)
    set(of_PATH "Sources/${name}")
  endif()
  set(folder "${VITRAIL_ROOT}/${of_PATH}")
  set(modules "${CMAKE_CURRENT_BINARY_DIR}/${name}.module")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.swift")
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${sources})
  if(of_EMBED)
    list(TRANSFORM of_EMBED PREPEND "${folder}/")
    file(GLOB files CONFIGURE_DEPENDS ${of_EMBED})
    vitrail_embed_files(${name} ${files})
  endif()
  target_compile_options(${name} PRIVATE
    -package-name vitrail
    "SHELL:-enable-upcoming-feature InternalImportsByDefault"
    # Loops over samples are generic, and specialised only where the optimiser sees the whole module.
    $<$<NOT:$<CONFIG:Debug>>:-wmo>
    ${of_FLAGS})
  target_include_directories(${name} PUBLIC "${modules}")
  target_link_libraries(${name} PUBLIC ${of_DEPENDS} Threads::Threads)
  set_target_properties(${name} PROPERTIES
    Swift_LANGUAGE_VERSION 6 Swift_MODULE_DIRECTORY "${modules}" POSITION_INDEPENDENT_CODE ON
    VITRAIL_DEPENDENCIES "${of_DEPENDS}")
  set(VITRAIL_TARGETS ${VITRAIL_TARGETS} ${name} PARENT_SCOPE)
endfunction()

# C libraries.
vitrail_c_library(CText CFreeType CHarfBuzz CFontconfig CFriBidi)
vitrail_c_library(CImage CDeflate CJPEG CWebP CPNG)
vitrail_c_library(CGL)
target_include_directories(CGL PUBLIC "${EGL_INCLUDE_DIR}" "${GLESv2_INCLUDE_DIR}")
target_link_libraries(CGL PUBLIC ${CMAKE_DL_LIBS})
vitrail_c_library(CProcess)
vitrail_c_library(CColumns CProcess CZlib CLZ4 CZstd)
vitrail_c_library(CRaster CProcess)
target_link_libraries(CColumns PUBLIC m)
target_link_libraries(CRaster PUBLIC m)

# Processes, below all other modules.
vitrail_swift_library(VitrailSystem DEPENDS CProcess FLAGS -strict-memory-safety)

# The stages.
vitrail_swift_library(VitrailScene DEPENDS VitrailSystem)
vitrail_swift_library(VitrailText DEPENDS VitrailScene VitrailSystem CText)
vitrail_swift_library(VitrailColumns DEPENDS VitrailSystem CColumns CProcess FLAGS -strict-memory-safety)
vitrail_swift_library(VitrailScales DEPENDS VitrailColumns FLAGS -strict-memory-safety)
vitrail_swift_library(VitrailRaster
  DEPENDS VitrailScales VitrailColumns VitrailScene VitrailSystem CColumns CProcess CRaster
  FLAGS -strict-memory-safety)
vitrail_swift_library(VitrailDrawList DEPENDS VitrailScene)
vitrail_swift_library(VitrailTessellation
  DEPENDS VitrailDrawList VitrailRaster VitrailScene VitrailSystem CProcess CRaster FLAGS -strict-memory-safety)
vitrail_swift_library(VitrailChart
  DEPENDS VitrailTessellation VitrailRaster VitrailScales VitrailColumns VitrailText VitrailScene VitrailSystem CColumns
  FLAGS -strict-memory-safety)
vitrail_swift_library(VitrailDescription
  DEPENDS VitrailChart VitrailTessellation VitrailRaster VitrailScales VitrailColumns VitrailText VitrailScene
  VitrailSystem CColumns
  FLAGS -strict-memory-safety)
vitrail_swift_library(VitrailImage DEPENDS VitrailScene VitrailSystem CImage)
vitrail_swift_library(VitrailVector DEPENDS VitrailScene VitrailSystem)
vitrail_swift_library(VitrailReference DEPENDS VitrailScene)
vitrail_swift_library(VitrailShaders PATH shaders EMBED common/* series/* composite/*)
vitrail_swift_library(VitrailGL DEPENDS VitrailDrawList VitrailScene VitrailSystem VitrailShaders CGL)

# The front, and the driver test.
vitrail_swift_library(Vitrail
  DEPENDS VitrailSystem VitrailScene VitrailText VitrailColumns VitrailScales VitrailRaster VitrailDrawList
  VitrailTessellation VitrailChart VitrailDescription VitrailImage VitrailVector VitrailGL)
vitrail_swift_library(VitrailConformance
  DEPENDS VitrailScene VitrailText VitrailColumns VitrailDrawList VitrailTessellation VitrailChart VitrailDescription
  VitrailImage VitrailReference VitrailShaders VitrailGL CGL
  EMBED Expectations/expectations.txt)
