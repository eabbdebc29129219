#include "solve/closedbox/caller.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "run/process/supervisor.h"
#include "solve/closedbox/native.h"
#include "solve/closedbox/program.h"
#include "solve/closedbox/signature.h"

typedef int Thunk(void *function, const uint64_t *args, uint64_t *result);

/* A library or compiled source. */
typedef struct {
  const char *path;
  BoxKind kind;
  void *library;
  Native *native;
} Loaded;

struct Caller {
  const Boxes *boxes;
  uint64_t call_ns;
  uint64_t end_ns; /* by clock_monotonic_ns */
  VEC(Loaded) loaded;
  VEC(void *) addresses; /* by box, also of the next */
  VEC(Thunk *) thunks;
  Native *thunk_code;
  Supervisor *sup; /* of programs */
  CallTable table;
  int contradiction;
  VEC(uint64_t) contradicting;
  uint64_t failures;
  VEC(uint64_t) args; /* for calls with values */
  VEC(uint64_t) result;
  /* the present call */
  uint32_t box;
  const uint64_t *given;
  uint64_t *answer;
};

/* --- loading --- */

typedef struct {
  Loaded *loaded;
  Status status;
  Error *error;
} Loading;

static void load(void *context)
{
  Loading *loading = context;
  Loaded *loaded = loading->loaded;
  if (loaded->kind == BOX_SOURCE) {
    loading->status = native_compile_file(loaded->path, &loaded->native, loading->error);
    return;
  }
  loaded->library = dlopen(loaded->path, RTLD_NOW | RTLD_LOCAL);
  if (!loaded->library)
    loading->status =
        error_set(loading->error, STATUS_IO, "cannot load '%s': %s", loaded->path, dlerror());
}

static Status open_file(Caller *caller, const char *path, BoxKind kind, Error *error)
{
  for (size_t i = 0; i < caller->loaded.count; i++)
    if (strcmp(caller->loaded.items[i].path, path) == 0) return STATUS_OK;
  Loaded loaded = {.path = path, .kind = kind};
  Loading loading = {&loaded, STATUS_OK, error};
  if (guard_run(load, &loading) != GUARD_FINE)
    return error_set(error, STATUS_IO, "loading '%s' crashed or did not end", path);
  if (loading.status == STATUS_OK) VEC_PUSH(&caller->loaded, loaded);
  return loading.status;
}

static void *symbol_in(const Loaded *loaded, const char *name)
{
  return loaded->library ? dlsym(loaded->library, name) : native_symbol(loaded->native, name);
}

static Status find_address(Caller *caller, const Box *box, Error *error)
{
  void *address = NULL;
  for (size_t i = 0; i < caller->loaded.count && !address; i++) {
    const Loaded *loaded = &caller->loaded.items[i];
    if (!box->path || strcmp(loaded->path, box->path) == 0)
      address = symbol_in(loaded, box->symbol);
  }
  VEC_PUSH(&caller->addresses, address);
  if (address || box->kind == BOX_PROGRAM) return STATUS_OK;
  return error_set(error, STATUS_IO, "there is no function '%s' in %s%s%s", box->symbol,
                   box->path ? "'" : "the files of --box", box->path ? box->path : "",
                   box->path ? "'" : "");
}

static Status compile_thunks(Caller *caller, Error *error)
{
  StrBuf source;
  strbuf_init(&source, 0);
  box_signature_prelude(&source);
  for (uint32_t i = 0; i < caller->boxes->items.count; i++)
    box_signature_thunk(&source, &caller->boxes->items.items[i], i);
  Status status = native_compile(strbuf_text(&source), &caller->thunk_code, error);
  strbuf_deinit(&source);
  for (uint32_t i = 0; i < caller->boxes->items.count && status == STATUS_OK; i++) {
    char name[32];
    snprintf(name, sizeof name, "thunk_%u", i);
    void *symbol = native_symbol(caller->thunk_code, name);
    Thunk *thunk;
    memcpy(&thunk, &symbol, sizeof thunk);
    VEC_PUSH(&caller->thunks, thunk);
  }
  return status;
}

static Status load_all(Caller *caller, Error *error)
{
  const Boxes *boxes = caller->boxes;
  Status status = STATUS_OK;
  for (size_t i = 0; i < boxes->files.count && status == STATUS_OK; i++)
    status = open_file(caller, boxes->files.items[i], boxes->file_kinds.items[i], error);
  for (size_t i = 0; i < boxes->items.count && status == STATUS_OK; i++) {
    const Box *box = &boxes->items.items[i];
    if (box->path && box->kind != BOX_PROGRAM)
      status = open_file(caller, box->path, box->kind, error);
  }
  for (size_t i = 0; i < boxes->items.count && status == STATUS_OK; i++)
    status = find_address(caller, &boxes->items.items[i], error);
  if (status == STATUS_OK && boxes->programs) status = supervisor_create(&caller->sup, error);
  return status == STATUS_OK ? compile_thunks(caller, error) : status;
}

