/* assay vote: several solvers on the same scripts, and what their answers say about them. */
#include <string.h>
#include <strings.h>

#include "base/paths.h"
#include "cli/command/vote_report.h"
#include "cli/option/commands.h"
#include "cli/option/progress.h"
#include "cli/shared/language.h"
#include "cli/shared/solvers.h"

typedef struct {
  CommonOptions common;
  const char *solvers;
  uint64_t timeout_ms;
  uint64_t memory;
  uint64_t jobs;
  uint64_t slow;
  uint64_t slow_least_ms;
  VoteFormat format;
  bool no_models;
  bool cores;
  bool unchecked;
  bool quiet;
  SolveMode mode;
  bool compare_modes;
  const char *language;
  bool isolate;
  OptionList profiles;
} VoteOptions;

static const Option options[] = {
    {OPTION_STRING(VoteOptions, solvers), .name = "solvers", .letter = 's', .value_name = "LIST",
     .initial = "z3,cvc5,cvc4,boolector",
     .help =
         "run these, as for 'assay run', separated by commas; those not installed are left out"},
    {OPTION_DURATION(VoteOptions, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial = "5s", .help = "end a solver after TIME; 0 is no limit"},
    {OPTION_SIZE(VoteOptions, memory), .name = "memory", .value_name = "SIZE", .initial = "2G",
     .help = "end a solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_UNSIGNED(VoteOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 1024, .help = "run N solvers at a time"},
    {OPTION_FLAG(VoteOptions, no_models), .name = "no-models",
     .help = "do not ask for models; those that scripts ask for are checked all the same"},
    {OPTION_FLAG(VoteOptions, cores), .name = "cores",
     .help = "ask for unsat cores where solvers say unsat; those that scripts ask for are checked "
             "all the same"},
    {OPTION_UNSIGNED(VoteOptions, slow), .name = "slow", .value_name = "FACTOR", .low = 2,
     .high = 1000000, .initial_note = "no solver is called slow",
     .help = "find solvers that take more than FACTOR times the CPU time of the fastest one that "
             "decides"},
    {OPTION_DURATION(VoteOptions, slow_least_ms), .name = "slow-least", .value_name = "TIME",
     .initial = "1s", .help = "with --slow, and at least TIME more than it"},
    {OPTION_FLAG(VoteOptions, unchecked), .name = "unchecked",
     .help = "run the solvers also on scripts in which assay finds an error"},
    {OPTION_FLAG(VoteOptions, quiet), .name = "quiet", .letter = 'q',
     .help = "list only scripts with findings"},
    {OPTION_SET(VoteOptions, format, VOTE_JSON), .name = "json",
     .help = "print one JSON object for each script, each on its own line"},
    {OPTION_SET(VoteOptions, format, VOTE_CSV), .name = "csv",
     .help = "print one line of CSV for each script and solver"},
    SOLVERS_MODE_OPTION(VoteOptions, mode),
    {OPTION_FLAG(VoteOptions, compare_modes), .name = "compare-modes",
     .help = "with --mode, run solvers plain, too, on every script: they have to say the same"},
    LANGUAGE_OPTION(VoteOptions, language),
    SOLVERS_ISOLATE_OPTION(VoteOptions, isolate),
    SOLVERS_PROFILES_OPTION(VoteOptions, profiles),
};

static const Example examples[] = {
    {"assay vote samples", "all scripts below a folder, on all solvers that are installed"},
    {"assay vote --solvers 'z3,z3(smt.arith.solver=2),cvc5' -t 10s -j 2 *.smt2",
     "a solver with two settings, and another one"},
    {"assay vote --mode fast bench", "many short scripts"},
    {"assay vote --quiet --json bench > findings.jsonl", "for programs"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "no finding was reproduced"},
    {EXIT_FINDING, "there are findings"},
    {EXIT_ENVIRONMENT, "no solver or one of the files is not there, or the run was interrupted"},
};

/* One model must not keep all others waiting. */
enum { EVAL_STEPS_MAX = 2000000, EVAL_BYTES_MAX = 256 << 20 };

/* One call of the command. */
typedef struct {
  const VoteOptions *given;
  const LanguageInterface *language;
  Profiles *profiles;
  SolverVec solvers;
  PathVec paths;
  VoteReport report;
  Progress progress;
  size_t done;
} Job;

/* --- solvers and scripts --- */

/* Those that are there. What is not installed is said, unless nobody has asked for it. */
static int find_solvers(Job *job, const char *list, bool asked)
{
  TextVec items = {0};
  Error error;
  if (expression_split_list(list, &items, &error) != STATUS_OK)
    return command_usage_error(&command_vote, "%s", error.message);
  int code = EXIT_FINE;
  for (size_t i = 0; i < items.count && code == EXIT_FINE; i++) {
    Solver solver;
    Status status = solver_find(job->profiles, items.items[i], &solver, &error);
    if (status == STATUS_OK)
      VEC_PUSH(&job->solvers, solver);
    else if (status == STATUS_USAGE)
      code = command_usage_error(&command_vote, "%s", error.message);
    else if (asked)
      command_error(&command_vote, EXIT_ENVIRONMENT, "%s; continuing without it", error.message);
  }
  text_vec_free(&items);
  if (code == EXIT_FINE && job->solvers.count == 0)
    return command_error(&command_vote, EXIT_ENVIRONMENT, "no solver is there");
  if (code == EXIT_FINE && job->solvers.count > SOLVER_SET_MAX)
    return command_usage_error(&command_vote, "at most %d solvers can vote", SOLVER_SET_MAX);
  if (code == EXIT_FINE && language_check_solvers(job->language, job->solvers.items,
                                                  job->solvers.count, &error) != STATUS_OK)
    return command_usage_error(&command_vote, "%s", error.message);
  return code;
}

/* Without a list: of a language without usual solvers, all that read it. */
static int find_usual_solvers(Job *job)
{
  StrBuf list;
  const Profile *profile;
  if (job->language == language_at(0)) return find_solvers(job, job->given->solvers, false);
  strbuf_init(&list, 0);
  for (size_t i = 0; (profile = profiles_at(job->profiles, i)); i++)
    if (strcasecmp(profile_language(profile), job->language->name) == 0)
      strbuf_printf(&list, "%s%s", list.length ? "," : "", profile->name);
  int code = list.length ? find_solvers(job, strbuf_text(&list), false)
                         : command_error(&command_vote, EXIT_ENVIRONMENT,
                                         "no solver is known that reads %s", job->language->name);
  strbuf_deinit(&list);
  return code;
}

/* --- running --- */

static void show_error(const PollResult *polled)
{
  const Error *error = &polled->error;
  const char *what = polled->skipped ? "skipped" : "unchecked";
  fflush(stdout);
  if (error->line)
    command_error(&command_vote, EXIT_FINDING, "%s:%u:%u: %s; %s", polled->path, error->line,
                  error->column, error->message, what);
  else
    command_error(&command_vote, EXIT_FINDING, "%s; %s", error->message, what);
}

static void take_result(void *user, const PollResult *polled)
{
  Job *job = user;
  progress_hide(&job->progress);
  if (polled->status != STATUS_OK) show_error(polled);
  vote_report_add(&job->report, polled);
  progress_update(&job->progress, ++job->done);
}

static int vote(Job *job)
{
  const VoteOptions *given = job->given;
  Supervisor *sup = solvers_supervisor(&command_vote);
  if (!sup) return EXIT_ENVIRONMENT;
  PollOptions poll = {
      .language = job->language,
      .solvers = job->solvers.items,
      .solver_count = job->solvers.count,
      .limits = {.wall_ns =
                     given->timeout_ms > UINT64_MAX / 1000000 ? 0 : given->timeout_ms * 1000000,
                 .memory_bytes = given->memory},
      .eval = {EVAL_STEPS_MAX, EVAL_BYTES_MAX},
      .jobs = (uint32_t)given->jobs,
      .slow = {(double)given->slow, given->slow_least_ms * 1000000},
      .no_models = given->no_models,
      .cores = given->cores,
      .unchecked = given->unchecked,
      .mode = given->mode,
      .compare_modes = given->compare_modes,
  };
  progress_start(&job->progress, "scripts", job->paths.count);
  solvers_catch_signals(sup);
  bool completed = poll_run(sup, &poll, (const char *const *)job->paths.items, job->paths.count,
                            take_result, job);
  progress_hide(&job->progress);
  vote_report_finish(&job->report);
  solvers_release_signals();
  supervisor_destroy(sup);
  if (!completed) return command_error(&command_vote, EXIT_ENVIRONMENT, "interrupted");
  if (job->report.missing)
    return command_error(&command_vote, EXIT_ENVIRONMENT,
                         "%zu run%s of solvers could not be started", job->report.missing,
                         text_plural(job->report.missing));
  return job->report.confirmed.count ? EXIT_FINDING : EXIT_FINE;
}

static size_t longest_name(const PathVec *paths)
{
  size_t longest = 0;
  for (size_t i = 0; i < paths->count; i++) {
    size_t columns = text_columns(vote_report_name(paths->items[i]));
    if (columns > longest) longest = columns;
  }
  return longest;
}

/* `missing` is the exit code if all goes well: some of the inputs may not be there. */
static int vote_on(Job *job, int missing)
{
  const VoteOptions *given = job->given;
  job->report = (VoteReport){.format = given->format,
                             .solvers = &job->solvers,
                             .style = style_for(stdout, given->common.color),
                             .path_width = longest_name(&job->paths),
                             .quiet = given->quiet,
                             .mode = given->mode};
  vote_report_init(&job->report);
  int code = vote(job);
  vote_report_deinit(&job->report);
  return code == EXIT_FINE ? missing : code;
}

static int run(const void *values, int count, char **arguments)
{
  Job job = {.given = values};
  if (job.given->compare_modes && job.given->mode == SOLVE_PLAIN)
    return command_usage_error(&command_vote, "--compare-modes is for runs with another --mode");
  job.profiles = solvers_profiles(&command_vote, &job.given->profiles, job.given->isolate);
  int code = EXIT_ENVIRONMENT;
  if (job.profiles) {
    bool asked = strcmp(job.given->solvers, options[0].initial) != 0;
    int missing = language_find_all(&command_vote, job.given->language, count, arguments,
                                    &job.language, &job.paths);
    code = job.paths.count == 0 ? missing
           : asked              ? find_solvers(&job, job.given->solvers, true)
                                : find_usual_solvers(&job);
    if (code == EXIT_FINE && job.paths.count) code = vote_on(&job, missing);
  }
  solver_vec_free(&job.solvers);
  path_vec_free(&job.paths);
  if (job.profiles) profiles_destroy(job.profiles);
  return code;
}

const Subcommand command_vote = {
    .name = "vote",
    .group = GROUP_FINDINGS,
    .summary = "run several solvers on scripts and find out which of them are wrong",
    .usage = "[OPTION]... FILE|FOLDER...",
    .description =
        "Runs every solver on every script ('-' is standard input, folders stand for all inputs "
        "below them) and judges the answers: by the evaluator where a script has no "
        "constants, by models that were checked exactly, by the status that the script gives, and "
        "by comparing them. Models are asked for where "
        "scripts declare constants, and each is checked. Crashes, floods of output and scripts "
        "that one solver rejects and another answers are findings, too; what a solver does not "
        "support, does not decide or runs out of time for is not. Unsat cores and assumptions that "
        "failed are run by themselves: they have to be unsat.\n"
        "\n"
        "A finding counts if a second run reproduces it; otherwise it is listed as flaky. In "
        "the table '!' marks a wrong answer or a failure, '!model' and '!core' a wrong model or "
        "core, 'slow' what --slow finds, '?' one of several of which some are wrong, and '~' what "
        "did not reproduce.\n"
        "\n" SOLVERS_MODE_HELP " Second runs are always plain: what only another mode shows is "
        "listed apart. If a solver says something else in a plain run, and both again when they "
        "are "
        "repeated, that is a finding of its own: it is 'against itself'.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = POSITIONALS_FILES,
    .options_size = sizeof(VoteOptions),
    .run = run,
};
