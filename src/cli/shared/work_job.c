#include "cli/shared/work_job.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/option/option_value.h"
#include "cli/option/progress.h"
#include "cli/shared/consent.h"
#include "cli/shared/solvers.h"

/* --- words: options that were given, "oNAME" and the value, then "p" with each positional; all end with NUL --- */

static void add_word(StrBuf *out, char kind, const char *text)
{
  strbuf_add_char(out, kind);
  strbuf_add(out, text, strlen(text) + 1);
}

static void write_words(const WorkJob *job, StrBuf *out)
{
  OptionTable table = job->command->command->options;
  for (size_t i = 0; i < table.count; i++) {
    const Option *option = &table.items[i];
    if (!option_was_given(table, option, job->values) || workers_is_option(option->name)) continue;
    for (size_t k = 0; k < option_value_count(option, job->values); k++) {
      StrBuf value;
      strbuf_init(&value, 0);
      option_value_text(option, job->values, k, &value);
      add_word(out, 'o', option->name);
      add_word(out, 'v', strbuf_text(&value));
      strbuf_deinit(&value);
    }
  }
  for (int i = 0; i < job->count; i++) add_word(out, 'p', job->positionals[i]);
}

typedef struct {
  void *values;
  VEC(char *) positionals;
} Words;

/* What the store says is somebody else's text: it is read with every doubt. The texts live in the record. */
static Status read_words(const Subcommand *command, const StoreWorkRecord *record, Words *words,
                         Error *error)
{
  const Option *option = NULL;
  Status status = STATUS_OK;
  words->values = mem_alloc_zero(1, command->options_size);
  options_init(command->options, words->values);
  for (size_t at = 0; at < record->words_length && status == STATUS_OK;) {
    char kind = record->words[at], *text = record->words + at + (kind != '\0');
    at = (size_t)(text - record->words) + strlen(text) + 1;
    if (kind == 'p') {
      VEC_PUSH(&words->positionals, text);
    } else if (kind == 'o' && (option = option_find(command->options, text)) != NULL) {
      continue;
    } else if (kind == 'v' && option) {
      status = option_set(option, text, words->values, error);
    } else {
      status = error_set(error, STATUS_IO, "the store says nothing that this assay understands");
    }
  }
  return status;
}

static void free_words(const Subcommand *command, Words *words)
{
  if (words->values) options_deinit(command->options, words->values);
  free(words->values);
  VEC_FREE(&words->positionals);
}

/* --- a worker --- */

static bool is_interrupted(void *user)
{
  (void)user;
  return solvers_interrupted();
}

static void say(void *user, const char *bytes, size_t length)
{
  (void)user;
  fwrite(bytes, 1, length, stderr);
}

typedef struct {
  const WorkCommand *command;
  void *state;
} Doing;

static int run_unit(void *user, const StoreUnit *unit)
{
  const Doing *doing = user;
  if (unit->number == 0) /* the store is somebody else's text */
    return command_error(doing->command->command, EXIT_ENVIRONMENT, "units have numbers from 1 on");
  int code = doing->command->run(doing->state, unit);
  return fflush(stdout) == 0 ? code : EXIT_ENVIRONMENT;
}

static int do_work(const WorkCommand *command, const WorkersSettings *given, CrewWork *work,
                   void *state)
{
  Supervisor *sup = solvers_supervisor(command->command);
  if (!sup) return EXIT_ENVIRONMENT;
  Doing doing = {.command = command, .state = state};
  WorkPart part = {.run = run_unit,
                   .say = say,
                   .interrupted = is_interrupted,
                   .user = &doing,
                   .lease_ms = (uint32_t)given->lease_ms,
                   .at_a_time = command->at_a_time ? command->at_a_time(state) : 1};
  Error error;
  solvers_catch_signals(sup);
  Status status = crewwork_do(work, sup, &part, &error);
  solvers_release_signals();
  supervisor_destroy(sup);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command->command, &error);
}

/* Whoever can write to the store says what is run. What this user has begun is sealed; of anything else all is shown. */
static int ask_for_consent(const WorkCommand *command, const WorkersSettings *given,
                           const CrewWork *work)
{
  StrBuf lines;
  strbuf_init(&lines, 0);
  if (!crewwork_is_sealed(work)) {
    strbuf_printf(&lines, "assay %s, in the folder '%s', with", command->command->name,
                  work->record.directory);
    for (size_t at = 0; at < work->record.words_length; at += strlen(work->record.words + at) + 1)
      if (work->record.words[at]) strbuf_printf(&lines, " '%s'", work->record.words + at + 1);
    strbuf_add_char(&lines, '\n');
  }
  int code = consent_ask(command->command, given->store, &lines, given->trust);
  strbuf_deinit(&lines);
  return code;
}

