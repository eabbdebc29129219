#include "language/smt/restrict.h"

#include <string.h>
#include <unistd.h>

#include "run/capability/capability.h"
#include "run/capability/capability_cache.h"
#include "smt/draw/construct.h"
#include "smt/draw/permit.h"

typedef struct {
  const LanguageRequest *request;
  Bank *bank;
  GenSettings *settings;
  SmtlibLacks *lacks; /* what only some are without; NULL: it is left out as well */
  CapabilityList *list;
  VEC(Capabilities) found;
  const char *asked; /* the solver */
  const char *said;  /* the one of which it was said */
} Restriction;

/* --- asking ------------------------------------------------------------------------------- */

/* Sorts that are asked for before functions over them, and the parts of logics that have them. */
static const struct {
  uint32_t uses, parts;
} sort_parts[] = {
    {USES_INT, LOGIC_INTS | LOGIC_STRINGS | LOGIC_SEQUENCES | LOGIC_SETS},
    {USES_REAL, LOGIC_REALS | LOGIC_FLOATS},
    {USES_BITVEC, LOGIC_BITVECTORS | LOGIC_FLOATS},
    {USES_ROUNDING | USES_FLOAT_16 | USES_FLOAT_32 | USES_FLOAT_64 | USES_FLOAT_128 |
         USES_FLOAT_OTHER,
     LOGIC_FLOATS},
    {USES_STRING, LOGIC_STRINGS},
    {USES_ARRAY | USES_ARRAY_OF_BOOL, LOGIC_ARRAYS},
    {USES_SEQ, LOGIC_SEQUENCES},
    {USES_SET | USES_BAG, LOGIC_SETS},
    {USES_FIELD, LOGIC_FIELDS},
    {USES_TUPLE, LOGIC_DATATYPES | LOGIC_SETS},
    {USES_FUNCTION, LOGIC_HIGHER_ORDER},
};

static bool has_sort(const Logic *logic, uint32_t uses)
{
  for (size_t i = 0; i < sizeof sort_parts / sizeof *sort_parts; i++)
    if (uses & sort_parts[i].uses) return logic->parts & sort_parts[i].parts;
  return false;
}

/* Of a theory; 0: there is none of that name. */
static SortCtor find_ctor(const Bank *bank, const char *name)
{
  for (SortCtor ctor = 1; ctor < bank->sorts.ctors.count; ctor++) {
    const SortCtorInfo *info = &bank->sorts.ctors.items[ctor];
    if (info->theory && symbols_equal(&bank->symbols, info->name, name)) return ctor;
  }
  return 0;
}

/* Of sorts with indices or parameters one that all solvers have that have any. */
static const struct {
  uint32_t decides;
  SortClass class;
} usual_sorts[] = {
    {USES_BITVEC, SORT_BITVEC}, {USES_FLOAT_32, SORT_FLOAT}, {USES_ARRAY, SORT_ARRAY}};

/* The constructor of sorts that the item asks about; 0: it is about a certain sort, or none. */
static SortCtor sort_of_item(const Bank *bank, const Capability *item)
{
  if (strcmp(item->group, "sorts") != 0) return 0;
  for (size_t i = 0; i < sizeof usual_sorts / sizeof *usual_sorts; i++)
    if (item->decides == usual_sorts[i].decides)
      return bank->sorts.class_ctor[usual_sorts[i].class];
  return find_ctor(bank, item->name);
}

/* Sorts that only solvers know come with their functions. */
static bool is_foreign_sort(const Restriction *restriction, const char *group, const char *name)
{
  const Bank *bank = restriction->bank;
  SortCtor ctor = strcmp(group, "sorts") == 0 ? find_ctor(bank, name) : 0;
  return ctor && restriction->settings->extensions &&
         bank->sorts.ctors.items[ctor].class == SORT_OTHER;
}

