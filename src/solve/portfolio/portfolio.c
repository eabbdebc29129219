#include "solve/portfolio/portfolio.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"

static const double NS = 1e-9;

typedef struct {
  SolveRequest request;
  char *family;
  RunHandle run; /* 0: none */
  uint64_t resumed_at;
  uint64_t
      turn_end; /* when it has to make room for others; in CPU time, when to look whether it has to */
  uint64_t
      patience;    /* in CPU time: when it has to in any case, for it seems to wait for something */
  double until;    /* seconds that it may have used by the end of its turn */
  double waited;   /* in CPU time: seconds that it was given and did not take */
  uint64_t cpu_ns; /* that it has used when we last looked */
  bool replied;
  Reply reply;
} Member;

typedef struct {
  Supervisor *sup;
  const PortfolioOptions *options;
  TurnPlan *plan;
  PortfolioProblem *problem;
  Member *members;
  PlanMember *states; /* of the members, for the plan */
  size_t running;
  uint64_t deadline;
  uint64_t cpu_look_at; /* when to look whether the CPU time is over */
  size_t answer;        /* whose reply is the answer; SIZE_MAX: there is none yet */
} Portfolio;

static void tell(const Portfolio *portfolio, NewsKind kind, size_t solver, double seconds)
{
  const PortfolioOptions *options = portfolio->options;
  const Member *member = &portfolio->members[solver];
  if (options->tell)
    options->tell(options->user,
                  &(PortfolioNews){kind, solver, seconds, member->replied ? &member->reply : NULL});
}

/* --- turns --- */

static uint64_t later(uint64_t now, double seconds)
{
  double end = (double)now + seconds / NS;
  return end < 0x1p63 ? (uint64_t)end : UINT64_MAX;
}

/* Half of what is left, so that a solver with several threads is looked at soon enough, too. */
static double look_gap(double left)
{
  static const double SHORTEST = 1e-3;
  return left > 2 * SHORTEST ? left / 2 : SHORTEST;
}

static void set_turn_end(const Portfolio *portfolio, size_t solver, uint64_t now)
{
  Member *member = &portfolio->members[solver];
  double left = member->until - portfolio->states[solver].used;
  member->turn_end = later(now, portfolio->options->cpu ? look_gap(left) : left);
}

static void look_at_cpu(const Portfolio *portfolio, size_t solver)
{
  Member *member = &portfolio->members[solver];
  uint64_t used = member->run ? supervisor_cpu_ns(portfolio->sup, member->run) : 0;
  if (used > member->cpu_ns) member->cpu_ns = used;
  if (portfolio->options->cpu)
    portfolio->states[solver].used = (double)member->cpu_ns * NS + member->waited;
}

/* In CPU time it may have used less than was thought: then its turn goes on. */
static bool turn_is_over(const Portfolio *portfolio, size_t solver, uint64_t now)
{
  Member *member = &portfolio->members[solver];
  PlanMember *state = &portfolio->states[solver];
  if (now < member->turn_end) return false;
  if (!portfolio->options->cpu) return true;
  look_at_cpu(portfolio, solver);
  if (state->used < member->until && now < member->patience) {
    set_turn_end(portfolio, solver, now);
    return false;
  }
  if (state->used < member->until) {
    member->waited += member->until - state->used;
    state->used = member->until;
  }
  return true;
}

static void start_turn(Portfolio *portfolio, const PlanStep *step)
{
  Member *member = &portfolio->members[step->solver];
  PlanMember *state = &portfolio->states[step->solver];
  uint64_t now = clock_monotonic_ns();
  assert(!state->running && !state->over && step->until > state->used);
  /* What has ended while it was stopped cannot go on; its result is on the way. */
  if (member->run)
    supervisor_resume(portfolio->sup, member->run);
  else
    member->run = solve_start(portfolio->sup, &member->request);
  member->resumed_at = now;
  member->until = step->until;
  member->patience = later(now, RUN_WALL_PER_CPU * (step->until - state->used));
  set_turn_end(portfolio, step->solver, now);
  state->running = true;
  portfolio->running++;
  tell(portfolio, NEWS_STARTED, step->solver, step->until);
}

