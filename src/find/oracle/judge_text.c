/* What findings say, and who says what. */
#include "find/oracle/judge_internal.h"

#include <assert.h>

void judge_add_names(const Case *trial, SolverSet set, StrBuf *out)
{
  bool first = true;
  for (size_t i = 0; i < trial->count; i++) {
    if (!(set & SOLVER_BIT(i))) continue;
    if (!first) strbuf_add_text(out, ", ");
    strbuf_add_text(out, trial->names[i]);
    first = false;
  }
}

static char *take_text(StrBuf *text)
{
  char *copy = mem_copy_string(strbuf_text(text), text->length);
  strbuf_deinit(text);
  return copy;
}

/* "z3, cvc5: disagreement: QF_LIA" */
static char *make_signature(const Case *trial, const Finding *finding, const char *group)
{
  StrBuf text;
  strbuf_init(&text, 0);
  judge_add_names(trial, finding->accused, &text);
  strbuf_printf(&text, "%s%s", finding->accused ? ": " : "", finding_name(finding->kind));
  if (group && *group) strbuf_printf(&text, ": %s", group);
  return take_text(&text);
}

void judge_add_finding(const Case *trial, Finding finding, StrBuf *evidence, const char *group,
                       Findings *findings)
{
  finding.evidence = take_text(evidence);
  finding.signature = make_signature(trial, &finding, group);
  VEC_PUSH(findings, finding);
}

SolverSet judge_who_says(const Case *trial, size_t query, SolverAnswer answer)
{
  SolverSet set = 0;
  for (size_t i = 0; i < trial->count; i++)
    if (vote_answer(&trial->votes[i], query) == answer) set |= SOLVER_BIT(i);
  return set;
}

SolverSet judge_who_proves(const Case *trial, size_t query)
{
  SolverSet set = 0;
  for (size_t i = 0; i < trial->count; i++)
    if (vote_answer(&trial->votes[i], query) == SAYS_SAT &&
        trial->votes[i].answers.items[query].model == MODEL_RIGHT)
      set |= SOLVER_BIT(i);
  return trial->facts->conclusive ? set : 0;
}

int judge_size(SolverSet set)
{
  return __builtin_popcountll(set);
}

void judge_begin_evidence(const Case *trial, size_t query, StrBuf *evidence)
{
  strbuf_init(evidence, 0);
  if (trial->facts->traits.queries > 1)
    strbuf_printf(evidence, "%s %llu: ", trial->words->query, (unsigned long long)query + 1);
}

void judge_add_saying(const Case *trial, SolverSet set, SolverAnswer answer, StrBuf *evidence)
{
  assert(set);
  judge_add_names(trial, set, evidence);
  strbuf_printf(evidence, " %s %s", judge_size(set) == 1 ? "says" : "say",
                solver_answer_name(answer));
}

void judge_add_model(const char *model, StrBuf *evidence)
{
  if (!model) return;
  strbuf_add_text(evidence, FINDING_MODEL_MARK);
  for (bool blank = false; *model; model++) {
    bool is_blank = *model == ' ' || *model == '\n' || *model == '\t' || *model == '\r';
    char last = evidence->bytes[evidence->length - 1];
    if (!is_blank && blank && *model != ')' && last != '(' && last != ' ')
      strbuf_add_char(evidence, ' ');
    if (!is_blank) strbuf_add_char(evidence, *model);
    blank = is_blank;
  }
}

char *judge_answer_group(const Case *trial, SolverAnswer said)
{
  StrBuf group;
  strbuf_init(&group, 0);
  strbuf_add_text(&group, solver_answer_name(said));
  if (trial->facts->logic) strbuf_printf(&group, " in %s", trial->facts->logic);
  return take_text(&group);
}
