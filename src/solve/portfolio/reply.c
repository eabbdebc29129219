#include "solve/portfolio/reply.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "smt/text/answer.h"
#include "solve/portfolio/run_log.h"

void reply_deinit(Reply *reply)
{
  free(reply->text);
  free(reply->shown);
  free(reply->letters);
  free(reply->message);
  free(reply->evidence);
  *reply = (Reply){0};
}

/* --- the text --- */

static bool is_answer(const Response *response)
{
  return response->kind == RESPONSE_ANSWER;
}

static bool is_model(const Response *response)
{
  return response->kind == RESPONSE_DETAIL &&
         (response->detail == ANSWER_MODEL || response->detail == ANSWER_EMPTY);
}

/* Is there another model before the next answer? */
static bool model_follows(const Responses *responses, size_t from)
{
  for (size_t i = from; i < responses->count && !is_answer(&responses->items[i]); i++)
    if (is_model(&responses->items[i])) return true;
  return false;
}

/* Copies what stands up to a response, and skips the response with its line break. */
static void cut_response(const Outcome *outcome, const Response *response, uint64_t *from,
                         StrBuf *out)
{
  const RunOutput *printed = &outcome->run.out;
  strbuf_add(out, printed->bytes + *from, response->start - *from);
  *from = response->end;
  if (*from < printed->length && printed->bytes[*from] == '\n') ++*from;
}

/* The first answer that is no answer of the vote, for it is void or nobody knows what it answers; past the last response: none. */
static size_t first_invalid(const Outcome *outcome, const Vote *vote)
{
  size_t valid = vote->answers.count;
  return valid < outcome->answers.count ? outcome->answers.items[valid].response
                                        : outcome->responses.count;
}

/* Puts something else in the place of a response. */
static void replace_response(const Outcome *outcome, const Response *response, const char *text,
                             uint64_t *from, StrBuf *out)
{
  strbuf_add(out, outcome->run.out.bytes + *from, response->start - *from);
  strbuf_add_text(out, text);
  *from = response->end;
}

/* Is it about an answer? */
static bool is_about_answer(const Response *response)
{
  if (response->kind != RESPONSE_DETAIL) return false;
  return response->detail != ANSWER_SUCCESS && response->detail != ANSWER_ECHO &&
         response->detail != ANSWER_INFO;
}

/* Some solvers print an error as compilers do. */
static bool is_bare_error(const Outcome *outcome, const Response *response)
{
  return response->kind == RESPONSE_ERROR && outcome->run.out.bytes[response->start] != '(';
}

static void put_error(const Outcome *outcome, const Response *response, uint64_t *from, StrBuf *out)
{
  const char *text = outcome->run.out.bytes;
  strbuf_add(out, text + *from, response->start - *from);
  strbuf_add_text(out, "(error \"");
  for (uint64_t i = response->start; i < response->end; i++) {
    if (text[i] == '"') strbuf_add_text(out, "\"");
    strbuf_add(out, text + i, 1);
  }
  strbuf_add_text(out, "\")");
  *from = response->end;
}

/* A model that follows an answer at once is the one that we asked for, unless the script asks for one and there is no other.
 * From the response `invalid` on answers do not count; returns whether anything said about them was left out. */
static bool add_text(const PortfolioProblem *problem, const SolveRequest *request,
                     const Outcome *outcome, size_t invalid, StrBuf *out)
{
  const Responses *responses = &outcome->responses;
  size_t checks = 0;
  uint64_t from = 0;
  bool left_out = false;
  for (size_t i = 0; i < responses->count; i++) {
    const Response *response = &responses->items[i];
    bool about = i >= invalid && is_about_answer(response);
    left_out |= about;
    if (about) replace_response(outcome, response, "(error \"the answer is unknown\")", &from, out);
    if (is_bare_error(outcome, response)) put_error(outcome, response, &from, out);
    if (!is_answer(response)) continue;
    if (i >= invalid) replace_response(outcome, response, "unknown", &from, out);
    bool asked =
        checks < problem->outline.asks_model.count && problem->outline.asks_model.items[checks];
    checks++;
    if (!request->print_models || i + 1 == responses->count || !is_model(&responses->items[i + 1]))
      continue;
    if (asked && !model_follows(responses, i + 2)) continue;
    cut_response(outcome, &responses->items[++i], &from, out);
  }
  if (outcome->run.out.length > from)
    strbuf_add(out, outcome->run.out.bytes + from, outcome->run.out.length - from);
  return left_out;
}

