/* What compiled constraints call: distances, arithmetic with its borders, boxes. */
#ifndef SOLVE_CLOSEDBOX_RUNTIME_H
#define SOLVE_CLOSEDBOX_RUNTIME_H

#include <stdint.h>

/* The distances of `=` on words; they are rotated, for each gets stuck somewhere. */
typedef enum {
  DISTANCE_NUMERIC,
  DISTANCE_HAMMING,
  DISTANCE_LOWEST, /* products and sums: a bit of the result depends on no higher bit */
  DISTANCE_HIGHEST,
  DISTANCE_COUNT
} Distance;

/* How numbers are rounded, for f_rounding. */
enum { ROUNDING_NEAREST, ROUNDING_ZERO, ROUNDING_UP, ROUNDING_DOWN };

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
  X(d_prefix, uint64_t, (const uint64_t *prefix, const uint64_t *text))                            \
  X(d_suffix, uint64_t, (const uint64_t *suffix, const uint64_t *text))                            \
  X(d_contains, uint64_t, (const uint64_t *text, const uint64_t *part))                            \
  X(d_wide, uint64_t, (const uint64_t *a, const uint64_t *b, uint64_t words))                      \
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
  X(w_add, const uint64_t *, (uint64_t * r, const uint64_t *a, const uint64_t *b, uint64_t width)) \
  X(w_sub, const uint64_t *, (uint64_t * r, const uint64_t *a, const uint64_t *b, uint64_t width)) \
  X(w_mul, const uint64_t *, (uint64_t * r, const uint64_t *a, const uint64_t *b, uint64_t width)) \
  X(w_logic, const uint64_t *,                                                                     \
    (uint64_t * r, const uint64_t *a, const uint64_t *b, uint64_t width, int kind))                \
  X(w_divide, const uint64_t *,                                                                    \
    (uint64_t * r, const uint64_t *a, const uint64_t *b, uint64_t width, int rest))                \
  X(w_shift, const uint64_t *,                                                                     \
    (uint64_t * r, const uint64_t *a, const uint64_t *b, uint64_t width, int kind))                \
  X(w_not, const uint64_t *, (uint64_t * r, const uint64_t *a, uint64_t width))                    \
  X(w_neg, const uint64_t *, (uint64_t * r, const uint64_t *a, uint64_t width))                    \
  X(w_concat, const uint64_t *,                                                                    \
    (uint64_t * r, const uint64_t *a, uint64_t a_width, const uint64_t *b, uint64_t b_width))      \
  X(w_slice, const uint64_t *, (uint64_t * r, const uint64_t *a, uint64_t high, uint64_t low))     \
  X(w_extend, const uint64_t *,                                                                    \
    (uint64_t * r, const uint64_t *a, uint64_t from, uint64_t to, int with_sign))                  \
  X(w_rotate, const uint64_t *, (uint64_t * r, const uint64_t *a, uint64_t width, uint64_t by))    \
  X(w_less, uint64_t, (const uint64_t *a, const uint64_t *b, uint64_t width, int with_sign))       \
  X(s_concat, const uint64_t *, (uint64_t * r, const uint64_t *a, const uint64_t *b))              \
  X(s_substr, const uint64_t *, (uint64_t * r, const uint64_t *a, int64_t at, int64_t count))      \
  X(s_replace, const uint64_t *,                                                                   \
    (uint64_t * r, const uint64_t *a, const uint64_t *old, const uint64_t *fresh))                 \
  X(s_from_code, const uint64_t *, (uint64_t * r, int64_t code))                                   \
  X(s_from_int, const uint64_t *, (uint64_t * r, int64_t number))                                  \
  X(s_index, int64_t, (const uint64_t *a, const uint64_t *part, int64_t from))                     \
  X(s_code, int64_t, (const uint64_t *a))                                                          \
  X(s_to_int, int64_t, (const uint64_t *a))                                                        \
  X(s_order, int64_t, (const uint64_t *a, const uint64_t *b))                                      \
  X(a_store, const uint64_t *,                                                                     \
    (uint64_t * r, const uint64_t *a, uint64_t at, uint64_t byte, uint64_t words))                 \
  X(r_floor, int64_t, (double a))                                                                  \
  X(f_negative, uint64_t, (double a))                                                              \
  X(f_class, uint64_t, (double a, uint64_t width))                                                 \
  X(f_min, double, (double a, double b))                                                           \
  X(f_rem, double, (double a, double b))                                                           \
  X(f_round, double, (double a))                                                                   \
  X(f_fma, double, (double a, double b, double c))                                                 \
  X(f_finite, double, (double a))                                                                  \
  X(f_unsigned, double, (uint64_t a))                                                              \
  X(f_bits, double, (uint64_t a, uint64_t width))                                                  \
  X(f_rounding, void, (int mode))                                                                  \
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
