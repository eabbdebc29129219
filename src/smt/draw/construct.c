#include "smt/draw/construct.h"

#include <assert.h>
#include <string.h>

#include "smt/draw/permit.h"

const char *construct_kind_name(ConstructKind kind)
{
#define CONSTRUCT_NAME(code, name) name,
  static const char *const names[] = {CONSTRUCT_LIST(CONSTRUCT_NAME)};
#undef CONSTRUCT_NAME
  return names[kind];
}

/* --- kinds -------------------------------------------------------------------------------- */

static ConstructKind kind_of(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Sort *rank = funs_rank(&bank->funs, fun);
  Sort result = rank[info->arity];
  if (info->arity == 0 && !info->rule)
    return sorts_class(&bank->sorts, result) == SORT_ROUNDING ? CONSTRUCT_ROUNDING
                                                              : CONSTRUCT_CONSTANT;
  if (result != bank->bool_sort) return CONSTRUCT_OPERATOR;
  for (uint32_t i = 0; i < info->arity; i++)
    if (rank[i] != bank->bool_sort) return CONSTRUCT_PREDICATE;
  return CONSTRUCT_CONNECTIVE;
}

typedef enum {
  FORM_NUMERAL,
  FORM_DECIMAL,
  FORM_BITS,
  FORM_STRING,
  FORM_ELEMENT,
  FORM_FORALL,
  FORM_EXISTS,
  FORM_UF,
  FORM_DEFINED,
  FORM_CONSTRUCTOR,
  FORM_SELECTOR,
  FORM_TESTER,
  FORM_UPDATER,
  FORM_MATCH,
  FORM_COUNT,
  FORM_NONE = FORM_COUNT
} Form;

_Static_assert((int)FORM_COUNT == (int)CONSTRUCT_FORMS, "a table has all forms");

/* Forms that are no functions of a theory, with the parts of a logic of which they need one. */
static const struct {
  const char *name;
  ConstructKind kind;
  uint32_t parts;
} forms[FORM_COUNT] = {
    [FORM_NUMERAL] = {"numeral", CONSTRUCT_LITERAL,
                      LOGIC_INTS | LOGIC_STRINGS | LOGIC_SEQUENCES | LOGIC_SETS},
    [FORM_DECIMAL] = {"decimal", CONSTRUCT_LITERAL, LOGIC_REALS | LOGIC_FLOATS},
    [FORM_BITS] = {"bits", CONSTRUCT_LITERAL, LOGIC_BITVECTORS | LOGIC_FLOATS},
    [FORM_STRING] = {"string", CONSTRUCT_LITERAL, LOGIC_STRINGS},
    [FORM_ELEMENT] = {"element", CONSTRUCT_LITERAL, LOGIC_FIELDS},
    [FORM_FORALL] = {"forall", CONSTRUCT_BINDER, LOGIC_QUANTIFIERS},
    [FORM_EXISTS] = {"exists", CONSTRUCT_BINDER, LOGIC_QUANTIFIERS},
    [FORM_UF] = {"uf", CONSTRUCT_FREE, LOGIC_UF},
    [FORM_DEFINED] = {"define-fun", CONSTRUCT_FREE, LOGIC_UF},
    [FORM_CONSTRUCTOR] = {"constructor", CONSTRUCT_DATATYPE, LOGIC_DATATYPES},
    [FORM_SELECTOR] = {"selector", CONSTRUCT_DATATYPE, LOGIC_DATATYPES},
    [FORM_TESTER] = {"tester", CONSTRUCT_DATATYPE, LOGIC_DATATYPES},
    [FORM_UPDATER] = {"updater", CONSTRUCT_DATATYPE, LOGIC_DATATYPES},
    [FORM_MATCH] = {"match", CONSTRUCT_DATATYPE, LOGIC_DATATYPES},
};

/* --- the table ---------------------------------------------------------------------------- */

/* Kinds differ within one name ("-" is an operator, "=" of two Bools no connective): the first rank
 * decides. */
static void add_functions(ConstructTable *table, Bank *bank, const GenSettings *settings, Fun first)
{
  assert(bank_has_fun(bank, first));
  Symbol symbol = funs_info(&bank->funs, first)->name;
  Construct construct = {.name = mem_copy_string(symbols_text(&bank->symbols, symbol),
                                                 symbols_length(&bank->symbols, symbol)),
                         .first = (uint32_t)table->funs.count};
  construct.weight = gen_settings_weight(settings, construct.name);
  for (Fun fun = first; fun; fun = funs_info(&bank->funs, fun)->next) {
    if (!permit_function(bank, settings, fun)) continue;
    if (table->funs.count == construct.first) construct.kind = kind_of(bank, fun);
    VEC_PUSH(&table->funs, fun);
  }
  construct.count = (uint32_t)table->funs.count - construct.first;
  if (construct.count == 0 || construct.weight <= 0) {
    table->funs.count = construct.first;
    free(construct.name);
    return;
  }
  for (uint32_t i = 0; i < construct.count; i++)
    table->of_fun.items[table->funs.items[construct.first + i]] = (ConstructId)table->items.count;
  VEC_PUSH(&table->items, construct);
}

