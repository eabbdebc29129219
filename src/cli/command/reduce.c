/* assay reduce: a smaller script that still shows what a solver does on it. */
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "cli/command/reduce_job.h"
#include "cli/option/commands.h"
#include "cli/shared/language.h"
#include "cli/shared/solvers.h"

static const char *const goals[] = {"bytes", "nodes", "asserts", NULL};

static const Option options[] = {
    {OPTION_STRING(ReduceSettings, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial_note = "FILE.min.EXTENSION beside the input",
     .help = "where the best script so far is kept; '-' is standard output, at the end"},
    {OPTION_STRING(ReduceSettings, solvers), .name = "solvers", .letter = 's', .value_name = "LIST",
     .help = "instead of a command: keep what 'assay vote' finds with these solvers"},
    {OPTION_STRING(ReduceSettings, finding), .name = "finding", .value_name = "WHICH",
     .initial_note = "the first",
     .help = "the one to keep if --solvers find several things: its number, or a part of what "
             "'assay vote' calls it: 'crash', 'cvc5: wrong model'"},
    {OPTION_FLAG(ReduceSettings, slow), .name = "slow",
     .help = "instead of a command: keep that --target takes longer than --reference"},
    {OPTION_STRING(ReduceSettings, target), .name = "target", .value_name = "SOLVER",
     .help = "the solver that is slow"},
    {OPTION_STRING(ReduceSettings, reference), .name = "reference", .value_name = "SOLVER",
     .help = "the solver that is fast, and has to decide each candidate"},
    {OPTION_STRING(ReduceSettings, keep_margin), .name = "keep-margin", .value_name = "PART",
     .initial = "0.5", .help = "the part of the time between the two that has to be left"},
    {OPTION_FLAG(ReduceSettings, any_end), .name = "any-exit",
     .help = "the command may end in any way: only its output counts"},
    {OPTION_STRING(ReduceSettings, exit_code), .name = "exit", .value_name = "N",
     .initial_note = "that of the original",
     .help = "the exit code that the command has to end with; with --runs the original need not "
             "always do so"},
    {OPTION_STRING(ReduceSettings, signal), .name = "signal", .value_name = "NAME",
     .initial_note = "that of the original",
     .help = "the signal that has to end it: SEGV, ABRT or a number"},
    {OPTION_STRING(ReduceSettings, out_pattern), .name = "match-out", .old = "out",
     .value_name = "REGEX", .help = "what the command prints has to match REGEX (POSIX, extended)"},
    {OPTION_STRING(ReduceSettings, err_pattern), .name = "match-err", .old = "err",
     .value_name = "REGEX", .help = "what it prints on standard error has to match REGEX"},
    {OPTION_FLAG(ReduceSettings, same_out), .name = "same-out",
     .help = "it has to print the same as on the original"},
    {OPTION_FLAG(ReduceSettings, same_err), .name = "same-err",
     .help = "it has to print the same on standard error"},
    {OPTION_DURATION(ReduceSettings, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial_note = "learnt from the original",
     .help = "end a run after TIME; an original that takes longer is reduced for that"},
    {OPTION_SIZE(ReduceSettings, memory), .name = "memory", .value_name = "SIZE", .initial = "2G",
     .help = "end a run when it uses more than SIZE; 0 is no limit"},
    {OPTION_DURATION(ReduceSettings, time_ms), .name = "time", .value_name = "TIME",
     .initial_note = "until nothing can be left out",
     .help = "stop TIME after the start with the best so far"},
    {OPTION_UNSIGNED(ReduceSettings, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 256,
     .help = "examine N candidates at a time; the result is the same"},
    {OPTION_CHOICE(ReduceSettings, goal, goals), .name = "goal", .initial = "bytes",
     .help = "what is to become small first"},
    {OPTION_UNSIGNED(ReduceSettings, runs), .name = "runs", .value_name = "N", .initial = "1",
     .low = 1, .high = 1000,
     .help = "for behaviour that does not always show: run each candidate up to N times"},
    {OPTION_UNSIGNED(ReduceSettings, need), .name = "need", .value_name = "K", .initial = "1",
     .low = 1, .high = 1000, .help = "it has to show in K of the runs"},
    {OPTION_FLAG(ReduceSettings, text), .name = "text",
     .help = "work on the text alone: for scripts that are wrong, and errors of parsers"},
    {OPTION_FLAG(ReduceSettings, keep_names), .name = "keep-names",
     .help = "do not make names shorter"},
    {OPTION_FLAG(ReduceSettings, resume), .name = "resume",
     .help = "resume from the output file, if it is there"},
    {OPTION_FLAG(ReduceSettings, quiet), .name = "quiet", .letter = 'q',
     .help = "print nothing but errors"},
    {OPTION_FLAG(ReduceSettings, json), .name = "json", .help = "print what was reached as JSON"},
    LANGUAGE_OPTION(ReduceSettings, language),
    SOLVERS_ISOLATE_OPTION(ReduceSettings, isolate),
    SOLVERS_PROFILES_OPTION(ReduceSettings, profiles),
};

static const Example examples[] = {
    {"assay reduce in.smt2 -o out.smt2 -- cvc5 --lang=smt2", "keep how cvc5 ends: a crash, say"},
    {"assay reduce in.smt2 --match-out 'invalid model' -- z3 model_validate=true",
     "keep a message, too"},
    {"assay reduce in.smt2 --solvers z3,cvc5 --finding crash", "of what a vote finds, the crash"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the output file has the smallest script that was found"},
    {EXIT_ENVIRONMENT,
     "a file or program is not there, the reduction was interrupted, or --time was "
     "over before it was known what to keep; the output file has the best so far"},
    {EXIT_OPEN, "the original does not show a behaviour that could be kept"},
};

static char *default_output(const LanguageInterface *language, const char *input)
{
  if (strcmp(input, "-") == 0) return mem_copy_string("-", 1);
  char ending[32];
  snprintf(ending, sizeof ending, ".min%s", language->extension);
  return language_output_path(language, input, ending);
}

static bool is_same_file(const char *a, const char *b)
{
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

static int finish(Job *job, ReduceEnd end)
{
  if (end != REDUCE_FAILED && job->error.status != STATUS_OK) end = REDUCE_FAILED;
  if (!reduce_finish_progress(job)) end = REDUCE_FAILED;
  if (end == REDUCE_FAILED && job->error.line)
    return command_error(&command_reduce, EXIT_ENVIRONMENT,
                         "%s:%u:%u: %s; --text reduces what is no correct script", job->input,
                         job->error.line, job->error.column, job->error.message);
  if (end == REDUCE_FAILED)
    return command_error(&command_reduce, solvers_exit_code(job->error.status), "%s",
                         job->error.message);
  /* What is said to reproduce it has been run once more, as it is. */
  Error ignored;
  job->reproduced = job->given->solvers && job->best.length && !solvers_interrupted() &&
                    reduce_examine(job->sup, job->check, job->best.bytes, job->best.length, 0,
                                   &ignored) == CHECK_YES;
  reduce_print_summary(job, end == REDUCE_STOPPED);
  if (!solvers_interrupted()) return EXIT_FINE;
  return command_error(&command_reduce, EXIT_ENVIRONMENT, "interrupted; %s is the best so far",
                       job->output);
}

/* --- the original --- */

static int refuse_trivial(const Job *job)
{
  const char *trivial = job->language->reducer->trivial;
  StrBuf what;
  strbuf_init(&what, 0);
  checker_describe(job->check, &what);
  int code = command_error(&command_reduce, EXIT_OPEN,
                           "%.*s alone shows it, too (%s): say more of what is to be kept",
                           (int)strcspn(trivial, "\n"), trivial, strbuf_text(&what));
  strbuf_deinit(&what);
  return code;
}

/* The time is over before the behaviour is known: all there is to leave is the original, or what an earlier
 * run has left. */
static int leave_original(Job *job)
{
  FileText earlier;
  bool resumes = job->given->resume && !reduce_to_standard_output(job) &&
                 file_read(job->output, 0, &earlier, &job->error) == STATUS_OK;
  if (resumes) {
    file_text_free(&earlier);
  } else {
    strbuf_add(&job->best, job->text.bytes, job->text.length);
    job->unsaved = true;
    if (!reduce_finish_progress(job))
      return command_error(&command_reduce, EXIT_ENVIRONMENT, "%s", job->error.message);
  }
  return command_error(&command_reduce, EXIT_ENVIRONMENT,
                       "the time limit was reached before it was known what '%s' shows; '%s' is %s",
                       job->input, job->output, resumes ? "as it was" : "a copy of it");
}

/* Learns the behaviour from the original. */
static int learn(Job *job)
{
  switch (reduce_start(job->sup, job->check, job->text.bytes, job->text.length,
                       job->given->text ? NULL : job->language->reducer->trivial, job->end_ns,
                       &job->error)) {
  case START_READY: break;
  case START_NOTHING:
    return command_error(&command_reduce,
                         job->error.status == STATUS_USAGE ? EXIT_OPEN : EXIT_ENVIRONMENT, "%s: %s",
                         job->input, job->error.message);
  case START_FLAKY:
    return command_error(&command_reduce, EXIT_OPEN,
                         "%s: it does not reproduce on the original; see --runs and --need",
                         job->input);
  case START_TRIVIAL: return refuse_trivial(job);
  case START_TIME: return leave_original(job);
  case START_STOPPED:
    return command_error(&command_reduce, EXIT_ENVIRONMENT, "%s",
                         solvers_interrupted() ? "interrupted" : job->error.message);
  }
  return EXIT_FINE;
}

/* Where to begin: the output of an earlier run, if that is wanted and shows the behaviour. False if there was no
 * time to see whether it does. */
static bool resume(Job *job, FileText *begin)
{
  if (file_read(job->output, 0, begin, &job->error) != STATUS_OK) {
    *begin = (FileText){0};
    job->error = (Error){0};
    return true;
  }
  CheckVerdict verdict =
      reduce_examine(job->sup, job->check, begin->bytes, begin->length, job->end_ns, &job->error);
  if (verdict == CHECK_YES) return true;
  file_text_free(begin);
  *begin = (FileText){0};
  return verdict == CHECK_NO;
}

static int run_reduction(Job *job)
{
  const ReduceSettings *given = job->given;
  int code = learn(job);
  if (code != EXIT_FINE) return code;
  reduce_print_others(job);
  FileText begin = {0};
  if (given->resume && !reduce_to_standard_output(job) && !resume(job, &begin))
    return command_error(&command_reduce, EXIT_ENVIRONMENT,
                         "%s before it was known whether '%s' shows it; it is as it was",
                         job->error.status == STATUS_OK ? "stopped" : job->error.message,
                         job->output);
  const FileText *from = begin.bytes ? &begin : &job->text;
  ReduceOptions how = {.jobs = (uint32_t)given->jobs,
                       .goal = given->goal,
                       .end_ns = job->end_ns,
                       .keep_names = given->keep_names,
                       .any_text = given->text,
                       .language = job->language,
                       .sink = reduce_take_progress,
                       .user = job};
  ReduceEnd end = reduce_text(job->sup, job->check, &how, from->bytes, from->length,
                              &job->statistics, &job->error);
  file_text_free(&begin);
  return finish(job, end);
}

/* --- the command line --- */

static int run_job(Job *job, char **words)
{
  const ReduceSettings *given = job->given;
  if (strcmp(job->input, "-") != 0 && is_same_file(job->input, job->output))
    return command_usage_error(&command_reduce, "the output would replace the input");
  if (given->need > given->runs)
    return command_usage_error(&command_reduce, "--need is more than --runs");
  if (!job->language->reducer)
    return command_error(&command_reduce, EXIT_USAGE, "inputs in %s cannot be reduced",
                         job->language->name);
  if (language_load(job->language, job->input, &job->text, &job->error) != STATUS_OK)
    return command_error(&command_reduce, EXIT_ENVIRONMENT, "%s", job->error.message);
  if (job->text.length == 0)
    return command_error(&command_reduce, EXIT_ENVIRONMENT, "'%s' is empty", job->input);
  int code = reduce_make_checker(job, words);
  if (code != EXIT_FINE) return code;
  job->check->rounds = (uint32_t)given->runs;
  job->check->needed = (uint32_t)given->need;
  job->sup = solvers_supervisor(&command_reduce);
  if (!job->sup) return EXIT_ENVIRONMENT;
  solvers_catch_signals(job->sup);
  code = run_reduction(job);
  solvers_release_signals();
  supervisor_destroy(job->sup);
  return code;
}

static int run(const void *values, int count, char **arguments)
{
  PathVec paths = {0};
  int first = count < 2 ? count : 2; /* the input may be two files; the rest is a command */
  language_join_paths(first, arguments, &paths);
  Job job = {.given = values, .input = paths.items[0], .start_ns = clock_monotonic_ns()};
  if (job.given->time_ms) job.end_ns = job.start_ns + job.given->time_ms * 1000000;
  job.language = language_for_path(&command_reduce, job.given->language, job.input);
  if (!job.language) {
    path_vec_free(&paths);
    return EXIT_USAGE;
  }
  strbuf_init(&job.best, 0);
  job.output = job.given->output ? mem_copy_string(job.given->output, strlen(job.given->output))
                                 : default_output(job.language, job.input);
  VEC(char *) words = {0};
  VEC_APPEND(&words, paths.items + 1, paths.count - 1);
  VEC_APPEND(&words, arguments + first, (size_t)(count - first));
  VEC_PUSH(&words, NULL);
  int code = run_job(&job, words.items);
  VEC_FREE(&words);
  if (job.check) checker_destroy(job.check);
  solver_vec_free(&job.solvers);
  if (job.profiles) profiles_destroy(job.profiles);
  file_text_free(&job.text);
  strbuf_deinit(&job.best);
  free(job.output);
  path_vec_free(&paths);
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
        "and smaller inputs that make it end in the same way. Terms are simplified, not text, so "
        "every candidate is well sorted.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = POSITIONALS_FILES,
    .options_size = sizeof(ReduceSettings),
    .run = run,
};
