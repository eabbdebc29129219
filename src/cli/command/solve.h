/* The options of assay solve, and its ways to solve a script. */
#ifndef CLI_COMMAND_SOLVE_H
#define CLI_COMMAND_SOLVE_H

#include "base/file.h"
#include "cli/option/command.h"
#include "cli/shared/feature_options.h"
#include "solve/closedbox/closedbox.h"

/* Of predicates of the B method: enumeration, or the BEncoding before which it comes. */
typedef enum {
  SOLVE_BY_ENUMERATION,
  SOLVE_CONSTRUCTIVE,
  SOLVE_AXIOMATIC,
  SOLVE_SETS,
  SOLVE_MINIZINC
} SolveEncoding;

typedef struct {
  CommonOptions common;
  const char *solvers;
  const char *model;
  const char *history;
  bool trust;               /* the programs that the model names */
  FeatureSettings features; /* with a model */
  uint64_t timeout_ms;
  uint64_t cpu_ms; /* 0: no limit */
  uint64_t memory;
  uint64_t jobs;
  bool no_check;
  bool confirm;
  bool verbose;
  uint64_t scope, steps; /* of the B method */
  SolveEncoding encoding;
  bool values;      /* after sat */
  bool native;      /* see BEncodeOptions */
  uint64_t queries; /* that one process of the engine gets */
  const char *minizinc;
  const char *prob; /* the program of ProB; NULL: it is not asked */
  int backend, protocol;
  OptionList preferences;
  bool isolate;
  OptionList profiles;
  /* of functions that can only be called */
  OptionList boxes;
  ClosedboxMode mode;
  const char *engine;
  const char *cache;
  uint64_t call_ms;
  uint64_t seed;
  bool trace;
  bool json;
  bool quiet;
} SolveOptions;

/* solve_portfolio.c: by several solvers. Takes the text over; NULL: the script comes from standard input, piece by piece. */
int solve_portfolio(const SolveOptions *given, const char *path, FileText *text);
/* solve_boxes.c: with functions that can only be called. Takes the text over. */
int solve_boxes(const SolveOptions *given, const char *path, FileText *text);
/* solve_translated.c: a predicate or machine of the B method, by a translation for one solver. */
int solve_translated(const SolveOptions *given, const char *path);
/* solve_minizinc.c: the same, by MiniZinc. */
int solve_minizinc(const SolveOptions *given, const char *path);
/* solve_prob.c: the same, by ProB. */
int solve_prob(const SolveOptions *given, const char *path);

#endif
