#version 300 es
// Highp everywhere: a pixel position in a picture of 16384 pixels needs 14 integer bits and 8 fraction bits.
precision highp float;
precision highp int;
precision highp sampler2D;
