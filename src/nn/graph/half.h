/* Numbers of 16 bits: IEEE half precision and bfloat16. */
#ifndef NN_GRAPH_HALF_H
#define NN_GRAPH_HALF_H

#include <stdint.h>

double half_to_double(uint16_t bits);
/* The nearest, ties to even. */
uint16_t half_from_double(double number);
double bfloat_to_double(uint16_t bits);
uint16_t bfloat_from_double(double number);

#endif
