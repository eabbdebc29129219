#include "base/strbuf.h"
#include "smt/mutate/fuse_internal.h"

#include "smt/term/rewrite.h"
#include "smt/term/traverse.h"

/* --- names -------------------------------------------------------------------------------- */

static bool fuse_names_have(const FuseNames *names, Symbol name)
{
  IndexProbe probe = index_probe(&names->index, hash_finish(hash_mix(0, name)));
  for (uint32_t id; index_next(&probe, &id);)
    if (names->items.items[id - 1] == name) return true;
  return false;
}

static void fuse_names_add(FuseNames *names, Symbol name)
{
  if (fuse_names_have(names, name)) return;
  VEC_PUSH(&names->items, name);
  index_insert(&names->index, hash_finish(hash_mix(0, name)), (uint32_t)names->items.count);
}

void fuse_names_deinit(FuseNames *names)
{
  VEC_FREE(&names->items);
  index_free(&names->index);
}

Symbol fuse_names_fresh(FuseNames *names, Bank *bank, const char *stem, size_t length)
{
  StrBuf text;
  Symbol name = 0;
  strbuf_init(&text, 0);
  for (uint64_t number = 0; !name || fuse_names_have(names, name) || bank_theory_fun(bank, name);
       number++) {
    strbuf_clear(&text);
    strbuf_add(&text, stem, length);
    strbuf_add_char(&text, '_');
    strbuf_add_u64(&text, number);
    name = symbols_intern(&bank->symbols, strbuf_text(&text), text.length);
  }
  strbuf_deinit(&text);
  fuse_names_add(names, name);
  return name;
}

/* --- declarations ------------------------------------------------------------------------- */

static bool declares_function(CommandKind kind)
{
  return kind == CMD_DECLARE_CONST || kind == CMD_DECLARE_FUN || kind == CMD_DEFINE_CONST ||
         kind == CMD_DEFINE_FUN || kind == CMD_DEFINE_FUN_REC;
}

/* The names of a datatype: its own, those of its constructors and of its selectors. */
static void datatype_names(const Bank *bank, uint32_t number, FuseNames *names)
{
  const Datatype *datatype = &bank->datatypes.items[number];
  fuse_names_add(names, bank->sorts.ctors.items[datatype->ctor].name);
  for (size_t i = 0; i < datatype->constructors.count; i++)
    fuse_names_add(names, funs_info(&bank->funs, datatype->constructors.items[i])->name);
  for (size_t i = 0; i < datatype->selectors.count; i++)
    fuse_names_add(names, funs_info(&bank->funs, datatype->selectors.items[i])->name);
}

static void command_names(const Bank *bank, const Script *script, const Command *command,
                          FuseNames *names)
{
  const uint32_t *list = script_list(script, command);
  if (declares_function(command->kind))
    fuse_names_add(names, funs_info(&bank->funs, command->a)->name);
  if (command->kind == CMD_DECLARE_SORT)
    fuse_names_add(names, bank->sorts.ctors.items[command->a].name);
  for (uint32_t i = 0; i < command->count; i++) {
    if (command->kind == CMD_DEFINE_FUNS_REC)
      fuse_names_add(names, funs_info(&bank->funs, list[i])->name);
    if (command_declares_datatypes(command->kind)) datatype_names(bank, list[i], names);
  }
}

void fuse_see_names(const Bank *bank, const Script *script, FuseNames *names)
{
  for (size_t i = 0; i < script->commands.count; i++)
    command_names(bank, script, &script->commands.items[i], names);
}

/* --- renaming ----------------------------------------------------------------------------- */

typedef struct {
  FusePart *part;
  Bank *bank;
  const FusePart *other; /* NULL for the first script */
  FuseNames *taken, *all;
  Symbol named;
} Renaming;

static Fun renamed(const FusePart *part, Fun fun)
{
  Fun new = fun < part->become.count ? part->become.items[fun] : 0;
  return new ? new : fun;
}

