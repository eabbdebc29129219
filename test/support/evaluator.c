#include "support/evaluator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "smt/eval/machine_run.h"
#include "smt/text/theory.h"
#include "smt/value/string.h"
#include "testing.h"

void evaluator_init(Evaluator *evaluator, const char *script, const char *model, size_t bytes)
{
  *evaluator = (Evaluator){0};
  strbuf_init(&evaluator->text, 0);
  Bank *bank = theory_create_bank();
  evaluator->parser = parser_create(bank, NULL, script, strlen(script), &evaluator->error);
  if (parser_read_script(evaluator->parser, &evaluator->script) != STATUS_OK)
    fail_msg("%s", evaluator->error.message);
  if (model && model_read(evaluator->parser, model, strlen(model), &evaluator->model,
                          &evaluator->error) != STATUS_OK)
    fail_msg("%s", evaluator->error.message);
  EvalLimits limits = {.steps = UINT64_MAX, .bytes = bytes};
  evaluator->machine = machine_create(bank, model ? &evaluator->model : NULL, &limits, false);
  evaluator->eval = &evaluator->machine->eval;
  evaluator->eval->steps = UINT64_MAX;
}

void evaluator_deinit(Evaluator *evaluator)
{
  Bank *bank = evaluator->eval->bank;
  machine_destroy(evaluator->machine);
  model_deinit(&evaluator->model);
  parser_destroy(evaluator->parser);
  script_deinit(&evaluator->script);
  strbuf_deinit(&evaluator->text);
  bank_destroy(bank);
}

void evaluator_reset(Evaluator *evaluator)
{
  heap_release(&evaluator->eval->heap, evaluator->machine->base);
  evaluator->eval->steps = UINT64_MAX;
}

/* Texts */

Term evaluator_term(Evaluator *evaluator, const char *text)
{
  Term term = 0;
  if (parser_read_term(evaluator->parser, text, strlen(text), &term) != STATUS_OK)
    fail_msg("%.200s: %s", text, evaluator->error.message);
  return term;
}

Sort evaluator_sort(Evaluator *evaluator, const char *text)
{
  return bank_sort(evaluator->eval->bank, evaluator_term(evaluator, text));
}

/* Not as a program: running another one would take this value away. */
Value evaluator_value(Evaluator *evaluator, const char *text)
{
  Term term = evaluator_term(evaluator, text);
  const Code *code = machine_code(evaluator->machine, term, CODE_CLOSED);
  return machine_call(evaluator->machine, code, NULL, NULL, term);
}

static void expect_bool(Evaluator *evaluator, const char *text, bool truth)
{
  Value value = evaluator_value(evaluator, text);
  if (value_is_unknown(value)) fail_msg("%s: %s", text, reason_text((Reason)value.tag));
  if (value.kind != VALUE_BOOL || value.word != truth) fail_msg("%s: is not so", text);
}

void evaluator_true(Evaluator *evaluator, const char *text)
{
  expect_bool(evaluator, text, true);
}

void evaluator_false(Evaluator *evaluator, const char *text)
{
  expect_bool(evaluator, text, false);
}

void evaluator_unknown(Evaluator *evaluator, const char *text, Reason reason)
{
  Value value = evaluator_value(evaluator, text);
  if (!value_is_unknown(value)) fail_msg("%s: is determined", text);
  if (value.tag != reason) fail_msg("%s: %s", text, reason_text((Reason)value.tag));
}

void evaluator_same(Evaluator *evaluator, const char *a, const char *b)
{
  Value x = evaluator_value(evaluator, a), y = evaluator_value(evaluator, b);
  if (value_is_unknown(x)) fail_msg("%s: %s", a, reason_text((Reason)x.tag));
  if (value_is_unknown(y)) fail_msg("%s: %s", b, reason_text((Reason)y.tag));
  if (value_equal(x, y) != TRUTH_TRUE) fail_msg("%s: is not %s", a, b);
}

/* Showing */

static void show_number(StrBuf *text, mpq_srcptr number)
{
  char *digits = mpq_get_str(NULL, 10, number);
  strbuf_add_text(text, digits);
  free(digits);
}

static void show_integer(StrBuf *text, Value value)
{
  IntView view;
  mpq_t number;
  mpq_init(number);
  mpq_set_z(number, value_view(value, &view));
  show_number(text, number);
  mpq_clear(number);
}

