#include "smt/draw/draw_regex.h"

#include <assert.h>

#include "base/strbuf.h"
#include "smt/draw/draw_literal.h"
#include "smt/term/build.h"
#include "smt/text/literal.h"

static Term character(Bank *bank, uint32_t code)
{
  return bank_literal(bank, OP_STRING, bank->string_sort, literal_char(&bank->symbols, code));
}

/* A range; now and then an empty one, or one with an end that is no single character. */
static Term draw_range(Bank *bank, Random *random)
{
  static const char ends[][2] = {{'a', 'b'}, {'0', '9'}, {'a', 'z'}, {'b', 'a'}, {'a', 'a'}};
  const char *pair = ends[random_below(random, sizeof ends / sizeof *ends)];
  Term args[2] = {character(bank, (uint32_t)pair[0]), character(bank, (uint32_t)pair[1])};
  if (random_chance(random, 1, 6)) args[0] = character(bank, draw_code(random));
  if (random_chance(random, 1, 6)) args[1] = character(bank, draw_code(random));
  if (random_chance(random, 1, 16)) args[1] = draw_string(bank, random, bank->string_sort);
  return build(bank, "re.range", 0, args, 2);
}

Term draw_regex_leaf(Bank *bank, Random *random)
{
  Term text;
  switch (random_below(random, 8)) {
  case 0: return build(bank, "re.allchar", 0, NULL, 0);
  case 1: return build(bank, random_chance(random, 1, 3) ? "re.none" : "re.all", 0, NULL, 0);
  case 2:
  case 3: return draw_range(bank, random);
  case 4:
    text = draw_string(bank, random, bank->string_sort);
    return build(bank, "str.to_re", 0, &text, 1);
  case 5: text = character(bank, draw_code(random)); return build(bank, "str.to_re", 0, &text, 1);
  default:
    text = character(bank, random_chance(random, 1, 2) ? 'a' : 'b');
    return build(bank, "str.to_re", 0, &text, 1);
  }
}

static Term draw_repetition(Bank *bank, Random *random, Term part)
{
  assert(bank_has_term(bank, part));
  Numeral bounds[2] = {(Numeral)random_below(random, 4), (Numeral)random_below(random, 5)};
  switch (random_below(random, 5)) {
  case 0: return build(bank, "re.*", 0, &part, 1);
  case 1: return build(bank, "re.+", 0, &part, 1);
  case 2: return build(bank, "re.opt", 0, &part, 1);
  case 3: return bank_build_indexed(bank, "re.^", bounds, 1, 0, &part, 1);
  default: return bank_build_indexed(bank, "re.loop", bounds, 2, 0, &part, 1);
  }
}

Term draw_regex(Bank *bank, Random *random, uint32_t depth)
{
  static const char *const pairs[] = {"re.++",    "re.++",    "re.++",  "re.union",
                                      "re.union", "re.inter", "re.diff"};
  if (depth == 0 || random_chance(random, 1, 4)) return draw_regex_leaf(bank, random);
  Term args[3];
  args[0] = draw_regex(bank, random, depth - 1);
  if (random_chance(random, 1, 3)) return draw_repetition(bank, random, args[0]);
  if (random_chance(random, 1, 8)) return build(bank, "re.comp", 0, args, 1);
  uint32_t count = random_chance(random, 1, 4) ? 3 : 2;
  for (uint32_t i = 1; i < count; i++) args[i] = draw_regex(bank, random, depth - 1);
  const char *name = pairs[random_below(random, sizeof pairs / sizeof *pairs)];
  return build(bank, name, 0, args, count);
}
