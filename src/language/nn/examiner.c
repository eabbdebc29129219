#include "language/nn/examiner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "language/nn/check.h"
#include "language/nn/prove.h"

/* A text that is no bundle becomes an empty network. */
static void unpack(const char *text, size_t length, InputFiles *files)
{
  Bundle bundle;
  Error ignored;
  bundle_init(&bundle);
  bundle_read(&bundle, text, length, &ignored);
  strbuf_text(&bundle.network);
  strbuf_text(&bundle.property);
  input_files_add(files, ".onnx", bundle.network.bytes, bundle.network.length);
  input_files_add(files, ".vnnlib", bundle.property.bytes, bundle.property.length);
  input_files_add_results(files);
  /* the bytes are theirs now */
  strbuf_init(&bundle.network, 0);
  strbuf_init(&bundle.property, 0);
  bundle_deinit(&bundle);
}

ScriptTraits nn_traits(const char *text, size_t length)
{
  (void)text;
  (void)length;
  return (ScriptTraits){.queries = 1, .constants = true, .unpack = unpack};
}

struct Examiner {
  ExamineLimits limits;
};

struct Examination {
  NnModel model;
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

/* --- one input --- */

/* Says the input sat by a counterexample that exact evaluation does not confirm? It was found in floats, whose sums can be far off:
 * whoever says unsat may be right. */
static bool is_doubtful(const NnModel *model, SolverAnswer proved)
{
  return model->has_net && model->bundle.status == SAYS_SAT && model->bundle.witness.length > 0 &&
         proved != SAYS_SAT;
}

/* Verifiers need not know all operators; those that we can bound are what competitions have. */
static Examination *begin(Examiner *examiner, FileText *text, Facts *facts, Error *error)
{
  (void)examiner;
  Examination *examination = mem_alloc_zero(1, sizeof *examination);
  *facts = (Facts){.traits = nn_traits(text->bytes, text->length)};
  NnModel *model = &examination->model;
  examination->understood = nn_model_read(model, text->bytes, text->length, error) == STATUS_OK;
  if (!examination->understood) return examination;
  facts->understood = facts->constants = facts->conclusive = true;
  facts->plain = model->has_net;
  const char *logic = model->has_net ? "VNN-LIB" : "ONNX";
  facts->logic = mem_copy_string(logic, strlen(logic));
  SolverAnswer proved = nn_prove(model);
  if (model->bundle.status != SAYS_UNKNOWN && !is_doubtful(model, proved))
    VEC_PUSH(&facts->statuses, model->bundle.status);
  if (proved != SAYS_UNKNOWN) VEC_PUSH(&facts->computed, proved);
  return examination;
}

static void end(Examination *examination)
{
  if (examination->understood) nn_model_deinit(&examination->model);
  free(examination);
}

static bool is_claimed(const Examination *examination, const Profile *profile)
{
  (void)profile;
  return examination->understood && examination->model.has_net;
}

/* --- counterexamples --- */

static void take_state(Vote *vote, ModelState state, StrBuf *why)
{
  VoteAnswer *answer = &vote->answers.items[0];
  answer->model = state;
  if (state != MODEL_WRONG) return;
  vote->false_query = 1;
  vote->false_line = 1;
  vote->false_assertion = mem_copy_string(strbuf_text(why), why->length);
}

/* What follows the answer, if the program printed it to its end. */
static bool find_witness(const Outcome *outcome, const char **text, size_t *length)
{
  if (outcome->run.end != RUN_EXITED || outcome->answers.count == 0) return false;
  const Response *answer = &outcome->responses.items[outcome->answers.items[0].response];
  const char *rest = outcome->run.out.bytes + answer->end;
  *length = outcome->run.out.length - answer->end;
  *text = memchr(rest, '(', *length);
  if (!*text) return false;
  *length -= (size_t)(*text - rest);
  return true;
}

static void weigh(Examination *examination, const Facts *facts, const Outcome *outcome, Vote *vote)
{
  const char *text;
  size_t length;
  assert(facts->understood && examination->understood);
  if (vote_answer(vote, 0) != SAYS_SAT || !find_witness(outcome, &text, &length)) return;
  const Property *property = &examination->model.property;
  Assignment witness;
  Error error;
  StrBuf why;
  assignment_init(&witness, property->inputs, property->outputs);
  strbuf_init(&why, 0);
  if (assignment_read(&witness, text, length, &error) != STATUS_OK) {
    take_state(vote, MODEL_OPEN, &why);
  } else {
    ModelState state = nn_check_witness(&examination->model, &witness, &why);
    take_state(vote, state, &why);
    /* Violated only within the tolerance: whoever says unsat may be right, and so may be this one. */
    if (state == MODEL_OPEN && examination->model.has_net)
      vote->answers.items[0].kind = SAYS_UNKNOWN;
  }
  strbuf_deinit(&why);
  assignment_deinit(&witness);
}

const ExaminerInterface nn_examiner = {
    .words = {.input = "property", .query = "property"},
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .end = end,
    .is_claimed = is_claimed,
    .weigh = weigh,
};
