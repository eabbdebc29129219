#include "language/smt/reduce/edit.h"

#include <assert.h>

#include "language/smt/reduce/define.h"
#include "language/smt/reduce/plain.h"
#include "language/smt/reduce/prune.h"
#include "language/smt/reduce/redeclare.h"

/* What happens to one command. */
typedef struct {
  bool dropped;
  bool split;
  CommandKind kind;
  Symbol symbol;  /* 0: it keeps its own */
  uint32_t place; /* in the new script, + 1; 0: none */
} CommandChange;

typedef struct {
  uint32_t command, item;
} ItemCut;

struct Editor {
  Bank *bank;
  Rebuild rebuild;
  Pruner pruner;
  SortChanges sorts;
  VEC(CommandChange) commands;
  VEC(ItemCut) items;
};

Editor *editor_create(Bank *bank)
{
  Editor *editor = mem_alloc_zero(1, sizeof *editor);
  editor->bank = bank;
  rebuild_init(&editor->rebuild, bank);
  return editor;
}

void editor_destroy(Editor *editor)
{
  rebuild_deinit(&editor->rebuild);
  pruner_deinit(&editor->pruner);
  VEC_FREE(&editor->sorts.sorts);
  VEC_FREE(&editor->sorts.names);
  VEC_FREE(&editor->sorts.parameters);
  VEC_FREE(&editor->commands);
  VEC_FREE(&editor->items);
  free(editor);
}

/* --- reading the edits --- */

static void drop_parameter(Rebuild *rebuild, Fun fun, uint32_t parameter)
{
  assert(parameter < funs_info(&rebuild->bank->funs, fun)->arity);
  U32Vec *dropped = &rebuild_change(rebuild, fun)->dropped;
  size_t at = 0;
  while (at < dropped->count && dropped->items[at] < parameter) at++;
  if (at < dropped->count && dropped->items[at] == parameter) return;
  VEC_PUSH(dropped, parameter);
  for (size_t i = dropped->count - 1; i > at; i--) dropped->items[i] = dropped->items[i - 1];
  dropped->items[at] = parameter;
}

static void take_command_edit(Editor *editor, const Edit *edit)
{
  assert(edit->a < editor->commands.count);
  CommandChange *change = &editor->commands.items[edit->a];
  switch (edit->kind) {
  case EDIT_DROP_COMMANDS:
    for (uint32_t i = edit->a; i <= edit->b; i++) editor->commands.items[i].dropped = true;
    break;
  case EDIT_DROP_PAIR: change->dropped = editor->commands.items[edit->b].dropped = true; break;
  case EDIT_DROP_ITEM: VEC_PUSH(&editor->items, ((ItemCut){edit->a, edit->b})); break;
  case EDIT_SPLIT: change->split = true; break;
  case EDIT_COMMAND_KIND: change->kind = (CommandKind)edit->b; break;
  default: change->symbol = edit->b; break;
  }
}

static void eliminate(Rebuild *rebuild, Term constant, Term equality)
{
  const Term *args = bank_args(rebuild->bank, equality);
  Term other = args[args[0] == constant];
  assert(args[0] == constant || args[1] == constant);
  rebuild_replace(rebuild, equality, plain_bool(rebuild->bank, true));
  rebuild_replace(rebuild, constant, other);
}

static void take_edit(Editor *editor, const Edit *edit)
{
  Rebuild *rebuild = &editor->rebuild;
  switch (edit->kind) {
  case EDIT_TERM: rebuild_replace(rebuild, edit->a, edit->b); break;
  case EDIT_ELIMINATE: eliminate(rebuild, edit->a, edit->b); break;
  case EDIT_DROP_ARGUMENT: rebuild_cut(rebuild, edit->a, edit->b); break;
  case EDIT_INLINE: rebuild_change(rebuild, edit->a)->inlined = true; break;
  case EDIT_UNDEFINE: rebuild_change(rebuild, edit->a)->undefined = true; break;
  case EDIT_DROP_FIELD:
  case EDIT_DROP_PARAMETER: drop_parameter(rebuild, edit->a, edit->b); break;
  case EDIT_RENAME: rebuild_change(rebuild, edit->a)->name = edit->b; break;
  case EDIT_DROP_CONSTRUCTOR: rebuild_change(rebuild, edit->a)->to = 0; break;
  case EDIT_SORT:
    VEC_PUSH(&editor->sorts.sorts, edit->a);
    VEC_PUSH(&editor->sorts.sorts, edit->b);
    break;
  case EDIT_INSTANTIATE:
    VEC_PUSH(&editor->sorts.parameters, sorts_node(&editor->bank->sorts, edit->a)->ctor);
    VEC_PUSH(&editor->sorts.parameters, edit->b);
    VEC_PUSH(&editor->sorts.parameters, sorts_arg(&editor->bank->sorts, edit->a, edit->b));
    break;
  case EDIT_RENAME_SORT:
    VEC_PUSH(&editor->sorts.names, edit->a);
    VEC_PUSH(&editor->sorts.names, edit->b);
    break;
  default: take_command_edit(editor, edit); break;
  }
}

