#include "find/oracle/search.h"

#include <assert.h>

#include "find/oracle/judge_internal.h"

/* How many models are tried: where solvers disagree, where one says unsat, where solvers that share no code say so. Queries
 * beyond the first ones are as good as these. */
enum { TRIES_SPLIT = 2000, TRIES_ALONE = 200, TRIES_AGREED = 10, QUERIES_MAX = 16 };

static uint32_t tries_for(const Case *trial, SolverSet sat, SolverSet unsat)
{
  if (sat) return TRIES_SPLIT;
  return judge_has_two_families(trial, unsat) ? TRIES_AGREED : TRIES_ALONE;
}

static bool is_open(const Case *trial, size_t query)
{
  return !judge_who_proves(trial, query) && !facts_witness(trial->facts, query) &&
         facts_computed(trial->facts, query) == SAYS_UNKNOWN;
}

void search_witnesses(const ExaminerInterface *kind, Examination *examination, const Case *trial,
                      Facts *facts)
{
  assert(trial->facts == facts);
  if (!kind->find_witness || !facts->understood || !facts->conclusive || !facts->constants) return;
  for (size_t query = 0; query < facts->traits.queries && query < QUERIES_MAX; query++) {
    SolverSet unsat = judge_who_says(trial, query, SAYS_UNSAT);
    if (!unsat || !is_open(trial, query)) continue;
    StrBuf model;
    strbuf_init(&model, 0);
    uint32_t tries = tries_for(trial, judge_who_says(trial, query, SAYS_SAT), unsat);
    if (kind->find_witness(examination, (uint32_t)query + 1, tries, &model))
      facts_set_witness(facts, query, mem_copy_string(strbuf_text(&model), model.length));
    strbuf_deinit(&model);
  }
}