/* What the settings would generate, and what tells whether functions need be asked about. All else makes no difference here. */
static bool wants(void *user, const char *group, const char *name, Fun fun, uint32_t decides)
{
  const Restriction *restriction = user;
  if (fun) return permit_function(restriction->bank, restriction->settings, fun);
  if (decides) return has_sort(&restriction->settings->logic, decides);
  if (is_foreign_sort(restriction, group, name)) return true;
  if (strcmp(group, "binders") == 0)
    return construct_is_form(name) && construct_form_in(&restriction->settings->logic, name);
  return strcmp(group, "commands") == 0 && strcmp(name, "declare-const") == 0;
}

/* Only asking takes long; what is in the cache is not asked. */
static void show_progress(void *user, size_t done, size_t total)
{
  Restriction *restriction = user;
  const LanguageRequest *request = restriction->request;
  if (request->note && restriction->said != restriction->asked) {
    StrBuf line;
    strbuf_init(&line, 0);
    strbuf_printf(&line, "asking %s what it supports (once)", restriction->asked);
    if (request->progress) request->progress(request->user, restriction->asked, 0, 0);
    request->note(request->user, strbuf_text(&line));
    strbuf_deinit(&line);
  }
  restriction->said = restriction->asked;
  if (request->progress) request->progress(request->user, restriction->asked, done, total);
}

static uint32_t count_processors(void)
{
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 2 ? 2 : count > 16 ? 16 : (uint32_t)count;
}

static Status ask(Restriction *restriction, Supervisor *sup, const char *folder, Error *error)
{
  const LanguageRequest *request = restriction->request;
  for (size_t i = 0; i < request->solver_count; i++) {
    CapabilityOptions options = {.jobs = count_processors(),
                                 .cache = folder,
                                 .progress = show_progress,
                                 .user = restriction};
    Capabilities found;
    restriction->asked = request->solvers[i].name;
    Status status =
        capabilities_find(sup, &request->solvers[i], restriction->list, &options, &found, error);
    if (request->progress) request->progress(request->user, restriction->asked, 0, 0);
    if (request->interrupted && request->interrupted(request->user))
      return error_set(error, STATUS_IO, "interrupted");
    if (status) return error_set(error, STATUS_IO, "%s", error->message);
    VEC_PUSH(&restriction->found, found);
  }
  return STATUS_OK;
}

/* --- leaving out -------------------------------------------------------------------------- */

/* Would it be generated otherwise? */
static bool is_used(const Restriction *restriction, const Capability *item)
{
  return item->fun && permit_function(restriction->bank, restriction->settings, item->fun);
}

static void leave_out(Restriction *restriction, const Capability *item)
{
  GenSettings *settings = restriction->settings;
  if (item->fun && item->form == FORM_PLAIN)
    VEC_PUSH(&settings->excluded, item->fun);
  else if (item->fun)
    VEC_PUSH(&settings->exact, item->fun);
  else if (sort_of_item(restriction->bank, item))
    VEC_PUSH(&settings->excluded_sorts, sort_of_item(restriction->bank, item));
  else if (strcmp(item->group, "binders") == 0 && construct_is_form(item->name))
    gen_settings_leave_out(settings, item->name);
  else if (strcmp(item->group, "commands") == 0 && strcmp(item->name, "declare-const") == 0)
    settings->declare_fun = true;
}

static uint64_t all_solvers(const Restriction *restriction)
{
  return UINT64_MAX >> (LEFT_OUT_SOLVERS - restriction->request->solver_count);
}

/* Of the solvers that do not accept it always, those that do in some cases. */
static uint64_t partly(const Restriction *restriction, const Capability *item, uint64_t solvers)
{
  size_t place = (size_t)(item - restriction->list->items.items);
  uint64_t some = 0;
  for (size_t i = 0; i < restriction->found.count; i++) {
    CapabilityStatus status = restriction->found.items[i].results[place].status;
    if (status == CAPABILITY_VALUES || status == CAPABILITY_PARTLY) some |= UINT64_C(1) << i;
  }
  return some & solvers;
}

