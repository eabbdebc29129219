/* assay gen --language b and assay mutate FILE.b. */
#ifndef CLI_COMMAND_GEN_B_H
#define CLI_COMMAND_GEN_B_H

#include "b/gen/gen.h"
#include "cli/option/command.h"
#include "smt/known/known.h"

typedef struct {
  const char *types;     /* names of classes with commas between; NULL: all but trees */
  const char *conjuncts; /* "2-4" */
  const char *out;       /* a folder; NULL: print */
  uint64_t depth, seed, from, count;
  bool raw;      /* not rewritten to be well defined */
  bool infinite; /* also infinite sets */
  KnownAnswer known;
  bool with_model;     /* of those that are known to be satisfiable */
  const char *solvers; /* what one of them has no translation for is left out; NULL: nothing is */
  const OptionList *profiles; /* of solvers */
} BGenRequest;

int gen_b(const Subcommand *command, const BGenRequest *request);

typedef struct {
  const char *path, *construct, *out;
  ColorMode color;
  uint64_t depth, seed, from, count;
  bool raw;
} BMutateRequest;

/* Without a construct a random one is placed. */
int mutate_b(const Subcommand *command, const BMutateRequest *request);

#endif
