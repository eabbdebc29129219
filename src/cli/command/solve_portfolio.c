/* assay solve with several solvers. */
#include <string.h>

#include "base/clock.h"
#include "cli/command/solve.h"
#include "cli/option/commands.h"
#include "cli/shared/solvers.h"
#include "solve/portfolio/portfolio.h"

enum { OUTPUT_MAX = 256 << 20 };

/* One call of the command. */
typedef struct {
  const SolveOptions *given;
  Profiles *profiles;
  SolverVec solvers;
  uint64_t begin;
} Job;

/* --- the story --- */

static void tell_reply(const PortfolioNews *news)
{
  const Reply *reply = news->reply;
  fprintf(stderr, "%s after %.3f s", outcome_name(reply->outcome), news->seconds);
  if (reply->seconds >= 0.0005) fprintf(stderr, ", checked in %.3f s", reply->seconds);
  if (reply->unchecked) fputs(", its model is not decided", stderr);
  if (reply->message && !reply->complete) {
    fputs(": ", stderr);
    text_print_visible(stderr, reply->message, strlen(reply->message));
  }
}

static void tell(void *user, const PortfolioNews *news)
{
  const Job *job = user;
  fprintf(stderr, "[%8.3f] %s: ", (double)(clock_monotonic_ns() - job->begin) * 1e-9,
          job->solvers.items[news->solver].name);
  switch (news->kind) {
  case NEWS_STARTED: fprintf(stderr, "runs, up to %g s", news->seconds); break;
  case NEWS_STOPPED: fprintf(stderr, "stopped after %.3f s", news->seconds); break;
  case NEWS_ENDED: tell_reply(news); break;
  case NEWS_WRONG:
    fputs("wrong: ", stderr);
    if (news->reply->evidence) {
      fputs("its model makes this false: ", stderr);
      text_print_visible(stderr, news->reply->evidence, strlen(news->reply->evidence));
    } else {
      fputs("evaluation or another solver's model shows it", stderr);
    }
    break;
  case NEWS_UNCONFIRMED: fputs("has to be confirmed by another family", stderr); break;
  case NEWS_ANSWER: fputs("is the answer", stderr); break;
  }
  fputc('\n', stderr);
}

/* --- solving --- */

static int print_result(const PortfolioResult *result)
{
  fwrite(result->text, 1, result->length, stdout);
  if (fflush(stdout) != 0 || ferror(stdout))
    return command_error(&command_solve, EXIT_ENVIRONMENT, "cannot write to standard output");
  return result->errors ? EXIT_FINDING : EXIT_FINE;
}

static uint64_t nanoseconds(uint64_t ms)
{
  return ms > UINT64_MAX / 2000000 ? 0 : ms * 1000000;
}

static int solve(Job *job, Problem *problem)
{
  const SolveOptions *given = job->given;
  Supervisor *sup = solvers_supervisor(&command_solve);
  if (!sup) return EXIT_ENVIRONMENT;
  PortfolioOptions options = {.solvers = job->solvers.items,
                              .count = job->solvers.count,
                              .limit_ns = nanoseconds(given->timeout_ms),
                              .limits = {.memory_bytes = given->memory, .stdout_bytes = OUTPUT_MAX},
                              .jobs = (uint32_t)given->jobs,
                              .confirm = given->confirm,
                              .tell = given->verbose ? tell : NULL,
                              .user = job};
  SolvePlan plan;
  PortfolioResult result;
  solve_plan_init(&plan, job->solvers.count);
  solvers_catch_signals(sup);
  portfolio_solve(sup, &options, &plan, problem, &result);
  solvers_release_signals();
  supervisor_destroy(sup);
  solve_plan_deinit(&plan);
  int code = result.end == PORTFOLIO_INTERRUPTED
                 ? command_error(&command_solve, EXIT_ENVIRONMENT, "interrupted")
                 : print_result(&result);
  portfolio_result_deinit(&result);
  return code;
}

static int find_solvers(Job *job)
{
  Error error;
  Status status = solver_find_list(job->profiles, job->given->solvers, &job->solvers, &error);
  if (status == STATUS_USAGE) return command_usage_error(&command_solve, "%s", error.message);
  if (status != STATUS_OK)
    return command_error(&command_solve, solvers_exit_code(status), "%s", error.message);
  return job->solvers.count ? EXIT_FINE : command_usage_error(&command_solve, "name a solver");
}

int solve_portfolio(const SolveOptions *given, FileText *text)
{
  Job job = {.given = given, .begin = clock_monotonic_ns()};
  Problem problem;
  problem_init(&problem, text, !given->no_check);
  job.profiles = solvers_profiles(&command_solve, &given->profiles);
  int code = job.profiles ? find_solvers(&job) : EXIT_ENVIRONMENT;
  if (code == EXIT_FINE) code = solve(&job, &problem);
  problem_deinit(&problem);
  solver_vec_free(&job.solvers);
  if (job.profiles) profiles_destroy(job.profiles);
  return code;
}
