/* Leaves and types. */
#include "b/gen/internal.h"

bool b_gen_allows(const BGenerator *generator, BGenClass class)
{
  return generator->settings.classes >> class & 1;
}

/* Letters for a type, the same whatever types were made before. */
static void add_code(const BBank *bank, BType type, StrBuf *out)
{
  static const char letters[] = {
      [B_TYPE_INTEGER] = 'i', [B_TYPE_REAL] = 'r', [B_TYPE_BOOL] = 'b',   [B_TYPE_STRING] = 't',
      [B_TYPE_SET] = 's',     [B_TYPE_PAIR] = 'p', [B_TYPE_RECORD] = 'c', [B_TYPE_GIVEN] = 'g'};
  BTypeNode node = *b_type_node(&bank->types, type);
  strbuf_add_char(out, letters[node.kind]);
  if (node.kind == B_TYPE_SET || node.kind == B_TYPE_PAIR) add_code(bank, node.first, out);
  if (node.kind == B_TYPE_PAIR) add_code(bank, node.second, out);
  if (node.kind == B_TYPE_GIVEN)
    strbuf_add_char(out, (char)(symbols_text(&bank->symbols, node.first)[0] | 0x20));
  if (node.kind != B_TYPE_RECORD) return;
  uint32_t count;
  const BField *fields = b_type_fields(&bank->types, type, &count);
  for (uint32_t i = 0; i < count; i++) add_code(bank, fields[i].type, out);
}

/* A name that is no word of B and has at least two letters. */
BTerm b_gen_identifier(BGenerator *generator, BType type)
{
  BBank *bank = generator->bank;
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_add_char(&name, 'n');
  add_code(bank, type, &name);
  strbuf_add_u64(&name, 1 + b_gen_below(generator, generator->settings.identifiers));
  BTerm term = b_make_identifier(bank, strbuf_text(&name), type);
  strbuf_deinit(&name);
  return term;
}

/* A variable that is bound around here. */
static BTerm bound_variable(BGenerator *generator, BType type)
{
  const BBank *bank = generator->bank;
  uint32_t fitting = 0;
  BTerm chosen = B_TERM_NONE;
  for (size_t i = 0; i < generator->scope.count; i++)
    if (b_type(bank, generator->scope.items[i]) == type && b_gen_below(generator, ++fitting) == 0)
      chosen = generator->scope.items[i];
  return chosen;
}

static BTerm real(BGenerator *generator)
{
  static const char *const texts[] = {"0.0", "1.0", "0.5", "1.5", "2.0", "0.25", "10.0", "3.75"};
  const char *text = texts[b_gen_below(generator, sizeof texts / sizeof *texts)];
  BBank *bank = generator->bank;
  return b_make_name(bank, B_REAL, B_REALS, symbols_intern(&bank->symbols, text, strlen(text)));
}

static BTerm string(BGenerator *generator)
{
  static const char *const texts[] = {"", "a", "b", "ab", "text"};
  const char *text = texts[b_gen_below(generator, sizeof texts / sizeof *texts)];
  return b_make_string(generator->bank, text, strlen(text));
}

static BTerm integer(BGenerator *generator)
{
  return b_make_integer(generator->bank, (int64_t)b_gen_below(generator, 7));
}

static BTerm element(BGenerator *generator, BType type)
{
  const BModule *sets = &generator->sets;
  for (size_t i = 0; i < sets->sets.count; i++) {
    const BGivenSet *set = &sets->sets.items[i];
    if (set->type == type && set->count)
      return sets->elements.items[set->first + b_gen_below(generator, set->count)];
  }
  return B_TERM_NONE;
}