/* Of a program that was ended, only whole lines. */
static char *make_text(const PortfolioProblem *problem, const SolveRequest *request,
                       const Outcome *outcome, size_t invalid, bool broken, size_t *length,
                       bool *errors)
{
  StrBuf text;
  strbuf_init(&text, 0);
  *errors = add_text(problem, request, outcome, invalid, &text);
  for (size_t i = 0; i < outcome->responses.count; i++)
    *errors = *errors || outcome->responses.items[i].kind == RESPONSE_ERROR;
  if (broken)
    while (text.length && text.bytes[text.length - 1] != '\n') text.length--;
  *length = text.length;
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

/* Where an echo may look like an answer nobody knows which is which: all ends with the first one that does not count. */
static void take_shown(const PortfolioProblem *problem, const SolveRequest *request,
                       Outcome *outcome, const Vote *vote, Reply *reply)
{
  size_t invalid = first_invalid(outcome, vote), count = outcome->responses.count;
  uint64_t length = outcome->run.out.length;
  size_t answers = outcome->answers.count;
  if (problem->traits.echoes && invalid < count) {
    outcome->responses.count = invalid;
    outcome->run.out.length = outcome->responses.items[invalid].start;
    answers = vote->answers.count;
  }
  reply->shown = make_text(problem, request, outcome, invalid, reply->broken, &reply->shown_length,
                           &reply->shown_errors);
  outcome->responses.count = count;
  outcome->run.out.length = length;
  bool lacks = reply->broken || (problem->traits.echoes && invalid < count);
  if (lacks && answers < problem->traits.queries)
    reply->missing = problem->traits.queries - answers;
}

static void take_text(const PortfolioProblem *problem, const SolveRequest *request,
                      Outcome *outcome, const Vote *vote, Reply *reply)
{
  reply->broken = outcome->run.end != RUN_EXITED || outcome->kind == OUTCOME_CRASH;
  reply->text =
      make_text(problem, request, outcome, SIZE_MAX, reply->broken, &reply->length, &reply->errors);
  take_shown(problem, request, outcome, vote, reply);
}

/* --- the answers --- */

static char letter_of(const PortfolioProblem *problem, const VoteAnswer *answer)
{
  if (answer->kind == SAYS_UNSAT) return LETTER_UNSAT;
  if (answer->kind != SAYS_SAT) return LETTER_OPEN;
  if (answer->model == MODEL_WRONG) return LETTER_REFUTED;
  return answer->model == MODEL_RIGHT && problem->facts.conclusive ? LETTER_PROVED : LETTER_SAT;
}

static void judge_answer(const PortfolioProblem *problem, size_t check, char letter, Reply *reply)
{
  SolverAnswer computed = facts_computed(&problem->facts, check);
  SolverAnswer status = facts_status(&problem->facts, check);
  bool sat = letter != LETTER_UNSAT;
  if (letter == LETTER_OPEN) return;
  reply->decided++;
  if (letter == LETTER_REFUTED) reply->wrong = true;
  if (letter == LETTER_SAT) reply->unchecked = true;
  if (computed != SAYS_UNKNOWN)
    reply->wrong = reply->wrong || sat != (computed == SAYS_SAT);
  else if (status != SAYS_UNKNOWN && letter != LETTER_PROVED)
    reply->doubtful = reply->doubtful || sat != (status == SAYS_SAT);
}

static void take_answers(const PortfolioProblem *problem, const Vote *vote, Reply *reply)
{
  size_t count = vote->answers.count;
  reply->letters = mem_alloc_zero(count + 1, 1);
  for (size_t i = 0; i < count; i++) {
    reply->letters[i] = letter_of(problem, &vote->answers.items[i]);
    judge_answer(problem, i, reply->letters[i], reply);
  }
  reply->complete = count == problem->traits.queries && reply->decided == count;
}

void reply_read(PortfolioProblem *problem, const SolveRequest *request, RunResult *run,
                Reply *reply)
{
  Outcome outcome;
  Vote vote;
  outcome_read(request, run, &outcome);
  *reply = (Reply){.outcome = outcome.kind};
  uint64_t begin = clock_monotonic_ns();
  portfolio_problem_read(problem, &outcome, &vote);
  take_answers(problem, &vote, reply);
  reply->seconds = (double)(clock_monotonic_ns() - begin) * 1e-9;
  take_text(problem, request, &outcome, &vote, reply);
  if (vote.message) reply->message = mem_copy_string(vote.message, strlen(vote.message));
  if (vote.false_assertion)
    reply->evidence = mem_copy_string(vote.false_assertion, strlen(vote.false_assertion));
  vote_deinit(&vote);
  outcome_deinit(&outcome);
}

/* --- two of them --- */

bool reply_agrees(const Reply *reply, const Reply *other)
{
  assert(reply->letters && other->letters);
  assert(reply->complete && other->complete);
  for (size_t i = 0; reply->letters[i] && other->letters[i]; i++)
    if ((reply->letters[i] == LETTER_UNSAT) != (other->letters[i] == LETTER_UNSAT)) return false;
  return true;
}

bool reply_is_refuted(const Reply *reply, const Reply *other)
{
  for (size_t i = 0; reply->letters[i] && other->letters[i]; i++)
    if (reply->letters[i] == LETTER_UNSAT && other->letters[i] == LETTER_PROVED) return true;
  return false;
}

bool reply_says_unsat(const Reply *reply)
{
  return strchr(reply->letters, LETTER_UNSAT) != NULL;
}
