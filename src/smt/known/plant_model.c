#include "smt/known/plant_model.h"

#include <assert.h>
#include <stdio.h>

#include "smt/draw/draw_value.h"
#include "smt/term/build.h"
#include "smt/text/print.h"
#include "smt/text/solver_value.h"

/* --- elements ----------------------------------------------------------------------------- */

enum { ELEMENTS = 3 };

static bool has_elements(const Model *model, const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  for (size_t i = 0; i < model->elements.count; i++)
    if (bank_sort(bank, model->elements.items[i]) == sort) return true;
  return false;
}

/* Named as z3 does: U!val!0 is an element of U. */
static void add_elements(Model *model, Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  StrBuf name;
  strbuf_init(&name, 0);
  print_sort(&name, bank, sort);
  size_t stem = name.length;
  uint64_t count = 1 + random_below(random, ELEMENTS);
  for (uint64_t i = 0; i < count; i++) {
    name.length = stem;
    strbuf_printf(&name, "!val!%llu", (unsigned long long)i);
    Fun fun = answer_value_fun(bank, symbols_intern(&bank->symbols, name.bytes, name.length), sort);
    VEC_PUSH(&model->elements, bank_term(bank, funs_info(&bank->funs, fun)->op, sort, NULL, 0));
  }
  strbuf_deinit(&name);
}

/* Elements for every uninterpreted sort that is part of this one. The fields of datatypes are looked
 * through, each datatype once. */
static void need_elements(Model *model, Bank *bank, Random *random, Sort sort, U32Vec *seen)
{
  assert(bank_has_sort(bank, sort));
  for (size_t i = 0; i < seen->count; i++)
    if (seen->items[i] == sort) return;
  VEC_PUSH(seen, sort);
  const SortNode node = *sorts_node(&bank->sorts, sort);
  if (node.class == SORT_UNINTERPRETED && !has_elements(model, bank, sort))
    add_elements(model, bank, random, sort);
  for (uint32_t i = 0; i < node.arg_count; i++)
    need_elements(model, bank, random, sorts_arg(&bank->sorts, sort, i), seen);
  if (node.class != SORT_DATATYPE) return;
  uint32_t index = bank->sorts.ctors.items[node.ctor].datatype;
  for (size_t i = 0; i < bank->datatypes.items[index].constructors.count; i++) {
    Fun constructor = bank->datatypes.items[index].constructors.items[i];
    for (uint32_t k = 0; k < funs_info(&bank->funs, constructor)->arity; k++) {
      Sort field = funs_rank(&bank->funs, constructor)[k];
      if (!sorts_node(&bank->sorts, field)->open) need_elements(model, bank, random, field, seen);
    }
  }
}

/* --- values ------------------------------------------------------------------------------- */

/* A value, often one that a constant has: functions are mostly applied to constants. */
static Term draw_argument(const Model *model, Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  size_t count = model->definitions.count;
  for (int trial = 0; trial < 4 && count > 0; trial++) {
    const Definition *definition = &model->definitions.items[random_below(random, count)];
    if (funs_info(&bank->funs, definition->fun)->arity == 0 &&
        bank_sort(bank, definition->definition) == sort)
      return definition->definition;
  }
  return draw_value_among(bank, random, sort, &model->elements);
}

/* (and (= p0 v0) ...), for an entry of a table. */
static Term draw_entry(const Model *model, Bank *bank, Random *random, const Term *parameters,
                       uint32_t arity)
{
  Term condition = 0;
  for (uint32_t i = 0; i < arity; i++) {
    Term sides[2] = {parameters[i],
                     draw_argument(model, bank, random, bank_sort(bank, parameters[i]))};
    if (!sides[1]) return 0;
    Term both[2] = {condition, build(bank, "=", 0, sides, 2)};
    condition = condition ? build(bank, "and", 0, both, 2) : both[1];
  }
  return condition;
}

/* A table with a default: (lambda (p0 ...) (ite entry value (ite ... default))). */
static Term draw_table(const Model *model, Bank *bank, Random *random, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  enum { ENTRIES = 4, ARITY_MAX = 64 };
  uint32_t arity = funs_info(&bank->funs, fun)->arity;
  Sort rank[ARITY_MAX + 1];
  Term parameters[ARITY_MAX];
  if (arity > ARITY_MAX) return 0;
  for (uint32_t i = 0; i <= arity; i++) rank[i] = funs_rank(&bank->funs, fun)[i];
  for (uint32_t i = 0; i < arity; i++) {
    char name[16];
    int length = snprintf(name, sizeof name, "p%u", i);
    parameters[i] =
        bank_variable(bank, symbols_intern(&bank->symbols, name, (size_t)length), rank[i], 0);
  }
  Term body = draw_value_among(bank, random, rank[arity], &model->elements);
  for (uint64_t n = random_below(random, ENTRIES); body && n > 0; n--) {
    Term parts[3] = {draw_entry(model, bank, random, parameters, arity),
                     draw_value_among(bank, random, rank[arity], &model->elements), body};
    body = parts[0] && parts[1] ? build(bank, "ite", 0, parts, 3) : 0;
  }
  Sort sort = sorts_function(&bank->sorts, rank, arity + 1);
  return body ? bank_binder(bank, OP_LAMBDA, sort, parameters, arity, &body) : 0;
}

