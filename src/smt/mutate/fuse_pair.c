/* Functions f with terms over z = f(x, y) that give x and y back. Each line can be checked by putting
 * f(x, y) for z: the value of for_x is x and that of for_y is y, for all x and y. */
#include "smt/mutate/fuse_pair.h"

#include <assert.h>

#include "smt/draw/draw_literal.h"
#include "smt/term/build.h"

static Term apply2(Bank *bank, const char *name, Term a, Term b)
{
  Term args[2] = {a, b};
  return build(bank, name, 0, args, 2);
}

static Term apply3(Bank *bank, const char *name, Term a, Term b, Term c)
{
  Term args[3] = {a, b, c};
  return build(bank, name, 0, args, 3);
}

/* z = x + y, x = z - y, y = z - x; and z = x - y, x = z + y, y = x - z. Also modulo 2^n. */
static void by_sum(FusePair *pair, Bank *bank, Choice *choice, const char *add,
                   const char *subtract)
{
  Term x = pair->x, y = pair->y, z = pair->z;
  bool sum = choose(choice, 2);
  pair->fused = apply2(bank, sum ? add : subtract, x, y);
  pair->for_x = apply2(bank, sum ? subtract : add, z, y);
  pair->for_y = sum ? apply2(bank, subtract, z, x) : apply2(bank, subtract, x, z);
}

/* z = x xor y, x = z xor y, y = z xor x, bit by bit. */
static void by_xor(FusePair *pair, Bank *bank, const char *name)
{
  pair->fused = apply2(bank, name, pair->x, pair->y);
  pair->for_x = apply2(bank, name, pair->z, pair->y);
  pair->for_y = apply2(bank, name, pair->z, pair->x);
}

/* z is x followed by y. The first occurrence of x in z is at its beginning, so y is z with that one
 * replaced by nothing; both are also what their lengths cut out of z. */
static void by_concatenation(FusePair *pair, Bank *bank, Choice *choice)
{
  Term x = pair->x, y = pair->y, z = pair->z;
  Term length_x = build(bank, "str.len", 0, &x, 1), length_y = build(bank, "str.len", 0, &y, 1);
  Term zero = draw_natural(bank, bank->int_sort, 0);
  Term empty =
      bank_literal(bank, OP_STRING, bank->string_sort, symbols_intern(&bank->symbols, "", 0));
  pair->fused = apply2(bank, "str.++", x, y);
  pair->for_x = apply3(bank, "str.substr", z, zero, length_x);
  pair->for_y = choose(choice, 2) ? apply3(bank, "str.replace", z, x, empty)
                                  : apply3(bank, "str.substr", z, length_x, length_y);
}

bool fuse_pair_has(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  switch (sorts_class(&bank->sorts, sort)) {
  case SORT_BOOL:
  case SORT_INT:
  case SORT_REAL:
  case SORT_BITVEC:
  case SORT_STRING: return true;
  default: return false;
  }
}

void fuse_pair_choose(FusePair *pair, Bank *bank, Choice *choice)
{
  switch (sorts_class(&bank->sorts, bank_sort(bank, pair->x))) {
  case SORT_BOOL: by_xor(pair, bank, "xor"); break;
  case SORT_BITVEC:
    if (choose(choice, 2))
      by_xor(pair, bank, "bvxor");
    else
      by_sum(pair, bank, choice, "bvadd", "bvsub");
    break;
  case SORT_STRING: by_concatenation(pair, bank, choice); break;
  default: by_sum(pair, bank, choice, "+", "-");
  }
  assert(pair->fused && pair->for_x && pair->for_y);
}
