#include "smt/gen/scene.h"

#include <assert.h>
#include <ctype.h>

#include "smt/text/roots.h"

enum { SORT_SIZE_MAX = 256, NAME_DIGITS = 8 };

/* --- commands ----------------------------------------------------------------------------- */

static bool is_declaration(CommandKind kind)
{
  switch (kind) {
  case CMD_DECLARE_SORT:
  case CMD_DECLARE_SORT_PARAMETER:
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DECLARE_CB:
  case CMD_DECLARE_ORACLE_FUN:
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES: return true;
  default: return false;
  }
}

static bool is_leading(CommandKind kind)
{
  switch (kind) {
  case CMD_SET_LOGIC:
  case CMD_SET_OPTION:
  case CMD_SET_INFO:
  case CMD_DEFINE_SORT:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC: return true;
  default: return is_declaration(kind);
  }
}

static bool is_reset(CommandKind kind)
{
  return kind == CMD_RESET || kind == CMD_RESET_ASSERTIONS;
}

/* What the script says of its own answer may be wrong once it is changed. */
static bool is_status(const Bank *bank, const Command *command)
{
  return command->kind == CMD_SET_INFO && symbols_equal(&bank->symbols, command->a, ":status");
}

static void copy_command(Scene *scene, const Script *from, const Command *command)
{
  if (is_status(scene->bank, command)) return;
  Command copy = *command;
  copy.first = (uint32_t)scene->script.pool.count;
  VEC_APPEND(&scene->script.pool, script_list(from, command), command->count);
  VEC_PUSH(&scene->script.commands, copy);
}

/* Where the declarations end that hold for the rest of the script. */
static size_t end_of_global(const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    CommandKind kind = script->commands.items[i].kind;
    if (kind == CMD_PUSH || kind == CMD_POP || is_reset(kind)) return i;
  }
  return script->commands.count;
}

static void arrange(Scene *scene, const Script *script)
{
  size_t count = script->commands.count, leading = 0, global = end_of_global(script);
  const Command *commands = script->commands.items;
  scene->script.commands.count = scene->script.pool.count = scene->asserts.count = 0;
  scene->script.logic = script->logic;
  while (leading < count && is_leading(commands[leading].kind)) leading++;
  for (size_t i = 0; i < leading; i++) copy_command(scene, script, &commands[i]);
  for (size_t i = leading; i < global; i++)
    if (is_declaration(commands[i].kind)) copy_command(scene, script, &commands[i]);
  scene->declare_at = scene->script.commands.count;
  bool reset = false;
  for (size_t i = leading; i < count; i++) {
    if (i < global && is_declaration(commands[i].kind)) continue;
    reset |= is_reset(commands[i].kind);
    if (!reset && (commands[i].kind == CMD_ASSERT || commands[i].kind == CMD_ASSERT_SOFT))
      VEC_PUSH(&scene->asserts, (uint32_t)scene->script.commands.count);
    copy_command(scene, script, &commands[i]);
  }
}

/* --- sorts -------------------------------------------------------------------------------- */

static bool index_has(const Index *index, uint32_t id)
{
  IndexProbe probe = index_probe(index, hash_finish(hash_mix(0, id)));
  for (uint32_t next; index_next(&probe, &next);)
    if (next == id) return true;
  return false;
}

static void index_add(Index *index, uint32_t id)
{
  if (!index_has(index, id)) index_insert(index, hash_finish(hash_mix(0, id)), id);
}

static bool ctor_is_usable(const Scene *scene, const SortNode *node)
{
  bool declared = node->class == SORT_UNINTERPRETED || node->class == SORT_DATATYPE;
  return !declared || index_has(&scene->ctors, node->ctor);
}

/* Arguments are older than what is made of them. Sorts that are very large when written out are left
 * alone. */
