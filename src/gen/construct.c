#include "gen/construct.h"

#include <string.h>

#include "gen/permit.h"

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

/* Forms that are no functions of a theory, with the parts of a logic of which they need one. */
static const struct {
  const char *name;
  ConstructKind kind;
  uint32_t parts;
  SortClass class; /* of a literal */
} forms[] = {
    {"numeral", CONSTRUCT_LITERAL, LOGIC_INTS | LOGIC_STRINGS | LOGIC_SEQUENCES | LOGIC_SETS,
     SORT_INT},
    {"decimal", CONSTRUCT_LITERAL, LOGIC_REALS | LOGIC_FLOATS, SORT_REAL},
    {"bits", CONSTRUCT_LITERAL, LOGIC_BITVECTORS | LOGIC_FLOATS, SORT_BITVEC},
    {"string", CONSTRUCT_LITERAL, LOGIC_STRINGS, SORT_STRING},
    {"element", CONSTRUCT_LITERAL, LOGIC_FIELDS, SORT_FIELD},
    {"forall", CONSTRUCT_BINDER, LOGIC_QUANTIFIERS, SORT_OTHER},
    {"exists", CONSTRUCT_BINDER, LOGIC_QUANTIFIERS, SORT_OTHER},
    {"uf", CONSTRUCT_FREE, LOGIC_UF, SORT_OTHER},
    {"define-fun", CONSTRUCT_FREE, LOGIC_UF, SORT_OTHER},
    {"constructor", CONSTRUCT_DATATYPE, LOGIC_DATATYPES, SORT_OTHER},
    {"selector", CONSTRUCT_DATATYPE, LOGIC_DATATYPES, SORT_OTHER},
    {"tester", CONSTRUCT_DATATYPE, LOGIC_DATATYPES, SORT_OTHER},
    {"updater", CONSTRUCT_DATATYPE, LOGIC_DATATYPES, SORT_OTHER},
    {"match", CONSTRUCT_DATATYPE, LOGIC_DATATYPES, SORT_OTHER},
};

enum { FORM_COUNT = sizeof forms / sizeof *forms };

/* --- the table ---------------------------------------------------------------------------- */

/* Kinds differ within one name ("-" is an operator, "=" of two Bools no connective): the first rank
 * decides. */
static void add_functions(ConstructTable *table, Bank *bank, const GenSettings *settings, Fun first)
{
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
    if (!(settings->logic.parts & forms[i].parts) || weight <= 0) continue;
    VEC_PUSH(&table->items, ((Construct){mem_copy_string(forms[i].name, strlen(forms[i].name)),
                                         forms[i].kind, weight, 0, 0}));
  }
}

bool construct_is_form(const char *name)
{
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (strcmp(forms[i].name, name) == 0) return true;
  return false;
}

/* A name that has a weight must mean something: typing errors would go unnoticed. */
static Status check_weights(const Bank *bank, const GenSettings *settings,
                            const ConstructTable *table, Error *error)
{
  for (size_t i = 0; i < settings->weights.count; i++) {
    const ConstructWeight *weight = &settings->weights.items[i];
    if (constructs_find(table, weight->name) != CONSTRUCT_NONE) continue;
    Symbol name = symbols_find(&bank->symbols, weight->name, strlen(weight->name));
    bool known = construct_is_form(weight->name) || (name && bank_theory_fun(bank, name));
    if (!known) return error_set(error, STATUS_USAGE, "unknown construct '%s'", weight->name);
    if (weight->weight > 0)
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

ConstructId constructs_find(const ConstructTable *table, const char *name)
{
  for (size_t i = 0; i < table->items.count; i++)
    if (strcmp(table->items.items[i].name, name) == 0) return (ConstructId)i;
  return CONSTRUCT_NONE;
}

/* --- terms -------------------------------------------------------------------------------- */

static const char *form_of_origin(const FunInfo *info)
{
  switch ((FunOrigin)info->origin) {
  case FUN_CONSTRUCTOR: return "constructor";
  case FUN_SELECTOR: return "selector";
  case FUN_TESTER: return "tester";
  case FUN_UPDATER: return "updater";
  case FUN_DECLARED: return info->arity ? "uf" : NULL;
  case FUN_DEFINED:
  case FUN_RECURSIVE: return info->arity ? "define-fun" : NULL;
  default: return NULL;
  }
}

static const char *form_of_term(const Bank *bank, Term term)
{
  Op op = bank_node(bank, term)->op;
  switch (op) {
  case OP_FORALL: return "forall";
  case OP_EXISTS: return "exists";
  case OP_MATCH: return "match";
  case OP_INTEGER: return "numeral";
  case OP_REAL: return "decimal";
  case OP_BITVEC: return "bits";
  case OP_STRING: return "string";
  case OP_FIELD: return "element";
  default: break;
  }
  Fun fun = bank_fun(bank, term);
  return fun ? form_of_origin(funs_info(&bank->funs, fun)) : NULL;
}

ConstructId constructs_of_term(const ConstructTable *table, const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  if (fun && funs_info(&bank->funs, fun)->theory)
    return fun < table->of_fun.count ? table->of_fun.items[fun] : CONSTRUCT_NONE;
  const char *name = form_of_term(bank, term);
  return name ? constructs_find(table, name) : CONSTRUCT_NONE;
}
