#version 300 es
// Highp everywhere: a pixel's place in a picture of 16384 pixels needs 14 bits before the point and 8 behind it.
precision highp float;
precision highp int;
precision highp sampler2D;
