/* What the files of the public library share: what its handles hold. The contract is include/assay.h. */
#ifndef API_API_H
#define API_API_H

#include <assay.h>

#include "base/status.h"
#include "base/strbuf.h"
#include "run/solver/solver.h"
#include "smt/text/script.h"

struct assay_context {
  Bank *theories; /* what the bank of a script begins with */
  Profiles *profiles;
};

struct assay_script {
  const assay_context *context;
  char *text; /* followed by zero bytes, see lexer.h */
  size_t length;
  Bank *bank; /* the script does not change, but work on its terms adds to the bank */
  Script script;
  char *logic, *needed_logic, *warning;
  uint64_t assertions, nodes;
};

struct assay_solver {
  Solver solver;
};

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
