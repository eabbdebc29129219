#include <assert.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/mem.h"
#include "smt/eval/check.h"
#include "smt/text/print.h"

struct assay_evaluation {
  const assay_script *script;
  Checks checks;
};

_Static_assert((int)ASSAY_FALSE == (int)TRUTH_FALSE && (int)ASSAY_TRUE == (int)TRUTH_TRUE &&
                   (int)ASSAY_UNKNOWN == (int)TRUTH_UNKNOWN,
               "assay_truth follows Truth");

/* Checks the models of an output, and evaluates a term in them if one is given. */
static Status check(const assay_script *script, const char *output, size_t length, const char *term,
                    Checks *checks, Error *error)
{
  char *copy = output ? api_copy_text(output, length) : NULL;
  CheckRequest request = {.bank = script->bank,
                          .script = script->text,
                          .script_length = script->length,
                          .output = copy,
                          .output_length = copy ? length : 0,
                          .terms = &term,
                          .term_count = term ? 1 : 0};
  Status status = check_output(&request, checks, error);
  free(copy);
  return status;
}

assay_status assay_script_evaluate(const assay_script *script, const char *output, size_t length,
                                   assay_evaluation **evaluation, assay_error *error)
{
  assert(script && evaluation);
  assay_evaluation *self = mem_alloc_zero(1, sizeof *self);
  Error own;
  self->script = script;
  *evaluation = NULL;
  if (check(script, output, length, NULL, &self->checks, &own) != STATUS_OK) {
    assay_evaluation_destroy(self);
    return api_fail(&own, error);
  }
  *evaluation = self;
  return ASSAY_OK;
}

void assay_evaluation_destroy(assay_evaluation *evaluation)
{
  if (!evaluation) return;
  checks_deinit(&evaluation->checks);
  free(evaluation);
}

size_t assay_evaluation_models(const assay_evaluation *evaluation)
{
  assert(evaluation);
  return evaluation->checks.count;
}

static const Check *model_of(const assay_evaluation *evaluation, size_t model)
{
  assert(evaluation && model < evaluation->checks.count);
  return &evaluation->checks.items[model];
}

assay_status assay_evaluation_status(const assay_evaluation *evaluation, size_t model,
                                     assay_error *error)
{
  const Check *of = model_of(evaluation, model);
  return of->status == STATUS_OK ? ASSAY_OK : api_fail(&of->error, error);
}

assay_truth assay_evaluation_truth(const assay_evaluation *evaluation, size_t model)
{
  const Check *of = model_of(evaluation, model);
  if (of->status != STATUS_OK) return ASSAY_UNKNOWN;
  assay_truth all = ASSAY_TRUE;
  for (size_t i = 0; i < of->verdicts.count; i++) {
    Truth truth = of->verdicts.items[i].truth;
    if (truth == TRUTH_FALSE) return ASSAY_FALSE;
    if (truth == TRUTH_UNKNOWN) all = ASSAY_UNKNOWN;
  }
  return all;
}

size_t assay_evaluation_assertions(const assay_evaluation *evaluation, size_t model)
{
  return model_of(evaluation, model)->verdicts.count;
}

static const Verdict *verdict_of(const Check *of, size_t assertion)
{
  assert(assertion < of->verdicts.count);
  return &of->verdicts.items[assertion];
}

assay_truth assay_evaluation_assertion(const assay_evaluation *evaluation, size_t model,
                                       size_t assertion)
{
  return (assay_truth)verdict_of(model_of(evaluation, model), assertion)->truth;
}

uint64_t assay_evaluation_line(const assay_evaluation *evaluation, size_t model, size_t assertion)
{
  const Check *of = model_of(evaluation, model);
  assert(assertion < of->claims.count);
  uint64_t line = 1, end = of->claims.items[assertion].offset;
  for (uint64_t i = 0; i < end; i++) line += evaluation->script->text[i] == '\n';
  return line;
}

const char *assay_evaluation_reason(const assay_evaluation *evaluation, size_t model,
                                    size_t assertion)
{
  return reason_text(verdict_of(model_of(evaluation, model), assertion)->reason);
}

static assay_status take_value(const assay_script *script, const TermValue *value, char **text,
                               assay_error *error)
{
  if (!value->value)
    return api_refuse(error, ASSAY_UNDETERMINED, "%s",
                      value->reason ? reason_text(value->reason)
                                    : "the value has no form as a term");
  PrintOptions options = {.share = SHARE_LET};
  Printer *printer = printer_create(script->bank, &options);
  StrBuf out;
  strbuf_init(&out, 0);
  printer_term(printer, &out, value->value);
  printer_destroy(printer);
  *text = api_take_text(&out);
  strbuf_deinit(&out);
  return ASSAY_OK;
}

assay_status assay_script_value(const assay_script *script, const char *output, size_t length,
                                const char *term, char **value, assay_error *error)
{
  assert(script && term && value);
  Checks checks = {0};
  Error own;
  *value = NULL;
  if (check(script, output, length, term, &checks, &own) != STATUS_OK) {
    checks_deinit(&checks);
    return api_fail(&own, error);
  }
  assay_status status;
  if (checks.count == 0)
    status = api_refuse(error, ASSAY_USAGE, "the output has no model");
  else if (checks.items[0].status != STATUS_OK)
    status = api_fail(&checks.items[0].error, error);
  else
    status = take_value(script, &checks.items[0].values.items[0], value, error);
  checks_deinit(&checks);
  return status;
}
