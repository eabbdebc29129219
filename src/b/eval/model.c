#include "b/eval/model.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "b/text/print.h"

/* The module with names for the elements of its deferred sets. */
static void name_elements(BEval *eval, BModule *named)
{
  BBank *bank = eval->bank;
  *named = *eval->module;
  VEC_DETACH(&named->elements);
  for (size_t i = 0; i < named->sets.count; i++) {
    const BGivenSet *set = &named->sets.items[i];
    for (uint32_t k = 0; set->count == 0 && k < eval->settings.scope; k++) {
      StrBuf name;
      strbuf_init(&name, 0);
      strbuf_add(&name, symbols_text(&bank->symbols, set->name),
                 symbols_length(&bank->symbols, set->name));
      strbuf_add_u64(&name, k + 1);
      Symbol symbol = symbols_intern(&bank->symbols, name.bytes, name.length);
      BTerm element = b_make_name(bank, B_ELEMENT, set->type, symbol);
      VEC_PUSH(&named->elements, element);
      strbuf_deinit(&name);
    }
  }
}

static Status set_from(BEval *eval, BTerm equation, Error *error)
{
  BBank *bank = eval->bank;
  BTerm left = b_op(bank, equation) == B_EQUAL ? b_arg(bank, equation, 0) : B_TERM_NONE;
  if (!left || b_op(bank, left) != B_IDENTIFIER)
    return error_set_at(error, STATUS_SYNTAX, 0, "a model is a conjunction of identifier = value");
  BValue value = b_evaluate(eval, b_arg(bank, equation, 1));
  if (!b_is_value(value))
    return error_set_at(error, STATUS_SORT, 0, "a value of the model %s: %s",
                        value == B_VALUE_UNDEFINED ? "is not well defined" : "cannot be computed",
                        eval->reason);
  b_eval_set(eval, left, value);
  return STATUS_OK;
}

Status b_model_read(BEval *eval, const char *text, size_t length, Error *error)
{
  static const char heading[] = "Solution:";
  BBank *bank = eval->bank;
  BModule empty = {0}, named;
  if (!eval->module) eval->module = &empty;
  const char *found = memmem(text, length, heading, sizeof heading - 1);
  size_t skip = found ? (size_t)(found - text) + sizeof heading - 1 : 0;
  name_elements(eval, &named);
  BTerm model;
  Status status = b_read_formula(bank, &named, text + skip, length - skip, &model, error);
  if (status == STATUS_OK) {
    bool row = b_op(bank, model) == B_AND;
    for (uint32_t i = 0; i < (row ? b_arg_count(bank, model) : 1) && status == STATUS_OK; i++)
      status = set_from(eval, row ? b_arg(bank, model, i) : model, error);
    if (status != STATUS_OK) error_locate(error, text, length);
  } else {
    error->offset += skip;
    error_locate(error, text, length);
  }
  VEC_FREE(&named.elements);
  if (eval->module == &empty) eval->module = NULL;
  return status;
}

void b_model_print(const BEval *eval, const BTerm *identifiers, uint32_t count, StrBuf *out)
{
  assert(identifiers || count == 0);
  for (uint32_t i = 0; i < count; i++) {
    BValue value = b_eval_get(eval, identifiers[i]);
    b_print(eval->bank, identifiers[i], NULL, out);
    strbuf_add_text(out, " = ");
    b_value_print(&eval->heap, b_type(eval->bank, identifiers[i]), value, out);
    strbuf_add_text(out, i + 1 < count ? " &\n" : "\n");
  }
}

static bool has_deferred_set(const BModule *module)
{
  for (size_t i = 0; i < module->sets.count; i++)
    if (module->sets.items[i].count == 0) return true;
  return false;
}

/* Conjuncts from left to right: the first that is not true decides. One that is not well defined says nothing of the model: what
 * solvers were given has been rewritten not to be so. */
static BModelVerdict check_conjuncts(BEval *eval, BTerm predicate, BTerm *wrong)
{
  assert(b_type(eval->bank, predicate) == B_PREDICATE);
  bool row = b_op(eval->bank, predicate) == B_AND;
  for (uint32_t i = 0; i < (row ? b_arg_count(eval->bank, predicate) : 1); i++) {
    BTerm conjunct = row ? b_arg(eval->bank, predicate, i) : predicate;
    BValue value = b_evaluate(eval, conjunct);
    if (value == B_VALUE_TRUE) continue;
    if (wrong) *wrong = conjunct;
    return value == B_VALUE_FALSE ? B_MODEL_WRONG : B_MODEL_OPEN;
  }
  return B_MODEL_RIGHT;
}

static bool has_all_values(const BEval *eval)
{
  const U32Vec *names = &eval->module->identifiers;
  for (size_t i = 0; i < names->count; i++)
    if (!b_eval_get(eval, names->items[i])) return false;
  return true;
}

BModelVerdict b_model_check(BBank *bank, const BModule *module, BTerm predicate,
                            const BEvalSettings *settings, const char *text, size_t length,
                            BTerm *wrong)
{
  assert(module && b_type(bank, predicate) == B_PREDICATE);
  bool deferred = has_deferred_set(module);
  BModelVerdict verdict = B_MODEL_OPEN;
  for (uint32_t size = deferred ? 1 : settings->scope; size <= settings->scope; size++) {
    BEvalSettings sized = *settings;
    BEval eval;
    Error ignored;
    sized.scope = size;
    b_eval_init(&eval, bank, module, &sized);
    bool read = b_model_read(&eval, text, length, &ignored) == STATUS_OK && has_all_values(&eval);
    verdict = read ? check_conjuncts(&eval, predicate, wrong) : B_MODEL_OPEN;
    b_eval_deinit(&eval);
    if (verdict == B_MODEL_RIGHT) return verdict;
  }
  return deferred ? B_MODEL_OPEN : verdict;
}
