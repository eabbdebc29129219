/* What compiled constraints call: distances, arithmetic with its borders, boxes. */
#ifndef SOLVE_CLOSEDBOX_RUNTIME_H
#define SOLVE_CLOSEDBOX_RUNTIME_H

#include <stdint.h>

/* The distances of `=` on words; they are rotated, for each gets stuck somewhere. */
typedef enum { DISTANCE_NUMERIC, DISTANCE_HAMMING, DISTANCE_HIGHEST, DISTANCE_COUNT } Distance;

/* name, result, parameters */
#define RUNTIME_LIST(X)                                                                            \
  X(d_eq, uint64_t, (int mode, uint64_t a, uint64_t b))                                            \
  X(d_lt, uint64_t, (uint64_t a, uint64_t b))                                                      \
  X(d_le, uint64_t, (uint64_t a, uint64_t b))                                                      \
  X(d_slt, uint64_t, (int64_t a, int64_t b))                                                       \
  X(d_sle, uint64_t, (int64_t a, int64_t b))                                                       \
  X(d_feq, uint64_t, (double a, double b))                                                         \
  X(d_flt, uint64_t, (double a, double b))                                                         \
  X(d_fle, uint64_t, (double a, double b))                                                         \
  X(d_words, uint64_t, (int mode, const uint64_t *a, const uint64_t *b, uint64_t count))           \
  X(d_text, uint64_t, (const uint64_t *a, const uint64_t *b))                                      \
  X(i_add, int64_t, (int64_t a, int64_t b))                                                        \
  X(i_sub, int64_t, (int64_t a, int64_t b))                                                        \
  X(i_mul, int64_t, (int64_t a, int64_t b))                                                        \
  X(i_div, int64_t, (int64_t a, int64_t b))                                                        \
  X(i_mod, int64_t, (int64_t a, int64_t b))                                                        \
  X(r_div, double, (double a, double b))                                                           \
  X(v_udiv, uint64_t, (uint64_t a, uint64_t b, uint64_t width))                                    \
  X(v_urem, uint64_t, (uint64_t a, uint64_t b))                                                    \
  X(v_sdiv, uint64_t, (uint64_t a, uint64_t b, uint64_t width))                                    \
  X(v_srem, uint64_t, (uint64_t a, uint64_t b, uint64_t width))                                    \
  X(v_smod, uint64_t, (uint64_t a, uint64_t b, uint64_t width))                                    \
  X(v_shl, uint64_t, (uint64_t a, uint64_t b, uint64_t width))                                     \
  X(v_lshr, uint64_t, (uint64_t a, uint64_t b, uint64_t width))                                    \
  X(v_ashr, uint64_t, (uint64_t a, uint64_t b, uint64_t width))                                    \
  X(w_extract, uint64_t, (const uint64_t *a, uint64_t high, uint64_t low))                         \
  X(f_sqrt, double, (double a))                                                                    \
  X(f_mix, uint64_t, (uint64_t hash, uint64_t word))                                               \
  X(f_fail, void, (void))                                                                          \
  X(f_call, void, (void *caller, uint32_t box, const uint64_t *args, uint64_t *result))

#define RUNTIME_DECLARATION(name, result, parameters) result runtime_##name parameters;
RUNTIME_LIST(RUNTIME_DECLARATION)
#undef RUNTIME_DECLARATION

/* The addresses in the order of the list, for fuzz_bind. */
extern void *const runtime_addresses[];

#endif
