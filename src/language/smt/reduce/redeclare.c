#include "language/smt/reduce/redeclare.h"

#include <assert.h>
#include <string.h>

#include "smt/term/signature.h"

/* Work on the datatypes of one script. */
typedef struct {
  Rebuild *rebuild;
  Bank *bank;
  const SortChanges *changes;
  U32Vec groups;  /* datatypes, group by group, each preceded by its number of datatypes */
  U32Vec touched; /* by Sort: 1 if it changes */
} Redeclaration;

static void collect_groups(Redeclaration *work, const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (!command_declares_datatypes(command->kind)) continue;
    VEC_PUSH(&work->groups, command->count);
    VEC_APPEND(&work->groups, script_list(script, command), command->count);
  }
}

/* --- which sorts change --- */

static Symbol new_name(const Redeclaration *work, SortCtor ctor)
{
  const U32Vec *names = &work->changes->names;
  for (size_t i = 0; i < names->count; i += 2)
    if (names->items[i] == ctor) return names->items[i + 1];
  return work->bank->sorts.ctors.items[ctor].name;
}

static Sort direct(const Redeclaration *work, Sort sort)
{
  const U32Vec *sorts = &work->changes->sorts;
  for (size_t i = 0; i < sorts->count; i += 2)
    if (sorts->items[i] == sort) return sorts->items[i + 1];
  return 0;
}

/* What stands for a parameter of a datatype; 0: itself. */
static Sort stand_in(const Redeclaration *work, SortCtor ctor, uint32_t parameter)
{
  const U32Vec *list = &work->changes->parameters;
  for (size_t i = 0; i < list->count; i += 3)
    if (list->items[i] == ctor && list->items[i + 1] == parameter) return list->items[i + 2];
  return 0;
}

/* How many parameters it loses. */
static uint32_t lost_parameters(const Redeclaration *work, SortCtor ctor, uint32_t count)
{
  uint32_t lost = 0;
  for (uint32_t i = 0; work->changes->parameters.count && i < count; i++)
    lost += stand_in(work, ctor, i) != 0;
  return lost;
}

static bool ctor_changes(const Redeclaration *work, SortCtor ctor)
{
  return redeclare_ctor(work->rebuild, ctor) != ctor;
}

/* The arguments of a sort are older than it. */
static void touch_sorts(Redeclaration *work)
{
  const SortTable *table = &work->bank->sorts;
  work->touched.count = 0;
  for (Sort sort = 0; sort < table->nodes.count; sort++) {
    const SortNode *node = sorts_node(table, sort);
    bool is_touched = sort && (direct(work, sort) || ctor_changes(work, node->ctor));
    for (uint32_t i = 0; i < node->arg_count && !is_touched; i++)
      is_touched = work->touched.items[sorts_arg(table, sort, i)];
    VEC_PUSH(&work->touched, is_touched);
  }
}

/* Does something else take the place of the datatype? */
static bool is_gone(const Redeclaration *work, uint32_t number)
{
  const Bank *bank = work->bank;
  return direct(work,
                funs_result(&bank->funs, bank->datatypes.items[number].constructors.items[0]));
}

static bool fun_changes(const Redeclaration *work, Fun fun)
{
  const FunChange *change = rebuild_find_change(work->rebuild, fun);
  return change && (change->to != fun || change->dropped.count || change->name);
}

static bool datatype_changes(const Redeclaration *work, uint32_t number)
{
  const Bank *bank = work->bank;
  const Datatype *datatype = &bank->datatypes.items[number];
  if (new_name(work, datatype->ctor) != bank->sorts.ctors.items[datatype->ctor].name) return true;
  if (lost_parameters(work, datatype->ctor, datatype->parameter_count)) return true;
  for (size_t i = 0; i < datatype->selectors.count; i++)
    if (fun_changes(work, datatype->selectors.items[i])) return true;
  for (size_t i = 0; i < datatype->constructors.count; i++) {
    Fun fun = datatype->constructors.items[i];
    if (fun_changes(work, fun)) return true;
    const Sort *rank = funs_rank(&bank->funs, fun);
    for (uint32_t a = 0; a < funs_info(&bank->funs, fun)->arity; a++)
      if (work->touched.items[rank[a]]) return true;
  }
  return false;
}

