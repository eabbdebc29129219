/* A term inside operators that give its own value. */
#include "smt/draw/draw_literal.h"
#include "smt/mutate/transform_internal.h"
#include "smt/term/build.h"

/* The value of what these return is that of the term; 0: this way does not fit. */
typedef Term Nesting(Transformation *t, Term term);

static Term apply1(Transformation *t, const char *name, Term a)
{
  return transform_build(t, name, &a, 1);
}

static Term apply2(Transformation *t, const char *name, Term a, Term b)
{
  Term args[2] = {a, b};
  return transform_build(t, name, args, 2);
}

static Term apply3(Transformation *t, const char *name, Term a, Term b, Term c)
{
  Term args[3] = {a, b, c};
  return transform_build(t, name, args, 3);
}

static Term truth(Transformation *t, const char *name)
{
  return transform_build(t, name, NULL, 0);
}

static Term empty_string(Transformation *t)
{
  return transform_write_string(t->bank, &(U32Vec){0});
}

static Term number(Transformation *t, Sort sort, uint64_t value)
{
  Term literal = draw_natural(t->bank, t->bank->int_sort, value);
  return sort == t->bank->real_sort ? bank_coerce_to_real(t->bank, literal) : literal;
}

/* Zero, as any literal xor itself. */
static Term zero_bits(Transformation *t, Sort sort)
{
  Term any = draw_bitvec(t->bank, &t->choice->random, sort);
  return apply2(t, "bvxor", any, any);
}

/* --- any sort ----------------------------------------------------------------------------- */

static Term in_equal_branches(Transformation *t, Term term)
{
  if (sorts_class(&t->bank->sorts, bank_sort(t->bank, term)) == SORT_REGLAN) return 0;
  return apply3(t, "ite", apply2(t, "=", term, term), term, term);
}

static Term in_first_branch(Transformation *t, Term term)
{
  if (sorts_class(&t->bank->sorts, bank_sort(t->bank, term)) == SORT_REGLAN) return 0;
  return apply3(t, "ite", truth(t, "true"), term, term);
}

/* --- truth values ------------------------------------------------------------------------- */

static Term not_not(Transformation *t, Term term)
{
  return apply1(t, "not", apply1(t, "not", term));
}

static Term and_itself(Transformation *t, Term term)
{
  return apply2(t, "and", term, term);
}

static Term or_false(Transformation *t, Term term)
{
  return apply2(t, "or", term, truth(t, "false"));
}

static Term xor_false(Transformation *t, Term term)
{
  return apply2(t, "xor", term, truth(t, "false"));
}

static Term implied_by_true(Transformation *t, Term term)
{
  return apply2(t, "=>", truth(t, "true"), term);
}

/* --- numbers ------------------------------------------------------------------------------ */

static Term plus_zero(Transformation *t, Term term)
{
  return apply2(t, "+", term, number(t, bank_sort(t->bank, term), 0));
}

static Term times_one(Transformation *t, Term term)
{
  return apply2(t, "*", number(t, bank_sort(t->bank, term), 1), term);
}

static Term minus_minus(Transformation *t, Term term)
{
  return apply1(t, "-", apply1(t, "-", term));
}

static Term to_real_and_back(Transformation *t, Term term)
{
  return apply1(t, "to_int", apply1(t, "to_real", term));
}

/* --- bit-vectors -------------------------------------------------------------------------- */

static Term bvnot_bvnot(Transformation *t, Term term)
{
  return apply1(t, "bvnot", apply1(t, "bvnot", term));
}

static Term bvneg_bvneg(Transformation *t, Term term)
{
  return apply1(t, "bvneg", apply1(t, "bvneg", term));
}

static Term bvadd_zero(Transformation *t, Term term)
{
  return apply2(t, "bvadd", term, zero_bits(t, bank_sort(t->bank, term)));
}

static Term extract(Transformation *t, Term term, uint32_t high, uint32_t low)
{
  Numeral indices[2] = {high, low};
  Term cut = bank_build_indexed(t->bank, "extract", indices, 2, 0, &term, 1);
  return cut && transform_allows(t, bank_fun(t->bank, cut)) ? cut : 0;
}

static Term cut_and_join(Transformation *t, Term term)
{
  uint32_t width = sorts_index(&t->bank->sorts, bank_sort(t->bank, term), 0);
  if (width < 2) return 0;
  uint32_t low = choose(t->choice, width - 1);
  return apply2(t, "concat", extract(t, term, width - 1, low + 1), extract(t, term, low, 0));
}

/* --- strings ------------------------------------------------------------------------------ */

static Term joined_to_nothing(Transformation *t, Term term)
{
  bool first = choose(t->choice, 2);
  return first ? apply2(t, "str.++", empty_string(t), term)
               : apply2(t, "str.++", term, empty_string(t));
}