/* As if the command had been called here with the words of the store. */
static int join_opened(const WorkCommand *command, const WorkersSettings *given, CrewWork *work)
{
  Words words = {0};
  Error error;
  StrBuf facts;
  if (chdir(work->record.directory) != 0)
    return command_error(command->command, EXIT_ENVIRONMENT,
                         "cannot go to '%s', where the work "
                         "was begun: %s",
                         work->record.directory, strerror(errno));
  void *state = mem_alloc_zero(1, command->state_size);
  strbuf_init(&facts, 0);
  crewwork_start_facts(&facts);
  int code = EXIT_FINE;
  Status status = crewwork_compare_version(work->record.facts, strbuf_text(&facts), &error);
  if (status == STATUS_OK) status = read_words(command->command, &work->record, &words, &error);
  if (status == STATUS_OK) {
    code = command->begin(state, words.values, (int)words.positionals.count,
                          words.positionals.items, &facts);
    if (code == EXIT_FINE)
      status = crewwork_compare_facts(work->record.facts, strbuf_text(&facts), &error);
    if (code == EXIT_FINE && status == STATUS_OK) code = do_work(command, given, work, state);
    command->end(state);
  }
  if (status != STATUS_OK) code = command_refuse(command->command, &error);
  strbuf_deinit(&facts);
  free_words(command->command, &words);
  free(state);
  return code;
}

static int join(const WorkCommand *command, const WorkersSettings *given, bool words)
{
  CrewWork work;
  Error error;
  if (!given->store)
    return command_usage_error(command->command, "--join needs the --store that the work is in");
  if (words) return command_usage_error(command->command, "--join is told by the store what to do");
  if (crewwork_open(&work, given->store, (int64_t)given->join, command->command->name, &error) !=
      STATUS_OK)
    return command_refuse(command->command, &error);
  int code = ask_for_consent(command, given, &work);
  if (code == EXIT_FINE) code = join_opened(command, given, &work);
  crewwork_close(&work);
  return code;
}

bool work_job_without(const WorkCommand *command, const WorkersSettings *given, bool words,
                      int *code)
{
  Error error;
  if (workers_check(given, &error) != STATUS_OK) {
    *code = command_refuse(command->command, &error);
    return true;
  }
  if (given->join) *code = join(command, given, words);
  if (!given->join && given->dry_run) {
    WorkersCall call = {
        .command = command->command, .given = given, .place = given->store, .logs = "."};
    *code = workers_print_script(&call, stdout);
  }
  return given->join || given->dry_run;
}

/* --- who has begun it --- */

enum { FAILURES_TOLD = 5 };

typedef struct {
  const WorkJob *job;
  Crew *crew; /* NULL: somebody else starts workers */
  bool *had;  /* units whose results are not needed any more: one may come twice */
  Progress progress;
  size_t done, failed;
} Head;

/* One reason may make very many of them fail. */
static void tell_failure(Head *head, const WorkResult *result)
{
  const Subcommand *command = head->job->command->command;
  if (++head->failed > FAILURES_TOLD) return;
  const char *name = result->name, *end = strchr(name, '\n');
  command_error(command, EXIT_ENVIRONMENT, "%.*s%s%s has failed: %.*s",
                (int)(end ? end - name : (ptrdiff_t)strlen(name)), name, end ? " with " : "",
                end ? end + 1 : "", (int)result->bytes.length, result->bytes.bytes);
  if (head->failed == FAILURES_TOLD)
    fprintf(stderr, "assay %s: further failures are only counted\n", command->name);
}

static Status take(void *user, const WorkResult *result, Error *error)
{
  Head *head = user;
  if (result->number == 0 || result->number > head->job->unit_count)
    return error_set(error, STATUS_IO, "the store has a result of something else");
  if (head->had[result->number - 1]) return STATUS_OK;
  head->had[result->number - 1] = true;
  head->done++;
  progress_hide(&head->progress);
  if (result->failed)
    tell_failure(head, result);
  else if (head->job->take(head->job->user, result, error) != STATUS_OK)
    return error->status;
  progress_update(&head->progress, head->done);
  return STATUS_OK;
}

static Status settle(void *user, Error *error)
{
  const Head *head = user;
  return head->job->settle ? head->job->settle(head->job->user, error) : STATUS_OK;
}

static bool leaves(void *user)
{
  const Head *head = user;
  return workers_leave(head->crew);
}

static WorkersCall call_of(const WorkJob *job, const char *place, const CrewWork *work)
{
  return (WorkersCall){.command = job->command->command,
                       .given = job->given,
                       .place = place,
                       .store = work->store,
                       .number = work->number,
                       .logs = job->folder,
                       .trust = job->given->trust};
}

/* Tasks that still do it are only watched. */
static Status start(const WorkJob *job, CrewWork *work, const char *place, Crew **crew,
                    Error *error)
{
  WorkersCall call = call_of(job, place, work);
  size_t active = 0;
  Status status = work->continued ? crewwork_count_active(work, &active, error) : STATUS_OK;
  if (status == STATUS_OK && active > 0 && job->given->cluster == CLUSTER_SLURM)
    status = workers_find_tasks(&call, crew, error);
  if (*crew)
    fprintf(stderr, "assay %s: watching what %zu worker%s still do\n", job->command->command->name,
            active, text_plural(active));
  return status == STATUS_OK && !*crew ? workers_start(&call, crew, error) : status;
}

