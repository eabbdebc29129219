#include "language/smt/witness.h"

#include <assert.h>

#include "language/smt/plain.h"
#include "smt/eval/assertions.h"
#include "smt/known/plant_model.h"
#include "smt/term/traverse.h"

/* After so many changes of a model another one is drawn. One evaluation may take so many steps; of what is long or needs
 * many functions none is found anyway. */
enum { CHANGES = 40, STEPS = 20000, FUNCTIONS_MAX = 64, TERMS_MAX = 4096, STREAM_WITNESS = 0x817 };

typedef struct {
  Bank *bank;
  Random random;
  U32Vec funs;     /* Fun: all that the script declares */
  U32Vec claims;   /* Term: what is to be true */
  U32Vec literals; /* Term: values that stand in the claims */
  Verdict *verdicts;
  Model model;
} Search;

/* --- the script --- */

static bool collect_claims(const Script *script, uint32_t query, Search *search)
{
  Assertions assertions = {0};
  bool found = false;
  for (size_t i = 0; i < script->commands.count && !found; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_DECLARE_CONST || command->kind == CMD_DECLARE_FUN)
      VEC_PUSH(&search->funs, command->a);
    found = assertions_take(&assertions, script, command) && assertions.queries == query;
  }
  for (size_t i = 0; i < assertions.claims.count; i++)
    VEC_PUSH(&search->claims, assertions.claims.items[i].term);
  assertions_deinit(&assertions);
  return found && search->claims.count && search->funs.count && search->funs.count <= FUNCTIONS_MAX;
}

static bool is_value(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  if (node->op >= OP_INTEGER && node->op <= OP_FIELD) return true;
  Fun fun = bank_fun(bank, term);
  return fun && node->count == 0 && funs_info(&bank->funs, fun)->origin == FUN_THEORY;
}

/* False: there are too many terms to evaluate them often. */
static bool collect_literals(Search *search)
{
  Walk walk = {0};
  size_t terms = 0;
  walk_start(&walk, search->bank);
  for (size_t i = 0; i < search->claims.count; i++) walk_add_root(&walk, search->claims.items[i]);
  for (Term term; terms <= TERMS_MAX && (term = walk_next(&walk)); terms++)
    if (is_value(search->bank, term)) VEC_PUSH(&search->literals, term);
  walk_deinit(&walk);
  return terms <= TERMS_MAX;
}

/* --- searching --- */

/* How many claims are true; all of them: it is a model. */
static uint32_t score(Search *search)
{
  uint32_t count = (uint32_t)search->claims.count, truths = 0;
  EvalLimits limits = {.steps = STEPS};
  checks_verdict_of_terms(search->bank, &search->model, &limits, search->claims.items, count,
                          search->verdicts);
  for (uint32_t i = 0; i < count; i++) truths += search->verdicts[i].truth == TRUTH_TRUE;
  return truths;
}

/* A literal of the script for a constant of its sort; 0: there is none. */
static Term draw_literal_for(Search *search, Fun fun)
{
  const FunInfo *info = funs_info(&search->bank->funs, fun);
  if (info->arity || !search->literals.count) return 0;
  size_t count = search->literals.count, first = random_below(&search->random, count);
  for (size_t i = 0; i < count; i++) {
    Term literal = search->literals.items[(first + i) % count];
    if (bank_sort(search->bank, literal) == funs_result(&search->bank->funs, fun)) return literal;
  }
  return 0;
}

static bool redefine(Search *search, size_t place)
{
  Definition *definition = &search->model.definitions.items[place];
  Term literal = random_below(&search->random, 3) ? 0 : draw_literal_for(search, definition->fun);
  if (!literal) return plant_redefine(&search->model, search->bank, &search->random, place);
  definition->definition = literal;
  return true;
}

static bool draw_model(Search *search)
{
  model_deinit(&search->model);
  search->model = (Model){0};
  return plant_define(&search->model, search->bank, &search->random, search->funs.items,
                      search->funs.count);
}

/* Changes one definition after the other. True: it is a model. */
static bool climb(Search *search, uint32_t *tries)
{
  uint32_t wanted = (uint32_t)search->claims.count, best = score(search);
  for (int i = 0; i < CHANGES && best<wanted && * tries> 0; i++, --*tries) {
    size_t place = random_below(&search->random, search->model.definitions.count);
    Term before = search->model.definitions.items[place].definition;
    if (!redefine(search, place)) return false;
    uint32_t now = score(search);
    if (now < best)
      search->model.definitions.items[place].definition = before;
    else
      best = now;
  }
  return best == wanted;
}

/* --- what was found --- */

static bool is_right(const Examination *examination, uint32_t query, const StrBuf *model)
{
  StrBuf output;
  Checks checks = {0};
  Error error;
  strbuf_init(&output, 0);
  for (uint32_t i = 1; i < query; i++) strbuf_add_text(&output, "unknown\n");
  strbuf_add_text(&output, "sat\n");
  strbuf_add(&output, model->bytes, model->length);
  CheckRequest request = examination_check(examination, strbuf_text(&output), output.length);
  bool right = check_output(&request, &checks, &error) == STATUS_OK && checks.count == 1 &&
               checks.items[0].status == STATUS_OK && checks.items[0].query == query &&
               checks.items[0].verdicts.count;
  for (size_t i = 0; right && i < checks.items[0].verdicts.count; i++)
    right = checks.items[0].verdicts.items[i].truth == TRUTH_TRUE;
  checks_deinit(&checks);
  strbuf_deinit(&output);
  return right;
}

static bool print_found(const Examination *examination, uint32_t query, const Search *search,
                        StrBuf *model)
{
  StrBuf text;
  strbuf_init(&text, 0);
  plant_print_model(&search->model, search->bank, search->funs.items, search->funs.count, "",
                    &text);
  bool right = is_right(examination, query, &text);
  if (right) strbuf_add(model, text.bytes, text.length);
  strbuf_deinit(&text);
  return right;
}

bool smtlib_find_witness(const Examination *examination, uint32_t query, uint32_t tries,
                         StrBuf *model)
{
  assert(query && examination->bank);
  Search search = {.bank = examination->bank, .random = random_stream(0, STREAM_WITNESS, query)};
  bool found = false;
  /* Where solvers may read an operator in another way than we do, a model by our reading proves nothing. */
  if (smtlib_is_read_in_two_ways(examination->bank, &examination->script)) return false;
  if (collect_claims(&examination->script, query, &search) && collect_literals(&search)) {
    search.verdicts = mem_alloc(search.claims.count, sizeof *search.verdicts);
    while (!found && tries > 0 && draw_model(&search)) {
      tries--;
      found = climb(&search, &tries);
    }
    found = found && print_found(examination, query, &search, model);
  }
  free(search.verdicts);
  model_deinit(&search.model);
  VEC_FREE(&search.funs);
  VEC_FREE(&search.claims);
  VEC_FREE(&search.literals);
  return found;
}
