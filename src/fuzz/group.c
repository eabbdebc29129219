#include "fuzz/group.h"

#include <string.h>

static char *copy(const char *text)
{
  return mem_copy_string(text, strlen(text));
}

FindingGroup *groups_find(const FindingGroups *groups, const char *signature)
{
  for (size_t i = 0; i < groups->count; i++)
    if (strcmp(groups->items[i].signature, signature) == 0) return &groups->items[i];
  return NULL;
}

size_t groups_confirmed(const FindingGroups *groups)
{
  size_t count = 0;
  for (size_t i = 0; i < groups->count; i++) count += groups->items[i].count > 0;
  return count;
}

void reduction_deinit(Reduction *reduction)
{
  free(reduction->text);
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
}

void groups_deinit(FindingGroups *groups)
{
  for (size_t i = 0; i < groups->count; i++) {
    free_example(&groups->items[i]);
    reduction_deinit(&groups->items[i].reduction);
    free(groups->items[i].signature);
  }
  VEC_FREE(groups);
}

char *finding_answers(const FindingSource *source)
{
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t i = 0; i < source->solver_count; i++)
    strbuf_printf(&text, "%s%s: %s", i ? ", " : "", source->solvers[i].name,
                  outcome_name(source->ballot->votes[i].outcome));
  char *answers = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return answers;
}

static void set_example(FindingGroup *group, const Finding *finding, const FindingSource *source)
{
  free_example(group);
  group->number = source->number;
  group->place = source->place;
  group->evidence = copy(finding->evidence);
  group->text = mem_copy_string(source->text, source->length);
  group->length = source->length;
  group->script = finding->script ? copy(finding->script) : NULL;
  group->answers = finding_answers(source);
  /* What could not be done with another example may be possible with this one. */
  if (!group->reduction.text) {
    reduction_deinit(&group->reduction);
    group->reduction = (Reduction){0};
  }
}

void group_reduce(FindingGroup *group, const char *text, size_t length, const Finding *finding,
                  const FindingSource *source)
{
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
    new.evidence = copy(finding->evidence);
    new.answers = finding_answers(source);
  }
  reduction_deinit(old);
  *old = new;
}

bool groups_add(FindingGroups *groups, const Finding *finding, const FindingSource *source)
{
  FindingGroup *group = groups_find(groups, finding->signature);
  bool first = !group;
  if (first) {
    VEC_PUSH(groups, ((FindingGroup){.signature = copy(finding->signature),
                                     .kind = finding->kind,
                                     .accused = finding->accused,
                                     .at_ns = source->at_ns}));
    group = &groups->items[groups->count - 1];
  }
  bool news = finding->confirmed && group->count == 0;
  if (first || news || (finding->confirmed && source->length < group->length))
    set_example(group, finding, source);
  if (finding->confirmed)
    group->count++;
  else
    group->flaky++;
  group->changes++;
  return news;
}
