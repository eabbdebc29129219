#include "language/smt/reduce/plain.h"

#include <assert.h>
#include <string.h>

#include "smt/term/build.h"
#include "smt/text/literal.h"
#include "smt/value/datatype.h"

enum { DEPTH_MAX = 4 };

static Term simplest(Bank *bank, Sort sort, uint32_t depth);

Term plain_bool(Bank *bank, bool value)
{
  return build(bank, value ? "true" : "false", 0, NULL, 0);
}

static Term literal(Bank *bank, Op op, Sort sort, const char *text)
{
  return bank_literal(bank, op, sort, symbols_intern(&bank->symbols, text, strlen(text)));
}

static Term zero_bits(Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  Numeral width = sorts_index(&bank->sorts, sort, 0);
  if (!numeral_is_plain(width)) return 0;
  Symbol text = literal_bits_of_decimal(&bank->symbols, "0", 1, width);
  return text ? bank_literal(bank, OP_BITVEC, sort, text) : 0;
}

static Term zero_float(Bank *bank, Sort sort)
{
  Numeral indices[2] = {sorts_index(&bank->sorts, sort, 0), sorts_index(&bank->sorts, sort, 1)};
  return bank_build_indexed(bank, "+zero", indices, 2, 0, NULL, 0);
}

/* A constructor without fields, else one whose fields all have values. */
static Term construct(Bank *bank, Sort sort, uint32_t depth)
{
  assert(bank_has_sort(bank, sort));
  uint32_t datatype = bank->sorts.ctors.items[sorts_node(&bank->sorts, sort)->ctor].datatype;
  size_t count = datatype ? bank->datatypes.items[datatype].constructors.count : 0;
  for (uint32_t most = 0; most < 4; most++)
    for (size_t c = 0; c < count; c++) {
      Fun fun = bank->datatypes.items[datatype].constructors.items[c];
      const FunInfo info = *funs_info(&bank->funs, fun);
      if (info.arity != most) continue;
      Term fields[4];
      uint32_t made = 0;
      for (; made < info.arity; made++) {
        Sort field = datatype_field_sort(bank, fun, sort, made);
        fields[made] = field && field != sort ? simplest(bank, field, depth + 1) : 0;
        if (!fields[made]) break;
      }
      if (made < info.arity) continue;
      Op op = bank_apply_operator(bank, fun, NULL, 0, info.needs_as ? sort : 0);
      return bank_term(bank, op, sort, fields, info.arity);
    }
  return 0;
}

static Term simplest(Bank *bank, Sort sort, uint32_t depth)
{
  assert(bank_has_sort(bank, sort));
  if (depth > DEPTH_MAX) return 0;
  switch (sorts_class(&bank->sorts, sort)) {
  case SORT_BOOL: return plain_bool(bank, true);
  case SORT_INT: return literal(bank, OP_INTEGER, sort, "0");
  case SORT_REAL: return literal(bank, OP_REAL, sort, "0.0");
  case SORT_FIELD: return literal(bank, OP_FIELD, sort, "0");
  case SORT_BITVEC: return zero_bits(bank, sort);
  case SORT_FLOAT: return zero_float(bank, sort);
  case SORT_ROUNDING: return build(bank, "RNE", 0, NULL, 0);
  case SORT_STRING:
    return bank_literal(bank, OP_STRING, sort, literal_string(&bank->symbols, "", 0));
  case SORT_REGLAN: return build(bank, "re.none", 0, NULL, 0);
  case SORT_SEQ: return build(bank, "seq.empty", sort, NULL, 0);
  case SORT_SET: return build(bank, "set.empty", sort, NULL, 0);
  case SORT_BAG: return build(bank, "bag.empty", sort, NULL, 0);
  case SORT_DATATYPE: return construct(bank, sort, depth);
  default: return 0;
  }
}

Term plain_value(Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  return simplest(bank, sort, 0);
}

Term plain_neutral(Bank *bank, Term parent, uint32_t argument)
{
  assert(bank_has_term(bank, parent));
  Fun fun = bank_fun(bank, parent);
  if (!fun) return 0;
  Symbol name = funs_info(&bank->funs, fun)->name;
  const SymbolTable *symbols = &bank->symbols;
  uint32_t last = bank_node(bank, parent)->count - 1;
  if (symbols_equal(symbols, name, "and")) return plain_bool(bank, true);
  if (symbols_equal(symbols, name, "or") || symbols_equal(symbols, name, "xor"))
    return plain_bool(bank, false);
  if (symbols_equal(symbols, name, "=>")) return plain_bool(bank, argument != last);
  return 0;
}
