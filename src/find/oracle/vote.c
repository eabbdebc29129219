#include "find/oracle/vote.h"

#include <string.h>

#include "smt/text/print.h"

enum { ASSERTION_SHOWN = 100 };

AnswerKind vote_answer(const Vote *vote, size_t query)
{
  return query < vote->answers.count ? vote->answers.items[query].kind : ANSWER_OTHER;
}

bool vote_decides(const Vote *vote, size_t query)
{
  AnswerKind answer = vote_answer(vote, query);
  return answer == ANSWER_SAT || answer == ANSWER_UNSAT;
}

void vote_deinit(Vote *vote)
{
  VEC_FREE(&vote->answers);
  free(vote->message);
  free(vote->group);
  free(vote->false_assertion);
  cores_deinit(&vote->cores);
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
    VEC_PUSH(&vote->answers, ((VoteAnswer){answer->kind, MODEL_NONE}));
  }
}

/* Errors behind an answer may be about what was asked for after it: no model after unsat, no core after
 * sat. Only what comes first is about the script. */
static bool is_rejected(const Outcome *outcome)
{
  if (outcome->kind != OUTCOME_ERROR || outcome->unknown_name) return false;
  if (!outcome->answers.count) return true;
  for (size_t i = 0; i < outcome->answers.items[0].response; i++)
    if (outcome->responses.items[i].kind == ANSWER_ERROR) return true;
  return false;
}

/* --- models --- */

static ModelState state_of(const Check *check, size_t *first_false)
{
  if (check->status != STATUS_OK) return MODEL_OPEN;
  ModelState state = MODEL_RIGHT;
  for (size_t i = 0; i < check->verdicts.count; i++) {
    Truth truth = check->verdicts.items[i].truth;
    if (truth == TRUTH_UNKNOWN) state = MODEL_OPEN;
    if (truth != TRUTH_FALSE) continue;
    *first_false = i;
    return MODEL_WRONG;
  }
  return state;
}

static void describe_false(const VoteScript *script, const Check *check, size_t claim, Vote *vote)
{
  const Claim *wrong = &check->claims.items[claim];
  StrBuf text;
  strbuf_init(&text, 0);
  PrintOptions options = {.share = SHARE_LET};
  Printer *printer = printer_create(script->bank, &options);
  printer_term(printer, &text, wrong->term);
  printer_destroy(printer);
  if (text.length > ASSERTION_SHOWN) {
    text.length = ASSERTION_SHOWN;
    while (((unsigned char)text.bytes[text.length - 1] & 0xC0) == 0x80) text.length--;
    strbuf_add_text(&text, "...");
  }
  vote->false_query = check->query;
  vote->false_assertion = mem_copy_string(strbuf_text(&text), text.length);
  vote->false_line = 1;
  for (uint64_t i = 0; i < wrong->offset && i < script->length; i++)
    vote->false_line += script->text[i] == '\n';
  strbuf_deinit(&text);
}

/* Solvers give candidates after unknown, which nobody claims to be models, and a model that was not
 * printed to its end may have lost the end of a number. */
static bool is_claimed(const Outcome *outcome, const Vote *vote, const Check *check)
{
  bool whole = outcome->run.end == RUN_EXITED || check->answer.end < outcome->run.out.length;
  return whole && !check->after_error && check->query &&
         vote_answer(vote, check->query - 1) == ANSWER_SAT;
}

static void take_check(const VoteScript *script, const Check *check, Vote *vote)
{
  size_t first_false = 0;
  ModelState state = state_of(check, &first_false);
  VoteAnswer *answer = &vote->answers.items[check->query - 1];
  if (state > answer->model) answer->model = state;
  if (state == MODEL_WRONG && !vote->false_query) describe_false(script, check, first_false, vote);
}

static void check_models(const VoteScript *script, const Outcome *outcome, Vote *vote)
{
  CheckRequest request = {.bank = script->bank,
                          .script = script->text,
                          .script_length = script->length,
                          .output = outcome->run.out.bytes,
                          .output_length = outcome->run.out.length,
                          .limits = script->limits};
  Checks checks = {0};
  Error error;
  if (check_output(&request, &checks, &error) == STATUS_OK)
    for (size_t i = 0; i < checks.count; i++)
      if (is_claimed(outcome, vote, &checks.items[i])) take_check(script, &checks.items[i], vote);
  checks_deinit(&checks);
}

/* Without one the script need not be read again. */
static bool has_model(const Outcome *outcome)
{
  for (size_t i = 0; i < outcome->responses.count; i++) {
    AnswerKind kind = outcome->responses.items[i].kind;
    if (kind == ANSWER_MODEL || kind == ANSWER_EMPTY) return true;
  }
  return false;
}

static bool says(const Vote *vote, AnswerKind kind)
{
  for (size_t i = 0; i < vote->answers.count; i++)
    if (vote->answers.items[i].kind == kind) return true;
  return false;
}

/* --- all --- */

static char *copy(const char *text)
{
  return text ? mem_copy_string(text, strlen(text)) : NULL;
}

void vote_read(const Facts *facts, const VoteScript *script, const Outcome *outcome, Vote *vote)
{
  *vote = (Vote){.cast = true,
                 .outcome = outcome->kind,
                 .exit_code = outcome->run.exit_code,
                 .signal = outcome->run.signal,
                 .rejected = is_rejected(outcome),
                 .message = copy(outcome->message),
                 .group = copy(outcome->group),
                 .wall_ns = outcome->run.wall_ns,
                 .cpu_ns = outcome->run.cpu_ns,
                 .peak_bytes = outcome->run.peak_bytes,
                 .manner = outcome->run.manner,
                 .scripts_before = outcome->run.scripts_before,
                 .plain_because = outcome->run.plain_because};
  take_answers(facts, outcome, vote);
  if (!facts->understood || !script->bank || !outcome->run.out.bytes) return;
  if (says(vote, ANSWER_SAT) && has_model(outcome)) check_models(script, outcome, vote);
  if (says(vote, ANSWER_UNSAT) && facts->traits.cores && !facts->traits.foreign)
    cores_read(script->bank, script->text, script->length, outcome, &vote->cores);
}