static void note_function(FusePart *part, Fun old, Fun new)
{
  while (part->become.count <= old) VEC_PUSH(&part->become, 0);
  part->become.items[old] = new;
}

/* Functions get their new names, and terms lose theirs: cores are not asked for. */
static Term rename_node(void *context, Term old, Term *args)
{
  const Renaming *renaming = context;
  Bank *bank = renaming->bank;
  const TermNode node = *bank_node(bank, old);
  const OperatorInfo *info = bank_operator(bank, node.op);
  if (info->kind == OPERATOR_ANNOTATION && info->fun == renaming->named) return args[0];
  Fun fun = bank_fun(bank, old), new = fun ? renamed(renaming->part, fun) : 0;
  if (new == fun) return 0;
  return bank_term(bank, funs_info(&bank->funs, new)->op, node.sort, args, node.count);
}

static bool is_clash(const Renaming *renaming, Symbol name)
{
  return fuse_names_have(renaming->taken, name) || bank_theory_fun(renaming->bank, name);
}

static Status refuse(const Renaming *renaming, Symbol name, const char *what, Error *error)
{
  return error_set(error, STATUS_SORT, "'%.*s' %s",
                   (int)symbols_length(&renaming->bank->symbols, name),
                   symbols_text(&renaming->bank->symbols, name), what);
}

/* A function under a name that is free, and with a definition whose names are. */
static Status take_function(Renaming *renaming, Fun fun, Error *error)
{
  Bank *bank = renaming->bank;
  const FunInfo old = *funs_info(&bank->funs, fun);
  FunInfo new = {.name = old.name, .arity = old.arity, .origin = old.origin};
  if (old.definition) new.definition = rewrite_term(bank, old.definition, rename_node, renaming);
  bool clash = is_clash(renaming, old.name);
  if (old.origin == FUN_RECURSIVE && (clash || new.definition != old.definition))
    return refuse(renaming, old.name, "is recursive and would have to be renamed", error);
  if (clash) {
    StrBuf stem;
    strbuf_init(&stem, 0);
    strbuf_add(&stem, symbols_text(&bank->symbols, old.name),
               symbols_length(&bank->symbols, old.name));
    new.name = fuse_names_fresh(renaming->all, bank, strbuf_text(&stem), stem.length);
    strbuf_deinit(&stem);
  }
  fuse_names_add(renaming->taken, new.name);
  note_function(renaming->part, fun, fun);
  if (!clash && new.definition == old.definition) return STATUS_OK;
  U32Vec rank = {0};
  VEC_APPEND(&rank, funs_rank(&bank->funs, fun), old.arity + 1);
  Fun made = bank_script_fun(bank, &new, rank.items);
  note_function(renaming->part, fun, made);
  note_function(renaming->part, made, made);
  VEC_FREE(&rank);
  return STATUS_OK;
}

static bool is_shared_sort(const FusePart *other, SortCtor ctor)
{
  for (size_t i = 0; other && i < other->sorts.count; i++)
    if (other->sorts.items[i] == ctor) return true;
  return false;
}

/* Sorts keep their names. Equal datatypes are declared once: they mean the same to both scripts. Sorts
 * without a meaning of their own must not be shared, since the scripts may want different sizes. */
static Status take_sorts(Renaming *renaming, const Script *script, const Command *command,
                         bool *needed, Error *error)
{
  const Bank *bank = renaming->bank;
  FuseNames names = {0};
  uint32_t shared = 0;
  Status status = STATUS_OK;
  command_names(bank, script, command, &names);
  for (uint32_t i = 0; i < command->count; i++) {
    SortCtor ctor = bank->datatypes.items[script_list(script, command)[i]].ctor;
    shared += is_shared_sort(renaming->other, ctor);
    VEC_PUSH(&renaming->part->sorts, ctor);
  }
  *needed = command->count == 0 || shared < command->count;
  for (size_t i = 0; *needed && i < names.items.count && !status; i++) {
    Symbol name = names.items.items[i];
    bool theory = false;
    for (size_t k = 1; k < bank->sorts.ctors.count && !theory; k++)
      theory = bank->sorts.ctors.items[k].theory && bank->sorts.ctors.items[k].name == name;
    if (theory || is_clash(renaming, name))
      status =
          refuse(renaming, name, "is declared by both scripts; rename it in one of them", error);
    else
      fuse_names_add(renaming->taken, name);
  }
  fuse_names_deinit(&names);
  return status;
}