static void take_edits(Editor *editor, const Script *from, const Edit *edits, size_t count)
{
  rebuild_start(&editor->rebuild);
  editor->sorts.sorts.count = editor->sorts.names.count = editor->sorts.parameters.count = 0;
  editor->commands.count = editor->items.count = 0;
  for (size_t i = 0; i < from->commands.count; i++)
    VEC_PUSH(&editor->commands, ((CommandChange){.kind = from->commands.items[i].kind}));
  for (size_t i = 0; i < count; i++) take_edit(editor, &edits[i]);
  rebuild_cuts_done(&editor->rebuild);
  if (editor->sorts.sorts.count || editor->sorts.names.count || editor->sorts.parameters.count ||
      editor->rebuild.changes.count)
    redeclare_script(&editor->rebuild, from, &editor->sorts);
}

/* --- the new commands --- */

static Term root(Editor *editor, Term term)
{
  Term made = rebuild_term(&editor->rebuild, term);
  if (bank_open(editor->bank, made)) editor->rebuild.impossible = true;
  return made;
}

static bool is_item_cut(const Editor *editor, uint32_t command, uint32_t item)
{
  for (size_t i = 0; i < editor->items.count; i++)
    if (editor->items.items[i].command == command && editor->items.items[i].item == item)
      return true;
  return false;
}

static void rebuild_list(Editor *editor, const Script *from, uint32_t number, Command *command,
                         Script *to)
{
  assert(command->first + (size_t)command->count <= from->pool.count);
  uint32_t first = (uint32_t)to->pool.count;
  for (uint32_t i = 0; i < command->count; i++)
    if (!is_item_cut(editor, number, i)) {
      Term term = root(editor, from->pool.items[command->first + i]);
      VEC_PUSH(&to->pool, term);
    }
  command->first = first;
  command->count = (uint32_t)to->pool.count - first;
}

static void copy_list(const Script *from, Command *command, Script *to)
{
  assert(command->first + (size_t)command->count <= from->pool.count);
  uint32_t first = (uint32_t)to->pool.count;
  VEC_APPEND(&to->pool, from->pool.items + command->first, command->count);
  command->first = first;
}

/* Without those that are gone. */
static void map_datatypes(Editor *editor, Command *command, Script *to)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < command->count; i++) {
    uint32_t datatype = redeclare_datatype(&editor->rebuild, to->pool.items[command->first + i]);
    if (datatype) to->pool.items[command->first + kept++] = datatype;
  }
  command->count = kept;
}

static void push_assertions(Editor *editor, Term conjunction, Script *to)
{
  const Bank *bank = editor->bank;
  Fun fun = bank_fun(bank, conjunction);
  bool is_and = fun && symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, "and");
  uint32_t count = is_and ? bank_node(bank, conjunction)->count : 1;
  for (uint32_t i = 0; i < count; i++) {
    Term part = is_and ? bank_args(bank, conjunction)[i] : conjunction;
    VEC_PUSH(&to->commands, ((Command){.kind = CMD_ASSERT, .a = part}));
  }
}

/* Fills what the command holds. */
static void change_command(Editor *editor, const Script *from, uint32_t number, Command *command,
                           Script *to)
{
  Rebuild *rebuild = &editor->rebuild;
  switch (command->kind) {
  case CMD_ASSERT:
  case CMD_ASSERT_SOFT:
  case CMD_MINIMIZE:
  case CMD_MAXIMIZE: command->a = root(editor, command->a); break;
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_GET_VALUE: rebuild_list(editor, from, number, command, to); return;
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN: command->a = definition_declared(rebuild, command->a); break;
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN: definition_function(rebuild, command); break;
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC:
    copy_list(from, command, to);
    definition_recursive(rebuild, command, to->pool.items + command->first);
    return;
  case CMD_DECLARE_SORT: command->a = redeclare_ctor(rebuild, command->a); break;
  case CMD_DEFINE_SORT: command->b = rebuild_sort(rebuild, command->b); break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES:
    copy_list(from, command, to);
    map_datatypes(editor, command, to);
    return;
  default: break;
  }
  if (command->count) copy_list(from, command, to);
}