bool scene_sort_is_usable(Scene *scene, Sort sort)
{
  assert(bank_has_sort(scene->bank, sort));
  const SortTable *sorts = &scene->bank->sorts;
  while (scene->usable.count <= sort) {
    Sort next = (Sort)scene->usable.count;
    const SortNode *node = sorts_node(sorts, next);
    uint32_t size = 1;
    bool good = next && !node->open && ctor_is_usable(scene, node);
    for (uint32_t i = 0; i < node->arg_count && good; i++) {
      assert(sorts_arg(sorts, next, i) < next);
      uint32_t part = scene->usable.items[sorts_arg(sorts, next, i)];
      size += part;
      good = part && size <= SORT_SIZE_MAX;
    }
    VEC_PUSH(&scene->usable, good ? size : 0);
  }
  return scene->usable.items[sort];
}

static void see_ctors(Scene *scene)
{
  const Script *script = &scene->script;
  for (size_t i = 0; i < scene->declare_at; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_DECLARE_SORT) index_add(&scene->ctors, command->a);
    if (command->kind != CMD_DECLARE_DATATYPE && command->kind != CMD_DECLARE_DATATYPES) continue;
    for (uint32_t k = 0; k < command->count; k++)
      index_add(&scene->ctors, scene->bank->datatypes.items[script_list(script, command)[k]].ctor);
  }
}

/* --- functions ---------------------------------------------------------------------------- */

typedef void FunVisitor(void *context, Fun fun);

/* Every function that a command brings, those of datatypes too. */
static void visit_functions(const Bank *bank, const Script *script, const Command *command,
                            FunVisitor *visit, void *context)
{
  switch (command->kind) {
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DECLARE_CB:
  case CMD_DECLARE_ORACLE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC: visit(context, command->a); break;
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count; i++) visit(context, script_list(script, command)[i]);
    break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES:
    for (uint32_t i = 0; i < command->count; i++) {
      const Datatype *datatype = &bank->datatypes.items[script_list(script, command)[i]];
      for (size_t k = 0; k < datatype->constructors.count; k++)
        visit(context, datatype->constructors.items[k]);
      for (size_t k = 0; k < datatype->selectors.count; k++)
        visit(context, datatype->selectors.items[k]);
    }
    break;
  default: break;
  }
}

static void mark_declared(void *context, Fun fun)
{
  Scene *scene = context;
  while (scene->declared.count <= fun) VEC_PUSH(&scene->declared, 0);
  scene->declared.items[fun] = 1;
}

static void see_declared(Scene *scene, size_t from, size_t until)
{
  for (size_t i = from; i < until; i++)
    visit_functions(scene->bank, &scene->script, &scene->script.commands.items[i], mark_declared,
                    scene);
}

/* --- terms -------------------------------------------------------------------------------- */

/* The number of a name such as q12, plus 1; 0 for other names. */
static uint32_t number_of_name(const Bank *bank, Symbol name)
{
  const char *text = symbols_text(&bank->symbols, name);
  size_t length = symbols_length(&bank->symbols, name);
  uint32_t number = 0;
  if (length < 2 || length > NAME_DIGITS + 1 || text[0] != 'q') return 0;
  for (size_t i = 1; i < length; i++) {
    if (!isdigit((unsigned char)text[i])) return 0;
    number = number * 10 + (uint32_t)(text[i] - '0');
  }
  return number + 1;
}

static void see_terms(Scene *scene)
{
  const Bank *bank = scene->bank;
  roots_walk(&scene->walk, bank, &scene->script);
  for (Term term; (term = walk_next(&scene->walk));) {
    const TermNode *node = bank_node(bank, term);
    if (node->op == OP_VARIABLE) {
      uint32_t number = number_of_name(bank, bank_variable_info(bank, term)->name);
      if (number > scene->first_name) scene->first_name = number;
    }
    Fun fun = node->count == 0 ? bank_fun(bank, term) : 0;
    if (fun && funs_info(&bank->funs, fun)->origin == FUN_DEFINED && !scene_declares(scene, fun))
      scene->names_are_used = true;
  }
}