/* --- the part ----------------------------------------------------------------------------- */

static Status take_command(Renaming *renaming, const Script *script, const Command *command,
                           Error *error)
{
  Script *declarations = &renaming->part->declarations;
  Status status = STATUS_OK;
  Command copy = *command;
  bool needed = true;
  switch (command->kind) {
  case CMD_ASSERT:
    copy.a = rewrite_term(renaming->bank, command->a, rename_node, renaming);
    VEC_PUSH(&renaming->part->asserts, copy.a);
    return STATUS_OK;
  case CMD_POP:
  case CMD_RESET:
  case CMD_RESET_ASSERTIONS:
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_DECLARE_SORT_PARAMETER:
  case CMD_EXTENSION:
    return error_set(error, STATUS_SORT, "cannot fuse scripts with (%s ...) before an answer",
                     *command_name(command->kind) ? command_name(command->kind) : "a command");
  case CMD_DECLARE_SORT:
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES:
    status = take_sorts(renaming, script, command, &needed, error);
    break;
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC:
    status = take_function(renaming, command->a, error);
    copy.a = renamed(renaming->part, command->a);
    break;
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count && !status; i++)
      status = take_function(renaming, script_list(script, command)[i], error);
    break;
  default: return STATUS_OK;
  }
  if (status || !needed) return status;
  copy.first = (uint32_t)declarations->pool.count;
  VEC_APPEND(&declarations->pool, script_list(script, command), command->count);
  VEC_PUSH(&declarations->commands, copy);
  return STATUS_OK;
}

static bool is_end(const Command *command)
{
  return command->kind == CMD_CHECK_SAT || command->kind == CMD_EXIT;
}

/* The constants in assertions. A name that :named gives is a function that no command declares. */
static Status see_constants(Renaming *renaming, Error *error)
{
  const Bank *bank = renaming->bank;
  FusePart *part = renaming->part;
  Walk walk = {0};
  Status status = STATUS_OK;
  walk_start(&walk, bank);
  for (size_t i = part->asserts.count; i-- > 0;) walk_add_root(&walk, part->asserts.items[i]);
  for (Term term; !status && (term = walk_next(&walk));) {
    Fun fun = bank_node(bank, term)->count == 0 ? bank_fun(bank, term) : 0;
    if (!fun) continue;
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin == FUN_DECLARED) VEC_PUSH(&part->constants, term);
    bool declared = fun < part->become.count && part->become.items[fun];
    if (info->origin == FUN_DEFINED && !declared)
      status = refuse(renaming, info->name, "is the name of a term and used in another one", error);
  }
  walk_deinit(&walk);
  return status;
}

Status fuse_part_init(FusePart *part, Bank *bank, const Script *script, const FusePart *other,
                      FuseNames *taken, FuseNames *all, Error *error)
{
  *part = (FusePart){0};
  Renaming renaming = {.part = part,
                       .bank = bank,
                       .other = other,
                       .taken = taken,
                       .all = all,
                       .named = symbols_intern(&bank->symbols, ":named", 6)};
  Status status = STATUS_OK;
  for (size_t i = 0; i < script->commands.count && !status; i++) {
    const Command *command = &script->commands.items[i];
    if (is_end(command)) break;
    status = take_command(&renaming, script, command, error);
  }
  return status ? status : see_constants(&renaming, error);
}

void fuse_part_deinit(FusePart *part)
{
  script_deinit(&part->declarations);
  VEC_FREE(&part->asserts);
  VEC_FREE(&part->constants);
  VEC_FREE(&part->become);
  VEC_FREE(&part->sorts);
}