static void end_turn(Portfolio *portfolio, size_t solver, uint64_t now)
{
  PlanMember *state = &portfolio->states[solver];
  assert(state->running && portfolio->running > 0);
  if (!portfolio->options->cpu)
    state->used += (double)(now - portfolio->members[solver].resumed_at) * NS;
  state->running = false;
  portfolio->running--;
}

static void start_turns(Portfolio *portfolio)
{
  PlanStep step;
  while (portfolio->running < portfolio->options->jobs &&
         turns_next(portfolio->plan, portfolio->states, &step))
    start_turn(portfolio, &step);
}

/* Is somebody else waiting for a turn? If not, who runs may go on. */
static bool is_wanted(const Portfolio *portfolio)
{
  for (size_t i = 0; i < portfolio->options->count; i++)
    if (!portfolio->states[i].over && !portfolio->states[i].running) return true;
  return false;
}

static void stop_turns(Portfolio *portfolio, uint64_t now)
{
  for (size_t i = 0; i < portfolio->options->count; i++) {
    Member *member = &portfolio->members[i];
    if (!portfolio->states[i].running || !turn_is_over(portfolio, i, now)) continue;
    if (!is_wanted(portfolio)) {
      member->turn_end = UINT64_MAX;
      continue;
    }
    if (!supervisor_pause(portfolio->sup, member->run)) continue; /* its end is on the way */
    end_turn(portfolio, i, now);
    tell(portfolio, NEWS_STOPPED, i, portfolio->states[i].used);
  }
}

/* --- replies --- */

static bool is_believed(const Member *member)
{
  return member->replied && member->reply.complete && !member->reply.wrong;
}

/* Who said unsat is wrong if a model shows it. */
static void find_refuted(Portfolio *portfolio, size_t solver)
{
  for (size_t i = 0; i < portfolio->options->count; i++)
    for (size_t k = 0; k < portfolio->options->count; k++) {
      Member *member = &portfolio->members[i];
      const Member *other = &portfolio->members[k];
      if (i == k || (i != solver && k != solver) || !is_believed(member) || !other->replied ||
          other->reply.wrong || !reply_is_refuted(&member->reply, &other->reply))
        continue;
      member->reply.wrong = true;
      tell(portfolio, NEWS_WRONG, i, portfolio->states[i].used);
    }
}

static bool needs_confirmation(const Portfolio *portfolio, const Reply *reply)
{
  const PortfolioOptions *options = portfolio->options;
  return !options->follow_up && (reply->doubtful || (options->confirm && reply_says_unsat(reply)));
}

static bool is_confirmed(const Portfolio *portfolio, const Member *member)
{
  for (size_t i = 0; i < portfolio->options->count; i++) {
    const Member *other = &portfolio->members[i];
    if (is_believed(other) && strcmp(other->family, member->family) != 0 &&
        reply_agrees(&member->reply, &other->reply))
      return true;
  }
  return false;
}

static void choose_answer(Portfolio *portfolio, size_t solver)
{
  const Member *member = &portfolio->members[solver];
  if (!is_believed(member)) return;
  if (needs_confirmation(portfolio, &member->reply) && !is_confirmed(portfolio, member)) {
    tell(portfolio, NEWS_UNCONFIRMED, solver, portfolio->states[solver].used);
    return;
  }
  portfolio->answer = solver;
  tell(portfolio, NEWS_ANSWER, solver, portfolio->states[solver].used);
}

