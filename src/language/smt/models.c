#include "language/smt/models.h"

#include <assert.h>
#include <string.h>

#include "language/smt/plain.h"
#include "language/smt/question.h"
#include "smt/text/print.h"

enum { ASSERTION_SHOWN = 100 };

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

static void describe_false(const Examination *examination, const Check *check, size_t claim,
                           Vote *vote)
{
  assert(claim < check->claims.count);
  const Claim *wrong = &check->claims.items[claim];
  StrBuf text;
  strbuf_init(&text, 0);
  PrintOptions options = {.share = SHARE_LET};
  Printer *printer = printer_create(examination->bank, &options);
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
  for (uint64_t i = 0; i < wrong->offset && i < examination->text->length; i++)
    vote->false_line += examination->text->bytes[i] == '\n';
  strbuf_deinit(&text);
}

/* Solvers give candidates after unknown, which nobody claims to be models, and a model that was not
 * printed to its end may have lost the end of a number. */
static bool is_claimed(const Outcome *outcome, const Vote *vote, const Check *check)
{
  bool whole = outcome->run.end == RUN_EXITED || check->answer.end < outcome->run.out.length;
  return whole && !check->after_error && check->query &&
         vote_answer(vote, check->query - 1) == SAYS_SAT;
}

static void take_check(const Examination *examination, const Outcome *outcome, const Check *check,
                       Vote *vote)
{
  assert(check->query && check->query <= vote->answers.count);
  size_t first_false = 0;
  ModelState state = state_of(check, &first_false);
  if (state == MODEL_WRONG && smtlib_is_read_in_two_ways(examination->bank, &examination->script))
    state = MODEL_OPEN;
  VoteAnswer *answer = &vote->answers.items[check->query - 1];
  if (state > answer->model) {
    answer->model = state;
    if (state >= MODEL_RIGHT)
      vote_keep_model(vote, check->query - 1, outcome->run.out.bytes + check->answer.start,
                      check->answer.end - check->answer.start);
  }
  if (state == MODEL_WRONG && !vote->false_query)
    describe_false(examination, check, first_false, vote);
}

/* Without one there is nothing to check. */
static bool has_model(const Outcome *outcome)
{
  for (size_t i = 0; i < outcome->responses.count; i++) {
    AnswerKind kind = (AnswerKind)outcome->responses.items[i].detail;
    if (kind == ANSWER_MODEL || kind == ANSWER_EMPTY || kind == ANSWER_VALUES) return true;
  }
  return false;
}

void smtlib_check_models(const Examination *examination, const Outcome *outcome, Vote *vote)
{
  if (!has_model(outcome)) return;
  CheckRequest request =
      examination_check(examination, outcome->run.out.bytes, outcome->run.out.length);
  request.sound = outcome->sound;
  request.values = smtlib_values_are_models(examination->bank, &examination->script);
  Checks checks = {0};
  Error error;
  if (check_output(&request, &checks, &error) == STATUS_OK)
    for (size_t i = 0; i < checks.count; i++)
      if (is_claimed(outcome, vote, &checks.items[i]))
        take_check(examination, outcome, &checks.items[i], vote);
  checks_deinit(&checks);
}
