/* What has to be known of a script to call a solver and to believe its answers, found in one pass
 * over its text without understanding it. */
#ifndef RUN_SOLVER_SCRIPT_TRAITS_H
#define RUN_SOLVER_SCRIPT_TRAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "run/solver/input_files.h"

typedef struct {
  uint64_t queries; /* check-sat and its relatives: how many answers may come */
  bool incremental; /* push, or several queries */
  bool strings;     /* strings, regular expressions or sequences */
  bool floats;      /* floating-point numbers */
  bool constants;   /* declares constants or functions: a model has something to say */
  bool models;      /* asks for models or values */
  bool cores;       /* asks for unsat cores */
  bool echoes;      /* prints texts of its own, of which one may look like an answer */
  /* A command that SMT-LIB does not have. If a solver says "unsupported", it may be to this one, and
   * what it answers then is about another script. Standard options may be unsupported without harm. */
  bool foreign;
  InputUnpack *unpack; /* takes the text apart into the files that solvers read; NULL: it is one */
} ScriptTraits;

ScriptTraits script_traits(const char *text, uint64_t length);
/* Adds what a command with these flags (smt/text/command.h) says, for readers that know the commands already. */
void script_traits_add(ScriptTraits *traits, uint32_t flags);

#endif
