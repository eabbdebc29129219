/* Traces in a solver's output that patterns of its profile explain. */
#ifndef RUN_SOLVER_OUTCOME_SIGNS_H
#define RUN_SOLVER_OUTCOME_SIGNS_H

#include "run/process/run.h"
#include "run/solver/response.h"
#include "run/solver/solver.h"

/* A piece of the output: text[start .. end). */
typedef struct {
  const char *text; /* NULL: none */
  uint64_t start, end, length;
} Sign;

typedef struct {
  Sign first
      [MEANING_COUNT]; /* the first piece with each meaning; a remark only if there is no other */
  Sign error;          /* the first error response that is not ignored */
  ProfileMeaning error_means; /* MEANS_NOTHING: no pattern says */
  bool error_in_stderr;
  bool has_unsupported; /* the response of that name */
  uint64_t first_void;  /* index of the first response after such an error; UINT64_MAX: none */
} Signs;

/* A comment: the solver remarks on something and goes on. */
bool sign_is_remark(const Sign *sign);

/* `responses` are those of standard output. `unsupported_voids`: the response "unsupported" counts
 * like an error. */
void signs_find(const Solver *solver, const RunResult *run, const Responses *responses,
                bool unsupported_voids, Signs *signs);

#endif
