#include "find/fuzz/group.h"

#include <assert.h>
#include <string.h>

static char *copy(const char *text)
{
  return mem_copy_string(text, strlen(text));
}

size_t group_number(const FindingGroups *groups, const FindingGroup *group)
{
  assert(group >= groups->items && group < groups->items + groups->count);
  return (size_t)(group - groups->items) + 1;
}

size_t groups_confirmed(const FindingGroups *groups)
{
  size_t count = 0;
  for (size_t i = 0; i < groups->count; i++) {
    const FindingGroup *group = &groups->items[i];
    count += group->count > 0 && !group->known && !group->same_as;
  }
  return count;
}

/* --- reduced forms --- */

/* Signatures that say what went wrong inside of the solver are enough. */
static bool has_many_causes(const Finding *finding)
{
  return finding_is_answer(finding->kind) || finding->kind == FINDING_MODEL || finding->vague;
}

/* Of wrong answers and models the last word is where in the language they were seen, which is not what is wrong. */
static bool same_signature(FindingKind kind, const char *a, const char *b)
{
  const char *end_a = strrchr(a, ' '), *end_b = strrchr(b, ' ');
  if (strcmp(a, b) == 0) return true;
  if (!(finding_is_answer(kind) || kind == FINDING_MODEL) || !end_a || !end_b) return false;
  return end_a - a == end_b - b && memcmp(a, b, (size_t)(end_a - a)) == 0;
}

/* Now and then an input that seems to be one more of a group is looked at for itself: its construct may be there by chance. */
static bool is_doubted(const FindingGroup *group)
{
  uint64_t count = group->count + 1;
  return group->constructs.count && (count == 4 || count == 16 || count == 64 || count == 256);
}

typedef enum { FITS_NOT, FITS_PERHAPS, FITS } Fit;

static Fit fit(const FindingGroup *group, const Finding *finding, const FindingSource *source)
{
  if (group->kind != finding->kind || group->accused != finding->accused ||
      !same_signature(finding->kind, group->signature, finding->signature))
    return FITS_NOT;
  if (!has_many_causes(finding) || !source->counts) return FITS;
  for (size_t i = 0; i < group->constructs.count; i++)
    if (!source->counts[group->constructs.items[i]]) return FITS_NOT;
  return source->doubt && finding->confirmed && is_doubted(group) ? FITS_PERHAPS : FITS;
}

static bool same_constructs(const FindingGroup *a, const FindingGroup *b)
{
  return a->constructs.count == b->constructs.count &&
         (a->constructs.count == 0 ||
          memcmp(a->constructs.items, b->constructs.items,
                 a->constructs.count * sizeof *a->constructs.items) == 0);
}

/* What the reduced form shows counts: a disagreement may have become a wrong answer of one solver. */
static Finding shown_by(const FindingGroup *group)
{
  const Reduction *reduction = &group->reduction;
  if (reduction->confirmed)
    return (Finding){
        .kind = reduction->kind, .accused = reduction->accused, .signature = reduction->signature};
  return (Finding){.kind = group->kind, .accused = group->accused, .signature = group->signature};
}

static bool is_same(const FindingGroup *a, const FindingGroup *b)
{
  Finding one = shown_by(a), other = shown_by(b);
  if (one.kind != other.kind || one.accused != other.accused || !a->shape || !b->shape)
    return false;
  return strcmp(a->shape, b->shape) == 0 ||
         (same_signature(one.kind, one.signature, other.signature) && same_constructs(a, b));
}

void groups_compare(FindingGroups *groups, size_t number)
{
  assert(number < groups->count);
  FindingGroup *group = &groups->items[number];
  group->same_as = 0;
  for (size_t i = 0; i < number && !group->same_as; i++)
    if (!groups->items[i].same_as && is_same(&groups->items[i], group)) group->same_as = i + 1;
}

void reduction_deinit(Reduction *reduction)
{
  free(reduction->text);
  free(reduction->signature);
  free(reduction->evidence);
  free(reduction->answers);
  free(reduction->reason);
}

static void free_example(FindingGroup *group)
{
  free(group->evidence);
  free(group->text);
  free(group->script);
  free(group->answers);
  free(group->options);
  solver_vec_free(&group->solvers);
}

void groups_deinit(FindingGroups *groups)
{
  for (size_t i = 0; i < groups->count; i++) {
    free_example(&groups->items[i]);
    reduction_deinit(&groups->items[i].reduction);
    VEC_FREE(&groups->items[i].constructs);
    free(groups->items[i].shape);
    free(groups->items[i].remarks);
    free(groups->items[i].regression);
    free(groups->items[i].signature);
  }
  VEC_FREE(groups);
}

/* Of a run without an answer to the query: how it ended. */
static const char *said(const Vote *vote, uint32_t query)
{
  bool answered = query > 0 && query <= vote->answers.count;
  return answered ? solver_answer_name(vote->answers.items[query - 1].kind)
                  : outcome_name(vote->outcome);
}