static void take_run(Portfolio *portfolio, RunResult *run)
{
  Member *member = run->user;
  size_t solver = (size_t)(member - portfolio->members);
  double seconds = (double)(portfolio->options->cpu ? run->cpu_ns : run->wall_ns) * NS;
  member->cpu_ns = run->cpu_ns;
  if (portfolio->states[solver].running) end_turn(portfolio, solver, clock_monotonic_ns());
  portfolio->states[solver].used = seconds;
  portfolio->states[solver].over = true;
  member->run = 0;
  reply_read(portfolio->problem, &member->request, run, &member->reply);
  member->replied = true;
  tell(portfolio, NEWS_ENDED, solver, seconds);
  if (member->reply.wrong) tell(portfolio, NEWS_WRONG, solver, seconds);
  find_refuted(portfolio, solver);
  choose_answer(portfolio, solver);
}

/* --- the loop --- */

/* Seconds of CPU time that all may still use together. */
static double cpu_left(const Portfolio *portfolio)
{
  const PortfolioOptions *options = portfolio->options;
  uint64_t used = clock_process_cpu_ns() - options->cpu_begin_ns;
  for (size_t i = 0; i < options->count; i++) {
    look_at_cpu(portfolio, i);
    used += portfolio->members[i].cpu_ns;
  }
  return ((double)options->cpu_limit_ns - (double)used) * NS;
}

static bool time_is_over(Portfolio *portfolio)
{
  uint64_t now = clock_monotonic_ns();
  if (now >= portfolio->deadline) return true;
  if (now < portfolio->cpu_look_at) return false;
  double left = cpu_left(portfolio);
  portfolio->cpu_look_at = later(now, look_gap(left / portfolio->options->jobs));
  if (left <= 0) portfolio->deadline = now;
  return left <= 0;
}

static uint64_t next_end(const Portfolio *portfolio)
{
  uint64_t end = portfolio->deadline;
  if (portfolio->cpu_look_at < end) end = portfolio->cpu_look_at;
  for (size_t i = 0; i < portfolio->options->count; i++)
    if (portfolio->states[i].running && portfolio->members[i].turn_end < end)
      end = portfolio->members[i].turn_end;
  return end;
}

static PortfolioEnd run_all(Portfolio *portfolio)
{
  while (!time_is_over(portfolio)) {
    start_turns(portfolio);
    if (portfolio->running == 0) return PORTFOLIO_OPEN;
    uint64_t now = clock_monotonic_ns(), end = next_end(portfolio);
    RunEvent event;
    uint64_t wait = end == UINT64_MAX ? SUPERVISOR_FOREVER : end > now ? end - now : 0;
    RunEventKind kind = supervisor_wait(portfolio->sup, wait, &event);
    if (kind == RUN_EVENT_WOKEN) return PORTFOLIO_INTERRUPTED;
    if (kind == RUN_EVENT_FINISHED) take_run(portfolio, &event.result);
    if (portfolio->answer != SIZE_MAX) return PORTFOLIO_ANSWERED;
    if (!time_is_over(portfolio)) stop_turns(portfolio, clock_monotonic_ns());
  }
  return PORTFOLIO_OPEN;
}

/* Ends what runs. Of an end without an answer, what was printed by then may be of use. */
static void end_all(Portfolio *portfolio, PortfolioEnd end)
{
  RunEvent event;
  supervisor_cancel_all(portfolio->sup);
  while (supervisor_pending(portfolio->sup)) {
    if (supervisor_wait(portfolio->sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) continue;
    if (end == PORTFOLIO_OPEN)
      take_run(portfolio, &event.result);
    else
      run_result_deinit(&event.result);
  }
}

/* --- the text --- */

/* How much a reply that is not the answer is worth: answers first, then an unknown, also of one that was ended, then an error, then
 * nothing. */
static int worth(const Portfolio *portfolio, const Member *member)
{
  enum { MANY = 1 << 20 };
  if (!member->replied || member->reply.wrong) return -1;
  const Reply *reply = &member->reply;
  int decided = reply->decided < MANY ? (int)reply->decided : MANY;
  if (needs_confirmation(portfolio, reply)) decided = 0;
  bool unknown = !reply->errors && (reply->letters[0] != '\0' || reply->missing > 0);
  return 4 * decided + 2 * unknown + (reply->length > 0);
}

static size_t best_reply(const Portfolio *portfolio)
{
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < portfolio->options->count; i++) {
    size_t solver = portfolio->plan->order[i];
    int value = worth(portfolio, &portfolio->members[solver]);
    if (value >= 0 && (best == SIZE_MAX || value > worth(portfolio, &portfolio->members[best])))
      best = solver;
  }
  return best;
}

