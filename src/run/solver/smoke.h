/* A smoke test: does a solver know a theory at all? One satisfiable and one unsatisfiable script of a
 * few lines for each file of theories/.
 *
 * This finds what is missing or broken as a whole. What a solver knows operator by operator is another
 * question, which can be asked in the same way: a script, its status, a run, smoke_judge. */
#ifndef RUN_SOLVER_SMOKE_H
#define RUN_SOLVER_SMOKE_H

#include "run/solver/outcome.h"

#define SMOKE_LIST(X)                                                                              \
  X(SMOKE_WORKS, "works")                                                                          \
  X(SMOKE_UNSUPPORTED, "unsupported")                                                              \
  X(SMOKE_UNDECIDED, "undecided") /* unknown, timeout, memory */                                   \
  X(SMOKE_ERROR, "error")         /* an error, a crash, no answer */                               \
  X(SMOKE_WRONG, "wrong")         /* sat for unsat or the other way round */

#define SMOKE_ENUM(code, name) code,
typedef enum { SMOKE_LIST(SMOKE_ENUM) SMOKE_COUNT } SmokeResult; /* the worse, the larger */
#undef SMOKE_ENUM

typedef struct {
  const char *theory; /* as the file in theories/ is called */
  const char *logic;
  const char *declarations;
  const char *sat;   /* an assertion */
  const char *unsat; /* another */
} SmokeTest;

extern const SmokeTest smoke_tests[];
extern const size_t smoke_test_count;

const char *smoke_result_name(SmokeResult result);
/* Appends the script. */
void smoke_script(const SmokeTest *test, bool satisfiable, StrBuf *script);
/* What an outcome says of a solver that was given a correct script of known status. */
SmokeResult smoke_judge(const Outcome *outcome, bool satisfiable);

/* Runs both scripts of a test; `*message` is what the worse of them says: to free, or NULL. False if
 * supervisor_wake was called meanwhile. */
bool smoke_run(Supervisor *sup, const Solver *solver, const SmokeTest *test, SmokeResult *result,
               char **message);

#endif
