/* Growing arrays with a typed element: `typedef VEC(uint32_t) U32Vec;
typedef VEC(uint64_t) U64Vec; U32Vec v = {0};`.
 *
 * A zeroed vector is empty and valid. Elements are v.items[0 .. v.count). Pointers into a vector
 * are valid until the next growth. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"

#define VEC(T)                                                                                     \
  struct {                                                                                         \
    T *items;                                                                                      \
    size_t count;                                                                                  \
    size_t capacity;                                                                               \
  }

/* Makes room for `extra` more elements. */
#define VEC_RESERVE(v, extra)                                                                      \
  do {                                                                                             \
    if ((v)->capacity - (v)->count < (size_t)(extra))                                              \
      (v)->items = vec_grow((v)->items, &(v)->capacity, (v)->count, (extra), sizeof *(v)->items);  \
  } while (0)

#define VEC_PUSH(v, value)                                                                         \
  do {                                                                                             \
    VEC_RESERVE(v, 1);                                                                             \
    (v)->items[(v)->count++] = (value);                                                            \
  } while (0)

/* Appends `n` elements copied from `source`, which may not point into the vector. */
#define VEC_APPEND(v, source, n)                                                                   \
  do {                                                                                             \
    size_t vec_n_ = (n);                                                                           \
    VEC_RESERVE(v, vec_n_);                                                                        \
    for (size_t vec_i_ = 0; vec_i_ < vec_n_; vec_i_++)                                             \
      (v)->items[(v)->count + vec_i_] = (source)[vec_i_];                                          \
    (v)->count += vec_n_;                                                                          \
  } while (0)

#define VEC_FREE(v)                                                                                \
  do {                                                                                             \
    free((v)->items);                                                                              \
    (v)->items = NULL;                                                                             \
    (v)->count = (v)->capacity = 0;                                                                \
  } while (0)

/* Gives a vector that was copied by assignment elements of its own, with the same room. */
#define VEC_DETACH(v)                                                                              \
  ((v)->items = vec_copy((v)->items, (v)->count, (v)->capacity, sizeof *(v)->items))

typedef VEC(uint32_t) U32Vec;
typedef VEC(uint64_t) U64Vec;

/* Growth by half again at least; used through VEC_RESERVE. */
void *vec_grow(void *items, size_t *capacity, size_t count, size_t extra, size_t item_size);
/* Used through VEC_DETACH. */
void *vec_copy(const void *items, size_t count, size_t capacity, size_t item_size);

#endif
