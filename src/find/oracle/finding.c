#include "find/oracle/finding.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"
#include "run/solver/outcome.h"

const char *finding_name(FindingKind kind)
{
#define FINDING_NAME(code, name) [code] = name,
  static const char *const names[] = {FINDING_LIST(FINDING_NAME)};
#undef FINDING_NAME
  assert(kind < FINDING_COUNT);
  return names[kind];
}

/* --- names of earlier versions: stores and lists of known findings keep them --- */

static const char earlier_computed[] = "against evaluation";

const char *finding_present_name(const char *name)
{
  return strcmp(name, earlier_computed) == 0 ? finding_name(FINDING_COMPUTED) : name;
}

/* A kind stands after the solvers and before what tells the group: see judge_text.c. */
static char *exchange_name(const char *signature, size_t length, const char *from, const char *to)
{
  StrBuf part, result;
  strbuf_init(&part, 0);
  strbuf_printf(&part, ": %s: ", from);
  const char *at = length ? memmem(signature, length, strbuf_text(&part), part.length) : NULL;
  char *copy = NULL;
  if (at) {
    const char *rest = at + part.length;
    strbuf_init(&result, 0);
    strbuf_add(&result, signature, (size_t)(at - signature));
    strbuf_printf(&result, ": %s: ", to);
    strbuf_add(&result, rest, length - (size_t)(rest - signature));
    copy = mem_copy_string(strbuf_text(&result), result.length);
    strbuf_deinit(&result);
  }
  strbuf_deinit(&part);
  return copy;
}

char *finding_present_signature(const char *signature, size_t length)
{
  return exchange_name(signature, length, earlier_computed, finding_name(FINDING_COMPUTED));
}

char *finding_earlier_signature(const char *signature)
{
  return exchange_name(signature, strlen(signature), finding_name(FINDING_COMPUTED),
                       earlier_computed);
}

const char *finding_model_mark(const char *evidence)
{
  const char *mark = strstr(evidence, FINDING_MODEL_MARK);
  return mark ? mark : evidence + strlen(evidence);
}

void findings_deinit(Findings *findings)
{
  for (size_t i = 0; i < findings->count; i++) {
    free(findings->items[i].evidence);
    free(findings->items[i].signature);
    free(findings->items[i].script);
  }
  VEC_FREE(findings);
}

static bool is_same(const Finding *a, const Finding *b)
{
  return a->kind == b->kind && a->accused == b->accused && a->query == b->query &&
         strcmp(a->signature, b->signature) == 0;
}

/* The same crash, of which only the second run has told the stack? */
static bool tells_stack(const Finding *found, const Finding *again)
{
  size_t length = strlen(found->signature);
  return found->kind == FINDING_CRASH && again->kind == FINDING_CRASH &&
         found->accused == again->accused && found->query == again->query &&
         strncmp(found->signature, again->signature, length) == 0 &&
         strncmp(again->signature + length, OUTCOME_STACK, sizeof OUTCOME_STACK - 1) == 0;
}

bool finding_has_stack(const Finding *finding)
{
  size_t length = strlen(finding->signature);
  return finding->kind == FINDING_CRASH && length && finding->signature[length - 1] == ']' &&
         strstr(finding->signature, OUTCOME_STACK);
}

static void take_signature(Finding *finding, const Finding *again)
{
  free(finding->signature);
  finding->signature = mem_copy_string(again->signature, strlen(again->signature));
}

void findings_confirm(Findings *findings, const Findings *again)
{
  for (size_t i = 0; i < findings->count; i++) {
    Finding *finding = &findings->items[i];
    if (finding->settled) continue;
    for (size_t j = 0; j < again->count && !finding->confirmed; j++) {
      bool stack = tells_stack(finding, &again->items[j]);
      finding->confirmed = stack || is_same(finding, &again->items[j]);
      if (stack) take_signature(finding, &again->items[j]);
    }
  }
}

/* Wrong answers, by how good the evidence is; 0 for other findings. */
static int evidence_of(FindingKind kind)
{
  switch (kind) {
  case FINDING_COMPUTED:
  case FINDING_REFUTED: return 3;
  case FINDING_MINORITY: return 2;
  case FINDING_SPLIT: return 1;
  default: return 0;
  }
}

bool finding_is_answer(FindingKind kind)
{
  return evidence_of(kind) > 0;
}

bool finding_shows(const Finding *found, const Finding *wanted)
{
  int evidence = evidence_of(wanted->kind);
  if (evidence)
    return evidence_of(found->kind) >= evidence && (found->accused & ~wanted->accused) == 0;
  if (found->kind != wanted->kind || found->accused != wanted->accused) return false;
  return found->kind == FINDING_MODEL || strcmp(found->signature, wanted->signature) == 0;
}

SolverSet findings_concerned(const Findings *findings)
{
  SolverSet set = 0;
  for (size_t i = 0; i < findings->count; i++)
    if (!findings->items[i].settled) set |= findings->items[i].concerned;
  return set;
}
