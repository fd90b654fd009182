# find_package(vitrail) → target_link_libraries(program PRIVATE vitrail::vitrail)
get_filename_component(_vitrail_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET vitrail::vitrail)
  add_library(vitrail::vitrail SHARED IMPORTED)
  set_target_properties(
    vitrail::vitrail PROPERTIES
    IMPORTED_LOCATION "${_vitrail_prefix}/lib/libvitrail.so.0"
    IMPORTED_SONAME "libvitrail.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_vitrail_prefix}/include")
endif()
unset(_vitrail_prefix)
