/* Logics: sets of theories with restrictions, by name and by what a script uses. */
#ifndef SMT_TEXT_LOGIC_H
#define SMT_TEXT_LOGIC_H

#include "base/status.h"
#include "base/strbuf.h"
#include "smt/text/script.h"

/* Theories and features that logic names speak of, as bits. */
enum {
  LOGIC_UF = 1 << 0, /* uninterpreted functions (or sorts) */
  LOGIC_ARRAYS = 1 << 1,
  LOGIC_BITVECTORS = 1 << 2,
  LOGIC_FLOATS = 1 << 3,
  LOGIC_DATATYPES = 1 << 4,
  LOGIC_STRINGS = 1 << 5,
  LOGIC_INTS = 1 << 6,
  LOGIC_REALS = 1 << 7,
  LOGIC_QUANTIFIERS = 1 << 8,
  LOGIC_HIGHER_ORDER = 1 << 9,
  LOGIC_SEQUENCES = 1 << 10,
  LOGIC_SETS = 1 << 11, /* cvc5's FS: sets, bags, relations */
  LOGIC_FIELDS = 1 << 12,
  LOGIC_SEPARATION = 1 << 13,
  LOGIC_TRANSCENDENTALS = 1 << 14,
  LOGIC_CARDINALITY = 1 << 15, /* cvc5's C: constraints on the size of uninterpreted sorts */
  LOGIC_FREE_SORTS = 1 << 16,  /* AX: declare-sort without uninterpreted functions */
  /* Numbers that are only arguments and results of other theories' functions, without arithmetic on
   * them: (str.len s), ((_ to_fp 8 24) RNE 0.1). Only logic_infer sets these. */
  LOGIC_INT_VALUES = 1 << 17,
  LOGIC_REAL_VALUES = 1 << 18
};

/* Each class holds those before it. */
typedef enum {
  ARITH_NONE,
  ARITH_DIFFERENCE, /* IDL, RDL: x - y compared with a constant */
  ARITH_OFFSET,     /* sums with one numeral, which UFIDL allows; other logics call it linear */
  ARITH_LINEAR,
  ARITH_NONLINEAR
} Arithmetic;

typedef struct {
  uint32_t parts;
  Arithmetic arithmetic;
  /* Only logic_infer sets this: the class of what the script has, where the standard knows no logic of
   * that class and `arithmetic` is the next one that it knows. */
  Arithmetic exact;
  bool all; /* ALL: everything; QF_ALL has it too, without LOGIC_QUANTIFIERS */
} Logic;

/* Understands the names of SMT-LIB's logics and every name made by the same rules: HO_, QF_ and SEP_
 * in this order, then in any order A or AX, UF, C, BV, FP, DT, S, SEQ, FF, FS and one of IDL RDL IRDL
 * LIA LRA LIRA NIA NRA NIRA, the last six with a T for transcendentals. Also ALL (with HO_, QF_),
 * SAT, QF_SAT and solvers' own names such as HORN and QF_FD. False if it is none. */
bool logic_parse(const char *name, size_t length, Logic *logic);
/* The canonical name. Logics that no name tells apart have one: that of a smallest standard logic. */
void logic_name(const Logic *logic, StrBuf *out);
/* Is everything in `inner` also in `outer`? */
bool logic_includes(const Logic *outer, const Logic *inner);
/* What `inner` has and `outer` has not, in words: "non-linear arithmetic and arrays". Nothing if
 * logic_includes holds. */
void logic_excess(const Logic *outer, const Logic *inner, StrBuf *out);
/* What a script uses: the smallest logic that holds it. */
Logic logic_infer(const Bank *bank, const Script *script);
/* Appends a warning if the script uses more than the logic that it sets has, or sets an unknown logic. After a reset a new
 * part of the script begins, with a logic of its own; the first part with a warning counts. */
void logic_warn(const Bank *bank, const Script *script, StrBuf *out);
/* What the functions of a theory need; nothing for those of numbers, whose use shows in the sorts. */
uint32_t logic_theory_parts(const Bank *bank, uint32_t theory);
/* Names that people use, for completion; ends with NULL. logic_parse knows many more. */
const char *const *logic_common_names(void);
/* An error of usage about a name that logic_parse does not know, with the common one that it is near to. */
Status logic_refuse_name(const char *name, Error *error);
/* Numerals stand for Reals: the logic has Reals and no Ints. */
bool logic_numerals_are_real(const Logic *logic);

#endif