char *group_answers(const Solver *solvers, size_t count, const PollResult *polled, uint32_t query)
{
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t i = 0; i < count; i++) {
    const Vote *vote = &polled->votes[i];
    if (vote->cast)
      strbuf_printf(&text, "%s%s: %s", text.length ? ", " : "", solvers[i].name, said(vote, query));
  }
  char *answers = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return answers;
}

void group_set_tweaks(FindingGroup *group, const Tweaks *tweaks, const TweakSet *set)
{
  group->tweaks = *set;
  group->options = tweaks ? tweaks_text(tweaks, set) : NULL;
  group->solvers = (SolverVec){0};
  if (tweaks) tweaks_apply(tweaks, set, &group->solvers);
}

/* Solvers that the reduced form is shown with stay. */
static void set_example(FindingGroup *group, const Finding *finding, const FindingSource *source)
{
  SolverVec kept = {0};
  if (group->in_defaults) {
    kept = group->solvers;
    group->solvers = (SolverVec){0};
  }
  free_example(group);
  group->number = source->number;
  group->place = source->place;
  group->evidence = copy(finding->evidence);
  group->text = mem_copy_string(source->text, source->length);
  group->length = source->length;
  group->script = finding->script ? copy(finding->script) : NULL;
  group->answers = copy(source->answers);
  group_set_tweaks(group, source->tweaks, &source->set);
  group->own_example = true;
  if (group->in_defaults) {
    solver_vec_free(&group->solvers);
    group->solvers = kept;
  }
  /* What could not be done with another example may be possible with this one. */
  if (!group->reduction.text) {
    reduction_deinit(&group->reduction);
    group->reduction = (Reduction){0};
  }
}

#define SWAP(member)                                                                               \
  do {                                                                                             \
    __typeof__(a->member) kept = a->member;                                                        \
    a->member = b->member;                                                                         \
    b->member = kept;                                                                              \
  } while (0)

void group_swap_example(FindingGroup *a, FindingGroup *b)
{
  SWAP(number);
  SWAP(place);
  SWAP(evidence);
  SWAP(text);
  SWAP(length);
  SWAP(script);
  SWAP(answers);
  SWAP(tweaks);
  SWAP(solvers);
  SWAP(in_defaults);
  SWAP(options);
}

void group_reduce(FindingGroup *group, const char *text, size_t length, const Finding *finding,
                  const char *answers)
{
  assert(text && length);
  Reduction *old = &group->reduction;
  Reduction new = {.ended = old->ended,
                   .spent_ns = old->spent_ns,
                   .minimal = old->minimal,
                   .text = mem_copy_string(text, length),
                   .length = length,
                   .confirmed = finding != NULL};
  if (finding) {
    new.kind = finding->kind;
    new.accused = finding->accused;
    new.signature = copy(finding->signature);
    new.evidence = copy(finding->evidence);
    new.answers = copy(answers);
  }
  reduction_deinit(old);
  *old = new;
  group->own_reduction = true;
  group->changes++;
}

/* Groups of one signature: more of them would only be variants. */
enum { VARIANTS_MAX = 32 };

static size_t group_for(FindingGroups *groups, const Finding *finding, const FindingSource *source)
{
  size_t variants = 0, last = 0;
  FindingGroup *doubted = NULL;
  for (size_t i = 0; i < groups->count; i++) {
    Fit fitting = fit(&groups->items[i], finding, source);
    if (fitting == FITS) return i;
    if (fitting == FITS_PERHAPS) doubted = &groups->items[i];
    if (strcmp(groups->items[i].signature, finding->signature) != 0) continue;
    variants++;
    last = i;
  }
  if (variants == VARIANTS_MAX) return last;
  if (doubted) doubted->count++; /* it is one of that group as well, until it is reduced */
  VEC_PUSH(groups, ((FindingGroup){.signature = copy(finding->signature),
                                   .kind = finding->kind,
                                   .accused = finding->accused,
                                   .first = source->number,
                                   .first_place = source->place,
                                   .at_ns = source->at_ns}));
  return groups->count - 1;
}

size_t groups_find(const FindingGroups *groups, size_t count, const Finding *finding,
                   const FindingSource *source)
{
  assert(count <= groups->count);
  for (size_t i = 0; i < count; i++)
    if (fit(&groups->items[i], finding, source) != FITS_NOT) return i;
  return count;
}

size_t groups_add(FindingGroups *groups, const Finding *finding, const FindingSource *source,
                  bool *news)
{
  assert(finding->signature && finding->kind < FINDING_COUNT);
  size_t number = group_for(groups, finding, source);
  FindingGroup *group = &groups->items[number];
  *news = finding->confirmed && group->count == 0;
  /* What was reduced needs the same options as the example. */
  bool shorter = finding->confirmed && source->length < group->length &&
                 tweak_set_equal(&group->tweaks, &source->set);
  if (!group->text || *news || shorter) set_example(group, finding, source);
  if (finding->confirmed)
    group->count++;
  else
    group->flaky++;
  group->changes++;
  return number;
}
