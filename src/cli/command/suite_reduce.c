#include "cli/command/suite_reduce.h"

#include <string.h>

#include "base/clock.h"
#include "cli/option/commands.h"
#include "cli/shared/solvers.h"
#include "find/fuzz/essence.h"
#include "find/reduce/checker_slow.h"
#include "find/reduce/reduce.h"
#include "language/table.h"

#define KEPT_PART 0.5 /* of the time between the solvers, as campaigns keep it */

typedef struct {
  const SuiteReduction *given;
  Supervisor *sup;
  Solver target, reference;
  StrBuf best; /* of the input that is reduced */
  size_t alike, fast;
} Work;

static bool take_progress(void *user, const char *text, size_t length, bool improved,
                          const ReduceStatistics *statistics)
{
  Work *work = user;
  (void)statistics;
  if (improved) {
    strbuf_clear(&work->best);
    strbuf_add(&work->best, text, length);
  }
  return !solvers_interrupted();
}

static const LanguageInterface *language_of(const SuiteInput *input)
{
  const LanguageInterface *language = language_named(input->language);
  return language ? language : language_at(0);
}

/* --- one input --- */

/* The smaller text is in work->best. False: the input is no longer slow, or cannot be read. */
static bool reduce_input(Work *work, const SuiteInput *input)
{
  const LanguageInterface *language = language_of(input);
  const SuiteReduction *given = work->given;
  Error error;
  uint64_t end_ns = clock_monotonic_ns() + given->time_ms * 1000000;
  strbuf_clear(&work->best);
  Checker *check = checker_slow_create(&(SlowBehaviour){.language = language,
                                                        .target = &work->target,
                                                        .reference = &work->reference,
                                                        .keep_margin = KEPT_PART,
                                                        .timeout_ns = input->limit_ms * 1000000,
                                                        .memory_bytes = given->memory});
  ReduceStart start =
      reduce_start(work->sup, check, input->text, input->length, NULL, end_ns, &error);
  if (start == START_READY) {
    ReduceOptions how = {.language = language,
                         .jobs = (uint32_t)given->jobs,
                         .end_ns = end_ns,
                         .sink = take_progress,
                         .user = work};
    ReduceStatistics statistics;
    strbuf_add(&work->best, input->text, input->length);
    if (reduce_text(work->sup, check, &how, input->text, input->length, &statistics, &error) ==
        REDUCE_FAILED)
      strbuf_clear(&work->best);
  }
  checker_destroy(check);
  return work->best.length > 0;
}

static void add_names(Language *language, const char *text, size_t length, StrBuf *names)
{
  const LanguageInterface *interface = language->interface;
  Error error;
  U32Vec constructs = {0};
  Instance *instance = interface->read(language, text, length, &error);
  if (!instance) return;
  uint32_t *counts = mem_alloc_zero(interface->construct_count(language), sizeof *counts);
  interface->count(language, instance, counts);
  essence_take(language, counts, &constructs);
  for (size_t i = 0; i < constructs.count; i++)
    strbuf_printf(names, "%s%s", i ? " " : "",
                  interface->construct(language, constructs.items[i]).name);
  free(counts);
  VEC_FREE(&constructs);
  interface->release(instance);
}

/* Of a language that has all that its inputs may have; to be freed. */
static char *name_constructs(const SuiteInput *input, const StrBuf *text)
{
  const LanguageInterface *interface = language_of(input);
  SettingRow all = {"logic", "ALL"};
  SettingRows rows = {0};
  LanguageRequest request = {.rows = &rows};
  StrBuf name, names;
  Error error;
  strbuf_init(&name, 0);
  strbuf_init(&names, 0);
  if (interface == language_at(0)) VEC_PUSH(&rows, all);
  Language *language = interface->create(&request, &name, &error);
  if (language) {
    add_names(language, text->bytes, text->length, &names);
    interface->destroy(language);
  }
  char *result = mem_copy_string(strbuf_text(&names), names.length);
  VEC_FREE(&rows);
  strbuf_deinit(&name);
  strbuf_deinit(&names);
  return result;
}

static bool is_alike(const Suite *suite, size_t count, const char *constructs)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(suite->items[i].constructs, constructs) == 0) return true;
  return false;
}

/* Does it stay? */
static bool take_input(Work *work, Suite *suite, size_t number)
{
  SuiteInput *input = &suite->items[number];
  if (!reduce_input(work, input)) {
    work->fast++;
    return false;
  }
  input->constructs = name_constructs(input, &work->best);
  bool alike = is_alike(suite, number, input->constructs);
  work->alike += alike;
  input->reduced = mem_copy_string(work->best.bytes, work->best.length);
  input->reduced_length = work->best.length;
  return !alike;
}

/* --- all --- */

static int reduce_all(Work *work, Suite *suite, size_t count)
{
  size_t number = 0;
  while (number < suite->count && number < count && !solvers_interrupted()) {
    fprintf(stderr, "reducing: %zu of %zu, %zu with the constructs of an earlier one\n", number + 1,
            count, work->alike);
    if (take_input(work, suite, number))
      number++;
    else
      suite_drop(suite, number);
  }
  if (solvers_interrupted())
    return command_error(&command_suite, EXIT_ENVIRONMENT, "interrupted: nothing was written");
  while (suite->count > number) suite_drop(suite, suite->count - 1);
  fprintf(stderr, "%zu had the constructs of an earlier one, %zu were not slow again\n",
          work->alike, work->fast);
  return EXIT_FINE;
}

static int run_work(Work *work, Suite *suite, size_t count)
{
  work->sup = solvers_supervisor(&command_suite);
  if (!work->sup) return EXIT_ENVIRONMENT;
  solvers_catch_signals(work->sup);
  strbuf_init(&work->best, 0);
  int code = reduce_all(work, suite, count);
  strbuf_deinit(&work->best);
  solvers_release_signals();
  supervisor_destroy(work->sup);
  return code;
}

int suite_reduce(const SuiteReduction *given, Suite *suite, size_t count)
{
  Work work = {.given = given};
  Error error;
  if (!given->target || !given->reference)
    return command_usage_error(&command_suite, "--reduce needs a --target and a --reference");
  Profiles *profiles = solvers_profiles(&command_suite, given->profiles, false);
  if (!profiles) return EXIT_ENVIRONMENT;
  SolverVec solvers = {0};
  const char *const names[] = {given->target, given->reference};
  int code = EXIT_FINE;
  for (int i = 0; i < 2 && code == EXIT_FINE; i++) {
    Solver solver;
    Status status = solver_find(profiles, names[i], &solver, &error);
    if (status == STATUS_OK)
      VEC_PUSH(&solvers, solver);
    else
      code = command_error(&command_suite, solvers_exit_code(status), "%s", error.message);
  }
  if (code == EXIT_FINE) {
    work.target = solvers.items[0];
    work.reference = solvers.items[1];
    code = run_work(&work, suite, count);
  }
  solver_vec_free(&solvers);
  profiles_destroy(profiles);
  return code;
}