/* --- new sorts --- */

/* A constructor of sorts that nobody has used. */
static SortCtor fresh_ctor(Redeclaration *work, SortCtor old)
{
  SortTable *table = &work->bank->sorts;
  SortCtorInfo info = table->ctors.items[old];
  info.name = new_name(work, old);
  info.datatype = 0;
  info.arity -= lost_parameters(work, old, info.arity);
  size_t before = table->ctors.count;
  SortCtor made = old;
  for (info.version = 1; table->ctors.count == before; info.version++)
    made = sorts_ctor(table, &info);
  return made;
}

static void set_ctor(Redeclaration *work, SortCtor from, SortCtor to)
{
  VEC_PUSH(&work->rebuild->ctors, from);
  VEC_PUSH(&work->rebuild->ctors, to);
}

static void rename_plain_sorts(Redeclaration *work)
{
  for (size_t i = 0; i < work->changes->names.count; i += 2) {
    SortCtorInfo info = work->bank->sorts.ctors.items[work->changes->names.items[i]];
    if (info.class == SORT_DATATYPE) continue;
    info.name = work->changes->names.items[i + 1];
    set_ctor(work, work->changes->names.items[i], sorts_ctor(&work->bank->sorts, &info));
  }
}

/* Does a group change that has not been changed? */
static bool group_changes(const Redeclaration *work, const uint32_t *group)
{
  bool changes = false;
  for (uint32_t d = 1; d <= group[0]; d++) {
    if (ctor_changes(work, work->bank->datatypes.items[group[d]].ctor)) return false;
    changes |= is_gone(work, group[d]) || datatype_changes(work, group[d]);
  }
  return changes;
}

/* Groups that change, until there are no more: one may have fields of another's sort. */
static void choose_groups(Redeclaration *work)
{
  for (bool more = true; more;) {
    more = false;
    touch_sorts(work);
    for (size_t g = 0; g < work->groups.count; g += work->groups.items[g] + 1) {
      const uint32_t *group = work->groups.items + g;
      if (!group_changes(work, group)) continue;
      for (uint32_t d = 1; d <= group[0]; d++) {
        SortCtor ctor = work->bank->datatypes.items[group[d]].ctor;
        if (is_gone(work, group[d])) continue;
        set_ctor(work, ctor, fresh_ctor(work, ctor));
        more = true;
      }
    }
  }
}

static Sort remake(Redeclaration *work, Sort sort)
{
  SortTable *table = &work->bank->sorts;
  const SortNode node = *sorts_node(table, sort);
  U32Vec indices = {0}, args = {0};
  for (uint32_t i = 0; i < node.index_count; i++) VEC_PUSH(&indices, sorts_index(table, sort, i));
  for (uint32_t i = 0; i < node.arg_count; i++)
    if (!stand_in(work, node.ctor, i))
      VEC_PUSH(&args, work->rebuild->sorts.items[sorts_arg(table, sort, i)]);
  uint32_t count = (uint32_t)args.count;
  Sort made = node.class == SORT_FUNCTION
                  ? sorts_function(table, args.items, count)
                  : sorts_make(table, redeclare_ctor(work->rebuild, node.ctor), indices.items,
                               args.items, count);
  VEC_FREE(&indices);
  VEC_FREE(&args);
  return made;
}

static void map_sorts(Redeclaration *work)
{
  U32Vec *to = &work->rebuild->sorts;
  to->count = 0;
  for (Sort sort = 0; sort < work->touched.count; sort++) {
    Sort wanted = direct(work, sort);
    if (!wanted) wanted = work->touched.items[sort] ? remake(work, sort) : sort;
    VEC_PUSH(to, wanted);
  }
}

/* --- new constructors --- */

static Symbol fun_name(const Redeclaration *work, Fun fun)
{
  const FunChange *change = rebuild_find_change(work->rebuild, fun);
  return change && change->name ? change->name : funs_info(&work->bank->funs, fun)->name;
}

