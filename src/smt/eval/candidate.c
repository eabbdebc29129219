#include "smt/eval/candidate.h"

#include "smt/value/domain_parts.h"

static void add_one(Candidates *candidates, Value value)
{
  bool usable = value.kind != VALUE_NONE && !value_is_unknown(value) && !value.loose;
  if (!usable || candidates->values->count - candidates->first >= candidates->most) return;
  for (size_t i = candidates->first; i < candidates->values->count; i++)
    if (value_compare(candidates->values->items[i], value) == 0) return;
  VEC_PUSH(candidates->values, value);
}

void candidates_add(Candidates *candidates, Value value)
{
  add_one(candidates, value);
  bool number = (value.kind == VALUE_INT || value.kind == VALUE_REAL) && !value.boxed;
  if (!number || value.integer == INT64_MIN || value.integer == INT64_MAX) return;
  value.integer++;
  add_one(candidates, value);
  value.integer -= 2;
  add_one(candidates, value);
}

/* One value of each constructor. */
static void add_constructors(Candidates *candidates, Sort sort, Eval *eval)
{
  for (uint32_t i = 0; i < domain_constructor_count(eval->bank, sort); i++) {
    Fun constructor = domain_constructor(eval->bank, sort, i);
    uint32_t count = domain_part_count(eval->bank, sort, constructor);
    ListObject *fields = value_list_room(&eval->heap, count);
    bool known = fields != NULL;
    for (uint32_t j = 0; j < count && known; j++) {
      Sort part = domain_part_sort(eval->bank, sort, constructor, j);
      fields->items[j] = domain_default(eval, part, 0);
      known = !value_is_unknown(fields->items[j]);
    }
    if (known) add_one(candidates, value_list(VALUE_DATATYPE, constructor, fields));
  }
}

static void add_universe(Candidates *candidates, Sort sort, Eval *eval)
{
  uint64_t count;
  bool whole;
  const Value *universe = eval_universe(eval, sort, &count, &whole);
  for (uint64_t i = 0; i < count && i < candidates->most; i++) add_one(candidates, universe[i]);
}

void candidates_find(Candidates *candidates, const Code *code, Sort sort, Eval *eval)
{
  const Machine *machine = eval->machine;
  SortClass class = sorts_class(&eval->bank->sorts, sort);
  candidates_add(candidates, domain_default(eval, sort, 0));
  for (size_t i = 0; i < code->initial.count; i++)
    if (code->sorts.items[i] == sort) candidates_add(candidates, code->initial.items[i]);
  for (size_t i = 1; i < machine->globals.count; i++)
    if (funs_result(&eval->bank->funs, (Fun)i) == sort)
      candidates_add(candidates, machine->globals.items[i]);
  uint64_t size = domain_size(eval, sort);
  for (uint64_t i = 0; size < DOMAIN_UNKNOWN && i < size && i < candidates->most; i++)
    add_one(candidates, domain_value(eval, sort, i, 0));
  if (class == SORT_DATATYPE) add_constructors(candidates, sort, eval);
  if (class == SORT_UNINTERPRETED) add_universe(candidates, sort, eval);
}
