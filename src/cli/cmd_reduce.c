/* assay reduce: a smaller script that still shows what a solver does on it. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/solvers.h"
#include "cli/value.h"
#include "reduce/checker_command.h"
#include "reduce/checker_slow.h"
#include "reduce/checker_vote.h"
#include "reduce/reduce.h"

typedef struct {
  CommonOptions common;
  const char *solvers;
  bool slow;
  const char *target, *reference, *keep_margin;
  OptionList profiles;
  const char *output;
  bool any_end, same_out, same_err;
  const char *out_pattern, *err_pattern;
  uint64_t timeout_ms;
  uint64_t memory;
  uint64_t time_ms;
  uint64_t jobs;
  ReduceGoal goal;
  uint64_t runs, need;
  bool text;
  bool keep_names;
  bool resume;
  bool json;
  bool quiet;
} ReduceCommandOptions;

/* Evaluating a model must not keep the solvers that run meanwhile from being watched. */
enum { EVAL_STEPS_MAX = 2000000, EVAL_BYTES_MAX = 256 << 20 };

static const char *const goals[] = {"bytes", "nodes", "asserts", NULL};

static const Option options[] = {
    {OPTION_STRING(ReduceCommandOptions, output), .name = "output", .letter = 'o',
     .value_name = "FILE", .initial_note = "FILE.min.smt2 beside the input",
     .help = "where the best script so far is kept; '-' is standard output, at the end"},
    {OPTION_STRING(ReduceCommandOptions, solvers), .name = "solvers", .letter = 's',
     .value_name = "LIST",
     .help = "instead of a command: keep what 'assay vote' finds with these solvers"},
    {OPTION_FLAG(ReduceCommandOptions, slow), .name = "slow",
     .help = "instead of a command: keep that --target takes longer than --reference"},
    {OPTION_STRING(ReduceCommandOptions, target), .name = "target", .value_name = "SOLVER",
     .help = "the solver that is slow"},
    {OPTION_STRING(ReduceCommandOptions, reference), .name = "reference", .value_name = "SOLVER",
     .help = "the solver that is fast, and has to decide each candidate"},
    {OPTION_STRING(ReduceCommandOptions, keep_margin), .name = "keep-margin", .value_name = "PART",
     .initial = "0.5", .help = "the part of the time between the two that has to be left"},
    {OPTION_FLAG(ReduceCommandOptions, any_end), .name = "any-exit",
     .help = "the command may end in any way: only its output counts"},
    {OPTION_STRING(ReduceCommandOptions, out_pattern), .name = "out", .value_name = "REGEX",
     .help = "what the command prints has to match REGEX (POSIX, extended)"},
    {OPTION_STRING(ReduceCommandOptions, err_pattern), .name = "err", .value_name = "REGEX",
     .help = "what it prints on standard error has to match REGEX"},
    {OPTION_FLAG(ReduceCommandOptions, same_out), .name = "same-out",
     .help = "it has to print the same as on the original"},
    {OPTION_FLAG(ReduceCommandOptions, same_err), .name = "same-err",
     .help = "it has to print the same on standard error"},
    {OPTION_DURATION(ReduceCommandOptions, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial_note = "learnt from the original",
     .help = "end a run after TIME; an original that takes longer is reduced for that"},
    {OPTION_SIZE(ReduceCommandOptions, memory), .name = "memory", .value_name = "SIZE",
     .initial = "2G", .help = "end a run when it uses more than SIZE; 0 is no limit"},
    {OPTION_DURATION(ReduceCommandOptions, time_ms), .name = "time", .value_name = "TIME",
     .initial_note = "until nothing can be left out",
     .help = "stop after TIME with the best so far"},
    {OPTION_UNSIGNED(ReduceCommandOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 256,
     .help = "examine N candidates at a time; the result is the same"},
    {OPTION_CHOICE(ReduceCommandOptions, goal, goals), .name = "goal", .initial = "bytes",
     .help = "what is to become small first"},
    {OPTION_UNSIGNED(ReduceCommandOptions, runs), .name = "runs", .value_name = "N", .initial = "1",
     .low = 1, .high = 1000,
     .help = "for behaviour that does not always show: run each candidate up to N times"},
    {OPTION_UNSIGNED(ReduceCommandOptions, need), .name = "need", .value_name = "K", .initial = "1",
     .low = 1, .high = 1000, .help = "it has to show in K of the runs"},
    {OPTION_FLAG(ReduceCommandOptions, text), .name = "text",
     .help = "work on the text alone: for scripts that are wrong, and errors of parsers"},
    {OPTION_FLAG(ReduceCommandOptions, keep_names), .name = "keep-names",
     .help = "do not make names shorter"},
    {OPTION_FLAG(ReduceCommandOptions, resume), .name = "resume",
     .help = "go on from what the output file has, if it is there"},
    {OPTION_FLAG(ReduceCommandOptions, quiet), .name = "quiet", .letter = 'q',
     .help = "print nothing but errors"},
    {OPTION_FLAG(ReduceCommandOptions, json), .name = "json",
     .help = "print what was reached as JSON"},
    SOLVERS_PROFILES_OPTION(ReduceCommandOptions, profiles),
};

static const Example examples[] = {
    {"assay reduce in.smt2 -o out.smt2 -- cvc5 --lang=smt2", "keep how cvc5 ends: a crash, say"},
    {"assay reduce in.smt2 --out 'invalid model' -- z3 model_validate=true", "keep a message, too"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the output file has the smallest script that was found"},
    {EXIT_USAGE, "the original does not show a behaviour that could be kept"},
    {EXIT_ENVIRONMENT, "a file or program is not there, or the reduction was interrupted; the "
                       "output file has the best so far then"},
};

/* One call of the command. */
typedef struct {
  const ReduceCommandOptions *given;
  const char *input;
  char *output;
  FileText text; /* of the original */
  Profiles *profiles;
  SolverVec solvers;
  Supervisor *sup;
  Checker *check;
  uint64_t start_ns;
  bool shown;        /* a line of progress stands on stderr */
  uint64_t saved_ns; /* when the best was written */
  bool unsaved;      /* the best has not been written */
  StrBuf best;
  ReduceStatistics statistics;
  Error error;
} Job;

/* --- the output file --- */

static bool to_standard_output(const Job *job)
{
  return strcmp(job->output, "-") == 0;
}

static bool save(Job *job)
{
  job->unsaved = false;
  job->saved_ns = clock_monotonic_ns();
  return file_write(job->output, job->best.bytes, job->best.length, &job->error) == STATUS_OK;
}

static char *default_output(const char *input)
{
  if (strcmp(input, "-") == 0) return mem_copy_string("-", 1);
  size_t length = strlen(input);
  static const char ending[] = ".smt2";
  if (length > strlen(ending) && strcmp(input + length - strlen(ending), ending) == 0)
    length -= strlen(ending);
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_add(&name, input, length);
  strbuf_add_text(&name, ".min.smt2");
  char *copy = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  return copy;
}

static bool is_same_file(const char *a, const char *b)
{
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* --- progress --- */

static void hide_progress(Job *job)
{
  if (job->shown) fprintf(stderr, "\r%*s\r", 78, "");
  job->shown = false;
}

static void show_progress(Job *job, const ReduceStatistics *statistics)
{
  double seconds = (double)(clock_monotonic_ns() - job->start_ns) / 1e9;
  if (job->given->quiet || seconds < 1 || isatty(STDERR_FILENO) != 1) return;
  job->shown = true;
  fprintf(stderr, "\r%zu -> %llu bytes (%.1f%%), %llu checks, %.0f/s, %.0f s    ", job->text.length,
          (unsigned long long)statistics->bytes,
          100 * (double)statistics->bytes / (double)(job->text.length ? job->text.length : 1),
          (unsigned long long)statistics->checks, (double)statistics->checks / seconds, seconds);
}

/* The best is written at most a few times a second, and always at the end. */
static bool take_progress(void *user, const char *text, size_t length, bool improved,
                          const ReduceStatistics *statistics)
{
  Job *job = user;
  enum { PERIOD_NS = 200000000 };
  show_progress(job, statistics);
  if (improved) {
    job->unsaved = true;
    strbuf_clear(&job->best);
    strbuf_add(&job->best, text, length);
  }
  if (!job->unsaved || to_standard_output(job)) return true;
  return clock_monotonic_ns() < job->saved_ns + PERIOD_NS || save(job);
}

/* --- results --- */

static void print_json(const Job *job, double seconds, bool stopped)
{
  const ReduceStatistics *statistics = &job->statistics;
  json_t *object = json_object();
  json_object_set_new(object, "input", json_text(job->input, strlen(job->input)));
  json_object_set_new(object, "output", json_text(job->output, strlen(job->output)));
  json_object_set_new(object, "bytes_before", json_count(job->text.length));
  json_object_set_new(object, "bytes", json_count(job->best.length));
  json_object_set_new(object, "assertions", json_count(statistics->assertions));
  json_object_set_new(object, "candidates", json_count(statistics->candidates));
  json_object_set_new(object, "checks", json_count(statistics->checks));
  json_object_set_new(object, "runs", json_count(job->check->runs));
  json_object_set_new(object, "repeated", json_count(statistics->repeated));
  json_object_set_new(object, "accepted", json_count(statistics->accepted));
  json_object_set_new(object, "seconds", json_real(seconds));
  json_object_set_new(object, "own_cpu_seconds", json_real((double)statistics->own_ns / 1e9));
  json_object_set_new(object, "minimal", json_boolean(statistics->minimal));
  json_object_set_new(object, "stopped", json_boolean(stopped));
  json_print_line(stdout, object);
}

/* The script itself may be what goes to standard output. */
static void print_summary(const Job *job, bool stopped)
{
  double seconds = (double)(clock_monotonic_ns() - job->start_ns) / 1e9;
  if (job->given->json) {
    print_json(job, seconds, stopped);
    return;
  }
  if (job->given->quiet) return;
  FILE *out = to_standard_output(job) ? stderr : stdout;
  const char *minimal = job->statistics.minimal ? "nothing else can be left out" : "stopped early";
  fprintf(out, "%s: %zu -> %zu bytes, %llu checks, %.1f s, %s\n", job->output, job->text.length,
          job->best.length, (unsigned long long)job->statistics.checks, seconds, minimal);
}

static int finish(Job *job, ReduceEnd end)
{
  hide_progress(job);
  if (end != REDUCE_FAILED && job->error.status != STATUS_OK) end = REDUCE_FAILED;
  if (job->unsaved && !save(job)) end = REDUCE_FAILED;
  if (end == REDUCE_FAILED && job->error.line)
    return command_error(&command_reduce, EXIT_USAGE,
                         "%s:%u:%u: %s; --text reduces what is no correct script", job->input,
                         job->error.line, job->error.column, job->error.message);
  if (end == REDUCE_FAILED)
    return command_error(&command_reduce, solvers_exit_code(job->error.status), "%s",
                         job->error.message);
  print_summary(job, end == REDUCE_STOPPED);
  if (!solvers_interrupted()) return EXIT_FINE;
  return command_error(&command_reduce, EXIT_ENVIRONMENT, "interrupted; %s is the best so far",
                       job->output);
}

/* --- the original --- */

/* Learns the behaviour from the original, and looks whether it shows again. */
static int learn(Job *job)
{
  ProbeVerdict verdict;
  for (int round = 0; round < 2; round++) {
    if (!reduce_examine(job->sup, job->check, job->text.bytes, job->text.length, &verdict,
                        &job->error))
      return solvers_interrupted()
                 ? command_error(&command_reduce, EXIT_ENVIRONMENT, "interrupted")
                 : command_error(&command_reduce, EXIT_ENVIRONMENT, "%s", job->error.message);
    if (verdict == PROBE_YES) continue;
    if (round == 0)
      return command_error(&command_reduce, solvers_exit_code(job->check->error.status), "%s: %s",
                           job->input, job->check->error.message);
    return command_error(&command_reduce, EXIT_USAGE,
                         "%s: the original does not show it again; see --runs and --need",
                         job->input);
  }
  return EXIT_FINE;
}

/* A check that an empty script passes is of no use. */
static int refuse_trivial(Job *job)
{
  ProbeVerdict verdict = PROBE_NO;
  if (!reduce_examine(job->sup, job->check, "(check-sat)\n", 12, &verdict, &job->error))
    return command_error(&command_reduce, EXIT_ENVIRONMENT, "%s",
                         solvers_interrupted() ? "interrupted" : job->error.message);
  if (verdict != PROBE_YES) return EXIT_FINE;
  StrBuf what;
  strbuf_init(&what, 0);
  checker_describe(job->check, &what);
  int code = command_error(&command_reduce, EXIT_USAGE,
                           "(check-sat) alone shows it, too (%s): say more of what is to be kept",
                           strbuf_text(&what));
  strbuf_deinit(&what);
  return code;
}

/* Where to begin: the output of an earlier run, if that is wanted and shows the behaviour. */
static void resume(Job *job, FileText *begin)
{
  ProbeVerdict verdict = PROBE_NO;
  Error error;
  if (file_read(job->output, 0, begin, &error) != STATUS_OK) {
    *begin = (FileText){0};
    return;
  }
  if (reduce_examine(job->sup, job->check, begin->bytes, begin->length, &verdict, &error) &&
      verdict == PROBE_YES)
    return;
  file_text_free(begin);
  *begin = (FileText){0};
}

static int reduce(Job *job)
{
  const ReduceCommandOptions *given = job->given;
  int code = learn(job);
  if (code == EXIT_FINE && !given->text) code = refuse_trivial(job);
  if (code != EXIT_FINE) return code;
  FileText begin = {0};
  if (given->resume && !to_standard_output(job)) resume(job, &begin);
  const FileText *from = begin.bytes ? &begin : &job->text;
  ReduceOptions how = {.jobs = (uint32_t)given->jobs,
                       .goal = given->goal,
                       .time_ns = given->time_ms * 1000000,
                       .keep_names = given->keep_names,
                       .sink = take_progress,
                       .user = job};
  ReduceEnd end = (given->text ? reduce_text : reduce_script)(
      job->sup, job->check, &how, from->bytes, from->length, &job->statistics, &job->error);
  file_text_free(&begin);
  return finish(job, end);
}

/* --- the command line --- */

static int command_checker(Job *job, char **words)
{
  const ReduceCommandOptions *given = job->given;
  CommandBehaviour behaviour = {.words = (const char *const *)words,
                                .any_end = given->any_end,
                                .same_out = given->same_out,
                                .same_err = given->same_err,
                                .out_pattern = given->out_pattern,
                                .err_pattern = given->err_pattern,
                                .timeout_ns = given->timeout_ms * 1000000,
                                .memory_bytes = given->memory};
  Status status = checker_command_create(&behaviour, &job->check, &job->error);
  if (status == STATUS_OK) return EXIT_FINE;
  return command_error(&command_reduce, solvers_exit_code(status), "%s", job->error.message);
}

static int vote_checker(Job *job)
{
  const ReduceCommandOptions *given = job->given;
  Status status = solver_find_list(job->profiles, given->solvers, &job->solvers, &job->error);
  if (status != STATUS_OK)
    return command_error(&command_reduce, solvers_exit_code(status), "%s", job->error.message);
  if (job->solvers.count > SOLVER_SET_MAX)
    return command_usage_error(&command_reduce, "at most %d solvers can vote", SOLVER_SET_MAX);
  VoteBehaviour behaviour = {.solvers = job->solvers.items,
                             .count = job->solvers.count,
                             .timeout_ns = given->timeout_ms * 1000000,
                             .memory_bytes = given->memory,
                             .eval = {EVAL_STEPS_MAX, EVAL_BYTES_MAX}};
  job->check = checker_vote_create(&behaviour);
  return EXIT_FINE;
}

static int slow_checker(Job *job)
{
  const ReduceCommandOptions *given = job->given;
  if (!given->target || !given->reference)
    return command_usage_error(&command_reduce, "--slow needs a --target and a --reference");
  char *end;
  double part = strtod(given->keep_margin, &end);
  if (*end || end == given->keep_margin || !(part > 0 && part <= 1))
    return command_usage_error(&command_reduce, "--keep-margin has to be a number from 0 to 1");
  const char *const names[] = {given->target, given->reference};
  for (int i = 0; i < 2; i++) {
    Solver solver;
    Status status = solver_find(job->profiles, names[i], &solver, &job->error);
    if (status != STATUS_OK)
      return command_error(&command_reduce, solvers_exit_code(status), "%s", job->error.message);
    VEC_PUSH(&job->solvers, solver);
  }
  SlowBehaviour behaviour = {.target = &job->solvers.items[0],
                             .reference = &job->solvers.items[1],
                             .keep_margin = part,
                             .timeout_ns = given->timeout_ms * 1000000,
                             .memory_bytes = given->memory};
  job->check = checker_slow_create(&behaviour);
  return EXIT_FINE;
}

/* One of a command, solvers that vote, and a slow solver. */
static int make_checker(Job *job, char **words)
{
  const ReduceCommandOptions *given = job->given;
  bool command = words[0] != NULL;
  int kinds = command + (given->solvers != NULL) + given->slow;
  if (kinds == 0)
    return command_usage_error(&command_reduce,
                               "what is to be kept? Give -- COMMAND, --solvers or --slow");
  if (kinds > 1)
    return command_usage_error(&command_reduce,
                               "only one of -- COMMAND, --solvers and --slow can be kept");
  if (command) return command_checker(job, words);
  job->profiles = solvers_profiles(&command_reduce, &given->profiles);
  if (!job->profiles) return EXIT_ENVIRONMENT;
  return given->slow ? slow_checker(job) : vote_checker(job);
}

static int run_job(Job *job, char **words)
{
  const ReduceCommandOptions *given = job->given;
  if (strcmp(job->input, "-") != 0 && is_same_file(job->input, job->output))
    return command_usage_error(&command_reduce, "the output would replace the input");
  if (given->need > given->runs)
    return command_usage_error(&command_reduce, "--need is more than --runs");
  if (file_read(job->input, 0, &job->text, &job->error) != STATUS_OK)
    return command_error(&command_reduce, EXIT_ENVIRONMENT, "%s", job->error.message);
  int code = make_checker(job, words);
  if (code != EXIT_FINE) return code;
  job->check->rounds = (uint32_t)given->runs;
  job->check->needed = (uint32_t)given->need;
  job->sup = solvers_supervisor(&command_reduce);
  if (!job->sup) return EXIT_ENVIRONMENT;
  solvers_catch_signals(job->sup);
  code = reduce(job);
  solvers_release_signals();
  supervisor_destroy(job->sup);
  return code;
}

static int run(const void *values, int count, char **arguments)
{
  Job job = {.given = values, .input = arguments[0], .start_ns = clock_monotonic_ns()};
  strbuf_init(&job.best, 0);
  job.output = job.given->output ? mem_copy_string(job.given->output, strlen(job.given->output))
                                 : default_output(job.input);
  VEC(char *) words = {0};
  VEC_APPEND(&words, arguments + 1, (size_t)count - 1);
  VEC_PUSH(&words, NULL);
  int code = run_job(&job, words.items);
  VEC_FREE(&words);
  if (job.check) checker_destroy(job.check);
  solver_vec_free(&job.solvers);
  if (job.profiles) profiles_destroy(job.profiles);
  file_text_free(&job.text);
  strbuf_deinit(&job.best);
  free(job.output);
  return code;
}

const Subcommand command_reduce = {
    .name = "reduce",
    .group = GROUP_FINDINGS,
    .summary = "make a script smaller while a solver keeps its behaviour on it",
    .usage = "[OPTION]... FILE -- COMMAND [ARGUMENT]...\n"
             "[OPTION]... FILE --solvers LIST\n"
             "[OPTION]... FILE --slow --target SOLVER --reference SOLVER",
    .description =
        "Runs COMMAND on FILE, whose name is put where {} stands or at the end, and then on "
        "smaller "
        "and smaller scripts that make it end in the same way. Terms are simplified, not text, so "
        "every candidate is well sorted.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "FILE",
                    .min = 1,
                    .max = POSITIONALS_UNLIMITED,
                    .completion = COMPLETE_FILES},
    .options_size = sizeof(ReduceCommandOptions),
    .run = run,
};
