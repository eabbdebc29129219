#include "b/known/contradiction.h"

#include <assert.h>
#include <string.h>

const BContradiction b_contradictions[] = {
#define CONTRADICTION(kinds, text) {kinds, text},
#include "b/known/contradictions.def"
#undef CONTRADICTION
};
const size_t b_contradiction_count = sizeof b_contradictions / sizeof *b_contradictions;

static BType type_of_kind(BGenerator *generator, char kind, BType one, BType other)
{
  BTypes *types = &generator->bank->types;
  switch (kind) {
  case 's':
  case 't': return b_type_set(types, one);
  case 'e':
  case 'f': return one;
  case 'r':
  case 'q': return b_type_relation(types, one, other);
  case 'u': return b_type_set(types, other);
  case 'c': return b_type_relation(types, one, one);
  case 'n': return b_type_relation(types, B_INT, one);
  default: assert(kind >= 'i' && kind <= 'k'); return B_INT;
  }
}

static bool has_class(const BGenerator *generator, BGenClass class)
{
  return generator->settings.classes >> class & 1;
}

static bool is_allowed(const BGenerator *generator, const char *kinds)
{
  if (strpbrk(kinds, "ijk") && !has_class(generator, B_GEN_INTEGER)) return false;
  if (strpbrk(kinds, "rqc") && !has_class(generator, B_GEN_relations)) return false;
  if (strchr(kinds, 'n') && !has_class(generator, B_GEN_sequences)) return false;
  return has_class(generator, B_GEN_sets);
}

BTerm b_contradiction_make(BGenerator *generator, const BContradiction *contradiction)
{
  enum { OPERANDS = 6 };
  BTerm operands[OPERANDS];
  uint32_t count = (uint32_t)strlen(contradiction->kinds);
  assert(count <= OPERANDS);
  if (!is_allowed(generator, contradiction->kinds)) return B_TERM_NONE;
  BType one = b_generate_type(generator, 1), other = b_generate_type(generator, 1);
  for (uint32_t i = 0; i < count; i++) {
    BType type = type_of_kind(generator, contradiction->kinds[i], one, other);
    uint32_t depth = 1 + (uint32_t)random_below(&generator->random, 2);
    operands[i] = b_generate_term(generator, type, depth);
    if (!operands[i]) return B_TERM_NONE;
  }
  return b_read_pattern(generator->bank, contradiction->text, strlen(contradiction->text), operands,
                        count);
}
