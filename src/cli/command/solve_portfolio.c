/* assay solve with several solvers. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/command/solve.h"
#include "cli/option/commands.h"
#include "cli/shared/consent.h"
#include "cli/shared/solvers.h"
#include "run/solver/doubt.h"
#include "solve/portfolio/chooser.h"
#include "solve/portfolio/live_script.h"
#include "solve/portfolio/portfolio.h"

enum { OUTPUT_MAX = 256 << 20, READ_BYTES = 1 << 16 };
/* Who has sent a question and waits so long for the answer will not add to it. */
enum { PATIENCE_MS = 2 };

/* One call of the command. */
typedef struct {
  const SolveOptions *given;
  Profiles *profiles;
  SolverVec solvers;
  const char **names; /* of the solvers */
  const char *path;
  Chooser chooser;
  Supervisor *sup;
  uint64_t begin;
  bool live;      /* the script comes piece by piece */
  size_t only;    /* the solver that has to answer; SIZE_MAX: any of them */
  bool follow_up; /* every check was answered before */
} Job;

/* --- the story --- */

static const char *kind_of_time(const Job *job)
{
  return chooser_counts_cpu(&job->chooser) ? " of CPU time" : "";
}

/* The last slot of a schedule has a year or more. */
static void tell_start(const Job *job, double seconds)
{
  static const double YEAR = 3e7;
  if (seconds < YEAR)
    fprintf(stderr, "runs, up to %g s%s", seconds, kind_of_time(job));
  else
    fputs("runs", stderr);
}

static void tell_reply(const Job *job, const PortfolioNews *news)
{
  const Reply *reply = news->reply;
  fprintf(stderr, "%s after %.3f s%s", outcome_name(reply->outcome), news->seconds,
          kind_of_time(job));
  if (reply->seconds >= 0.0005) fprintf(stderr, ", checked in %.3f s", reply->seconds);
  if (reply->unchecked) fputs(", its model is not decided", stderr);
  if (reply->message && !reply->complete) {
    fputs(": ", stderr);
    text_print_visible(stderr, reply->message, strlen(reply->message));
  }
}

static void tell_wrong(const Reply *reply)
{
  fputs("wrong: ", stderr);
  if (!reply->evidence) {
    fputs("evaluation or another solver's model shows it", stderr);
    return;
  }
  fputs("its model makes this false: ", stderr);
  text_print_visible(stderr, reply->evidence, strlen(reply->evidence));
}

static void tell(const Job *job, const PortfolioNews *news)
{
  size_t solver = job->only == SIZE_MAX ? news->solver : job->only;
  fprintf(stderr, "[%8.3f] %s: ", (double)(clock_monotonic_ns() - job->begin) * 1e-9,
          job->solvers.items[solver].name);
  switch (news->kind) {
  case NEWS_STARTED: tell_start(job, news->seconds); break;
  case NEWS_STOPPED:
    fprintf(stderr, "stopped after %.3f s%s", news->seconds, kind_of_time(job));
    break;
  case NEWS_ENDED: tell_reply(job, news); break;
  case NEWS_WRONG: tell_wrong(news->reply); break;
  case NEWS_UNCONFIRMED: fputs("has to be confirmed by another family", stderr); break;
  case NEWS_ANSWER: fputs("is the answer", stderr); break;
  }
  fputc('\n', stderr);
}

static void take_news(void *user, const PortfolioNews *news)
{
  Job *job = user;
  if (job->only == SIZE_MAX) chooser_take(&job->chooser, news);
  if (job->given->verbose) tell(job, news);
}

/* --- one script --- */

static int print_text(const char *text, size_t length)
{
  fwrite(text, 1, length, stdout);
  if (fflush(stdout) == 0 && !ferror(stdout)) return EXIT_FINE;
  return command_error(&command_solve, EXIT_ENVIRONMENT, "cannot write to standard output");
}

static uint64_t nanoseconds(uint64_t ms)
{
  return ms > UINT64_MAX / 2000000 ? 0 : ms * 1000000;
}

static PortfolioOptions make_options(Job *job)
{
  const SolveOptions *given = job->given;
  bool any = job->only == SIZE_MAX;
  return (PortfolioOptions){.solvers = job->solvers.items + (any ? 0 : job->only),
                            .count = any ? job->solvers.count : 1,
                            .begin_ns = clock_monotonic_ns(),
                            .limit_ns = nanoseconds(given->timeout_ms),
                            .cpu_limit_ns = nanoseconds(given->cpu_ms),
                            .cpu_begin_ns = job->live ? clock_process_cpu_ns() : 0,
                            .cpu = chooser_counts_cpu(&job->chooser),
                            .limits = {.memory_bytes = given->memory, .stdout_bytes = OUTPUT_MAX},
                            .jobs = (uint32_t)given->jobs,
                            .confirm = given->confirm,
                            .follow_up = job->follow_up,
                            .tell = take_news,
                            .user = job};
}