Status caller_create(const Boxes *boxes, uint64_t call_ns, uint64_t wall_ns, Caller **caller,
                     Error *error)
{
  assert(boxes);
  assert(call_ns > 0);
  Caller *made = mem_alloc_zero(1, sizeof *made);
  made->boxes = boxes;
  made->call_ns = call_ns;
  made->end_ns = wall_ns ? clock_monotonic_ns() + wall_ns : UINT64_MAX;
  made->contradiction = -1;
  Status status = load_all(made, error);
  if (status == STATUS_OK)
    *caller = made;
  else
    caller_destroy(made);
  return status;
}

/* Libraries stay loaded: their destructors are foreign code that nobody needs. */
void caller_destroy(Caller *caller)
{
  if (!caller) return;
  for (size_t i = 0; i < caller->loaded.count; i++) native_destroy(caller->loaded.items[i].native);
  native_destroy(caller->thunk_code);
  caller_end_programs(caller);
  call_table_deinit(&caller->table);
  VEC_FREE(&caller->loaded);
  VEC_FREE(&caller->addresses);
  VEC_FREE(&caller->thunks);
  VEC_FREE(&caller->contradicting);
  VEC_FREE(&caller->args);
  VEC_FREE(&caller->result);
  free(caller);
}

void caller_end_programs(Caller *caller)
{
  if (caller->sup) supervisor_destroy(caller->sup);
  caller->sup = NULL;
}

/* --- calling --- */

/* Programs have a limit of their own. */
static bool run_program(Caller *caller, const Box *box, const uint64_t *args, uint64_t *result)
{
  uint64_t now = clock_monotonic_ns();
  if (now >= caller->end_ns) return false;
  uint64_t left = caller->end_ns - now;
  guard_suspend();
  bool fine = box_program_call(caller->sup, box, left < caller->call_ns ? left : caller->call_ns,
                               args, result);
  guard_resume();
  return fine;
}

void caller_call_inside(Caller *caller, uint32_t box, const uint64_t *args, uint64_t *result)
{
  assert(box < caller->boxes->items.count);
  const Box *one = &caller->boxes->items.items[box];
  bool fine = one->kind == BOX_PROGRAM
                  ? run_program(caller, one, args, result)
                  : caller->thunks.items[box](caller->addresses.items[box], args, result) == 0;
  if (!fine) guard_fail();
}

static void run_call(void *context)
{
  Caller *caller = context;
  caller_call_inside(caller, caller->box, caller->given, caller->answer);
}

static void note(Caller *caller, const uint64_t *args, const uint64_t *result, bool failed)
{
  assert(caller->box < caller->boxes->items.count);
  const CallRecord *other = NULL;
  const Box *box = &caller->boxes->items.items[caller->box];
  if (call_table_add(&caller->table, caller->boxes, caller->box, args, result, failed, &other))
    return;
  if (caller->contradiction >= 0) return;
  caller->contradiction = (int)caller->box;
  VEC_APPEND(&caller->contradicting, caller->table.words.items + other->first,
             box->words + box_result(box).words);
  VEC_APPEND(&caller->contradicting, result, box_result(box).words);
}

GuardEnd caller_call(Caller *caller, uint32_t box, const uint64_t *args, uint64_t *result)
{
  assert(box < caller->boxes->items.count);
  caller->box = box;
  caller->given = args;
  caller->answer = result;
  GuardEnd end = guard_run(run_call, caller);
  caller->failures += end != GUARD_FINE;
  note(caller, args, result, end != GUARD_FINE);
  return end;
}

void *const *caller_addresses(const Caller *caller)
{
  return caller->addresses.items;
}

const CallTable *caller_table(const Caller *caller)
{
  return &caller->table;
}

int caller_contradiction(const Caller *caller, const uint64_t **words)
{
  *words = caller->contradicting.items;
  return caller->contradiction;
}

uint64_t caller_failures(const Caller *caller)
{
  return caller->failures;
}

/* --- calls with values --- */

static bool knows(void *context, Fun fun)
{
  const Caller *caller = context;
  return boxes_find(caller->boxes, fun) >= 0;
}

static Value call_with_values(void *context, Eval *eval, Fun fun, Term term, const Value *args,
                              uint32_t count)
{
  Caller *caller = context;
  int number = boxes_find(caller->boxes, fun);
  const Box *box = &caller->boxes->items.items[number];
  assert(count == box->arity);
  Layout layout = box_result(box);
  VEC_RESERVE(&caller->args, box->words);
  VEC_RESERVE(&caller->result, layout.words);
  for (uint32_t i = 0, at = 0; i < count; at += box->layouts[i++].words)
    if (!layout_from_value(eval, box->layouts[i], args[i], caller->args.items + at))
      return value_unknown(REASON_CALL_ARGUMENT, term);
  GuardEnd end = caller_call(caller, (uint32_t)number, caller->args.items, caller->result.items);
  if (end != GUARD_FINE) return value_unknown(REASON_CALL_FAILED, term);
  return layout_to_value(eval, layout, box->sorts[box->arity], caller->result.items, term);
}

BoxCaller caller_for_machine(Caller *caller)
{
  return (BoxCaller){knows, call_with_values, caller};
}
