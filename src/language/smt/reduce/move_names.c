/* Shorter names. */
#include <assert.h>

#include "language/smt/reduce/mention.h"
#include "language/smt/reduce/move.h"
#include "language/smt/reduce/names.h"
#include "smt/text/roots.h"

typedef struct {
  Work *work;
  Namer names;
  Symbol next;      /* the name to give away; 0: none is ready */
  U32Vec mentioned; /* by Symbol: 1 if it stands in a text that cannot be changed */
  Edits *edits;
} Renaming;

/* The next name, if it is shorter than the old one. It is given away by setting next to 0. */
static Symbol shorter(Renaming *renaming, Symbol old)
{
  assert(old < renaming->mentioned.count);
  if (renaming->mentioned.items[old]) return 0;
  if (!renaming->next) renaming->next = namer_next(&renaming->names);
  const SymbolTable *symbols = &renaming->work->bank->symbols;
  Symbol name = renaming->next;
  if (symbols_length(symbols, name) >= symbols_length(symbols, old)) return 0;
  renaming->next = 0;
  return name;
}

static void rename_fun(Renaming *renaming, Fun fun)
{
  Symbol name = shorter(renaming, funs_info(&renaming->work->bank->funs, fun)->name);
  if (name) MOVE_PUSH(renaming->edits, EDIT_RENAME, fun, name);
}

static void rename_sort(Renaming *renaming, SortCtor ctor)
{
  assert(ctor < renaming->work->bank->sorts.ctors.count);
  Symbol name = shorter(renaming, renaming->work->bank->sorts.ctors.items[ctor].name);
  if (name) MOVE_PUSH(renaming->edits, EDIT_RENAME_SORT, ctor, name);
}

static void rename_datatypes(Renaming *renaming, const uint32_t *list, uint32_t count)
{
  const Bank *bank = renaming->work->bank;
  for (uint32_t i = 0; i < count; i++) {
    const Datatype datatype = bank->datatypes.items[list[i]];
    rename_sort(renaming, datatype.ctor);
    for (size_t c = 0; c < datatype.constructors.count; c++)
      rename_fun(renaming, datatype.constructors.items[c]);
    for (size_t s = 0; s < datatype.selectors.count; s++)
      rename_fun(renaming, datatype.selectors.items[s]);
  }
}

static void rename_command(Renaming *renaming, const Command *command)
{
  const uint32_t *list = script_list(&renaming->work->script, command);
  switch (command->kind) {
  case CMD_DECLARE_SORT: rename_sort(renaming, command->a); break;
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN: rename_fun(renaming, command->a); break;
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count; i++) rename_fun(renaming, list[i]);
    break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES: rename_datatypes(renaming, list, command->count); break;
  default: break;
  }
}

/* All variables of one name get one other name. */
static void rename_variables(Renaming *renaming)
{
  Bank *bank = renaming->work->bank;
  U32Vec variables = {0}, names = {0};
  Walk walk = {0};
  roots_walk(&walk, bank, &renaming->work->script);
  for (Term term; (term = walk_next(&walk));)
    if (bank_node(bank, term)->op == OP_VARIABLE) VEC_PUSH(&variables, term);
  walk_deinit(&walk);
  for (size_t i = 0; i < symbols_count(&bank->symbols); i++) VEC_PUSH(&names, 0);
  for (size_t i = 0; i < variables.count; i++) {
    const Variable variable = *bank_variable_info(bank, variables.items[i]);
    if (!names.items[variable.name]) names.items[variable.name] = shorter(renaming, variable.name);
    Symbol name = names.items[variable.name];
    if (!name) continue;
    Term to = bank_variable(bank, name, variable.sort, variable.level);
    MOVE_PUSH(renaming->edits, EDIT_TERM, variables.items[i], to);
  }
  VEC_FREE(&variables);
  VEC_FREE(&names);
}

void move_names(Work *work, Edits *edits)
{
  if (work->base->keep_names) return;
  Renaming renaming = {.work = work, .edits = edits};
  namer_init(&renaming.names, work->bank, &work->script);
  mention_script(work->bank, &work->script, &renaming.mentioned);
  for (Symbol i = 0; i < renaming.mentioned.count; i++)
    if (renaming.mentioned.items[i]) namer_take(&renaming.names, i);
  for (size_t i = 0; i < work->script.commands.count; i++) {
    const Command command = work->script.commands.items[i];
    rename_command(&renaming, &command);
  }
  rename_variables(&renaming);
  namer_deinit(&renaming.names);
  VEC_FREE(&renaming.mentioned);
}
