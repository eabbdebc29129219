/* What the files of the public library share: what its handles hold. The contract is include/assay.h. */
#ifndef API_API_H
#define API_API_H

#include <assay.h>

#include "base/status.h"
#include "base/strbuf.h"
#include "language/language.h"
#include "run/process/run.h"
#include "run/solver/solver.h"
#include "smt/text/script.h"

struct assay_context {
  Bank *theories; /* what the bank of a script begins with */
  Profiles *profiles;
};

struct assay_script {
  const assay_context *context;
  const LanguageInterface *language; /* of the text */
  char *text;                        /* followed by zero bytes, see lexer.h */
  size_t length;
  Bank *bank; /* the script does not change, but work on its terms adds to the bank */
  Script script;
  char *logic, *needed_logic, *warning;
  uint64_t assertions, nodes;
};

struct assay_solver {
  Solver solver;
};

/* Several solvers side by side. What they hold belongs to the handles. */
typedef struct {
  Solver *items;
  size_t count;
} ApiSolvers;

/* ASSAY_USAGE if there is none, or too many. */
assay_status api_solvers(const assay_solver *const *solvers, size_t count, ApiSolvers *all,
                         assay_error *error);
void api_solvers_free(ApiSolvers *all);
/* 0 is no limit, as is more than can be said in nanoseconds. */
RunLimits api_limits(uint64_t timeout_ms, uint64_t memory_bytes);

/* Evaluating a model must not keep the solvers that run meanwhile from being watched. */
#define API_EXAMINE_LIMITS                                                                         \
  {                                                                                                \
    .steps = 2000000, .bytes = 256 << 20                                                           \
  }

/* Copies an error for the caller, who may not want it, and returns its status. */
assay_status api_fail(const Error *from, assay_error *error);
/* The same with a message of its own. */
assay_status api_refuse(assay_error *error, assay_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A copy of a text of the caller, followed by the zero bytes that readers need. */
char *api_copy_text(const char *text, size_t length);
/* A copy of the text of a buffer that the caller owns. */
char *api_take_text(StrBuf *buf);

#endif
