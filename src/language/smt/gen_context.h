/* All that holds terms while scripts are made: the bank, generators, mutators, a printer. It is made anew when the bank has grown
 * large, or many kinds of scripts were made: what is generated and mutated does not depend on what was made before. */
#ifndef LANGUAGE_SMT_GEN_CONTEXT_H
#define LANGUAGE_SMT_GEN_CONTEXT_H

#include "language/smt/lacks.h"
#include "language/smt/theme.h"
#include "smt/gen/generate.h"
#include "smt/mutate/mutate.h"
#include "smt/term/traverse.h"

/* For scripts of one kind, made when first used. */
typedef struct {
  bool generates, mutates;
  Generator generator;
  Mutator mutator;
} GenMaker;

typedef struct {
  Bank *bank;
  GenMaker *makers; /* of each settings */
  size_t in_use;    /* generators and mutators of them */
  Printer *printer;
  Walk walk;           /* kept for its marks */
  StrBuf parent;       /* the text of what a mutator has begun with; empty: nothing */
  GenMaker *parent_of; /* that mutator */
  uint64_t age;        /* how often the bank was made anew: terms of another age are gone */
} GenContext;

/* What contexts are made of. */
typedef struct {
  Bank *theories;            /* what the bank begins with */
  VEC(GenSettings) settings; /* of all scripts first, then of each theme */
  Themes
      themes; /* settings.items[i + 1] is of theme i; one theme may be there for several audiences */
} GenKinds;

/* STATUS_USAGE: nothing can be generated with the first settings. Has to be closed in every case. */
Status gen_context_open(GenContext *context, const GenKinds *kinds, Error *error);
void gen_context_close(GenContext *context, const GenKinds *kinds);
/* To be called before anything is made. */
void gen_context_refresh(GenContext *context, const GenKinds *kinds);

/* Adds the themes within the logic of the first settings with which something can be generated, for each audience among the solvers
 * (audience.h) on its own. */
void gen_kinds_add_themes(GenKinds *kinds, const SmtlibLacks *lacks, uint64_t solvers);
void gen_kinds_deinit(GenKinds *kinds);

/* The generator of settings `kind`; that of 0 is there from the beginning. */
Generator *gen_context_generator(GenContext *context, const GenKinds *kinds, size_t kind);
/* Sets `parent_of` to the mutator for scripts that say they are of a logic: that of the theme with this logic, else that
 * of all scripts. */
void gen_context_mutator(GenContext *context, const GenKinds *kinds, Symbol logic);

#endif