/* Sequences in tests are shallow: recursion is fine. */
static void show(StrBuf *text, Value value)
{
  RatioView view;
  switch ((ValueKind)value.kind) {
  case VALUE_UNKNOWN: strbuf_printf(text, "<%s>", reason_text((Reason)value.tag)); return;
  case VALUE_BOOL: strbuf_add_text(text, value.word ? "true" : "false"); return;
  case VALUE_CHAR: strbuf_printf(text, "char %u", (unsigned)value.word); return;
  case VALUE_REGEX: strbuf_add_text(text, "regex"); return;
  case VALUE_INT:
  case VALUE_BITVEC: show_integer(text, value); return;
  case VALUE_REAL: show_number(text, value_view_real(value, &view)); return;
  case VALUE_STRING:
    strbuf_add_char(text, '"');
    string_to_literal(value, text);
    strbuf_add_char(text, '"');
    return;
  case VALUE_SEQ:
    strbuf_add_char(text, '(');
    for (uint64_t i = 0; i < value.list->length; i++) {
      if (i > 0) strbuf_add_char(text, ' ');
      show(text, value.list->items[i]);
    }
    strbuf_add_char(text, ')');
    return;
  default: strbuf_printf(text, "value of kind %d", value.kind);
  }
}

const char *evaluator_show(Evaluator *evaluator, Value value)
{
  strbuf_clear(&evaluator->text);
  show(&evaluator->text, value);
  return strbuf_text(&evaluator->text);
}

void evaluator_check(Evaluator *evaluator, const EvaluatorCase *cases, size_t count)
{
  StrBuf wrong;
  strbuf_init(&wrong, 0);
  for (size_t i = 0; i < count; i++) {
    const char *text = evaluator_show(evaluator, evaluator_value(evaluator, cases[i].term));
    if (strcmp(text, cases[i].value) != 0)
      strbuf_printf(&wrong, "\n%s is %s, not %s", cases[i].term, text, cases[i].value);
  }
  if (wrong.length > 0) fail_msg("%s", strbuf_text(&wrong));
  strbuf_deinit(&wrong);
}

/* Numbers */

Value evaluator_int(Evaluator *evaluator, const char *digits)
{
  Eval *eval = evaluator->eval;
  assert_int_equal(mpz_set_str(eval->z[0], digits, 10), 0);
  return value_int(&eval->heap, eval->z[0], 0);
}

Value evaluator_real(Evaluator *evaluator, const char *digits)
{
  Eval *eval = evaluator->eval;
  assert_int_equal(mpq_set_str(eval->q[0], digits, 10), 0);
  mpq_canonicalize(eval->q[0]);
  return value_real(&eval->heap, eval->q[0], 0);
}

Numeral evaluator_index(Evaluator *evaluator, const char *digits)
{
  Symbol symbol = symbols_intern(&evaluator->eval->bank->symbols, digits, strlen(digits));
  return NUMERAL_SYMBOL_TAG | symbol;
}

/* Kernels */

static const KernelEntry *find_entry(const Bank *bank, const char *name, const char *letters)
{
  Fun fun = bank_theory_fun(bank, symbols_find(&bank->symbols, name, strlen(name)));
  for (; fun; fun = funs_info(&bank->funs, fun)->next) {
    const KernelEntry *entry = value_operator_entry(bank, fun);
    if (entry && strcmp(entry->args, letters) == 0) return entry;
  }
  return NULL;
}

const KernelEntry *evaluator_kernel(const Evaluator *evaluator, const char *name,
                                    const char *letters)
{
  const KernelEntry *entry = find_entry(evaluator->eval->bank, name, letters);
  if (!entry) fail_msg("no kernel for %s on '%s'", name, letters);
  return entry;
}

Value evaluator_call(Evaluator *evaluator, const char *name, const char *letters,
                     const Value *values, const Numeral *indices, uint32_t index_count)
{
  Call call = {.indices = indices, .index_count = index_count};
  Kernel kernel = evaluator_kernel(evaluator, name, letters)->kernel;
  return kernel(evaluator->eval, &call, values, (uint32_t)strlen(letters));
}

KernelCall kernel_find(const Eval *eval, const char *name, const char *letters, Sort result,
                       const Sort *args)
{
  KernelCall call = {.entry = find_entry(eval->bank, name, letters), .result = result};
  size_t count = strlen(letters);
  assert(count <= KERNEL_CALL_ARGS);
  if (count) memcpy(call.args, args, count * sizeof *args);
  return call;
}

Value kernel_call(Eval *eval, const KernelCall *call, const Value *args)
{
  Call application = {.sort = call->result, .arg_sorts = call->args};
  return call->entry->kernel(eval, &application, args, (uint32_t)strlen(call->entry->args));
}

Sort kernel_float_sort(Eval *eval, uint32_t eb, uint32_t sb)
{
  SortTable *sorts = &eval->bank->sorts;
  return sorts_make(sorts, sorts->class_ctor[SORT_FLOAT], (const Numeral[]){eb, sb}, NULL, 0);
}

Sort kernel_bitvec_sort(Eval *eval, uint32_t width)
{
  SortTable *sorts = &eval->bank->sorts;
  return sorts_make(sorts, sorts->class_ctor[SORT_BITVEC], &width, NULL, 0);
}

Sort kernel_plain_sort(Eval *eval, SortClass class)
{
  return sorts_plain(&eval->bank->sorts, class);
}
