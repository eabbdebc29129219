#include "cli/shared/b_eval.h"

#include <assert.h>
#include <string.h>

#include "b/eval/eval.h"
#include "b/eval/model.h"
#include "b/text/print.h"
#include "cli/option/commands.h"
#include "cli/option/diagnostic.h"
#include "cli/option/json.h"
#include "cli/shared/b_file.h"
#include "cli/shared/input.h"

static int code_of(BValue value, bool predicate)
{
  assert(!predicate || !b_is_value(value) || value == B_VALUE_TRUE || value == B_VALUE_FALSE);
  if (!b_is_value(value)) return value == B_VALUE_UNDEFINED ? EXIT_FINDING : EXIT_OPEN;
  return predicate && value == B_VALUE_FALSE ? EXIT_FINDING : EXIT_FINE;
}

/* true, false, a value, "not well defined: ...", "undetermined: ...". */
static void result_text(BEval *eval, BTerm term, BValue value, StrBuf *out)
{
  BType type = b_type(eval->bank, term);
  if (b_is_value(value) && type != B_PREDICATE) value = b_evaluate_listed(eval, value);
  if (value == B_VALUE_UNDEFINED)
    strbuf_printf(out, "not well defined: %s", eval->reason);
  else if (value == B_VALUE_UNKNOWN)
    strbuf_printf(out, "undetermined: %s", eval->reason);
  else if (type == B_PREDICATE)
    strbuf_add_text(out, value == B_VALUE_TRUE ? "true" : "false");
  else
    b_value_print(&eval->heap, type, value, out);
}

/* A conjunct that is not well defined after a false one does not count: it is not reached. */
static int show(const BEvalCommand *given, BEval *eval, BTerm term, bool reached)
{
  StrBuf source, result;
  strbuf_init(&source, 200);
  strbuf_init(&result, 0);
  BValue value = b_evaluate(eval, term);
  b_print(eval->bank, term, NULL, &source);
  if (!reached && value == B_VALUE_UNDEFINED) {
    value = B_VALUE_TRUE;
    strbuf_add_text(&result, "not reached");
  } else {
    result_text(eval, term, value, &result);
  }
  bool whole = given->terms.count > 0;
  if (given->json) {
    json_t *object = json_object();
    const char *text = strbuf_text(&source);
    json_object_set_new(object, whole ? "term" : "conjunct", json_text(text, strlen(text)));
    json_object_set_new(object, "result",
                        json_string(value == B_VALUE_UNDEFINED ? "not well defined"
                                    : value == B_VALUE_UNKNOWN ? "undetermined"
                                                               : "value"));
    json_object_set_new(object, "value", json_text(strbuf_text(&result), result.length));
    json_print_line(stdout, object);
  } else if (whole) {
    printf("%s\n", strbuf_text(&result));
  } else if (!given->quiet || value != B_VALUE_TRUE) {
    printf("%s: %s%s\n", strbuf_text(&result), strbuf_text(&source), source.overflow ? "..." : "");
  }
  strbuf_deinit(&source);
  strbuf_deinit(&result);
  return code_of(value, b_type(eval->bank, term) == B_PREDICATE);
}

static int wrong_text(const BEvalCommand *given, const char *name, const char *text, size_t length,
                      const Error *error)
{
  fflush(stdout);
  diagnostic_print(stderr, given->color, name, text, length, error);
  return EXIT_ENVIRONMENT;
}

static int read_model(const BEvalCommand *given, BEval *eval)
{
  FileText text = {0};
  Error error = {0};
  int code = EXIT_FINE;
  if (file_read(given->model, 0, &text, &error) != STATUS_OK)
    code = command_error(&command_eval, EXIT_ENVIRONMENT, "%s", error.message);
  else if (b_model_read(eval, text.bytes, text.length, &error) != STATUS_OK)
    code = wrong_text(given, strcmp(given->model, "-") == 0 ? "<stdin>" : given->model, text.bytes,
                      text.length, &error);
  file_text_free(&text);
  return code;
}

static int show_terms(const BEvalCommand *given, BEval *eval, const BModule *module)
{
  int code = EXIT_FINE;
  for (size_t i = 0; i < given->terms.count; i++) {
    const char *text = given->terms.items[i];
    BTerm term;
    Error error;
    if (b_read_formula(eval->bank, module, text, strlen(text), &term, &error) != STATUS_OK)
      code = input_worse(code, wrong_text(given, "<term>", text, strlen(text), &error));
    else
      code = input_worse(code, show(given, eval, term, true));
  }
  return code;
}

/* Each conjunct of what the file states. */
static int show_conjuncts(const BEvalCommand *given, BEval *eval, const BModule *module)
{
  BTerm goal = b_module_goal(eval->bank, module);
  int code = EXIT_FINE;
  bool row = b_op(eval->bank, goal) == B_AND;
  for (uint32_t i = 0; i < (row ? b_arg_count(eval->bank, goal) : 1); i++)
    code = input_worse(
        code, show(given, eval, row ? b_arg(eval->bank, goal, i) : goal, code == EXIT_FINE));
  return code;
}

int b_eval_run(const BEvalCommand *given)
{
  assert(given->path || given->terms.count);
  BFile file = {.bank = NULL};
  int code = EXIT_FINE;
  if (given->path)
    code = b_file_read(&command_eval, given->path, given->color, false, &file);
  else
    file.bank = b_bank_create();
  if (code == EXIT_FINE) {
    BEvalSettings settings = b_eval_settings_default();
    settings.steps = given->steps;
    settings.scope = (uint32_t)given->scope;
    settings.maxint = given->maxint;
    settings.minint = given->minint;
    BEval eval;
    b_eval_init(&eval, file.bank, &file.module, &settings);
    if (given->model) code = read_model(given, &eval);
    if (code == EXIT_FINE)
      code = given->terms.count ? show_terms(given, &eval, &file.module)
                                : show_conjuncts(given, &eval, &file.module);
    b_eval_deinit(&eval);
  }
  b_file_deinit(&file);
  return code;
}