static void add_definition(Model *model, Fun fun, Term definition)
{
  size_t at = model->by_fun.count;
  VEC_PUSH(&model->by_fun, 0);
  for (; at > 0 && model->definitions.items[model->by_fun.items[at - 1]].fun > fun; at--)
    model->by_fun.items[at] = model->by_fun.items[at - 1];
  model->by_fun.items[at] = (uint32_t)model->definitions.count;
  VEC_PUSH(&model->definitions,
           ((Definition){.fun = fun, .definition = definition, .kind = DEFINITION_DECLARED}));
}

static Term draw_definition(const Model *model, Bank *bank, Random *random, Fun fun)
{
  if (funs_info(&bank->funs, fun)->arity) return draw_table(model, bank, random, fun);
  return draw_value_among(bank, random, funs_result(&bank->funs, fun), &model->elements);
}

bool plant_redefine(Model *model, Bank *bank, Random *random, size_t place)
{
  assert(place < model->definitions.count);
  Term definition = draw_definition(model, bank, random, model->definitions.items[place].fun);
  if (definition) model->definitions.items[place].definition = definition;
  return definition != 0;
}

bool plant_define(Model *model, Bank *bank, Random *random, const Fun *funs, size_t count)
{
  bool good = true;
  for (size_t i = 0; i < count && good; i++) {
    if (model_find(model, funs[i])) continue;
    const FunInfo info = *funs_info(&bank->funs, funs[i]);
    U32Vec seen = {0};
    for (uint32_t k = 0; k <= info.arity; k++)
      need_elements(model, bank, random, funs_rank(&bank->funs, funs[i])[k], &seen);
    VEC_FREE(&seen);
    Term definition = draw_definition(model, bank, random, funs[i]);
    good = definition != 0;
    if (good) add_definition(model, funs[i], definition);
  }
  return good;
}

/* --- text --------------------------------------------------------------------------------- */

static void print_definition(Printer *printer, const Bank *bank, const Definition *definition,
                             StrBuf *out)
{
  uint32_t arity = funs_info(&bank->funs, definition->fun)->arity;
  const Term *args = arity ? bank_args(bank, definition->definition) : NULL;
  strbuf_add_text(out, "(define-fun ");
  print_symbol(out, bank, funs_info(&bank->funs, definition->fun)->name);
  strbuf_add_text(out, " (");
  for (uint32_t i = 0; i < arity; i++) {
    strbuf_add_text(out, i ? " (" : "(");
    print_symbol(out, bank, bank_variable_info(bank, args[i])->name);
    strbuf_add_char(out, ' ');
    print_sort(out, bank, bank_sort(bank, args[i]));
    strbuf_add_char(out, ')');
  }
  strbuf_add_text(out, ") ");
  print_sort(out, bank, funs_result(&bank->funs, definition->fun));
  strbuf_add_char(out, ' ');
  printer_term(printer, out, arity ? args[arity] : definition->definition);
  strbuf_add_text(out, ")\n");
}

void plant_print_model(const Model *model, const Bank *bank, const Fun *funs, size_t count,
                       const char *prefix, StrBuf *out)
{
  PrintOptions options = {.share = SHARE_LET};
  Printer *printer = printer_create(bank, &options);
  strbuf_printf(out, "%s(\n", prefix);
  for (size_t i = 0; i < model->elements.count; i++) {
    Term element = model->elements.items[i];
    strbuf_printf(out, "%s(declare-fun ", prefix);
    print_symbol(out, bank, funs_info(&bank->funs, bank_fun(bank, element))->name);
    strbuf_add_text(out, " () ");
    print_sort(out, bank, bank_sort(bank, element));
    strbuf_add_text(out, ")\n");
  }
  for (size_t i = 0; i < count; i++) {
    strbuf_add_text(out, prefix);
    print_definition(printer, bank, model_find(model, funs[i]), out);
  }
  strbuf_printf(out, "%s)\n", prefix);
  printer_destroy(printer);
}
