#include "language/smt/reduce/prune.h"

#include <assert.h>
#include <string.h>

#include "language/smt/reduce/mention.h"

void pruner_deinit(Pruner *pruner)
{
  walk_deinit(&pruner->walk);
  VEC_FREE(&pruner->fun_used);
  VEC_FREE(&pruner->sort_used);
  VEC_FREE(&pruner->ctor_used);
  VEC_FREE(&pruner->places);
  VEC_FREE(&pruner->missing);
  VEC_FREE(&pruner->mentioned);
}

/* --- marking --- */

static void clear_marks(U32Vec *marks, size_t count)
{
  VEC_RESERVE(marks, count > marks->count ? count - marks->count : 0);
  marks->count = count;
  memset(marks->items, 0, count * sizeof *marks->items);
}

/* Sorts are made of older ones. */
static void mark_sort(Pruner *pruner, const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  if (pruner->sort_used.items[sort]) return;
  U32Vec stack = {0};
  VEC_PUSH(&stack, sort);
  while (stack.count) {
    Sort top = stack.items[--stack.count];
    if (pruner->sort_used.items[top]) continue;
    pruner->sort_used.items[top] = 1;
    pruner->ctor_used.items[sorts_node(&bank->sorts, top)->ctor] = 1;
    for (uint32_t i = 0; i < sorts_node(&bank->sorts, top)->arg_count; i++)
      VEC_PUSH(&stack, sorts_arg(&bank->sorts, top, i));
  }
  VEC_FREE(&stack);
}

static void mark_fun(Pruner *pruner, const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  if (pruner->fun_used.items[fun]) return;
  pruner->fun_used.items[fun] = 1;
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->origin == FUN_THEORY) return;
  for (uint32_t i = 0; i <= info->arity; i++)
    mark_sort(pruner, bank, funs_rank(&bank->funs, fun)[i]);
  if (info->origin == FUN_DECLARED && info->arity == 0) VEC_PUSH(&pruner->missing, fun);
}

static void mark_terms(Pruner *pruner, const Bank *bank)
{
  for (Term term; (term = walk_next(&pruner->walk));) {
    const TermNode *node = bank_node(bank, term);
    const OperatorInfo *info = bank_operator(bank, node->op);
    if ((info->kind == OPERATOR_APPLY || info->kind == OPERATOR_CASE) && info->fun)
      mark_fun(pruner, bank, info->fun);
    if (!pruner->sort_used.items[node->sort]) mark_sort(pruner, bank, node->sort);
  }
}

static void mark_definition(Pruner *pruner, const Bank *bank, Fun fun)
{
  walk_add_root(&pruner->walk, funs_info(&bank->funs, fun)->definition);
  mark_terms(pruner, bank);
}

static void mark_command(Pruner *pruner, const Bank *bank, const Script *script,
                         const Command *command)
{
  switch (command->kind) {
  case CMD_ASSERT:
  case CMD_ASSERT_SOFT:
  case CMD_MINIMIZE:
  case CMD_MAXIMIZE: walk_add_root(&pruner->walk, command->a); break;
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_GET_VALUE:
    for (uint32_t i = 0; i < command->count; i++)
      walk_add_root(&pruner->walk, script_list(script, command)[i]);
    break;
  default: return;
  }
  mark_terms(pruner, bank);
}

/* --- declarations --- */

static void mark_fields(Pruner *pruner, const Bank *bank, const Datatype *datatype)
{
  for (size_t c = 0; c < datatype->constructors.count; c++) {
    Fun fun = datatype->constructors.items[c];
    for (uint32_t i = 0; i <= funs_info(&bank->funs, fun)->arity; i++)
      mark_sort(pruner, bank, funs_rank(&bank->funs, fun)[i]);
  }
}

static bool is_datatype_used(const Pruner *pruner, const Bank *bank, uint32_t datatype)
{
  return pruner->ctor_used.items[bank->datatypes.items[datatype].ctor];
}

static uint32_t count_used(const Pruner *pruner, const Bank *bank, const Script *script,
                           const Command *command)
{
  uint32_t used = 0;
  for (uint32_t i = 0; i < command->count; i++)
    used += is_datatype_used(pruner, bank, script_list(script, command)[i]);
  return used;
}

