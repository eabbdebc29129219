/* The largest cuts that single terms allow, for scripts whose terms are few and deep. */
#include <assert.h>
#include <stdlib.h>

#include "language/smt/reduce/dominate.h"
#include "language/smt/reduce/move.h"
#include "language/smt/reduce/names.h"
#include "language/smt/reduce/plain.h"

/* Terms are told apart by the part of the script that goes with them: more than 1/2, 1/4 ... of it. Of each class a few
 * are offered, from all over the script. */
enum { CLASSES = 5, PICKS = 4 };

typedef struct {
  Edit edit;
  uint64_t gain;
  size_t number;
} LargeCut;

typedef struct {
  Work *work;
  Outline outline;
  Dominators dominators;
  U32Vec picks; /* nodes of the dominators */
  VEC(LargeCut) cuts;
} Large;

static Term term_of(const Large *self, uint32_t node)
{
  assert(node > 0 && node <= self->outline.nodes.count);
  return self->outline.nodes.items[node - 1].term;
}

static uint64_t size_of(const Large *self, uint32_t node)
{
  return self->dominators.nodes.items[node].size;
}

static void pick_class(Large *self, uint64_t above, uint64_t most)
{
  U32Vec all = {0};
  for (uint32_t node = 1; node < self->dominators.nodes.count; node++)
    if (size_of(self, node) > above && size_of(self, node) <= most) VEC_PUSH(&all, node);
  size_t count = all.count < PICKS ? all.count : PICKS;
  for (size_t i = 0; i < count; i++) VEC_PUSH(&self->picks, all.items[i * all.count / count]);
  VEC_FREE(&all);
}

static void add_cut(Large *self, uint32_t node, Term value, uint64_t left)
{
  assert(left <= size_of(self, node));
  Term term = term_of(self, node);
  if (!value || value == term) return;
  VEC_PUSH(&self->cuts, ((LargeCut){.edit = {EDIT_TERM, term, value},
                                    .gain = size_of(self, node) - left,
                                    .number = self->cuts.count}));
}

/* A term becomes something unknown, which mostly keeps what is hard about the rest, or a value. */
static void add_values(Large *self, Namer *names)
{
  Bank *bank = self->work->bank;
  for (size_t i = 0; i < self->picks.count; i++) {
    Term term = term_of(self, self->picks.items[i]);
    Sort sort = bank_sort(bank, term);
    if (bank_node(bank, term)->count == 0) continue;
    if (!self->work->reread && !bank_open(bank, term))
      add_cut(self, self->picks.items[i], namer_constant(names, sort), 0);
    add_cut(self, self->picks.items[i], plain_value(bank, sort), 0);
    if (sort == bank->bool_sort) {
      add_cut(self, self->picks.items[i], plain_bool(bank, true), 0);
      add_cut(self, self->picks.items[i], plain_bool(bank, false), 0);
    }
  }
}

/* A term becomes one far below it, which goes with it. */
static void add_parts(Large *self)
{
  const Bank *bank = self->work->bank;
  for (size_t i = 0; i < self->picks.count; i++)
    for (size_t j = 0; j < self->picks.count; j++) {
      uint32_t node = self->picks.items[i], part = self->picks.items[j];
      Term term = term_of(self, node), below = term_of(self, part);
      if (bank_sort(bank, term) == bank_sort(bank, below) && !bank_open(bank, below) &&
          dominators_has_below(&self->dominators, node, part))
        add_cut(self, node, below, size_of(self, part));
    }
}

static int compare_cuts(const void *left, const void *right)
{
  const LargeCut *a = left, *b = right;
  if (a->gain != b->gain) return a->gain > b->gain ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

void move_large(Work *work, Edits *edits)
{
  Large self = {.work = work};
  Namer names;
  outline_init(&self.outline, work->bank, &work->script);
  dominators_init(&self.dominators, work->bank, &self.outline);
  namer_init(&names, work->bank, &work->script);
  uint64_t most = self.dominators.nodes.items[0].size;
  for (int class = 0; class < CLASSES; class ++, most /= 2) pick_class(&self, most / 2, most);
  add_values(&self, &names);
  add_parts(&self);
  if (self.cuts.count)
    qsort(self.cuts.items, self.cuts.count, sizeof *self.cuts.items, compare_cuts);
  for (size_t i = 0; i < self.cuts.count; i++) VEC_PUSH(edits, self.cuts.items[i].edit);
  namer_deinit(&names);
  VEC_FREE(&self.cuts);
  VEC_FREE(&self.picks);
  dominators_deinit(&self.dominators);
  outline_deinit(&self.outline);
}
