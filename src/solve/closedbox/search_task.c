#include "solve/closedbox/search_task.h"

#include <assert.h>
#include <dlfcn.h>
#include <string.h>

#include "solve/closedbox/native.h"
#include "solve/closedbox/runtime.h"

void search_task_init(SearchTask *task)
{
  *task = (SearchTask){0};
  strbuf_init(&task->source, 0);
}

void search_task_deinit(SearchTask *task)
{
  emit_plan_deinit(&task->plan);
  VEC_FREE(&task->ranges);
  VEC_FREE(&task->dictionary);
  strbuf_deinit(&task->source);
}

/* --- running --- */

/* Compiled constraints: one of the two. */
typedef struct {
  Native *native;
  void *library;
} Code;

static void *address_of(const Code *code, const char *name)
{
  void *address = code->library ? dlsym(code->library, name) : native_symbol(code->native, name);
  if (!address) guard_exit();
  return address;
}

typedef void Bind(void *const *boxes, void *caller, void *const *helpers);
typedef void Values(const uint64_t *in, uint64_t *out);

typedef struct {
  Values *values;
  const uint64_t *in;
  uint64_t *out;
} ValuesRun;

static void run_values(void *context)
{
  ValuesRun *run = context;
  run->values(run->in, run->out);
}

static void load_code(const Code *from, Caller *caller, SearchCode *code, Values **values)
{
  void *symbol = address_of(from, "fuzz_bind");
  Bind *bind;
  memcpy(&bind, &symbol, sizeof bind);
  bind(caller_addresses(caller), caller, runtime_addresses);
  symbol = address_of(from, "fuzz_cost");
  memcpy(&code->cost, &symbol, sizeof symbol);
  symbol = address_of(from, "fuzz_test");
  memcpy(&code->test, &symbol, sizeof symbol);
  symbol = address_of(from, "fuzz_trail");
  memcpy(&code->trail, &symbol, sizeof symbol);
  symbol = address_of(from, "fuzz_join");
  memcpy(&code->join, &symbol, sizeof symbol);
  symbol = address_of(from, "fuzz_differences");
  memcpy(&code->differences, &symbol, sizeof symbol);
  symbol = address_of(from, "fuzz_scan");
  memcpy(&code->scan, &symbol, sizeof symbol);
  symbol = address_of(from, "fuzz_values");
  memcpy(values, &symbol, sizeof symbol);
  code->mode = address_of(from, "mode");
  code->staged = address_of(from, "staged");
}

static void search(SearchTask *task, Caller *caller, const Code *from, StrBuf *out)
{
  assert(caller && task->ranges.count == task->plan.variables.count);
  SearchCode code;
  SearchResult result;
  Values *values;
  load_code(from, caller, &code, &values);
  uint64_t *candidate = mem_alloc_zero(task->plan.words + 1, sizeof *candidate);
  uint64_t *computed = mem_alloc_zero(task->plan.value_words + 1, sizeof *computed);
  task->search.plan = &task->plan;
  task->search.ranges = task->ranges.items;
  task->search.dictionary = task->dictionary.items;
  task->search.dictionary_count = task->dictionary.count;
  box_search_run(&task->search, &code, candidate, &result);
  ValuesRun run = {values, candidate, computed};
  if (result.end == SEARCH_FOUND && guard_run(run_values, &run) != GUARD_FINE)
    result.end = SEARCH_NOTHING;
  bytes_put_u64(out, result.end);
  bytes_put_u64(out, result.evaluations);
  bytes_put_u64(out, result.failures);
  bytes_put_u64(out, result.trail);
  for (uint32_t i = 0; i < task->plan.words; i++) bytes_put_u64(out, candidate[i]);
  for (uint32_t i = 0; i < task->plan.value_words; i++) bytes_put_u64(out, computed[i]);
}

void search_task_run(SearchTask *task, const Boxes *boxes, StrBuf *out)
{
  Error error;
  Caller *caller = NULL;
  Code code = {0};
  if (task->library) code.library = dlopen(task->library, RTLD_NOW | RTLD_LOCAL);
  Status status = caller_create(boxes, task->search.call_ns, task->wall_ns, &caller, &error);
  if (status == STATUS_OK && !code.library)
    status = native_compile(strbuf_text(&task->source), &code.native, &error);
  bytes_put_u64(out, status);
  if (status != STATUS_OK)
    bytes_put_text(out, error.message, strlen(error.message));
  else
    search(task, caller, &code, out);
  if (caller) caller_end_programs(caller);
}

