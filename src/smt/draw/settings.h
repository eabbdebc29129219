/* What to generate: everything that a user can set about the inputs, independent of how many. */
#ifndef SMT_DRAW_SETTINGS_H
#define SMT_DRAW_SETTINGS_H

#include "base/status.h"
#include "smt/draw/choice.h"
#include "smt/text/logic.h"

/* What becomes of operators whose result is not determined by the standard for all arguments. */
typedef enum {
  DIVISION_FREE,    /* generated like others */
  DIVISION_GUARDED, /* divisors are made different from 0; other such operators are left out */
  DIVISION_NONE     /* left out, and the divisions and remainders of bit-vectors too */
} DivisionMode;

typedef enum {
  SHAPE_TREE,  /* full trees from the root down */
  SHAPE_LAYERS /* a graph with sharing, from the leaves up */
} GenShape;

/* A weight for the constructs of a name (construct.h); names that are not listed have 1. */
typedef struct {
  char *name;
  double weight; /* 0: never */
  bool optional; /* the logic need not have it */
} ConstructWeight;
typedef VEC(ConstructWeight) ConstructWeights;

typedef struct {
  uint32_t exponent, significand;
} DrawFormat;
typedef VEC(DrawFormat) DrawFormats;

typedef struct {
  uint32_t low, high;
} WidthRange;
typedef VEC(WidthRange) WidthRanges;

typedef struct {
  Logic logic; /* with all parts, also of ALL: see gen_settings_logic */
  uint64_t seed;
  GenShape shape;
  bool incremental; /* several queries, and all other commands */
  bool queries;     /* of shape tree: each assertion is in a scope of its own, with a query */
  DivisionMode division;
  uint32_t asserts;        /* per script, at most */
  uint32_t vars;           /* constants per sort, at most */
  uint32_t asserts_spread; /* how many fewer may be drawn; see gen_settings_draw */
  uint32_t vars_spread, depth_spread;
  uint32_t ufs;      /* uninterpreted functions, if the logic has them */
  uint32_t uf_arity; /* of these, at most */
  uint32_t depth;    /* of operators in an assertion, the predicate at its root included, at most */
  uint32_t max_width;       /* of bit-vectors */
  uint32_t literal_percent; /* of the leaves that may be a constant or a literal */
  uint32_t let_percent;     /* of the scripts of shape tree in which subterms are shared */
  uint32_t
      likely_percent; /* of the scripts of shape tree on floating-point numbers or strings that are made
                               likely to be satisfiable */
  uint32_t nodes;     /* of a script of shape layers: operators, at most */
  uint32_t reuse_percent; /* of the arguments of these that have been an argument before */
  uint32_t worlds;        /* different choices of sorts and functions that scripts are made of */
  bool standard_27;       /* also what came with version 2.7 of the standard */
  bool extensions;        /* also what only solvers have in the theories of the logic */
  bool every_instance;    /* functions get their parameters in all ways, not in some */
  bool declare_fun;   /* constants are declared by declare-fun, for solvers without declare-const */
  bool only;          /* constructs without a weight are left out, connectives too */
  WidthRanges widths; /* of bit-vectors; empty: any */
  DrawFormats formats; /* empty: drawn */
  ConstructWeights weights;
  U32Vec excluded;       /* Fun of theories that are left out, whatever their weight */
  U32Vec excluded_sorts; /* SortCtor of theories of which no sort is made */
  U32Vec exact;          /* Fun of theories that get no more arguments than their rank has */
} GenSettings;

/* Defaults: everything in QF_BV. */
void gen_settings_init(GenSettings *settings);
void gen_settings_deinit(GenSettings *settings);
void gen_settings_copy(GenSettings *copy, const GenSettings *settings);

/* Sets the logic. ALL stands for all theories of the standard. */
void gen_settings_logic(GenSettings *settings, const Logic *logic);

/* Sets the weight of a name; the last one given counts. */
void gen_settings_weigh(GenSettings *settings, const char *name, size_t length, double weight);
/* Never the name, whether the logic has it or not. */
void gen_settings_leave_out(GenSettings *settings, const char *name);
/* A number from `most` - `spread` to `most`; with a spread it is at least 1, whatever `most` has shrunk to. */
uint32_t gen_settings_draw(uint32_t most, uint32_t spread, Choice *choice);
/* Is the width one of those that bit-vectors may have? */
bool gen_settings_has_width(const GenSettings *settings, uint64_t width);
/* The weight of a name: what was set, else 1, or 0 if `only` is set. */
double gen_settings_weight(const GenSettings *settings, const char *name);
/* Is the function, or the constructor of sorts, among these? */
bool gen_settings_lists(const U32Vec *list, uint32_t number);
/* Weights from a text: a line is a name and a number, '#' begins a comment. */
Status gen_settings_read_weights(GenSettings *settings, const char *text, size_t length,
                                 Error *error);
/* Can anything be generated with these settings? The message says what is wrong with them. */
Status gen_settings_check(const GenSettings *settings, Error *error);

#endif