static void add_unknowns(size_t count, StrBuf *text)
{
  for (size_t i = 0; i < count; i++) strbuf_add_text(text, "unknown\n");
}

static void make_text(const Portfolio *portfolio, PortfolioResult *result)
{
  StrBuf text;
  strbuf_init(&text, 0);
  size_t best = portfolio->answer != SIZE_MAX ? portfolio->answer : best_reply(portfolio);
  const Reply *reply = best == SIZE_MAX ? NULL : &portfolio->members[best].reply;
  if (result->end == PORTFOLIO_OPEN && (!reply || needs_confirmation(portfolio, reply))) {
    add_unknowns(portfolio->problem->outline.asks_model.count, &text);
    best = SIZE_MAX;
  } else if (result->end == PORTFOLIO_OPEN && !portfolio->options->follow_up) {
    strbuf_add(&text, reply->shown, reply->shown_length);
    add_unknowns(reply->missing, &text);
    result->errors = reply->shown_errors;
  } else {
    strbuf_add(&text, reply->text, reply->length);
    result->errors = reply->errors;
  }
  result->winner = best;
  result->length = text.length;
  result->text = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
}

/* --- all --- */

static void init_members(Portfolio *portfolio)
{
  const PortfolioOptions *options = portfolio->options;
  const PortfolioProblem *problem = portfolio->problem;
  portfolio->members = mem_alloc_zero(options->count, sizeof *portfolio->members);
  portfolio->states = mem_alloc_zero(options->count, sizeof *portfolio->states);
  for (size_t i = 0; i < options->count; i++) {
    Member *member = &portfolio->members[i];
    member->family = solver_family(&options->solvers[i]);
    member->request = (SolveRequest){.solver = &options->solvers[i],
                                     .bytes = problem->text.bytes,
                                     .length = problem->text.length,
                                     .traits = problem->traits,
                                     .limits = options->limits,
                                     .print_models = problem->check && problem->traits.queries > 0,
                                     .user = member};
    member->request.limits.wall_ns = 0;
  }
}

static void deinit_members(Portfolio *portfolio)
{
  for (size_t i = 0; i < portfolio->options->count; i++) {
    free(portfolio->members[i].family);
    if (portfolio->members[i].replied) reply_deinit(&portfolio->members[i].reply);
  }
  free(portfolio->members);
  free(portfolio->states);
}

void portfolio_solve(Supervisor *sup, const PortfolioOptions *options, TurnPlan *plan,
                     PortfolioProblem *problem, PortfolioResult *result)
{
  assert(options->begin_ns <= clock_monotonic_ns());
  assert(options->count > 0 && options->jobs > 0 && plan->count == options->count);
  Portfolio portfolio = {.sup = sup, .options = options, .plan = plan, .problem = problem};
  portfolio.answer = SIZE_MAX;
  portfolio.deadline = options->limit_ns ? options->begin_ns + options->limit_ns : UINT64_MAX;
  portfolio.cpu_look_at = options->cpu_limit_ns ? 0 : UINT64_MAX;
  *result = (PortfolioResult){.winner = SIZE_MAX};
  init_members(&portfolio);
  PortfolioEnd end = run_all(&portfolio);
  end_all(&portfolio, end);
  /* An answer may have come with the end. */
  result->end = end == PORTFOLIO_OPEN && portfolio.answer != SIZE_MAX ? PORTFOLIO_ANSWERED : end;
  if (end != PORTFOLIO_INTERRUPTED) make_text(&portfolio, result);
  deinit_members(&portfolio);
}

void portfolio_result_deinit(PortfolioResult *result)
{
  free(result->text);
  *result = (PortfolioResult){0};
}
