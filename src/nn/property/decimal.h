/* Decimal numbers as exact rationals: -12.5, 1e-05. Part of the reader of properties. */
#ifndef NN_PROPERTY_DECIMAL_H
#define NN_PROPERTY_DECIMAL_H

#include <gmp.h>

#include "base/status.h"

/* The length of the number that `text` begins with, or 0 if it is none: digits with a sign, a point and an
 * exponent where wanted. */
size_t decimal_length(const char *text);
/* Sets `value`, which is initialised, to the number text[0 .. length) that decimal_length found. */
Status decimal_read(const char *text, size_t length, mpq_t value, Error *error);

#endif