/* One that is used may have fields of another's sort, and so on. */
static bool keep_datatypes(Pruner *pruner, const Bank *bank, const Script *script,
                           const Command *command)
{
  uint32_t before, used = count_used(pruner, bank, script, command);
  do {
    before = used;
    for (uint32_t i = 0; i < command->count; i++) {
      uint32_t datatype = script_list(script, command)[i];
      if (is_datatype_used(pruner, bank, datatype))
        mark_fields(pruner, bank, &bank->datatypes.items[datatype]);
    }
    used = count_used(pruner, bank, script, command);
  } while (used > before);
  return used > 0;
}

static bool keep_definition(Pruner *pruner, const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  if (!pruner->fun_used.items[fun]) return false;
  mark_definition(pruner, bank, fun);
  return true;
}

static bool keep_recursive(Pruner *pruner, const Bank *bank, const Script *script,
                           const Command *command)
{
  const uint32_t *list = script_list(script, command);
  bool used = false;
  for (uint32_t i = 0; i < command->count; i++) used |= pruner->fun_used.items[list[i]];
  for (uint32_t i = 0; used && i < command->count; i++) {
    mark_fun(pruner, bank, list[i]);
    mark_definition(pruner, bank, list[i]);
  }
  return used;
}

/* --- commands that are text to us --- */

static bool is_fun_mentioned(const Pruner *pruner, const Bank *bank, Fun fun)
{
  return pruner->mentioned.items[funs_info(&bank->funs, fun)->name];
}

static bool is_datatype_mentioned(const Pruner *pruner, const Bank *bank, const Datatype *datatype)
{
  bool found = pruner->mentioned.items[bank->sorts.ctors.items[datatype->ctor].name];
  for (size_t i = 0; i < datatype->constructors.count; i++)
    found |= is_fun_mentioned(pruner, bank, datatype->constructors.items[i]);
  for (size_t i = 0; i < datatype->selectors.count; i++)
    found |= is_fun_mentioned(pruner, bank, datatype->selectors.items[i]);
  return found;
}

/* Marks what a command declares if some text mentions it. */
static void mark_mentioned(Pruner *pruner, const Bank *bank, const Script *script,
                           const Command *command)
{
  switch (command->kind) {
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DECLARE_CB:
  case CMD_DECLARE_ORACLE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
    if (is_fun_mentioned(pruner, bank, command->a)) mark_fun(pruner, bank, command->a);
    break;
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count; i++) {
      Fun fun = script_list(script, command)[i];
      if (is_fun_mentioned(pruner, bank, fun)) mark_fun(pruner, bank, fun);
    }
    break;
  case CMD_DECLARE_SORT:
    pruner->ctor_used.items[command->a] |=
        pruner->mentioned.items[bank->sorts.ctors.items[command->a].name];
    break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES:
    for (uint32_t i = 0; i < command->count; i++) {
      const Datatype *datatype = &bank->datatypes.items[script_list(script, command)[i]];
      pruner->ctor_used.items[datatype->ctor] |= is_datatype_mentioned(pruner, bank, datatype);
    }
    break;
  default: break;
  }
}

/* --- all commands --- */

/* Is the command needed by those after it? Marks what it needs itself. */
static bool is_needed(Pruner *pruner, const Bank *bank, const Script *script,
                      const Command *command)
{
  switch (command->kind) {
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DECLARE_CB:
  case CMD_DECLARE_ORACLE_FUN: return pruner->fun_used.items[command->a];
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN: return keep_definition(pruner, bank, command->a);
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC: return keep_recursive(pruner, bank, script, command);
  case CMD_DECLARE_SORT: return pruner->ctor_used.items[command->a];
  case CMD_DEFINE_SORT: return false; /* the parser has expanded it */
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES: return keep_datatypes(pruner, bank, script, command);
  default: mark_command(pruner, bank, script, command); return true;
  }
}