static BTerm set_constant(BGenerator *generator, BType type)
{
  BBank *bank = generator->bank;
  BType of = b_type_member(&bank->types, type);
  bool infinite = generator->settings.infinite;
  static const BOperator numbers[] = {B_INTEGER_SET, B_NATURAL_SET, B_NATURAL1_SET,
                                      B_INT_SET,     B_NAT_SET,     B_NAT1_SET};
  if (of == B_TYPE_BOOL) return b_make_constant(bank, B_BOOL_SET);
  if (b_type_kind(&bank->types, of) == B_TYPE_GIVEN)
    return b_make_name(bank, B_GIVEN_SET, type, b_type_node(&bank->types, of)->first);
  if (infinite && of == B_INT) return b_make_constant(bank, numbers[b_gen_below(generator, 6)]);
  if (infinite && of == B_REALS)
    return b_make_constant(bank, b_gen_below(generator, 4) ? B_REAL_SET : B_FLOAT_SET);
  if (infinite && of == B_TYPE_STRING) return b_make_constant(bank, B_STRING_SET);
  BTypeNode pair = *b_type_node(&bank->types, of);
  if (pair.kind == B_TYPE_PAIR && pair.first == B_INT && b_gen_below(generator, 2)) {
    if (infinite && pair.second == B_INT && b_gen_below(generator, 2))
      return b_make_constant(bank, b_gen_below(generator, 2) ? B_SUCCESSOR : B_PREDECESSOR);
    if (b_gen_allows(generator, B_GEN_sequences))
      return b_make(bank, B_EMPTY_SEQUENCE, type, 0, NULL, 0);
  }
  return b_make(bank, B_EMPTY_SET, type, 0, NULL, 0);
}

static BTerm constant(BGenerator *generator, BType type)
{
  BBank *bank = generator->bank;
  switch (b_type_kind(&bank->types, type)) {
  case B_TYPE_PREDICATE:
    return b_make_constant(bank, b_gen_below(generator, 2) ? B_BTRUE : B_BFALSE);
  case B_TYPE_INTEGER:
    if (generator->settings.infinite && b_gen_below(generator, 20) == 0)
      return b_make_constant(bank, b_gen_below(generator, 2) ? B_MIN_INT : B_MAX_INT);
    return integer(generator);
  case B_TYPE_REAL: return real(generator);
  case B_TYPE_STRING: return string(generator);
  case B_TYPE_BOOL: return b_make_constant(bank, b_gen_below(generator, 2) ? B_TRUE : B_FALSE);
  case B_TYPE_GIVEN: return element(generator, type);
  case B_TYPE_SET: return set_constant(generator, type);
  default: return B_TERM_NONE;
  }
}

BTerm b_gen_leaf(BGenerator *generator, BType type)
{
  if (type != B_PREDICATE) {
    BTerm variable = generator->scope.count ? bound_variable(generator, type) : B_TERM_NONE;
    if (variable && b_gen_below(generator, 4)) return variable;
    if (b_gen_below(generator, 2)) return b_gen_identifier(generator, type);
  }
  BTerm term = constant(generator, type);
  return term ? term : b_gen_identifier(generator, type);
}

BTerm b_gen_range(BGenerator *generator, BType type)
{
  BBank *bank = generator->bank;
  BType set = b_type_set(&bank->types, type);
  if (type == B_INT) {
    int64_t low = (int64_t)b_gen_below(generator, 3);
    BTerm ends[] = {b_make_integer(bank, low),
                    b_make_integer(bank, low + 1 + (int64_t)b_gen_below(generator, 3))};
    return b_make(bank, B_INTERVAL, set, 0, ends, 2);
  }
  BTypeKind kind = b_type_kind(&bank->types, type);
  if (kind == B_TYPE_BOOL) return b_make_constant(bank, B_BOOL_SET);
  if (kind == B_TYPE_GIVEN)
    return b_make_name(bank, B_GIVEN_SET, set, b_type_node(&bank->types, type)->first);
  if (kind == B_TYPE_REAL || kind == B_TYPE_STRING) {
    BTerm items[] = {constant(generator, type), constant(generator, type)};
    return b_make(bank, B_SET_EXTENSION, set, 0, items, 2);
  }
  return b_gen_identifier(generator, set);
}

