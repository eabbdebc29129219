#include "language/b/examiner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "b/eval/model.h"
#include "b/text/print.h"
#include "language/b/predicate.h"

/* A text that cannot be read is left to solvers as it is. */
static void unpack(const char *text, size_t length, InputFiles *files)
{
  BPredicate predicate;
  Error ignored;
  StrBuf out;
  strbuf_init(&out, 0);
  if (b_predicate_read(&predicate, text, length, &ignored) == STATUS_OK) {
    BTerm rewritten = b_predicate_rewrite(&predicate);
    if (rewritten) b_predicate_print(&predicate, rewritten, &out);
    b_predicate_deinit(&predicate);
  }
  if (out.length == 0) strbuf_add(&out, text, length);
  strbuf_text(&out);
  input_files_add(files, ".b", out.bytes, out.length);
}

ScriptTraits b_traits(const char *text, size_t length)
{
  (void)text;
  (void)length;
  return (ScriptTraits){.queries = 1, .constants = true, .unpack = unpack};
}

struct Examiner {
  ExamineLimits limits;
};

struct Examination {
  Examiner *examiner;
  BPredicate predicate;
  BTerm goal; /* rewritten; B_TERM_NONE: it is not understood, and there is no predicate */
  bool insists;
};

static Examiner *create(const ExamineLimits *limits)
{
  Examiner *examiner = mem_alloc(1, sizeof *examiner);
  examiner->limits = *limits;
  return examiner;
}

static void destroy(Examiner *examiner)
{
  free(examiner);
}

/* Our evaluator's answer: sat only with a solution that makes the whole true, unsat only if there is none whatever the
 * scope. */
static SolverAnswer compute(BPredicate *predicate, BTerm goal, uint64_t steps)
{
  assert(goal != B_TERM_NONE);
  enum { SCOPE = 3, STEPS = 50000 };
  BEvalSettings settings = b_eval_settings_default();
  settings.scope = SCOPE;
  settings.steps = steps ? steps : STEPS;
  BEval eval;
  b_eval_init(&eval, predicate->bank, &predicate->module, &settings);
  const U32Vec *names = &predicate->module.identifiers;
  SolverAnswer answer = SAYS_UNKNOWN;
  switch (b_solve(&eval, names->items, (uint32_t)names->count, goal)) {
  case B_SOLUTION:
    if (b_evaluate(&eval, goal) == B_VALUE_TRUE) answer = SAYS_SAT;
    break;
  case B_CONTRADICTION: answer = SAYS_UNSAT; break;
  case B_UNDECIDED:
  case B_ILL_DEFINED: break;
  }
  b_eval_deinit(&eval);
  return answer;
}

static Examination *begin(Examiner *examiner, FileText *text, Facts *facts, Error *error)
{
  Examination *examination = mem_alloc_zero(1, sizeof *examination);
  examination->examiner = examiner;
  *facts = (Facts){.traits = b_traits(text->bytes, text->length)};
  BPredicate predicate;
  if (b_predicate_read(&predicate, text->bytes, text->length, error) != STATUS_OK)
    return examination;
  BTerm goal = b_predicate_rewrite(&predicate);
  if (!goal) {
    error_set(error, STATUS_LIMIT, "what is well defined of it is nested too deeply");
    b_predicate_deinit(&predicate);
    return examination;
  }
  examination->predicate = predicate;
  examination->goal = goal;
  facts->understood = facts->conclusive = true;
  facts->constants = predicate.module.identifiers.count > 0;
  facts->logic = mem_copy_string("B", 1);
  SolverAnswer status = b_predicate_status(text->bytes, text->length);
  if (status != SAYS_UNKNOWN) VEC_PUSH(&facts->statuses, status);
  SolverAnswer computed = compute(&examination->predicate, goal, examiner->limits.steps);
  if (computed != SAYS_UNKNOWN) VEC_PUSH(&facts->computed, computed);
  return examination;
}

static void end(Examination *examination)
{
  if (examination->goal) b_predicate_deinit(&examination->predicate);
  free(examination);
}

static void insist(Examination *examination)
{
  examination->insists = true;
}

/* --- models --- */

/* The values that were printed after sat; NULL: there are none, or not all of the line is there. */
static const char *find_values(const Outcome *outcome, size_t *length)
{
  static const char heading[] = "values: ";
  const char *out = outcome->run.out.bytes, *end = out + outcome->run.out.length;
  for (const char *line = out; line < end;) {
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    if (!newline) return NULL;
    if ((size_t)(newline - line) >= sizeof heading &&
        memcmp(line, heading, sizeof heading - 1) == 0) {
      line += sizeof heading - 1;
      *length = (size_t)(newline - line);
      return line;
    }
    line = newline + 1;
  }
  return NULL;
}

static void describe_wrong(Examination *examination, BTerm conjunct, Vote *vote)
{
  assert(conjunct != B_TERM_NONE);
  enum { SHOWN = 100 };
  StrBuf text;
  strbuf_init(&text, 0);
  b_print(examination->predicate.bank, conjunct, NULL, &text);
  if (text.length > SHOWN) {
    text.length = SHOWN;
    while (((unsigned char)text.bytes[text.length - 1] & 0xC0) == 0x80) text.length--;
    strbuf_add_text(&text, "...");
  }
  vote->false_query = vote->false_line = 1;
  vote->false_assertion = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
}

static void weigh(Examination *examination, const Facts *facts, const Outcome *outcome, Vote *vote)
{
  enum { STEPS = 1000000, PATIENCE = 25 };
  (void)facts;
  size_t length;
  const char *values = find_values(outcome, &length);
  if (!values || !examination->goal || vote_answer(vote, 0) != SAYS_SAT) return;
  BEvalSettings settings = b_eval_settings_default();
  uint64_t steps = examination->examiner->limits.steps;
  settings.steps = (steps ? steps : STEPS) * (examination->insists ? PATIENCE : 1);
  BTerm wrong = B_TERM_NONE;
  BModelVerdict verdict = b_model_check(examination->predicate.bank, &examination->predicate.module,
                                        examination->goal, &settings, values, length, &wrong);
  vote->answers.items[0].model = verdict == B_MODEL_RIGHT   ? MODEL_RIGHT
                                 : verdict == B_MODEL_WRONG ? MODEL_WRONG
                                                            : MODEL_OPEN;
  if (verdict == B_MODEL_WRONG) describe_wrong(examination, wrong, vote);
}

/* Encodings need not have all operators. */
static bool is_claimed(const Examination *examination, const Profile *profile)
{
  (void)examination;
  (void)profile;
  return false;
}

const ExaminerInterface b_examiner = {
    .words = {.input = "predicate", .query = "predicate"},
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .end = end,
    .insist = insist,
    .is_claimed = is_claimed,
    .weigh = weigh,
};