/* From the end, since uses come after declarations. places.items[i] is 1 if the command is needed. */
static void mark(Pruner *pruner, const Bank *bank, const Script *script)
{
  clear_marks(&pruner->fun_used, bank->funs.items.count);
  clear_marks(&pruner->sort_used, bank->sorts.nodes.count);
  clear_marks(&pruner->ctor_used, bank->sorts.ctors.count);
  clear_marks(&pruner->places, script->commands.count);
  pruner->missing.count = 0;
  walk_start(&pruner->walk, bank);
  bool opaque = false;
  for (size_t i = script->commands.count; i-- > 0;) {
    const Command *command = &script->commands.items[i];
    if (mention_is_opaque(command)) {
      if (!opaque) clear_marks(&pruner->mentioned, symbols_count(&bank->symbols));
      opaque = true;
      mention_words(bank, command->b, &pruner->mentioned);
    }
    if (opaque) mark_mentioned(pruner, bank, script, command);
    pruner->places.items[i] = is_needed(pruner, bank, script, command);
    if (opaque && command->kind == CMD_DEFINE_SORT && pruner->mentioned.items[command->a]) {
      mark_sort(pruner, bank, command->b);
      pruner->places.items[i] = 1;
    }
  }
}

/* --- results --- */

static void find_missing(Pruner *pruner, const Script *script)
{
  for (size_t i = 0; i < script->commands.count && pruner->missing.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_DECLARE_CONST || command->kind == CMD_DECLARE_FUN)
      pruner->fun_used.items[command->a] = 0;
  }
  size_t kept = 0;
  for (size_t i = 0; i < pruner->missing.count; i++)
    if (pruner->fun_used.items[pruner->missing.items[i]])
      pruner->missing.items[kept++] = pruner->missing.items[i];
  pruner->missing.count = kept;
}

static bool is_about_terms(CommandKind kind)
{
  return kind == CMD_ASSERT || kind == CMD_ASSERT_SOFT || kind == CMD_MINIMIZE ||
         kind == CMD_MAXIMIZE || kind == CMD_CHECK_SAT_ASSUMING || kind == CMD_GET_VALUE ||
         (kind >= CMD_DEFINE_CONST && kind <= CMD_DEFINE_FUNS_REC);
}

/* Leaves out those of a group that nothing needs. True: there were some, and others are left. */
static bool drop_datatypes(const Pruner *pruner, const Bank *bank, Script *script)
{
  bool changes = false;
  for (size_t i = 0; i < script->commands.count; i++) {
    Command *command = &script->commands.items[i];
    if (!command_declares_datatypes(command->kind) || !pruner->places.items[i]) continue;
    uint32_t *list = script->pool.items + command->first, kept = 0;
    for (uint32_t d = 0; d < command->count; d++)
      if (is_datatype_used(pruner, bank, list[d])) list[kept++] = list[d];
    changes |= kept < command->count;
    command->count = kept;
  }
  return changes;
}

/* How the script declares constants: not all solvers know declare-const. */
static CommandKind kind_of_declarations(const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    CommandKind kind = script->commands.items[i].kind;
    if (kind == CMD_DECLARE_CONST || kind == CMD_DECLARE_FUN) return kind;
  }
  return CMD_DECLARE_CONST;
}

bool pruner_run(Pruner *pruner, const Bank *bank, Script *script, bool drop)
{
  mark(pruner, bank, script);
  find_missing(pruner, script);
  bool changes = pruner->missing.count > 0;
  if (drop) changes |= drop_datatypes(pruner, bank, script);
  CommandKind kind = kind_of_declarations(script);
  for (size_t i = 0; i < script->commands.count; i++) changes |= drop && !pruner->places.items[i];
  if (!changes) return false;
  Script from = {
      .commands = {script->commands.items, script->commands.count, script->commands.capacity}};
  script->commands.items = NULL;
  script->commands.count = script->commands.capacity = 0;
  bool declared = false;
  for (size_t i = 0; i < from.commands.count; i++) {
    if (!declared && is_about_terms(from.commands.items[i].kind)) {
      for (size_t m = 0; m < pruner->missing.count; m++)
        VEC_PUSH(&script->commands, ((Command){.kind = kind, .a = pruner->missing.items[m]}));
      declared = true;
    }
    bool kept = !drop || pruner->places.items[i];
    if (kept) VEC_PUSH(&script->commands, from.commands.items[i]);
    pruner->places.items[i] = kept ? (uint32_t)script->commands.count : 0;
  }
  VEC_FREE(&from.commands);
  return true;
}

void pruner_find_unused(Pruner *pruner, const Bank *bank, const Script *script, U32Vec *commands)
{
  mark(pruner, bank, script);
  for (uint32_t i = 0; i < script->commands.count; i++)
    if (!pruner->places.items[i]) VEC_PUSH(commands, i);
}
