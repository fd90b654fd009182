// Gauss-Legendre quadrature with four nodes on 0…1: exact to the seventh degree, and within 0.6 % for the half circle,
// whose slope is infinite at both ends. (Abramowitz and Stegun, table 25.4)
const vec4 NODES = vec4(0.0694318442, 0.3300094782, 0.6699905218, 0.9305681558);
const vec4 WEIGHTS = vec4(0.1739274226, 0.3260725774, 0.3260725774, 0.1739274226);
