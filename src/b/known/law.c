#include "b/known/law.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "b/text/module.h"

const BLaw b_laws[] = {
#define LAW(NAME, text) {B_##NAME, text},
#include "b/known/laws.def"
#undef LAW
};
const size_t b_law_count = sizeof b_laws / sizeof *b_laws;

/* The number of the largest operand of a law. */
static uint32_t operands_of(const char *text)
{
  uint32_t most = 0;
  for (; (text = strchr(text, '$')) != NULL; text++) {
    uint32_t number = (uint32_t)(text[1] - '0');
    if (number > most) most = number;
  }
  return most;
}

BTerm b_law_apply(BBank *bank, const BLaw *law, BTerm term)
{
  enum { OPERANDS = 3 };
  assert(b_op(bank, term) == law->op);
  uint32_t count = b_arg_count(bank, term);
  if (count > OPERANDS || operands_of(law->text) != count) return B_TERM_NONE;
  BTerm operands[OPERANDS];
  for (uint32_t i = 0; i < count; i++) operands[i] = b_arg(bank, term, i);
  BTerm result = b_read_pattern(bank, law->text, strlen(law->text), operands, count);
  return result && b_type(bank, result) == b_type(bank, term) ? result : B_TERM_NONE;
}

static BTerm apply_some(BBank *bank, BTerm term, Random *random)
{
  uint32_t fitting = 0;
  const BLaw *chosen = NULL;
  for (size_t i = 0; i < b_law_count; i++)
    if (b_laws[i].op == b_op(bank, term) && random_below(random, ++fitting) == 0)
      chosen = &b_laws[i];
  BTerm result = chosen ? b_law_apply(bank, chosen, term) : B_TERM_NONE;
  return result ? result : term;
}

/* Terms are at most B_DEPTH_MAX deep. */
BTerm b_law_rewrite(BBank *bank, BTerm term, uint32_t percent, Random *random)
{
  assert(term != B_TERM_NONE && percent <= 100);
  BNode node = *b_node(bank, term);
  U32Vec args = {0};
  bool changed = false;
  for (uint32_t i = 0; i < node.count; i++) {
    BTerm arg = bank->args.items[node.first + i];
    bool variable = i < b_variable_count(bank, term);
    BTerm other = variable ? arg : b_law_rewrite(bank, arg, percent, random);
    changed |= other != arg;
    VEC_PUSH(&args, other);
  }
  if (changed) {
    BTerm made = node.op == B_AND ? b_make_and(bank, args.items, node.count)
                                  : b_make(bank, (BOperator)node.op, node.type, node.data,
                                           args.items, node.count);
    if (made) term = made;
  }
  VEC_FREE(&args);
  return random_below(random, 100) < percent ? apply_some(bank, term, random) : term;
}