static void push_command(Editor *editor, const Script *from, uint32_t number, Script *to)
{
  assert(number < editor->commands.count);
  CommandChange *change = &editor->commands.items[number];
  Command command = from->commands.items[number];
  if (change->dropped) return;
  change->place = (uint32_t)to->commands.count + 1;
  command.offset = 0;
  if (change->symbol) command.a = change->symbol;
  if (command.kind != change->kind) {
    command.kind = change->kind;
    command.first = command.count = 0;
  }
  change_command(editor, from, number, &command, to);
  if (command_declares_datatypes(command.kind) && command.count == 0) {
    change->place = 0;
    return;
  }
  if (change->split && command.kind == CMD_ASSERT)
    push_assertions(editor, command.a, to);
  else
    VEC_PUSH(&to->commands, command);
  if (command.kind == CMD_SET_LOGIC) to->logic = command.a;
}

bool editor_apply(Editor *editor, const Script *from, const Edit *edits, size_t count, bool prune,
                  Script *to)
{
  assert(from != to && to->commands.count == 0);
  take_edits(editor, from, edits, count);
  for (uint32_t i = 0; i < from->commands.count && !editor->rebuild.impossible; i++)
    push_command(editor, from, i, to);
  if (editor->rebuild.impossible) {
    script_deinit(to);
    return false;
  }
  if (!pruner_run(&editor->pruner, editor->bank, to, prune)) return true;
  for (size_t i = 0; i < editor->commands.count; i++) {
    CommandChange *change = &editor->commands.items[i];
    if (change->place) change->place = editor->pruner.places.items[change->place - 1];
  }
  return true;
}

/* --- carrying edits over --- */

static bool carry_term(Editor *editor, Edit *edit)
{
  Rebuild *rebuild = &editor->rebuild;
  Term from = rebuild_result(rebuild, edit->a);
  if (!from || rebuild_is_replaced(rebuild, edit->a)) return false;
  Term to = rebuild_term(rebuild, edit->b);
  if (from == to || rebuild->impossible) return false;
  if (bank_sort(editor->bank, from) != bank_sort(editor->bank, to)) return false;
  if (bank_open(editor->bank, to) && !bank_open(editor->bank, from)) return false;
  edit->a = from;
  edit->b = to;
  return true;
}

static bool carry_argument(Editor *editor, Edit *edit)
{
  Rebuild *rebuild = &editor->rebuild;
  Term from = rebuild_result(rebuild, edit->a);
  if (!from || rebuild_is_replaced(rebuild, edit->a)) return false;
  uint32_t before = 0;
  if (rebuild_cuts_before(rebuild, edit->a, edit->b, &before)) return false;
  const TermNode *now = bank_node(editor->bank, from), *old = bank_node(editor->bank, edit->a);
  if (now->op != old->op || edit->b - before >= now->count) return false;
  edit->a = from;
  edit->b -= before;
  return true;
}

static bool carry_command(Editor *editor, uint32_t *number)
{
  assert(*number < editor->commands.count);
  uint32_t place = editor->commands.items[*number].place;
  *number = place - 1;
  return place != 0;
}

bool editor_carry(Editor *editor, Edit *edit)
{
  switch (edit->kind) {
  case EDIT_TERM: return carry_term(editor, edit);
  case EDIT_DROP_ARGUMENT: return carry_argument(editor, edit);
  case EDIT_DROP_PAIR: return carry_command(editor, &edit->a) && carry_command(editor, &edit->b);
  case EDIT_DROP_COMMANDS:
    /* Of a range what is left. */
    while (edit->a < edit->b && !editor->commands.items[edit->a].place) edit->a++;
    while (edit->b > edit->a && !editor->commands.items[edit->b].place) edit->b--;
    return carry_command(editor, &edit->a) && carry_command(editor, &edit->b);
  case EDIT_COMMAND_KIND:
  case EDIT_COMMAND_SYMBOL: return carry_command(editor, &edit->a);
  case EDIT_DROP_ITEM: {
    uint32_t before = 0;
    for (size_t i = 0; i < editor->items.count; i++) {
      const ItemCut *cut = &editor->items.items[i];
      if (cut->command == edit->a && cut->item == edit->b) return false;
      before += cut->command == edit->a && cut->item < edit->b;
    }
    edit->b -= before;
    return carry_command(editor, &edit->a);
  }
  default: return false;
  }
}