static int finish(const WorkJob *job, const Head *head, WorkEnd end, bool *left)
{
  const Subcommand *command = job->command->command;
  *left = end == WORK_LEFT;
  if (end == WORK_LEFT)
    fprintf(stderr, "assay %s: the workers go on; the same command watches them\n", command->name);
  if (end == WORK_INTERRUPTED)
    return command_error(command, EXIT_ENVIRONMENT,
                         "interrupted; the same command resumes with what is missing");
  if (end == WORK_ABANDONED)
    return command_error(command, EXIT_ENVIRONMENT,
                         "all workers have ended, and there is work left: '%s' has what they "
                         "said; the same command resumes",
                         job->folder);
  if (head->failed)
    return command_error(command, EXIT_ENVIRONMENT,
                         "%zu of %zu %s have failed; the same command tries them again",
                         head->failed, head->done, job->noun);
  return EXIT_FINE;
}

static Status watch(Head *head, CrewWork *work, WorkEnd *end, Error *error)
{
  WorkListener listener = {.take = take,
                           .settle = settle,
                           .interrupted = is_interrupted,
                           .leaves = leaves,
                           .user = head};
  size_t wanted = 0, count = head->job->unit_count;
  head->had = mem_alloc_zero(count, sizeof *head->had);
  for (size_t i = 0; i < count; i++) {
    head->had[i] = !head->job->wanted[i];
    wanted += head->job->wanted[i];
  }
  progress_start(&head->progress, head->job->noun, wanted);
  progress_estimate(&head->progress, 0);
  Status status = crewwork_watch(work, head->crew, &listener, end, error);
  progress_hide(&head->progress);
  free(head->had);
  return status;
}

static int run_begun(const WorkJob *job, CrewWork *work, const char *place, bool *left)
{
  if (!work->sealed && !job->given->trust)
    return command_error(
        job->command->command, EXIT_ENVIRONMENT,
        "workers do only what has the seal of your key, and there is none: "
        "$XDG_STATE_HOME or ~/.local/state has to be a folder that can be written, "
        "and 'assay/seal-key' in it a file that only you can read. --trust does "
        "without");
  Head head = {.job = job};
  Error error;
  WorkEnd end = WORK_LEFT;
  Supervisor *sup = solvers_supervisor(job->command->command);
  if (!sup) return EXIT_ENVIRONMENT;
  solvers_catch_signals(sup);
  Status status = start(job, work, place, &head.crew, &error);
  if (status == STATUS_OK && !job->given->detach) status = watch(&head, work, &end, &error);
  if (head.crew) head.crew->class->destroy(head.crew);
  solvers_release_signals();
  supervisor_destroy(sup);
  return status == STATUS_OK ? finish(job, &head, end, left)
                             : command_refuse(job->command->command, &error);
}

/* --- the folder --- */

/* The store and the logs: work.db..., worker-N.log, task-N.log. */
static void remove_folder(const char *folder)
{
  DIR *entries = opendir(folder);
  for (struct dirent *entry; entries && (entry = readdir(entries)) != NULL;)
    if (strncmp(entry->d_name, "work", 4) == 0 || strncmp(entry->d_name, "task-", 5) == 0)
      unlinkat(dirfd(entries), entry->d_name, 0);
  if (entries) closedir(entries);
  rmdir(folder);
}

/* The folder may have the store of another command, too, which runs now or is to go on later. */
static bool has_more(const CrewWork *work)
{
  Error ignored;
  bool found;
  return store_has_unkept(work->store, &found, &ignored) != STATUS_OK || found;
}

int work_job_run(const WorkJob *job, bool *left)
{
  const Subcommand *command = job->command->command;
  StrBuf place, words;
  CrewWork work;
  Error error;
  *left = false;
  if (mkdir(job->folder, 0777) != 0 && errno != EEXIST)
    return command_error(command, EXIT_ENVIRONMENT, "cannot make the folder '%s': %s", job->folder,
                         strerror(errno));
  strbuf_init(&place, 0);
  strbuf_init(&words, 0);
  if (job->given->store)
    strbuf_add_text(&place, job->given->store);
  else
    strbuf_printf(&place, "%s/work.db", job->folder);
  write_words(job, &words);
  WorkPlan plan = {.command = command->name,
                   .words = {.bytes = words.bytes, .length = words.length},
                   .facts = job->facts,
                   .units = job->units,
                   .wanted = job->wanted,
                   .count = job->unit_count};
  int code = EXIT_ENVIRONMENT;
  if (crewwork_begin(&work, strbuf_text(&place), &plan, &error) != STATUS_OK) {
    code = command_refuse(command, &error);
  } else {
    code = run_begun(job, &work, strbuf_text(&place), left);
    bool needed = *left || (!job->given->store && has_more(&work));
    crewwork_close(&work);
    if (code == EXIT_FINE && !needed) remove_folder(job->folder);
  }
  strbuf_deinit(&place);
  strbuf_deinit(&words);
  return code;
}