/* Takes the text over. */
static void solve_text(Job *job, FileText *text, PortfolioResult *result)
{
  PortfolioProblem problem;
  TurnPlan plan;
  PortfolioOptions options = make_options(job);
  turns_init(&plan, options.count);
  if (job->only == SIZE_MAX)
    chooser_plan(&job->chooser, job->names, options.count, job->path, text,
                 (double)options.limit_ns * 1e-9, (double)options.cpu_limit_ns * 1e-9, &plan);
  if (job->chooser.problem.status != STATUS_OK) {
    command_error(&command_solve, EXIT_ENVIRONMENT, "%s; the script's features are not used",
                  job->chooser.problem.message);
    job->chooser.problem.status = STATUS_OK;
  }
  portfolio_problem_init(&problem, text, !job->given->no_check);
  solvers_catch_signals(job->sup);
  portfolio_solve(job->sup, &options, &plan, &problem, result);
  solvers_release_signals();
  turns_deinit(&plan);
  portfolio_problem_deinit(&problem);
  Error error;
  if (chooser_finish(&job->chooser, &error) != STATUS_OK)
    command_error(&command_solve, EXIT_ENVIRONMENT, "%s", error.message);
}

static int solve_once(Job *job, FileText *text)
{
  PortfolioResult result;
  solve_text(job, text, &result);
  if (result.end == PORTFOLIO_INTERRUPTED)
    return command_error(&command_solve, EXIT_ENVIRONMENT, "interrupted");
  int code = print_text(result.text, result.length);
  if (code == EXIT_FINE && result.errors) code = EXIT_FINDING;
  portfolio_result_deinit(&result);
  return code;
}

/* --- a script that comes piece by piece --- */

/* False: there will be no more. */
static bool read_more(LiveScript *live)
{
  char *bytes = mem_alloc(READ_BYTES, 1);
  ssize_t count;
  while ((count = read(STDIN_FILENO, bytes, READ_BYTES)) < 0 && errno == EINTR) continue;
  if (count > 0) live_script_add(live, bytes, (size_t)count);
  free(bytes);
  return count > 0;
}

static bool more_is_there(void)
{
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&input, 1, PATIENCE_MS) > 0;
}

/* The commands that the winner has refused are forgotten: who talks to us knows that they had no effect. */
static void forget_refused(Job *job, LiveScript *live, size_t winner)
{
  PortfolioResult result;
  FileText text = live_script_text_by_command(live);
  job->follow_up = true;
  job->only = winner;
  solve_text(job, &text, &result);
  if (result.end == PORTFOLIO_INTERRUPTED) return;
  live_script_drop_refused(live, result.text, result.length);
  portfolio_result_deinit(&result);
}

/* Solves what is there by now, and shows what is new. Questions about an answer go to who gave it. */
static int answer_piece(Job *job, LiveScript *live, size_t *winner)
{
  PortfolioResult result;
  StrBuf shown;
  FileText text = live_script_text(live);
  job->follow_up = !live_script_has_check(live);
  job->only = job->follow_up ? *winner : SIZE_MAX;
  solve_text(job, &text, &result);
  if (result.end == PORTFOLIO_INTERRUPTED)
    return command_error(&command_solve, EXIT_ENVIRONMENT, "interrupted");
  if (job->only == SIZE_MAX) *winner = result.winner;
  strbuf_init(&shown, 0);
  live_script_cut(live, result.text, result.length, &shown);
  int code = print_text(strbuf_text(&shown), shown.length);
  if (code == EXIT_FINE && result.errors) code = EXIT_FINDING;
  if (live_script_shows_refusal(strbuf_text(&shown)) && *winner != SIZE_MAX)
    forget_refused(job, live, *winner);
  strbuf_deinit(&shown);
  portfolio_result_deinit(&result);
  return code;
}

/* No solver knows closed boxes, and its sat would be about something else. */
static int refuse_piece(LiveScript *live)
{
  StrBuf shown;
  strbuf_init(&shown, 0);
  command_error(&command_solve, EXIT_FINDING,
                "closed boxes need a script in a file, not on standard input");
  live_script_refuse(live, &shown);
  int code = print_text(strbuf_text(&shown), shown.length);
  strbuf_deinit(&shown);
  return code == EXIT_FINE ? EXIT_FINDING : code;
}

