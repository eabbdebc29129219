/* What the standard leaves open: what the model says of it, or what may be assumed. */
#include "smt/eval/open.h"

#include "smt/eval/machine_run.h"
#include "smt/value/domain.h"
#include "smt/value/map.h"
#include <assert.h>

/* z3 prints its choices as functions of these names, with the arguments of the operator. */
static const struct {
  const char *operator;
  const char *function;
} names[] = {
    {"/", "/0"}, {"div", "div0"}, {"mod", "mod0"}, {"rem", "rem0"}, {"seq.nth", "seq.nth_u"},
};

/* Beyond so many open applications all get default values. */
enum { CHOICES_MAX = 64 };

void open_find_functions(Machine *machine)
{
  const Bank *bank = machine->eval.bank;
  for (size_t i = 0; machine->model && i < machine->model->definitions.count; i++) {
    const Definition *definition = &machine->model->definitions.items[i];
    if (definition->kind != DEFINITION_AUXILIARY) continue;
    Symbol name = funs_info(&bank->funs, definition->fun)->name;
    for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
      if (symbols_equal(&bank->symbols, name, names[j].function))
        VEC_PUSH(&machine->open_funs, definition->fun);
  }
}

static const char *function_of(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  Fun fun = bank_fun(bank, term);
  Symbol name = fun ? funs_info(&bank->funs, fun)->name : 0;
  for (size_t i = 0; name && i < sizeof names / sizeof names[0]; i++)
    if (symbols_equal(&bank->symbols, name, names[i].operator)) return names[i].function;
  return NULL;
}

static bool has_rank(const Bank *bank, Fun fun, const Call *call, uint32_t count)
{
  assert(bank_has_fun(bank, fun));
  const Sort *rank = funs_rank(&bank->funs, fun);
  if (funs_info(&bank->funs, fun)->arity != count || rank[count] != call->sort) return false;
  for (uint32_t i = 0; i < count; i++)
    if (rank[i] != call->arg_sorts[i]) return false;
  return true;
}

/* The model's function for an operator, or 0. */
static Fun find_function(const Machine *machine, const Call *call, uint32_t count)
{
  const Bank *bank = machine->eval.bank;
  const char *name = function_of(bank, call->term);
  for (size_t i = 0; name && i < machine->open_funs.count; i++) {
    Fun fun = machine->open_funs.items[i];
    bool named = symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, name);
    if (named && has_rank(bank, fun, call, count)) return fun;
  }
  return 0;
}

/* May any value of the sort be taken? Elsewhere only some are allowed. */
static bool is_free_choice(Reason reason)
{
  return reason != REASON_ORDER && reason != REASON_NAN_BITS && reason != REASON_UNIVERSE;
}

/* Of a set or bag that is not empty. */
static Value any_element(Value collection)
{
  const MapNode *node = collection.map;
  while (node->left) node = node->left;
  return node->key;
}

/* The value taken for an application in this and all later runs. */
static Value take_choice(Machine *machine, const Call *call, const Value *args, uint32_t count)
{
  uint64_t key = hash_mix(8, bank_node(machine->eval.bank, call->term)->op);
  for (uint32_t i = 0; i < count; i++) key = hash_mix(key, value_hash(args[i]));
  for (size_t i = 0; i < machine->choices.count; i++)
    if (machine->choices.items[i].key == key && machine->choices.items[i].sort == call->sort)
      return machine->choices.items[i].value;
  Value value = domain_default(&machine->eval, call->sort, call->term);
  if (machine->choices.count < CHOICES_MAX) {
    Value kept = domain_default(&machine->literals, call->sort, call->term);
    VEC_PUSH(&machine->choices, ((OpenChoice){key, call->sort, kept}));
  }
  return value;
}

Value eval_open(Eval *eval, const Call *call, const Value *args, uint32_t count, Reason reason)
{
  Machine *machine = eval->machine;
  Fun fun = find_function(machine, call, count);
  Term definition = fun ? code_definition(&machine->compiler, fun) : 0;
  if (definition)
    return machine_call(machine, machine_code(machine, definition, CODE_FUNCTION), args, NULL,
                        call->term);
  if (!eval->complete || !is_free_choice(reason)) return value_unknown(reason, call->term);
  if (reason == REASON_ANY_ELEMENT && args[0].map) return any_element(args[0]);
  if (reason == REASON_SIGNED_ZEROS) return domain_default(eval, call->sort, call->term);
  return take_choice(machine, call, args, count);
}

/* Uninterpreted sorts */

static void add_universe(Machine *machine, Sort sort)
{
  U32Vec terms = {0};
  ValueVec values = {0};
  if (machine->model) model_universe(machine->eval.bank, machine->model, sort, &terms);
  for (size_t i = 0; i < terms.count; i++)
    VEC_PUSH(&values, ((Value){.kind = VALUE_ABSTRACT, .word = terms.items[i]}));
  VEC_FREE(&terms);
  VEC_PUSH(&machine->universe_of, sort);
  VEC_PUSH(&machine->universes, values);
}

/* A solver that declares elements of a sort lists all of them. */
static bool lists_elements(const Machine *machine, Sort sort)
{
  for (size_t i = 0; machine->model && i < machine->model->elements.count; i++)
    if (bank_sort(machine->eval.bank, machine->model->elements.items[i]) == sort) return true;
  return false;
}

const Value *eval_universe(Eval *eval, Sort sort, uint64_t *count, bool *whole)
{
  Machine *machine = eval->machine;
  size_t i = 0;
  while (i < machine->universe_of.count && machine->universe_of.items[i] != sort) i++;
  if (i == machine->universe_of.count) add_universe(machine, sort);
  *count = machine->universes.items[i].count;
  *whole = *count > 0 && lists_elements(machine, sort);
  return machine->universes.items[i].items;
}