void scene_start(Scene *scene, Bank *bank, const Script *script)
{
  scene->bank = bank;
  scene->usable.count = scene->declared.count = scene->first_name = 0;
  scene->names_are_used = false;
  index_free(&scene->ctors);
  scene->ctors = (Index){0};
  arrange(scene, script);
  see_ctors(scene);
  see_declared(scene, 0, scene->script.commands.count);
  see_terms(scene);
  assert(scene->declare_at <= scene->script.commands.count);
}

size_t scene_end_of_asserts(const Scene *scene)
{
  if (scene->asserts.count == 0) return scene->declare_at;
  return scene->asserts.items[scene->asserts.count - 1] + 1;
}

uint32_t scene_follow(Scene *scene, const Script *script, size_t declared, size_t changed)
{
  Script *own = &scene->script;
  size_t count = scene->asserts.count, end = scene_end_of_asserts(scene);
  assert(script->commands.count == own->commands.count + declared + (changed == SIZE_MAX));
  own->commands.count = own->pool.count = 0;
  own->logic = script->logic;
  VEC_APPEND(&own->commands, script->commands.items, script->commands.count);
  VEC_APPEND(&own->pool, script->pool.items, script->pool.count);
  if (changed == SIZE_MAX) {
    VEC_PUSH(&scene->asserts, (uint32_t)end);
    changed = end;
  }
  uint32_t number = 0;
  for (size_t i = 0; i < scene->asserts.count; i++) {
    if (scene->asserts.items[i] == changed) number = (uint32_t)i;
    scene->asserts.items[i] += (uint32_t)declared;
  }
  see_declared(scene, scene->declare_at, scene->declare_at + declared);
  scene->declare_at += declared;
  assert(number < scene->asserts.count && scene->asserts.count - count <= 1);
  return number;
}

void scene_deinit(Scene *scene)
{
  script_deinit(&scene->script);
  VEC_FREE(&scene->asserts);
  index_free(&scene->ctors);
  VEC_FREE(&scene->usable);
  VEC_FREE(&scene->declared);
  walk_deinit(&scene->walk);
}

/* --- the universe ------------------------------------------------------------------------- */

typedef struct {
  Scene *scene;
  const GenSettings *settings;
  Universe *universe;
  Index sorts; /* ids: Sort */
  Index twice; /* ids: Symbol, of names that are declared more than once */
} Collector;

static void see_sort(Collector *collector, Sort sort)
{
  if (index_has(&collector->sorts, sort) || !scene_sort_is_usable(collector->scene, sort)) return;
  index_add(&collector->sorts, sort);
  VEC_PUSH(&collector->universe->sorts, sort);
}

static void take_name(void *context, Fun fun)
{
  Collector *collector = context;
  Symbol name = funs_info(&collector->scene->bank->funs, fun)->name;
  if (universe_has_name(collector->universe, name)) index_add(&collector->twice, name);
  universe_take_name(collector->universe, name);
}

static void take_names(Collector *collector)
{
  Scene *scene = collector->scene;
  Bank *bank = scene->bank;
  const Script *script = &scene->script;
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    visit_functions(bank, script, command, take_name, collector);
    if (command->kind == CMD_DECLARE_SORT)
      universe_take_name(collector->universe, bank->sorts.ctors.items[command->a].name);
    if (command->kind == CMD_DEFINE_SORT) universe_take_name(collector->universe, command->a);
    for (uint32_t k = 0; k < command->count && (command->kind == CMD_DECLARE_DATATYPE ||
                                                command->kind == CMD_DECLARE_DATATYPES);
         k++) {
      SortCtor ctor = bank->datatypes.items[script_list(script, command)[k]].ctor;
      universe_take_name(collector->universe, bank->sorts.ctors.items[ctor].name);
    }
  }
}

