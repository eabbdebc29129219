/* Small numbers as few bytes: seven bits a byte, lowest first. For the large arrays of models; the readers fail as
 * those of base/bytes.h do. */
#ifndef SOLVE_LEARN_PACK_H
#define SOLVE_LEARN_PACK_H

#include "base/bytes.h"

void pack_put(StrBuf *out, uint32_t number);
void pack_put_float(StrBuf *out, float number);

uint32_t pack_get(ByteReader *in);
/* A number below `bound`. */
uint32_t pack_get_below(ByteReader *in, uint32_t bound);
/* Arrays that are used as they are stored: four bytes each. */
void pack_put_words(StrBuf *out, const void *words, size_t count);
/* False, and in->failed, if there are fewer. */
bool pack_get_words(ByteReader *in, void *words, size_t count);
/* Not a NAN. */
float pack_get_float(ByteReader *in);

#endif
