# EmbedShaders
# ------------
# Files as bytes of a Swift program: writes the `PackageResources` that SwiftPM writes for `.embedInCode`, so that the
# Swift sources are the same in both builds, a program needs no path at run time, and a missing shader is a compile error.
#
#   include(CMakeLists-helpers/EmbedShaders.cmake)
#   vitrail_embed_files(VitrailShaders shaders/common/paint.glsl shaders/series/line.vert …)
#
# vitrail_embed_files(<target> <file>…)
#   Adds a source to the target, made anew at build time whenever one of the files changes:
#
#     struct PackageResources {
#     static let paint_glsl: [UInt8] = [47,47,32,…]
#     }
#
#   Each file's name, not its folder, becomes the property's: what no Swift name may hold is `_`. Two files of one target that would
#   have the same name are an error when it is configured.

function(vitrail_embed_files target)
  set(names)
  set(files)
  foreach(file IN LISTS ARGN)
    get_filename_component(file "${file}" ABSOLUTE)
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "[^A-Za-z0-9_]" "_" name "${name}")
    if(name IN_LIST names)
      message(FATAL_ERROR "${target}: two embedded files would both be PackageResources.${name}")
    endif()
    list(APPEND names "${name}")
    list(APPEND files "${file}")
  endforeach()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${target}.embedded/embedded_resources.swift")
  # A list in one argument of a command: its semicolons must not end commands.
  string(REPLACE ";" "|" joined "${files}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${joined}" "-DOUTPUT=${output}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    DEPENDS ${files} "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMENT "Embedding the files of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

# Run as a script, it writes OUTPUT from FILES.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  string(REPLACE "|" ";" FILES "${FILES}")
  set(text "struct PackageResources {\n")
  foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "[^A-Za-z0-9_]" "_" name "${name}")
    file(READ "${file}" hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1;" bytes "${hex}")
    set(numbers "")
    set(comma "")
    foreach(byte IN LISTS bytes)
      if(NOT byte STREQUAL "")
        math(EXPR number "${byte}")
        string(APPEND numbers "${comma}${number}")
        set(comma ",")
      endif()
    endforeach()
    string(APPEND text "static let ${name}: [UInt8] = [${numbers}]\n")
  endforeach()
  string(APPEND text "}\n")
  file(WRITE "${OUTPUT}" "${text}")
endif()
