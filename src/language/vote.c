#include "language/vote.h"

#include <assert.h>
#include <string.h>

SolverAnswer vote_answer(const Vote *vote, size_t query)
{
  return query < vote->answers.count ? vote->answers.items[query].kind : SAYS_NOTHING;
}

bool vote_decides(const Vote *vote, size_t query)
{
  SolverAnswer answer = vote_answer(vote, query);
  return answer == SAYS_SAT || answer == SAYS_UNSAT;
}

bool vote_says(const Vote *vote, SolverAnswer answer)
{
  for (size_t i = 0; i < vote->answers.count; i++)
    if (vote->answers.items[i].kind == answer) return true;
  return false;
}

void vote_keep_model(Vote *vote, size_t query, const char *text, size_t length)
{
  enum { LONGEST = 4000 };
  assert(query < vote->answers.count);
  char **kept = &vote->answers.items[query].text;
  free(*kept);
  *kept = length <= LONGEST ? mem_copy_string(text, length) : NULL;
}

static void free_cores(Cores *cores)
{
  for (size_t i = 0; i < cores->count; i++) {
    free(cores->items[i].shown);
    free(cores->items[i].stranger);
    free(cores->items[i].script);
  }
  VEC_FREE(cores);
}

void vote_deinit(Vote *vote)
{
  for (size_t i = 0; i < vote->answers.count; i++) free(vote->answers.items[i].text);
  VEC_FREE(&vote->answers);
  free(vote->message);
  free(vote->group);
  free(vote->false_assertion);
  free_cores(&vote->cores);
  *vote = (Vote){0};
}

/* --- answers --- */

/* The text of an echo may look like an answer. If every query was answered there is none among the
 * answers, for there would be too many; if not, nobody can tell. */
static bool is_countable(const Facts *facts, const Outcome *outcome)
{
  return !facts->traits.echoes ||
         (outcome->kind <= OUTCOME_UNKNOWN && outcome->answers.count == facts->traits.queries);
}

static void take_answers(const Facts *facts, const Outcome *outcome, Vote *vote)
{
  if (!is_countable(facts, outcome)) return;
  for (size_t i = 0; i < outcome->answers.count && i < facts->traits.queries; i++) {
    const OutcomeAnswer *answer = &outcome->answers.items[i];
    if (answer->is_void) return;
    assert(answer->kind != SAYS_NOTHING);
    VEC_PUSH(&vote->answers, ((VoteAnswer){.kind = answer->kind}));
  }
}

/* Errors after an answer may be about what was asked for after it: no model after unsat, no core after
 * sat. Only what comes first is about the input. */
static bool is_rejected(const Outcome *outcome)
{
  if (outcome->kind != OUTCOME_ERROR || outcome->unknown_name) return false;
  if (!outcome->answers.count) return true;
  for (size_t i = 0; i < outcome->answers.items[0].response; i++)
    if (outcome->responses.items[i].kind == RESPONSE_ERROR) return true;
  return false;
}

static char *copy(const char *text)
{
  return text ? mem_copy_string(text, strlen(text)) : NULL;
}

void vote_read(const Facts *facts, const Outcome *outcome, Vote *vote)
{
  assert(!vote->cast && !vote->answers.items);
  *vote = (Vote){.cast = true,
                 .outcome = outcome->kind,
                 .exit_code = outcome->run.exit_code,
                 .signal = outcome->run.signal,
                 .rejected = is_rejected(outcome),
                 .message = copy(outcome->message),
                 .group = copy(outcome->group),
                 .located = outcome->located,
                 .wall_ns = outcome->run.wall_ns,
                 .cpu_ns = outcome->run.cpu_ns,
                 .peak_bytes = outcome->run.peak_bytes,
                 .manner = outcome->run.manner,
                 .scripts_before = outcome->run.scripts_before,
                 .plain_because = outcome->run.plain_because};
  take_answers(facts, outcome, vote);
}
