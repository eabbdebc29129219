#include "smt/term/substitute.h"

#include <assert.h>

typedef struct {
  Term term;
  uint32_t next; /* argument to visit next */
  uint32_t base; /* in done: where its new arguments begin */
} Frame;

typedef struct {
  Bank *bank;
  const Term *from, *to;
  uint32_t count;
  VEC(Frame) stack;
  U32Vec done; /* finished arguments of the frames */
  Index cache; /* by old term; ids are positions in the two lists below */
  U32Vec olds, news;
} Substitution;

static uint32_t key_of(Term term)
{
  return hash_finish(hash_mix(0, term));
}

static Term cached(const Substitution *s, Term term)
{
  IndexProbe probe = index_probe(&s->cache, key_of(term));
  for (uint32_t id; index_next(&probe, &id);)
    if (s->olds.items[id - 1] == term) return s->news.items[id - 1];
  return 0;
}

static void remember(Substitution *s, Term term, Term replaced)
{
  VEC_PUSH(&s->olds, term);
  VEC_PUSH(&s->news, replaced);
  index_insert(&s->cache, key_of(term), (uint32_t)s->olds.count);
}

/* A binder of one of the variables hides it: what is below is another variable. */
static bool hides(const Substitution *s, Term term)
{
  uint32_t bound = bank_bound_count(s->bank, term);
  const Term *args = bank_args(s->bank, term);
  for (uint32_t i = 0; i < bound; i++)
    for (uint32_t v = 0; v < s->count; v++)
      if (args[i] == s->from[v]) return true;
  return false;
}

/* The part of a substitution that a hiding binder leaves, applied on its own. */
static Term substitute_visible(Substitution *s, Term term)
{
  U32Vec from = {0}, to = {0};
  const Term *args = bank_args(s->bank, term);
  uint32_t bound = bank_bound_count(s->bank, term);
  for (uint32_t v = 0; v < s->count; v++) {
    bool hidden = false;
    for (uint32_t i = 0; i < bound; i++) hidden |= args[i] == s->from[v];
    if (hidden) continue;
    VEC_PUSH(&from, s->from[v]);
    VEC_PUSH(&to, s->to[v]);
  }
  /* Each step has fewer variables, so this nests no deeper than there are variables. */
  Term result = from.count
                    ? substitute_terms(s->bank, term, from.items, to.items, (uint32_t)from.count)
                    : term;
  VEC_FREE(&from);
  VEC_FREE(&to);
  return result;
}

/* The result for terms that need no descent, or 0. */
static Term immediate(Substitution *s, Term term)
{
  if (!bank_open(s->bank, term)) return term;
  if (bank_node(s->bank, term)->op == OP_VARIABLE) {
    for (uint32_t v = 0; v < s->count; v++)
      if (s->from[v] == term) return s->to[v];
    return term;
  }
  Term known = cached(s, term);
  if (known) return known;
  if (!hides(s, term)) return 0;
  known = substitute_visible(s, term);
  remember(s, term, known);
  return known;
}

static void visit(Substitution *s, Term term)
{
  Term known = immediate(s, term);
  if (known)
    VEC_PUSH(&s->done, known);
  else
    VEC_PUSH(&s->stack, ((Frame){term, 0, (uint32_t)s->done.count}));
}

Term substitute_terms(Bank *bank, Term term, const Term *from, const Term *to, uint32_t count)
{
  assert(term && (count == 0 || (from && to)));
  assert(bank_has_term(bank, term));
  assert(bank_has_terms(bank, from, count) && bank_has_terms(bank, to, count));
  Substitution s = {.bank = bank, .from = from, .to = to, .count = count};
  visit(&s, term);
  while (s.stack.count) {
    Frame *frame = &s.stack.items[s.stack.count - 1];
    const TermNode node = *bank_node(bank, frame->term);
    if (frame->next < node.count) {
      uint32_t next = frame->next++; /* visit may move the stack */
      visit(&s, bank->args.items[node.first + next]);
      continue;
    }
    Term made = bank_term(bank, node.op, node.sort, s.done.items + frame->base, node.count);
    remember(&s, frame->term, made);
    s.done.count = frame->base;
    VEC_PUSH(&s.done, made);
    s.stack.count--;
  }
  assert(s.done.count == 1);
  Term result = s.done.items[0];
  VEC_FREE(&s.stack);
  VEC_FREE(&s.done);
  VEC_FREE(&s.olds);
  VEC_FREE(&s.news);
  index_free(&s.cache);
  return result;
}