/* A declared or defined function that all assertions can use. */
static void use_function(Collector *collector, Fun fun)
{
  assert(fun && bank_has_fun(collector->scene->bank, fun));
  Scene *scene = collector->scene;
  const Bank *bank = scene->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Sort *rank = funs_rank(&bank->funs, fun);
  for (uint32_t i = 0; i <= info->arity; i++)
    if (!scene_sort_is_usable(scene, rank[i])) return;
  for (uint32_t i = 0; i <= info->arity; i++) see_sort(collector, rank[i]);
  if (index_has(&collector->twice, info->name)) return;
  Arithmetic arithmetic = collector->settings->logic.arithmetic;
  SortClass class = sorts_class(&bank->sorts, rank[info->arity]);
  bool difference = arithmetic == ARITH_DIFFERENCE || arithmetic == ARITH_OFFSET;
  if (difference && info->origin != FUN_DECLARED && (class == SORT_INT || class == SORT_REAL))
    return;
  if (info->arity)
    VEC_PUSH(&collector->universe->functions, fun);
  else
    VEC_PUSH(&collector->universe->constants, fun);
}

static void use_functions(Collector *collector)
{
  const Script *script = &collector->scene->script;
  for (size_t i = 0; i < collector->scene->declare_at; i++) {
    const Command *command = &script->commands.items[i];
    bool several = command->kind == CMD_DEFINE_FUNS_REC;
    for (uint32_t k = 0; several && k < command->count; k++)
      use_function(collector, script_list(script, command)[k]);
    if (command->kind == CMD_DECLARE_CONST || command->kind == CMD_DECLARE_FUN ||
        command->kind == CMD_DEFINE_CONST || command->kind == CMD_DEFINE_FUN ||
        command->kind == CMD_DEFINE_FUN_REC)
      use_function(collector, command->a);
  }
}

/* Functions whose rank is computed by a rule are used as the script uses them. */
static void see_ruled(Collector *collector, Term term)
{
  const Bank *bank = collector->scene->bank;
  const TermNode *node = bank_node(bank, term);
  Fun fun = bank_fun(bank, term);
  if (!fun || !funs_info(&bank->funs, fun)->rule || node->count > DRAW_ARGS) return;
  const OperatorInfo *op = bank_operator(bank, node->op);
  if (op->index_count > DRAW_INDICES || !scene_sort_is_usable(collector->scene, node->sort)) return;
  DrawnRank rank = {
      .fun = fun, .index_count = op->index_count, .arg_count = node->count, .result = node->sort};
  for (uint32_t i = 0; i < op->index_count; i++)
    rank.indices[i] = bank->index_pool.items[op->first + i];
  for (uint32_t i = 0; i < node->count; i++) {
    rank.args[i] = bank_sort(bank, bank_args(bank, term)[i]);
    if (!scene_sort_is_usable(collector->scene, rank.args[i])) return;
  }
  VEC_PUSH(&collector->universe->ranks, rank);
}

void scene_universe(Scene *scene, const GenSettings *settings, Universe *universe)
{
  assert(scene->bank && settings);
  enum { RANKS_MAX = 256 };
  *universe = (Universe){0};
  Collector collector = {.scene = scene, .settings = settings, .universe = universe};
  take_names(&collector);
  see_sort(&collector, scene->bank->bool_sort);
  use_functions(&collector);
  walk_start(&scene->walk, scene->bank);
  for (size_t i = scene->asserts.count; i-- > 0;)
    walk_add_root(&scene->walk, scene->script.commands.items[scene->asserts.items[i]].a);
  for (Term term; (term = walk_next(&scene->walk));) {
    see_sort(&collector, bank_sort(scene->bank, term));
    const OperatorInfo *op = bank_operator(scene->bank, bank_node(scene->bank, term)->op);
    if (op->kind == OPERATOR_ANNOTATION && op->first) universe_take_name(universe, op->first);
    if (universe->ranks.count < RANKS_MAX) see_ruled(&collector, term);
  }
  index_free(&collector.sorts);
  index_free(&collector.twice);
}
