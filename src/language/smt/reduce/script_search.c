#include "language/smt/reduce/script_search.h"

#include <assert.h>

typedef struct {
  Work *work;
  Edits *edits;
  bool may_grow;
  uint32_t part; /* see SearchStyle */
} ScriptSubject;

/* Is enough gone? */
static bool is_enough(const ScriptSubject *self, Cost cost)
{
  Cost best = self->work->cost;
  if (self->part && cost.first > best.first - best.first / self->part) return false;
  return cost_less(cost, best);
}

static size_t count_edits(const void *subject)
{
  return ((const ScriptSubject *)subject)->edits->count;
}

static bool make_script(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash)
{
  assert(at < end && end <= ((ScriptSubject *)subject)->edits->count);
  ScriptSubject *self = subject;
  Work *work = self->work;
  Script script = {0};
  text->limit = self->may_grow ? 2 * work->base->text.length + 4096 : 0;
  bool good = work_candidate(work, self->edits->items + at, end - at, &script, text, hash);
  if (good && !self->may_grow && !is_enough(self, work_cost(work, &script, text))) {
    work->base->statistics.larger++;
    good = false;
  }
  script_deinit(&script);
  return good;
}

static size_t accept_script(void *subject, size_t at, size_t end)
{
  assert(at < end && end <= ((ScriptSubject *)subject)->edits->count);
  ScriptSubject *self = subject;
  Work *work = self->work;
  Edits *edits = self->edits;
  Script script = {0};
  bool good =
      editor_apply(work->editor, &work->script, edits->items + at, end - at, work->prune, &script);
  assert(good);
  (void)good;
  size_t kept = 0, before = 0;
  for (size_t i = 0; i < edits->count; i++) {
    if (i == at) before = kept;
    if (i >= at && i < end) continue;
    Edit edit = edits->items[i];
    if (editor_carry(work->editor, &edit)) edits->items[kept++] = edit;
  }
  edits->count = kept;
  work_take_script(work, &script);
  return before;
}

uint64_t edits_search(Work *work, Edits *edits, SearchStyle style)
{
  static const SearchSubject kind = {count_edits, make_script, accept_script};
  ScriptSubject subject = {work, edits, style.may_grow, style.part};
  return reduce_search(work->base, &kind, &subject, style);
}