/* Scripts with it are for the others. False: it has to be left out. */
static bool note_lack(Restriction *restriction, const Capability *item, uint64_t solvers)
{
  bool binder = strcmp(item->group, "binders") == 0;
  SmtlibLack lack = {.fun = item->fun,
                     .exact = item->fun && item->form != FORM_PLAIN,
                     .ctor = sort_of_item(restriction->bank, item),
                     .form = binder ? construct_form_name(item->name) : NULL,
                     .solvers = solvers,
                     .partly = partly(restriction, item, solvers)};
  bool told = lack.fun || lack.ctor || lack.form;
  if (!restriction->lacks || solvers == all_solvers(restriction) || !told) return false;
  VEC_PUSH(restriction->lacks, lack);
  return true;
}

/* The first few by name. */
static void report(const Restriction *restriction, size_t solver, const LeftOuts *left_out)
{
  enum { NAMED = 8 };
  const LanguageRequest *request = restriction->request;
  const char *name = request->solvers[solver].name;
  size_t count = 0;
  StrBuf line;
  strbuf_init(&line, 0);
  for (size_t i = 0; i < left_out->count; i++) {
    const Capability *item = &restriction->list->items.items[left_out->items[i].item];
    if (!(left_out->items[i].solvers >> solver & 1) || !is_used(restriction, item)) continue;
    if (!count)
      strbuf_printf(&line,
                    restriction->lacks ? "%s gets no inputs with: " : "left out for %s: ", name);
    if (count < NAMED) strbuf_printf(&line, "%s%s", count ? ", " : "", item->name);
    count++;
  }
  if (count > NAMED)
    strbuf_printf(&line, " and %zu more: see 'assay solvers --check %s'", count - NAMED, name);
  if (count && request->note) request->note(request->user, strbuf_text(&line));
  strbuf_deinit(&line);
}

static void restrict_settings(Restriction *restriction)
{
  LeftOuts left_out = {0};
  capabilities_left_out(restriction->found.items, restriction->found.count, &left_out);
  for (size_t i = 0; i < restriction->found.count; i++) report(restriction, i, &left_out);
  for (size_t i = 0; i < left_out.count; i++) {
    const Capability *item = &restriction->list->items.items[left_out.items[i].item];
    if (!note_lack(restriction, item, left_out.items[i].solvers)) leave_out(restriction, item);
  }
  VEC_FREE(&left_out);
}

Status smtlib_restrict(const LanguageRequest *request, Supervisor *sup, Bank *bank,
                       GenSettings *settings, SmtlibLacks *lacks, Error *error)
{
  Restriction restriction = {
      .request = request, .bank = bank, .settings = settings, .lacks = lacks};
  if (request->solver_count > LEFT_OUT_SOLVERS)
    return error_set(error, STATUS_USAGE, "too many solvers");
  restriction.list =
      capability_list_create_for(bank, &(CapabilityFilter){wants, &restriction}, true);
  char *folder = capability_cache_folder();
  Status status = ask(&restriction, sup, folder, error);
  if (status == STATUS_OK) restrict_settings(&restriction);
  free(folder);
  for (size_t i = 0; i < restriction.found.count; i++)
    capabilities_deinit(&restriction.found.items[i]);
  VEC_FREE(&restriction.found);
  capability_list_destroy(restriction.list);
  return status;
}

/* ALL has quantifiers, and QF_ALL is not known to all solvers. */
void smtlib_write_all(GenSettings *settings)
{
  settings->logic.all = true;
  if (settings->logic.parts & LOGIC_QUANTIFIERS) return;
  settings->logic.parts |= LOGIC_QUANTIFIERS;
  gen_settings_leave_out(settings, "forall");
  gen_settings_leave_out(settings, "exists");
}

void smtlib_widen_logic(GenSettings *settings)
{
  if (settings->logic.parts & (LOGIC_SEQUENCES | LOGIC_SETS)) smtlib_write_all(settings);
}
