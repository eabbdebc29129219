#include <assert.h>

#include "smt/text/logic.h"

/* What the parts bring with them: theories whose signatures overlap. */
static uint32_t closed_parts(const Logic *logic)
{
  uint32_t parts = logic->parts;
  if (logic->all) parts |= ~(uint32_t)LOGIC_QUANTIFIERS;
  if (parts & LOGIC_UF) parts |= LOGIC_FREE_SORTS;
  if (parts & LOGIC_STRINGS)
    parts |= LOGIC_SEQUENCES; /* one theory to the solvers that have both */
  if (parts & (LOGIC_INTS | LOGIC_STRINGS | LOGIC_SEQUENCES | LOGIC_SETS))
    parts |= LOGIC_INT_VALUES;
  if (parts & (LOGIC_REALS | LOGIC_FLOATS)) parts |= LOGIC_REAL_VALUES;
  return parts;
}

static Arithmetic largest_arithmetic(const Logic *logic)
{
  if (logic->all) return ARITH_NONLINEAR;
  bool offsets = (logic->parts & LOGIC_UF) && (logic->parts & LOGIC_INTS);
  return logic->arithmetic == ARITH_DIFFERENCE && offsets ? ARITH_OFFSET : logic->arithmetic;
}

/* Arithmetic of a higher class, on numbers that `outer` has. */
static bool exceeds_arithmetic(const Logic *outer, const Logic *inner)
{
  Arithmetic class = inner->exact ? inner->exact : inner->arithmetic;
  return class > largest_arithmetic(outer);
}

bool logic_includes(const Logic *outer, const Logic *inner)
{
  assert(outer && inner);
  uint32_t inner_parts = inner->parts;
  if (inner->all) inner_parts |= ~(uint32_t)LOGIC_QUANTIFIERS;
  return !(inner_parts & ~closed_parts(outer)) && !exceeds_arithmetic(outer, inner);
}

static const struct {
  uint32_t part;
  const char *text;
} part_names[] = {
    {LOGIC_QUANTIFIERS, "quantifiers"},
    {LOGIC_HIGHER_ORDER, "higher-order functions"},
    {LOGIC_ARRAYS, "arrays"},
    {LOGIC_UF, "uninterpreted functions"},
    {LOGIC_FREE_SORTS, "uninterpreted sorts"},
    {LOGIC_CARDINALITY, "cardinality constraints"},
    {LOGIC_BITVECTORS, "bit-vectors"},
    {LOGIC_FLOATS, "floating-point numbers"},
    {LOGIC_DATATYPES, "datatypes"},
    {LOGIC_STRINGS, "strings"},
    {LOGIC_SEQUENCES, "sequences"},
    {LOGIC_SETS, "sets"},
    {LOGIC_FIELDS, "finite fields"},
    {LOGIC_SEPARATION, "separation logic"},
    {LOGIC_TRANSCENDENTALS, "transcendental functions"},
    {LOGIC_INTS, "integers"},
    {LOGIC_INT_VALUES, "integers"},
    {LOGIC_REALS, "reals"},
    {LOGIC_REAL_VALUES, "reals"},
};

static const char *arithmetic_text(Arithmetic class)
{
  switch (class) {
  case ARITH_NONLINEAR: return "non-linear arithmetic";
  case ARITH_DIFFERENCE: return "difference constraints";
  default: return "linear arithmetic";
  }
}

void logic_excess(const Logic *outer, const Logic *inner, StrBuf *out)
{
  const char *texts[sizeof part_names / sizeof *part_names + 1];
  size_t count = 0;
  uint32_t excess = inner->parts & ~closed_parts(outer);
  /* A logic without arithmetic lacks the numbers: the class is news only if it is non-linear. */
  bool has_numbers = outer->arithmetic != ARITH_NONE || outer->all;
  if (exceeds_arithmetic(outer, inner) && (has_numbers || inner->arithmetic == ARITH_NONLINEAR))
    texts[count++] = arithmetic_text(inner->arithmetic);
  for (size_t i = 0; i < sizeof part_names / sizeof *part_names; i++)
    if (excess & part_names[i].part) texts[count++] = part_names[i].text;
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_add_text(out, i + 1 == count ? " and " : ", ");
    strbuf_add_text(out, texts[i]);
  }
}