static void set_fun(Redeclaration *work, Fun from, Fun to)
{
  rebuild_change(work->rebuild, from)->to = to;
}

static void remake_selector(Redeclaration *work, Fun constructor, uint32_t field, Fun made,
                            uint32_t position, Datatype *datatype)
{
  Bank *bank = work->bank;
  Fun old = bank_selector(bank, constructor, field);
  Fun selector = 0;
  if (made) {
    Sort rank[2] = {funs_result(&bank->funs, made), funs_rank(&bank->funs, made)[position]};
    FunInfo info = {.name = fun_name(work, old),
                    .arity = 1,
                    .origin = FUN_SELECTOR,
                    .related = made,
                    .version = position};
    selector = bank_script_fun(bank, &info, rank);
    VEC_PUSH(&datatype->selectors, selector);
  }
  Fun updater = bank_updater(bank, old);
  set_fun(work, old, selector);
  set_fun(work, updater, selector ? bank_updater(bank, selector) : 0);
}

static bool is_dropped(const FunChange *change, uint32_t field)
{
  for (size_t i = 0; change && i < change->dropped.count; i++)
    if (change->dropped.items[i] == field) return true;
  return false;
}

/* A sort of the rank of a constructor, without the parameters that its datatype loses. */
static Sort declared_sort(Redeclaration *work, Fun constructor, Sort sort)
{
  Bank *bank = work->bank;
  Sort made = rebuild_sort(work->rebuild, sort), own = funs_result(&bank->funs, constructor);
  const SortNode node = *sorts_node(&bank->sorts, own);
  if (!lost_parameters(work, node.ctor, node.arg_count)) return made;
  SignatureBinding binding;
  signature_clear(&binding);
  for (uint32_t i = 0; i < node.arg_count; i++) {
    Sort parameter = sorts_arg(&bank->sorts, own, i), instead = stand_in(work, node.ctor, i);
    binding.sorts[sorts_index(&bank->sorts, parameter, 0)] =
        instead ? rebuild_sort(work->rebuild, instead) : parameter;
  }
  Sort declared = signature_instantiate(bank, made, &binding);
  if (!declared) work->rebuild->impossible = true;
  return declared ? declared : made;
}

/* Without a datatype the constructor goes. */
static void remake_constructor(Redeclaration *work, Fun constructor, Datatype *datatype)
{
  Bank *bank = work->bank;
  const FunInfo old = *funs_info(&bank->funs, constructor);
  const FunChange *change = rebuild_find_change(work->rebuild, constructor);
  bool gone = !datatype || (change && change->to == 0);
  U32Vec rank = {0}, kept = {0};
  for (uint32_t i = 0; i <= old.arity; i++) {
    if (i < old.arity && is_dropped(change, i)) continue;
    VEC_PUSH(&kept, i);
    VEC_PUSH(&rank, declared_sort(work, constructor, funs_rank(&bank->funs, constructor)[i]));
  }
  FunInfo info = {.name = fun_name(work, constructor),
                  .arity = (uint32_t)rank.count - 1,
                  .origin = FUN_CONSTRUCTOR};
  info.needs_as = signature_needs_as(bank, rank.items, info.arity);
  Fun made = gone ? 0 : bank_script_fun(bank, &info, rank.items);
  if (made) VEC_PUSH(&datatype->constructors, made);
  for (uint32_t i = 0, at = 0; i < old.arity; i++) {
    bool keeps = !gone && at + 1 < kept.count && kept.items[at] == i;
    remake_selector(work, constructor, i, keeps ? made : 0, at, datatype);
    at += kept.items[at] == i;
  }
  Fun tester = bank_tester(bank, constructor);
  set_fun(work, constructor, made);
  set_fun(work, tester, made ? bank_tester(bank, made) : 0);
  VEC_FREE(&rank);
  VEC_FREE(&kept);
}