static BType simple_type(BGenerator *generator)
{
  BType found[8];
  uint32_t count = 0;
  if (b_gen_allows(generator, B_GEN_INTEGER)) {
    found[count++] = B_INT;
    found[count++] = B_INT;
  }
  if (b_gen_allows(generator, B_GEN_BOOL)) found[count++] = B_TYPE_BOOL;
  if (b_gen_allows(generator, B_GEN_REAL)) found[count++] = B_REALS;
  if (b_gen_allows(generator, B_GEN_STRING)) found[count++] = B_TYPE_STRING;
  for (size_t i = 0; i < generator->sets.sets.count && count < 8; i++)
    found[count++] = generator->sets.sets.items[i].type;
  return count ? found[b_gen_below(generator, count)] : B_INT;
}

static BType record_type(BGenerator *generator, BType first, BType second)
{
  BBank *bank = generator->bank;
  BField fields[] = {{symbols_intern(&bank->symbols, "fa", 2), first},
                     {symbols_intern(&bank->symbols, "fb", 2), second}};
  return b_type_record(&bank->types, fields, 2);
}

static BType instantiate(BTypes *types, BType pattern, const BType *bound)
{
  BTypeNode node = *b_type_node(types, pattern);
  switch (node.kind) {
  case B_TYPE_PARAMETER: return bound[node.first];
  case B_TYPE_SET: return b_type_set(types, instantiate(types, node.first, bound));
  case B_TYPE_PAIR: {
    BType first = instantiate(types, node.first, bound);
    return b_type_pair(types, first, instantiate(types, node.second, bound));
  }
  default: return pattern;
  }
}

BType b_generate_result(BGenerator *generator, BOperator op)
{
  BTypes *types = &generator->bank->types;
  const BSignature *signature = &generator->bank->signatures[op];
  BType bound[B_PARAMETERS_MAX];
  for (uint32_t i = 0; i < B_PARAMETERS_MAX; i++) bound[i] = simple_type(generator);
  if (op == B_RECORD || op == B_STRUCT) {
    BType record = record_type(generator, bound[0], bound[1]);
    return op == B_RECORD ? record : b_type_set(types, record);
  }
  if (op == B_ELEMENT || op == B_GIVEN_SET) {
    const BModule *sets = &generator->sets;
    BType given = sets->sets.count ? sets->sets.items[sets->sets.count - 1].type : (BType)B_INT;
    return op == B_ELEMENT ? given : b_type_set(types, given);
  }
  uint64_t alternative = b_gen_below(generator, signature->alternative_count);
  if (!b_gen_allows_alternative(generator, op, (uint32_t)alternative)) /* one of two is left out */
    alternative = signature->alternative_count - 1u - alternative;
  return instantiate(types, signature->alternatives[alternative].result, bound);
}

/* What some operator gives that makes sets: so that all of them can occur. */
static BType type_of_operator(BGenerator *generator)
{
  size_t count = generator->rules[B_TYPE_SET].count;
  if (count == 0) return simple_type(generator);
  return b_generate_result(generator,
                           generator->rules[B_TYPE_SET].items[b_gen_below(generator, count)].op);
}

BType b_generate_type(BGenerator *generator, uint32_t levels)
{
  BTypes *types = &generator->bank->types;
  if (levels <= 1 || b_gen_below(generator, 3) == 0) return simple_type(generator);
  bool sets = b_gen_allows(generator, B_GEN_sets);
  bool relations =
      b_gen_allows(generator, B_GEN_relations) || b_gen_allows(generator, B_GEN_functions);
  switch (b_gen_below(generator, 7)) {
  case 0:
    if (!b_gen_allows(generator, B_GEN_pairs)) break;
    return b_type_pair(types, simple_type(generator), simple_type(generator));
  case 1:
    if (!b_gen_allows(generator, B_GEN_records)) break;
    return record_type(generator, simple_type(generator), simple_type(generator));
  case 2:
    if (!b_gen_allows(generator, B_GEN_sequences)) break;
    return b_type_relation(types, B_INT, simple_type(generator));
  case 3:
    if (!relations) break;
    return b_type_relation(types, simple_type(generator), simple_type(generator));
  case 4: return type_of_operator(generator);
  default:
    if (sets) return b_type_set(types, b_generate_type(generator, levels - 1));
  }
  return simple_type(generator);
}