static Term whole_substring(Transformation *t, Term term)
{
  return apply3(t, "str.substr", term, number(t, t->bank->int_sort, 0), apply1(t, "str.len", term));
}

/* The first character and the rest; of the empty string both are empty. */
static Term first_and_rest(Transformation *t, Term term)
{
  Term zero = number(t, t->bank->int_sort, 0), one = number(t, t->bank->int_sort, 1);
  return apply2(t, "str.++", apply2(t, "str.at", term, zero),
                apply3(t, "str.substr", term, one, apply1(t, "str.len", term)));
}

/* Nothing is replaced by nothing, or a string by itself. */
static Term replaced_by_itself(Transformation *t, Term term)
{
  Term part =
      choose(t->choice, 2) ? term : draw_string(t->bank, &t->choice->random, t->bank->string_sort);
  return apply3(t, "str.replace", term, part, part);
}

static Term cut_literal(Transformation *t, Term term)
{
  U32Vec codes = {0}, rest = {0};
  Term joined = 0;
  if (bank_node(t->bank, term)->op != OP_STRING) return 0;
  transform_read_string(t->bank, term, &codes);
  if (codes.count > 1) {
    uint32_t at = 1 + choose(t->choice, (uint32_t)codes.count - 1);
    VEC_APPEND(&rest, codes.items + at, codes.count - at);
    codes.count = at;
    Term first = transform_write_string(t->bank, &codes);
    joined = apply2(t, "str.++", first, transform_write_string(t->bank, &rest));
  }
  VEC_FREE(&codes);
  VEC_FREE(&rest);
  return joined;
}

/* --- regular expressions, floating point -------------------------------------------------- */

static Term union_with_itself(Transformation *t, Term term)
{
  return apply2(t, "re.union", term, term);
}

static Term followed_by_nothing(Transformation *t, Term term)
{
  return apply2(t, "re.++", term, apply1(t, "str.to_re", empty_string(t)));
}

static Term comp_comp(Transformation *t, Term term)
{
  return apply1(t, "re.comp", apply1(t, "re.comp", term));
}

static Term fp_neg_neg(Transformation *t, Term term)
{
  return apply1(t, "fp.neg", apply1(t, "fp.neg", term));
}

static const struct {
  SortClass class; /* SORT_CLASS_COUNT: any */
  Nesting *nest;
} nestings[] = {
    {SORT_CLASS_COUNT, in_equal_branches},
    {SORT_CLASS_COUNT, in_first_branch},
    {SORT_BOOL, not_not},
    {SORT_BOOL, and_itself},
    {SORT_BOOL, or_false},
    {SORT_BOOL, xor_false},
    {SORT_BOOL, implied_by_true},
    {SORT_INT, plus_zero},
    {SORT_INT, times_one},
    {SORT_INT, minus_minus},
    {SORT_INT, to_real_and_back},
    {SORT_REAL, plus_zero},
    {SORT_REAL, times_one},
    {SORT_REAL, minus_minus},
    {SORT_BITVEC, bvnot_bvnot},
    {SORT_BITVEC, bvneg_bvneg},
    {SORT_BITVEC, bvadd_zero},
    {SORT_BITVEC, cut_and_join},
    {SORT_STRING, joined_to_nothing},
    {SORT_STRING, whole_substring},
    {SORT_STRING, first_and_rest},
    {SORT_STRING, replaced_by_itself},
    {SORT_STRING, cut_literal},
    {SORT_REGLAN, union_with_itself},
    {SORT_REGLAN, followed_by_nothing},
    {SORT_REGLAN, comp_comp},
    {SORT_FLOAT, fp_neg_neg},
};

enum { NESTING_COUNT = sizeof nestings / sizeof *nestings };

static Term nest(Transformation *t, uint32_t number)
{
  const Place *place = &t->mutator->places.items.items[number];
  Grammar *grammar = &t->mutator->worlds[0].grammar;
  if (!place->goal || place->position != POSITION_ANY || transform_wants_literal(t, place))
    return 0;
  if (grammar_info(grammar, place->goal)->permission == PERMIT_LITERALS) return 0;
  SortClass class = sorts_class(&t->bank->sorts, bank_sort(t->bank, place->term));
  uint32_t start = choose(t->choice, NESTING_COUNT);
  for (uint32_t i = 0; i < NESTING_COUNT; i++) {
    uint32_t which = (start + i) % NESTING_COUNT;
    if (nestings[which].class != class && nestings[which].class != SORT_CLASS_COUNT) continue;
    Term nested = nestings[which].nest(t, place->term);
    if (nested) return nested;
  }
  return 0;
}

bool transform_nest(Transformation *t)
{
  return transform_place(t, nest);
}