static void remake_datatype(Redeclaration *work, uint32_t number)
{
  Bank *bank = work->bank;
  const Datatype old = bank->datatypes.items[number];
  SortCtor ctor = redeclare_ctor(work->rebuild, old.ctor);
  if (is_gone(work, number)) {
    VEC_PUSH(&work->rebuild->gone, number);
    for (size_t i = 0; i < old.constructors.count; i++)
      remake_constructor(work, old.constructors.items[i], NULL);
    return;
  }
  if (ctor == old.ctor) return;
  Datatype datatype = {.ctor = ctor,
                       .parameter_count = bank->sorts.ctors.items[ctor].arity,
                       .codatatype = old.codatatype};
  for (size_t i = 0; i < old.constructors.count; i++)
    remake_constructor(work, old.constructors.items[i], &datatype);
  if (datatype.constructors.count == 0) work->rebuild->impossible = true;
  bank->sorts.ctors.items[ctor].datatype = (uint32_t)bank->datatypes.count;
  VEC_PUSH(&bank->datatypes, datatype);
}

/* Is there a constructor without fields of sorts of the group that have no value yet? */
static bool has_value(const Redeclaration *work, const uint32_t *group, const bool *inhabited,
                      uint32_t datatype)
{
  const Bank *bank = work->bank;
  const U32Vec *constructors = &bank->datatypes.items[datatype].constructors;
  for (size_t c = 0; c < constructors->count; c++) {
    Fun fun = constructors->items[c];
    bool all = true;
    for (uint32_t a = 0; a < funs_info(&bank->funs, fun)->arity; a++) {
      SortCtor field = sorts_node(&bank->sorts, funs_rank(&bank->funs, fun)[a])->ctor;
      for (uint32_t d = 0; d < group[0]; d++)
        if (!inhabited[d] &&
            bank->datatypes.items[redeclare_datatype(work->rebuild, group[d + 1])].ctor == field)
          all = false;
    }
    if (all) return true;
  }
  return false;
}

static bool is_well_founded(const Redeclaration *work, const uint32_t *group)
{
  bool *inhabited = mem_alloc_zero(group[0], sizeof *inhabited);
  uint32_t good = 0;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t d = 0; d < group[0]; d++) {
      uint32_t datatype = redeclare_datatype(work->rebuild, group[d + 1]);
      if (inhabited[d] || (datatype && !has_value(work, group, inhabited, datatype))) continue;
      inhabited[d] = more = true;
      good++;
    }
  }
  free(inhabited);
  return good == group[0];
}

static void remake_groups(Redeclaration *work)
{
  for (size_t g = 0; g < work->groups.count; g += work->groups.items[g] + 1) {
    const uint32_t *group = work->groups.items + g;
    for (uint32_t d = 1; d <= group[0]; d++) remake_datatype(work, group[d]);
    bool finite = !work->bank->datatypes.items[group[1]].codatatype;
    if (finite && !work->rebuild->impossible && !is_well_founded(work, group))
      work->rebuild->impossible = true;
  }
}

/* --- outside --- */

SortCtor redeclare_ctor(const Rebuild *rebuild, SortCtor ctor)
{
  for (size_t i = 0; i < rebuild->ctors.count; i += 2)
    if (rebuild->ctors.items[i] == ctor) return rebuild->ctors.items[i + 1];
  return ctor;
}

uint32_t redeclare_datatype(const Rebuild *rebuild, uint32_t datatype)
{
  const Bank *bank = rebuild->bank;
  for (size_t i = 0; i < rebuild->gone.count; i++)
    if (rebuild->gone.items[i] == datatype) return 0;
  SortCtor old = bank->datatypes.items[datatype].ctor, ctor = redeclare_ctor(rebuild, old);
  return ctor == old ? datatype : bank->sorts.ctors.items[ctor].datatype;
}

void redeclare_script(Rebuild *rebuild, const Script *script, const SortChanges *changes)
{
  Redeclaration work = {.rebuild = rebuild, .bank = rebuild->bank, .changes = changes};
  rebuild->changes_terms = true;
  collect_groups(&work, script);
  rename_plain_sorts(&work);
  choose_groups(&work);
  if (changes->sorts.count || rebuild->ctors.count) map_sorts(&work);
  remake_groups(&work);
  VEC_FREE(&work.groups);
  VEC_FREE(&work.touched);
}
