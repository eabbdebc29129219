#include "language/smt/restrict.h"

#include <string.h>

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
} Restriction;

static void show_progress(void *user, size_t done, size_t total)
{
  const Restriction *restriction = user;
  const LanguageRequest *request = restriction->request;
  if (request->progress) request->progress(request->user, restriction->asked, done, total);
}

static Status ask(Restriction *restriction, Supervisor *sup, const char *folder, Error *error)
{
  const LanguageRequest *request = restriction->request;
  for (size_t i = 0; i < request->solver_count; i++) {
    CapabilityOptions options = {
        .jobs = 2, .cache = folder, .progress = show_progress, .user = restriction};
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
  else if (strcmp(item->group, "binders") == 0 && construct_is_form(item->name))
    gen_settings_leave_out(settings, item->name);
  else if (strcmp(item->group, "commands") == 0 && strcmp(item->name, "declare-const") == 0)
    settings->declare_fun = true;
}

static uint64_t all_solvers(const Restriction *restriction)
{
  return UINT64_MAX >> (LEFT_OUT_SOLVERS - restriction->request->solver_count);
}

/* Scripts with it are for the others. False: it has to be left out. */
static bool note_lack(Restriction *restriction, const Capability *item, uint64_t solvers)
{
  bool binder = strcmp(item->group, "binders") == 0;
  SmtlibLack lack = {.fun = item->fun,
                     .exact = item->fun && item->form != FORM_PLAIN,
                     .form = binder ? construct_form_name(item->name) : NULL,
                     .solvers = solvers};
  if (!restriction->lacks || solvers == all_solvers(restriction) || !(lack.fun || lack.form))
    return false;
  VEC_PUSH(restriction->lacks, lack);
  return true;
}

static void report(const Restriction *restriction, size_t solver, const LeftOuts *left_out)
{
  const LanguageRequest *request = restriction->request;
  StrBuf line;
  strbuf_init(&line, 0);
  for (size_t i = 0; i < left_out->count; i++) {
    const Capability *item = &restriction->list->items.items[left_out->items[i].item];
    if (!(left_out->items[i].solvers >> solver & 1) || !is_used(restriction, item)) continue;
    if (line.length)
      strbuf_add_text(&line, ", ");
    else
      strbuf_printf(&line, restriction->lacks ? "%s gets no inputs with: " : "left out for %s: ",
                    request->solvers[solver].name);
    strbuf_add_text(&line, item->name);
  }
  if (line.length && request->note) request->note(request->user, strbuf_text(&line));
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
  restriction.list = capability_list_create(bank, NULL, 0);
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
