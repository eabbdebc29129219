#include "language/b/examiner.h"

#include <stdlib.h>
#include <string.h>

#include "b/eval/eval.h"
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
  bool understood;
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

static Examination *begin(Examiner *examiner, FileText *text, Facts *facts, bool *changed,
                          Error *error)
{
  Examination *examination = mem_alloc_zero(1, sizeof *examination);
  *changed = false;
  *facts = (Facts){.traits = b_traits(text->bytes, text->length)};
  BPredicate predicate;
  if (b_predicate_read(&predicate, text->bytes, text->length, error) != STATUS_OK)
    return examination;
  BTerm goal = b_predicate_rewrite(&predicate);
  if (goal) {
    examination->understood = facts->understood = true;
    facts->constants = predicate.module.identifiers.count > 0;
    facts->logic = mem_copy_string("B", 1);
    SolverAnswer computed = compute(&predicate, goal, examiner->limits.steps);
    if (computed != SAYS_UNKNOWN) VEC_PUSH(&facts->computed, computed);
  } else {
    error_set(error, STATUS_LIMIT, "what is well defined of it is nested too deeply");
  }
  b_predicate_deinit(&predicate);
  return examination;
}

static void end(Examination *examination)
{
  free(examination);
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
    .is_claimed = is_claimed,
};
