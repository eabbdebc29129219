#include "language/smt/examiner.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "language/smt/blank.h"
#include "language/smt/core.h"
#include "language/smt/derive.h"
#include "language/smt/examination.h"
#include "language/smt/facts.h"
#include "language/smt/ground.h"
#include "language/smt/models.h"
#include "language/smt/question.h"
#include "language/smt/relation.h"
#include "language/smt/witness.h"
#include "smt/term/traverse.h"
#include "smt/text/roots.h"
#include "smt/text/theory.h"

/* A bank with more terms than that is not used for another script: one that fits into the cache is faster than a copy, a
 * large one slower. So many are kept. */
enum { TERMS_MAX = 1 << 11, SPARE_MAX = 16 };

struct Examiner {
  EvalLimits limits;
  Bank *theories; /* what banks begin with; nobody changes it */
  pthread_mutex_t mutex;
  Bank *spare[SPARE_MAX]; /* banks of examinations that have ended */
  size_t spare_count;
};

/* --- banks --- */

static Bank *take_bank(Examiner *examiner)
{
  Bank *bank = NULL;
  pthread_mutex_lock(&examiner->mutex);
  if (examiner->spare_count) bank = examiner->spare[--examiner->spare_count];
  pthread_mutex_unlock(&examiner->mutex);
  return bank ? bank : bank_copy(examiner->theories);
}

static void give_bank(Examiner *examiner, Bank *bank)
{
  assert(bank && bank != examiner->theories);
  bool kept = false;
  if (bank->terms.count <= TERMS_MAX) {
    pthread_mutex_lock(&examiner->mutex);
    kept = examiner->spare_count < SPARE_MAX;
    if (kept) examiner->spare[examiner->spare_count++] = bank;
    pthread_mutex_unlock(&examiner->mutex);
  }
  if (!kept) bank_destroy(bank);
}

static Examiner *create(const ExamineLimits *limits)
{
  Examiner *examiner = mem_alloc_zero(1, sizeof *examiner);
  examiner->limits = (EvalLimits){.steps = limits->steps, .bytes = limits->bytes};
  examiner->theories = theory_create_bank();
  pthread_mutex_init(&examiner->mutex, NULL);
  return examiner;
}

static void destroy(Examiner *examiner)
{
  for (size_t i = 0; i < examiner->spare_count; i++) bank_destroy(examiner->spare[i]);
  bank_destroy(examiner->theories);
  pthread_mutex_destroy(&examiner->mutex);
  free(examiner);
}

/* --- one script --- */

static Examination *begin(Examiner *examiner, FileText *text, Facts *facts, Error *error)
{
  Examination *examination = mem_alloc_zero(1, sizeof *examination);
  *examination = (Examination){
      .examiner = examiner, .bank = take_bank(examiner), .text = text, .limits = examiner->limits};
  examination->parser =
      parser_create(examination->bank, NULL, text->bytes, text->length, &examination->error);
  if (parser_read_script(examination->parser, &examination->script) != STATUS_OK)
    *error = examination->error;
  smtlib_facts_read(examination, facts);
  smtlib_ground_answer(examination, facts);
  smtlib_blank_statuses(text->bytes, text->length);
  return examination;
}

static void end(Examination *examination)
{
  parser_destroy(examination->parser);
  script_deinit(&examination->script);
  give_bank(examination->examiner, examination->bank);
  free(examination);
}

CheckRequest examination_check(const Examination *examination, const char *output, size_t length)
{
  return (CheckRequest){.bank = examination->bank,
                        .script = examination->text->bytes,
                        .script_length = examination->text->length,
                        .read = &examination->script,
                        .parser = examination->parser,
                        .output = output,
                        .output_length = length,
                        .limits = examination->limits};
}

/* Models that take longer than usual to check are checked before anybody is blamed. */
static void insist(Examination *examination)
{
  enum { MORE = 25 };
  uint64_t steps = examination->examiner->limits.steps;
  examination->limits.steps = (steps ? steps : EVAL_STEPS) * MORE;
}

/* --- solvers --- */

/* Of a solver that names no logics nothing is known. */
static bool is_claimed(const Examination *examination, const Profile *profile)
{
  for (uint32_t i = 0; i < profile->logics.items_count; i++) {
    const char *name = profile->logics.items[i];
    Logic known;
    if (logic_parse(name, strlen(name), &known) && logic_includes(&known, &examination->used))
      return true;
  }
  return profile->logics.items_count == 0;
}

static bool uses(const Examination *examination, const char *construct)
{
  const Bank *bank = examination->bank;
  Symbol name = symbols_find(&bank->symbols, construct, strlen(construct));
  bool found = false;
  if (name == SYMBOL_NONE) return false;
  Walk walk = {0};
  roots_walk(&walk, bank, &examination->script);
  for (Term term; !found && (term = walk_next(&walk));) {
    Fun fun = bank_fun(bank, term);
    const FunInfo *info = fun ? funs_info(&bank->funs, fun) : NULL;
    found = info && info->origin == FUN_THEORY && info->name == name;
  }
  walk_deinit(&walk);
  return found;
}

static void weigh(Examination *examination, const Facts *facts, const Outcome *outcome, Vote *vote)
{
  assert(facts->understood);
  if (vote_says(vote, SAYS_SAT)) smtlib_check_models(examination, outcome, vote);
  if (vote_says(vote, SAYS_UNSAT) && facts->traits.cores && !facts->traits.foreign)
    smtlib_read_cores(examination, outcome, &vote->cores);
}

static void ask_core(Examination *examination, uint32_t query, StrBuf *text)
{
  assert(query);
  const Script *script = &examination->script;
  uint32_t queries = 0;
  for (size_t i = 0; i < script->commands.count; i++) {
    CommandKind kind = script->commands.items[i].kind;
    if (kind != CMD_CHECK_SAT && kind != CMD_CHECK_SAT_ASSUMING) continue;
    if (++queries == query) smtlib_derive_question(examination->bank, script, i, text);
  }
}

static bool ask_models(Examination *examination, const Vote *vote, ProfileAsk ask, StrBuf *text)
{
  return smtlib_ask_models(examination, vote, ask, text);
}

static bool find_witness(Examination *examination, uint32_t query, uint32_t tries, StrBuf *model)
{
  return smtlib_find_witness(examination, query, tries, model);
}

const ExaminerInterface smtlib_examiner = {
    .words = {.input = "script", .query = "check-sat"},
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .end = end,
    .insist = insist,
    .is_claimed = is_claimed,
    .uses = uses,
    .weigh = weigh,
    .find_witness = find_witness,
    .ask_models = ask_models,
    .relations = smtlib_relations,
    .relate = smtlib_relate,
    .ask_core = ask_core,
};