static void add_forms(ConstructTable *table, const GenSettings *settings)
{
  for (size_t i = 0; i < FORM_COUNT; i++) {
    double weight = gen_settings_weight(settings, forms[i].name);
    table->of_form[i] = CONSTRUCT_NONE;
    bool standard = i != FORM_UPDATER || settings->extensions;
    if (!(settings->logic.parts & forms[i].parts) || weight <= 0 || !standard) continue;
    table->of_form[i] = (ConstructId)table->items.count;
    VEC_PUSH(&table->items, ((Construct){mem_copy_string(forms[i].name, strlen(forms[i].name)),
                                         forms[i].kind, weight, 0, 0}));
  }
}

const char *construct_form_name(const char *name)
{
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (strcmp(forms[i].name, name) == 0) return forms[i].name;
  return NULL;
}

bool construct_is_form(const char *name)
{
  return construct_form_name(name) != NULL;
}

bool construct_form_in(const Logic *logic, const char *name)
{
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (strcmp(forms[i].name, name) == 0 && (logic->parts & forms[i].parts)) return true;
  return false;
}

/* Does the logic have something of this name, also if other settings leave it out? */
static bool is_in_logic(const Bank *bank, const Logic *logic, const char *name)
{
  Symbol symbol = symbols_find(&bank->symbols, name, strlen(name));
  if (construct_form_in(logic, name)) return true;
  for (Fun fun = symbol ? bank_theory_fun(bank, symbol) : 0; fun;
       fun = funs_info(&bank->funs, fun)->next)
    if (permit_in_logic(bank, logic, fun)) return true;
  return false;
}

/* A name that has a weight must mean something: typing errors would go unnoticed. What is given no weight need only be
 * in the logic: it may be left out for other reasons, too. */
static Status check_weights(const Bank *bank, const GenSettings *settings,
                            const ConstructTable *table, Error *error)
{
  for (size_t i = 0; i < settings->weights.count; i++) {
    const ConstructWeight *weight = &settings->weights.items[i];
    if (weight->optional || constructs_find(table, weight->name) != CONSTRUCT_NONE) continue;
    Symbol name = symbols_find(&bank->symbols, weight->name, strlen(weight->name));
    bool known = construct_is_form(weight->name) || (name && bank_theory_fun(bank, name));
    if (!known) return error_set(error, STATUS_USAGE, "unknown construct '%s'", weight->name);
    if (weight->weight > 0 || !is_in_logic(bank, &settings->logic, weight->name))
      return error_set(error, STATUS_USAGE, "the logic has no construct '%s'", weight->name);
  }
  return STATUS_OK;
}

Status constructs_init(ConstructTable *table, Bank *bank, const GenSettings *settings, Error *error)
{
  *table = (ConstructTable){0};
  size_t fun_count = bank->funs.items.count;
  VEC_RESERVE(&table->of_fun, fun_count);
  for (; table->of_fun.count < fun_count;) VEC_PUSH(&table->of_fun, CONSTRUCT_NONE);
  for (Fun fun = 1; fun < fun_count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->theory && bank_theory_fun(bank, info->name) == fun)
      add_functions(table, bank, settings, fun);
  }
  add_forms(table, settings);
  Status status = check_weights(bank, settings, table, error);
  if (status) constructs_deinit(table);
  return status;
}

void constructs_deinit(ConstructTable *table)
{
  for (size_t i = 0; i < table->items.count; i++) free(table->items.items[i].name);
  VEC_FREE(&table->items);
  VEC_FREE(&table->funs);
  VEC_FREE(&table->of_fun);
}

ConstructId constructs_form(const ConstructTable *table, const char *name)
{
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (strcmp(forms[i].name, name) == 0) return table->of_form[i];
  return CONSTRUCT_NONE;
}

ConstructId constructs_find(const ConstructTable *table, const char *name)
{
  for (size_t i = 0; i < table->items.count; i++)
    if (strcmp(table->items.items[i].name, name) == 0) return (ConstructId)i;
  return CONSTRUCT_NONE;
}

/* --- terms -------------------------------------------------------------------------------- */

static Form form_of_origin(const FunInfo *info)
{
  switch ((FunOrigin)info->origin) {
  case FUN_CONSTRUCTOR: return FORM_CONSTRUCTOR;
  case FUN_SELECTOR: return FORM_SELECTOR;
  case FUN_TESTER: return FORM_TESTER;
  case FUN_UPDATER: return FORM_UPDATER;
  case FUN_DECLARED: return info->arity ? FORM_UF : FORM_NONE;
  case FUN_DEFINED:
  case FUN_RECURSIVE: return info->arity ? FORM_DEFINED : FORM_NONE;
  default: return FORM_NONE;
  }
}

static Form form_of_term(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  switch (bank_node(bank, term)->op) {
  case OP_FORALL: return FORM_FORALL;
  case OP_EXISTS: return FORM_EXISTS;
  case OP_MATCH: return FORM_MATCH;
  case OP_INTEGER: return FORM_NUMERAL;
  case OP_REAL: return FORM_DECIMAL;
  case OP_BITVEC: return FORM_BITS;
  case OP_STRING: return FORM_STRING;
  case OP_FIELD: return FORM_ELEMENT;
  default: break;
  }
  Fun fun = bank_fun(bank, term);
  return fun ? form_of_origin(funs_info(&bank->funs, fun)) : FORM_NONE;
}

ConstructId constructs_of_term(const ConstructTable *table, const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  Fun fun = bank_fun(bank, term);
  if (fun && funs_info(&bank->funs, fun)->theory)
    return fun < table->of_fun.count ? table->of_fun.items[fun] : CONSTRUCT_NONE;
  Form form = form_of_term(bank, term);
  return form == FORM_NONE ? CONSTRUCT_NONE : table->of_form[form];
}
