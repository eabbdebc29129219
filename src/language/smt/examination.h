/* Inside the examiner of SMT-LIB: a script that has been read once for all that is asked of it. */
#ifndef LANGUAGE_SMT_EXAMINATION_H
#define LANGUAGE_SMT_EXAMINATION_H

#include "language/examiner.h"
#include "smt/eval/check.h"
#include "smt/text/logic.h"

struct Examination {
  Examiner *examiner;
  Bank *bank; /* its own while it lasts */
  const FileText *text;
  Parser *parser; /* that has read the script to its end */
  Error error;    /* of the parser */
  Script script;
  Logic used; /* the smallest logic that holds the script */
  EvalLimits limits;
};

/* A request to check an output against the script. */
CheckRequest examination_check(const Examination *examination, const char *output, size_t length);

#endif
