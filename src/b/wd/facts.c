/* What is known where we are: a stack of predicates, found by what they are about. */
#include <assert.h>

#include "b/wd/internal.h"

/* So many facts about a term are looked at, the last ones first: what can be seen at once. */
enum { LOOK = 1000 };

/* Comparisons are found by their left operand, others by themselves. */
static BTerm subject_of(const BWd *wd, BTerm predicate)
{
  return b_operator_compares(b_op(wd->bank, predicate)) ? b_arg(wd->bank, predicate, 0) : predicate;
}

static uint32_t latest_about(const BWd *wd, BTerm subject)
{
  return subject < wd->latest.count ? wd->latest.items[subject] : 0;
}

void b_wd_state(BWd *wd, BTerm predicate)
{
  assert(b_type(wd->bank, predicate) == B_PREDICATE);
  BTerm subject = subject_of(wd, predicate);
  while (wd->latest.count <= subject) VEC_PUSH(&wd->latest, 0);
  VEC_PUSH(&wd->facts, ((BWdFact){predicate, wd->latest.items[subject]}));
  wd->latest.items[subject] = (uint32_t)wd->facts.count;
}

void b_wd_assume(BWd *wd, BTerm predicate)
{
  bool row = b_op(wd->bank, predicate) == B_AND;
  for (uint32_t i = 0; i < (row ? b_arg_count(wd->bank, predicate) : 1); i++)
    b_wd_state(wd, row ? b_arg(wd->bank, predicate, i) : predicate);
}

void b_wd_forget(BWd *wd, size_t mark)
{
  assert(mark <= wd->facts.count);
  while (wd->facts.count > mark) {
    BWdFact fact = wd->facts.items[--wd->facts.count];
    wd->latest.items[subject_of(wd, fact.predicate)] = fact.before;
  }
}

BWdMark b_wd_hide(BWd *wd, BTerm binder)
{
  assert(b_variable_count(wd->bank, binder) > 0);
  BWdMark mark = {wd->facts.count, wd->hidden.count};
  for (uint32_t i = 0; i < b_variable_count(wd->bank, binder); i++) {
    Symbol name = b_node(wd->bank, b_arg(wd->bank, binder, i))->data;
    VEC_PUSH(&wd->hidden, ((BWdHidden){name, wd->facts.count}));
  }
  return mark;
}

void b_wd_unhide(BWd *wd, BWdMark mark)
{
  assert(mark.hidden < wd->hidden.count);
  b_wd_forget(wd, mark.facts);
  wd->hidden.count = mark.hidden;
}

bool b_wd_mentions(BWd *wd, BTerm term, Symbol name)
{
  uint32_t count;
  const BTerm *names = b_free_of(&wd->free, term, &count);
  for (uint32_t i = 0; i < count; i++)
    if (b_node(wd->bank, names[i])->data == name) return true;
  return false;
}

/* Does a fact speak of what its names mean here? */
static bool is_visible(BWd *wd, uint32_t number)
{
  for (size_t i = wd->hidden.count; i > 0 && number < wd->hidden.items[i - 1].facts; i--)
    if (b_wd_mentions(wd, wd->facts.items[number].predicate, wd->hidden.items[i - 1].name))
      return false;
  return true;
}

BWdLook b_wd_look(const BWd *wd, BTerm subject)
{
  return (BWdLook){.next = latest_about(wd, subject), .left = LOOK};
}

/* The next visible fact of the same subject; B_TERM_NONE: there are no more. */
static BTerm next_fact(BWd *wd, BWdLook *look)
{
  while (look->next && look->left-- > 0) {
    uint32_t number = look->next - 1;
    look->next = wd->facts.items[number].before;
    if (is_visible(wd, number)) return wd->facts.items[number].predicate;
  }
  return B_TERM_NONE;
}

BTerm b_wd_known(BWd *wd, BOperator op, BWdLook *look)
{
  assert(b_operator_compares(op));
  for (BTerm fact; (fact = next_fact(wd, look));)
    if (b_op(wd->bank, fact) == op) return b_arg(wd->bank, fact, 1);
  return B_TERM_NONE;
}

bool b_wd_is_stated(BWd *wd, BTerm predicate)
{
  BWdLook look = b_wd_look(wd, subject_of(wd, predicate));
  for (BTerm fact; (fact = next_fact(wd, &look));)
    if (fact == predicate) return true;
  return false;
}