bool search_outcome_get(ByteReader *in, const SearchTask *task, SearchOutcome *outcome)
{
  *outcome = (SearchOutcome){.status = (Status)bytes_get_below(in, STATUS_COUNT)};
  if (outcome->status != STATUS_OK) {
    size_t length;
    char *text = bytes_get_text(in, &length);
    error_set(&outcome->error, outcome->status, "%s", text);
    free(text);
    return !in->failed;
  }
  outcome->result.end = (SearchEnd)bytes_get_below(in, SEARCH_EMPTY + 1);
  outcome->result.evaluations = bytes_get_u64(in);
  outcome->result.failures = bytes_get_u64(in);
  outcome->result.trail = bytes_get_u64(in);
  uint32_t count = task->plan.words + task->plan.value_words;
  for (uint32_t i = 0; i < count && !in->failed; i++) VEC_PUSH(&outcome->words, bytes_get_u64(in));
  return !in->failed;
}

/* --- as bytes --- */

static void put_words(StrBuf *out, const uint64_t *words, size_t count)
{
  bytes_put_u64(out, count);
  for (size_t i = 0; i < count; i++) bytes_put_u64(out, words[i]);
}

void search_task_put(StrBuf *out, const SearchTask *task)
{
  assert(task->ranges.count == task->plan.variables.count);
  const EmitPlan *plan = &task->plan;
  const SearchSettings *search = &task->search;
  bytes_put_u64(out, plan->words);
  bytes_put_u64(out, plan->value_words);
  bytes_put_u64(out, plan->difference_words);
  bytes_put_u64(out, plan->constraints.count);
  bytes_put_u64(out, plan->variables.count);
  for (size_t i = 0; i < plan->variables.count; i++) {
    const EmitVariable *variable = &plan->variables.items[i];
    bytes_put_u64(out, variable->sort);
    bytes_put_u64(out, variable->first);
    layout_put(out, variable->layout);
    bytes_put_u64(out, task->ranges.items[i].low);
    bytes_put_u64(out, task->ranges.items[i].high);
    bytes_put_u64(out, task->ranges.items[i].bounded);
  }
  put_words(out, task->dictionary.items, task->dictionary.count);
  bytes_put_text(out, task->source.bytes, task->source.length);
  uint64_t numbers[] = {search->sweep_limit, search->wall_ns, search->call_ns, search->seed,
                        search->confirm};
  put_words(out, numbers, sizeof numbers / sizeof *numbers);
  bytes_put_u64(out, task->wall_ns);
}

static void get_variable(ByteReader *in, SearchTask *task)
{
  EmitVariable variable = {.sort = (Sort)bytes_get_u64(in)};
  variable.first = (uint32_t)bytes_get_below(in, UINT32_MAX);
  variable.layout = layout_get(in);
  VEC_PUSH(&task->plan.variables, variable);
  SearchRange range = {.low = bytes_get_u64(in)};
  range.high = bytes_get_u64(in);
  range.bounded = bytes_get_bool(in);
  VEC_PUSH(&task->ranges, range);
  in->failed |= variable.first + variable.layout.words > task->plan.words;
}

static void get_settings(ByteReader *in, SearchTask *task)
{
  uint64_t numbers[5];
  in->failed |= bytes_get_count(in, 8) != sizeof numbers / sizeof *numbers;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) numbers[i] = bytes_get_u64(in);
  task->search = (SearchSettings){.sweep_limit = numbers[0],
                                  .wall_ns = numbers[1],
                                  .call_ns = numbers[2],
                                  .seed = numbers[3],
                                  .confirm = numbers[4] != 0};
  task->wall_ns = bytes_get_u64(in);
}

bool search_task_get(ByteReader *in, SearchTask *task)
{
  EmitPlan *plan = &task->plan;
  search_task_init(task);
  plan->words = (uint32_t)bytes_get_below(in, 1 << 24);
  plan->value_words = (uint32_t)bytes_get_below(in, 1 << 24);
  plan->difference_words = (uint32_t)bytes_get_below(in, 1 << 24);
  size_t count = (size_t)bytes_get_below(in, 1 << 24);
  for (size_t i = 0; i < count; i++) VEC_PUSH(&plan->constraints, 0);
  count = bytes_get_count(in, 64);
  for (size_t i = 0; i < count && !in->failed; i++) get_variable(in, task);
  count = bytes_get_count(in, 8);
  for (size_t i = 0; i < count; i++) VEC_PUSH(&task->dictionary, bytes_get_u64(in));
  size_t length;
  char *source = bytes_get_text(in, &length);
  strbuf_add(&task->source, source, length);
  free(source);
  get_settings(in, task);
  return !in->failed;
}