static int solve_live(Job *job)
{
  LiveScript live;
  size_t winner = SIZE_MAX;
  int code = EXIT_FINE;
  bool more = true, errors = false;
  live_script_init(&live);
  while (more && !live_script_exits(&live) && code <= EXIT_FINDING) {
    more = read_more(&live);
    if (more && more_is_there()) continue;
    live_script_look(&live);
    if (!live_script_waits(&live)) continue;
    code = live_script_has_boxes(&live) ? refuse_piece(&live) : answer_piece(job, &live, &winner);
    errors = errors || code == EXIT_FINDING;
  }
  if (code <= EXIT_FINDING && !live_script_exits(&live) && live_script_breaks_off(&live)) {
    static const char message[] = "(error \"unexpected end of input\")\n";
    code = print_text(message, strlen(message));
    errors = true;
  }
  live_script_deinit(&live);
  return code == EXIT_FINE && errors ? EXIT_FINDING : code;
}

/* --- all --- */

static Status load_chooser(Job *job, Error *error)
{
  const SolveOptions *given = job->given;
  if (given->model && given->history)
    return error_set(error, STATUS_USAGE, "use --model or --history");
  if (!given->model && (given->features.command || given->features.table))
    return error_set(error, STATUS_USAGE, "further features need --model");
  FeatureOptions features = {.command = given->features.command, .table = given->features.table};
  if (given->model) return chooser_load_model(&job->chooser, given->model, &features, error);
  return given->history ? chooser_load_history(&job->chooser, given->history, error) : STATUS_OK;
}

/* Those of the model, else those of the list. */
static Status list_solvers(Job *job, Error *error)
{
  const Names *known = chooser_solvers(&job->chooser);
  if (!known) return solver_find_list(job->profiles, job->given->solvers, &job->solvers, error);
  for (uint32_t i = 0; i < names_count(known); i++) {
    Solver solver;
    Status status = solver_find(job->profiles, names_text(known, i), &solver, error);
    if (status != STATUS_OK) return status;
    VEC_PUSH(&job->solvers, solver);
  }
  return STATUS_OK;
}

/* A model names programs. */
static int ask_consent(Job *job)
{
  const Names *known = chooser_solvers(&job->chooser);
  StrBuf lines;
  strbuf_init(&lines, 0);
  for (uint32_t i = 0; known && i < names_count(known); i++)
    solver_doubt(job->profiles, names_text(known, i), NULL, &lines);
  int code = consent_ask(&command_solve, job->given->model, &lines, job->given->trust);
  strbuf_deinit(&lines);
  return code;
}

static int find_solvers(Job *job)
{
  Error error;
  Status status = load_chooser(job, &error);
  int code = status == STATUS_OK ? ask_consent(job) : EXIT_FINE;
  if (code != EXIT_FINE) return code;
  if (status == STATUS_OK) status = list_solvers(job, &error);
  if (status == STATUS_USAGE) return command_usage_error(&command_solve, "%s", error.message);
  if (status != STATUS_OK)
    return command_error(&command_solve, solvers_exit_code(status), "%s", error.message);
  if (job->solvers.count == 0) return command_usage_error(&command_solve, "name a solver");
  job->names = mem_alloc(job->solvers.count, sizeof *job->names);
  for (size_t i = 0; i < job->solvers.count; i++) job->names[i] = job->solvers.items[i].name;
  return EXIT_FINE;
}

static int solve(Job *job, FileText *text)
{
  job->sup = solvers_supervisor(&command_solve);
  if (!job->sup) return EXIT_ENVIRONMENT;
  int code = text ? solve_once(job, text) : solve_live(job);
  supervisor_destroy(job->sup);
  return code;
}

int solve_portfolio(const SolveOptions *given, const char *path, FileText *text)
{
  Job job = {
      .given = given, .begin = clock_monotonic_ns(), .only = SIZE_MAX, .path = path, .live = !text};
  job.profiles = solvers_profiles(&command_solve, &given->profiles, given->isolate);
  int code = job.profiles ? find_solvers(&job) : EXIT_ENVIRONMENT;
  if (code == EXIT_FINE) code = solve(&job, text);
  if (text) file_text_free(text);
  chooser_deinit(&job.chooser);
  solver_vec_free(&job.solvers);
  free(job.names);
  if (job.profiles) profiles_destroy(job.profiles);
  return code;
}
