/* What 'assay eval' prints of a model: the verdicts on assertions or the values of terms, as text or JSON. */
#ifndef CLI_COMMAND_EVAL_REPORT_H
#define CLI_COMMAND_EVAL_REPORT_H

#include "base/strbuf.h"
#include "cli/option/style.h"
#include "smt/eval/check.h"
#include "smt/text/print.h"

typedef struct {
  Printer *printer;
  StrBuf buffer;
  uint64_t counted, lines; /* the script up to `counted` has so many ends of lines */
  /* set by the caller */
  const char *script_name;
  const char *script; /* its text */
  ColorMode color;
  bool quiet;   /* only assertions that are not true */
  bool several; /* there is more than one model */
} EvalReport;

void eval_report_init(EvalReport *report, const Bank *bank);
void eval_report_deinit(EvalReport *report);

/* How many assertions have each Truth. */
void eval_report_count(const Check *check, uint32_t counts[3]);
/* A line for each assertion, and their numbers. */
void eval_report_verdicts(EvalReport *report, const Check *check);
/* A line for each term. */
void eval_report_values(EvalReport *report, const Check *check);
/* One object with all of it. */
void eval_report_json(EvalReport *report, const Check *check);

#endif
