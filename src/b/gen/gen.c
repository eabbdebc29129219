#include "b/gen/gen.h"

#include <assert.h>

#include "b/gen/internal.h"

const char *const b_gen_classes[B_GEN_CLASS_COUNT] = {
#define CLASS(name) #name,
#include "b/gen/classes.def"
#undef CLASS
};

BGenSettings b_gen_settings_default(void)
{
  BGenSettings settings = {.classes = ((1u << B_GEN_CLASS_COUNT) - 1) & ~(1u << B_GEN_trees),
                           .depth = 3,
                           .least = 2,
                           .most = 4,
                           .identifiers = 2};
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) settings.weights[op] = 1;
  return settings;
}

static bool is_between(BOperator op, BOperator first, BOperator last)
{
  return op >= first && op <= last;
}

/* The class without which an operator is not generated; B_GEN_CLASS_COUNT: always there. */
static BGenClass class_of(BOperator op)
{
  if (is_between(op, B_RELATIONS, B_TOTAL_SURJECTION_RELATION)) return B_GEN_relations;
  if (is_between(op, B_PARTIAL_FUNCTION, B_LAMBDA)) return B_GEN_functions;
  if (is_between(op, B_SEQ, B_GENERAL_CONCAT)) return B_GEN_sequences;
  if (is_between(op, B_TREE, B_TOP)) return B_GEN_trees;
  if (is_between(op, B_STRUCT, B_FIELD)) return B_GEN_records;
  if (op == B_CARTESIAN) return B_GEN_pairs;
  if (is_between(op, B_EMPTY_SET, B_QUANTIFIED_INTERSECTION)) return B_GEN_sets;
  if (is_between(op, B_SUBSET, B_PARTITION)) return B_GEN_sets;
  switch (op) {
  case B_GIVEN_SET:
  case B_ELEMENT: return B_GEN_given;
  case B_STRING:
  case B_STRING_SET: return B_GEN_STRING;
  case B_REAL:
  case B_REAL_SET:
  case B_FLOAT_SET:
  case B_CONVERT_REAL:
  case B_FLOOR:
  case B_CEILING: return B_GEN_REAL;
  case B_COUPLE: return B_GEN_pairs;
  case B_INTERVAL:
  case B_MIN:
  case B_MAX:
  case B_CARD: return B_GEN_sets;
  default: return B_GEN_CLASS_COUNT;
  }
}

/* What is infinite, or a preference of the tool. */
static bool is_unbounded(BOperator op)
{
  switch (op) {
  case B_INTEGER_SET:
  case B_NATURAL_SET:
  case B_NATURAL1_SET:
  case B_INT_SET:
  case B_NAT_SET:
  case B_NAT1_SET:
  case B_MIN_INT:
  case B_MAX_INT:
  case B_REAL_SET:
  case B_FLOAT_SET:
  case B_STRING_SET:
  case B_REFLEXIVE_CLOSURE:
  case B_SUCCESSOR:
  case B_PREDECESSOR: return true;
  default: return false;
  }
}

bool b_generator_has(const BGenerator *generator, BOperator op)
{
  assert(op > B_NONE && op < B_OPERATOR_COUNT);
  BGenClass class = class_of(op);
  bool possible = false;
  for (uint32_t a = 0; a < generator->bank->signatures[op].alternative_count && !possible; a++)
    possible = b_gen_allows_alternative(generator, op, a);
  return possible && generator->settings.weights[op] > 0 && op != B_IDENTIFIER &&
         (class == B_GEN_CLASS_COUNT || b_gen_allows(generator, class)) &&
         (generator->settings.infinite || !is_unbounded(op));
}

static void add_given_sets(BGenerator *generator)
{
  BBank *bank = generator->bank;
  BModule *sets = &generator->sets;
  for (int enumerated = 0; enumerated < 2; enumerated++) {
    Symbol name =
        symbols_intern(&bank->symbols, enumerated ? "ENUM" : "DEFERRED", enumerated ? 4 : 8);
    BGivenSet set = {name, b_type_given(&bank->types, name), (uint32_t)sets->elements.count, 0};
    for (int i = 0; enumerated && i < 3; i++, set.count++) {
      char text[] = {'e', 'n', (char)('1' + i)};
      BTerm element =
          b_make_name(bank, B_ELEMENT, set.type, symbols_intern(&bank->symbols, text, 3));
      VEC_PUSH(&sets->elements, element);
    }
    VEC_PUSH(&sets->sets, set);
  }
}

/* Is the simple type in it? */
static bool mentions(const BTypes *types, BType type, BType simple)
{
  const BTypeNode *node = b_type_node(types, type);
  if (type == simple) return true;
  if (node->kind == B_TYPE_SET) return mentions(types, node->first, simple);
  return node->kind == B_TYPE_PAIR &&
         (mentions(types, node->first, simple) || mentions(types, node->second, simple));
}

/* Numbers that are left out are not made by operators that have alternatives for them either. Integers that sequences are made of
 * are no numbers in that sense, and where no simple type is wanted it is integers that everything else is made of. */
bool b_gen_allows_alternative(const BGenerator *generator, BOperator op, uint32_t alternative)
{
  const BTypes *types = &generator->bank->types;
  const BSignature *signature = &generator->bank->signatures[op];
  const BAlternative *rank = &signature->alternatives[alternative];
  assert(alternative < signature->alternative_count);
  uint32_t others = 1u << B_GEN_BOOL | 1u << B_GEN_REAL | 1u << B_GEN_STRING | 1u << B_GEN_given;
  bool reals = b_gen_allows(generator, B_GEN_REAL);
  bool integers = b_gen_allows(generator, B_GEN_INTEGER) || !(generator->settings.classes & others);
  for (uint32_t i = 0; i <= signature->operand_count; i++) {
    BType type = i < signature->operand_count ? rank->operands[i] : rank->result;
    if (!reals && mentions(types, type, B_REALS)) return false;
    if (!integers && mentions(types, type, B_INT) &&
        b_type_node(types, type)->kind != B_TYPE_PAIR && !b_type_is_relation(types, type) &&
        class_of(op) != B_GEN_sequences)
      return false;
  }
  return true;
}

/* Results that a form can have, whatever its signature says. */
static void add_rule(BGenerator *generator, BOperator op, uint8_t alternative)
{
  const BSignature *signature = &generator->bank->signatures[op];
  BType result = signature->alternatives[alternative].result;
  BTypeKind kind = b_type_kind(&generator->bank->types, result);
  BGenRule rule = {op, alternative};
  if (kind == B_TYPE_PARAMETER && op == B_RECORD) kind = B_TYPE_RECORD;
  if (kind == B_TYPE_PARAMETER)
    VEC_PUSH(&generator->general, rule);
  else
    VEC_PUSH(&generator->rules[kind], rule);
}

void b_generator_init(BGenerator *generator, BBank *bank, const BGenSettings *settings)
{
  assert(settings->least > 0 && settings->least <= settings->most && settings->depth > 0);
  assert(settings->depth > 0 && settings->least > 0 && settings->least <= settings->most);
  *generator = (BGenerator){.bank = bank, .settings = *settings};
  symbols_intern(&bank->symbols, "fa",
                 2); /* fields are sorted by their symbols: these in this order */
  symbols_intern(&bank->symbols, "fb", 2);
  if (b_gen_allows(generator, B_GEN_given)) add_given_sets(generator);
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) {
    bool form = b_operator_binds(op) || op == B_RECORD || op == B_STRUCT;
    if (!b_generator_has(generator, op)) continue;
    if (bank->signatures[op].operand_count == 0 && !form) continue; /* leaves */
    for (uint8_t a = 0; a < bank->signatures[op].alternative_count; a++)
      if (b_gen_allows_alternative(generator, op, a)) add_rule(generator, op, a);
  }
}

void b_generator_deinit(BGenerator *generator)
{
  for (int kind = 0; kind <= B_TYPE_RECORD; kind++) VEC_FREE(&generator->rules[kind]);
  VEC_FREE(&generator->general);
  VEC_FREE(&generator->scope);
  b_module_deinit(&generator->sets);
}

/* Sometimes the operator comes first, and its type follows: otherwise those with special types were rare. */
static void choose_operator(BGenerator *generator, BType pattern, BType *bound)
{
  const BTypes *types = &generator->bank->types;
  BTypeNode member = *b_type_node(types, pattern);
  size_t count = generator->rules[B_TYPE_SET].count;
  if (member.kind != B_TYPE_PARAMETER || bound[member.first] != B_TYPE_NONE || count == 0) return;
  if (b_gen_below(generator, 2)) return;
  BOperator op = generator->rules[B_TYPE_SET].items[b_gen_below(generator, count)].op;
  bound[member.first] = b_type_member(types, b_generate_result(generator, op));
  generator->hint = op;
}

/* The type of an operand; parameters that the result leaves open are drawn. */
static BType operand_type(BGenerator *generator, BType pattern, BType *bound)
{
  BTypes *types = &generator->bank->types;
  BTypeNode p = *b_type_node(types, pattern);
  switch (p.kind) {
  case B_TYPE_PARAMETER:
    if (bound[p.first] == B_TYPE_NONE) bound[p.first] = b_generate_type(generator, 2);
    return bound[p.first];
  case B_TYPE_SET:
    choose_operator(generator, p.first, bound);
    return b_type_set(types, operand_type(generator, p.first, bound));
  case B_TYPE_PAIR: {
    BType first = operand_type(generator, p.first, bound);
    return b_type_pair(types, first, operand_type(generator, p.second, bound));
  }
  default: return pattern;
  }
}

BTerm b_gen_operand(BGenerator *generator, BType type, uint32_t depth, U32Vec *operands)
{
  for (size_t i = 0; operands && i < operands->count; i++) {
    BTerm term = operands->items[i];
    if (b_type(generator->bank, term) != type) continue;
    for (size_t k = i + 1; k < operands->count; k++) operands->items[k - 1] = operands->items[k];
    operands->count--;
    return term;
  }
  return b_generate_term(generator, type, depth);
}

/* Marks the parameters that occur in a pattern. */
static void mark_parameters(const BTypes *types, BType pattern, bool *found)
{
  const BTypeNode *node = b_type_node(types, pattern);
  if (node->kind == B_TYPE_PARAMETER) found[node->first] = true;
  if (node->kind == B_TYPE_SET || node->kind == B_TYPE_PAIR)
    mark_parameters(types, node->first, found);
  if (node->kind == B_TYPE_PAIR) mark_parameters(types, node->second, found);
}

/* Replaces empty sets whose type the other operands do not tell: texts have to be typed without their context. */
static void settle_empty(BGenerator *generator, BOperator op, const BAlternative *rank, BTerm *args,
                         uint32_t count)
{
  const BTypes *types = &generator->bank->types;
  const BSignature *signature = &generator->bank->signatures[op];
  uint32_t last = signature->operand_count - 1u;
  bool told[B_PARAMETERS_MAX] = {0};
  for (uint32_t i = 0; i < count; i++)
    if (!b_term_is_empty(generator->bank, args[i]))
      mark_parameters(types, rank->operands[i < last ? i : last], told);
  for (uint32_t i = 0; i < count; i++) {
    if (!b_term_is_empty(generator->bank, args[i])) continue;
    bool needed[B_PARAMETERS_MAX] = {0};
    mark_parameters(types, rank->operands[i < last ? i : last], needed);
    bool clear = signature->alternative_count == 1;
    for (uint32_t k = 0; k < B_PARAMETERS_MAX; k++) clear &= told[k] || !needed[k];
    if (!clear) args[i] = b_gen_identifier(generator, b_type(generator->bank, args[i]));
  }
}

static BTerm plain_root(BGenerator *generator, BOperator op, uint32_t alternative, BType type,
                        uint32_t depth, U32Vec *operands)
{
  BBank *bank = generator->bank;
  const BSignature *signature = &bank->signatures[op];
  BAlternative rank = signature->alternatives[alternative];
  BType bound[B_PARAMETERS_MAX] = {0};
  if (!b_type_matches(&bank->types, rank.result, type, bound)) return B_TERM_NONE;
  uint32_t count = signature->operand_count;
  if (signature->more) count += (uint32_t)b_gen_below(generator, 2);
  BTerm args[B_OPERANDS_MAX + 1];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = i < signature->operand_count ? i : signature->operand_count - 1u;
    BType wanted = operand_type(generator, rank.operands[at], bound);
    if (b_type_node(&bank->types, wanted)->size > 40) return B_TERM_NONE;
    args[i] = b_gen_operand(generator, wanted, depth > 1 ? depth - 1 : 1, operands);
    if (!args[i]) return B_TERM_NONE;
  }
  settle_empty(generator, op, &rank, args, count);
  if (op == B_AND) return b_make_and(bank, args, count);
  return b_make(bank, op, type, 0, args, count);
}

static bool is_form(BOperator op)
{
  switch (b_operator(op)->form) {
  case B_FORM_IF:
  case B_FORM_LET:
  case B_FORM_RECORD:
  case B_FORM_FIELD:
  case B_FORM_QUANTIFIER:
  case B_FORM_BINDER:
  case B_FORM_COMPREHENSION: return true;
  default: return false;
  }
}

static BTerm leaf_root(BGenerator *generator, BOperator op, BType type)
{
  BBank *bank = generator->bank;
  BType bound[B_PARAMETERS_MAX] = {0};
  if (b_operator_is_empty(op))
    return b_type_matches(&bank->types, bank->signatures[op].alternatives[0].result, type, bound)
               ? b_make(bank, op, type, 0, NULL, 0)
               : B_TERM_NONE;
  enum { TRIES = 200 };
  for (int i = 0; i < TRIES; i++) {
    BTerm term = b_gen_leaf(generator, type);
    if (term && b_op(generator->bank, term) == op) return term;
  }
  return B_TERM_NONE;
}

BTerm b_generate_root(BGenerator *generator, BOperator op, BType type, uint32_t depth,
                      U32Vec *operands)
{
  assert(op > B_NONE && op < B_OPERATOR_COUNT && depth > 0);
  if (depth < 2) depth = 2;
  if (is_form(op)) return b_gen_form(generator, op, type, depth, operands);
  if (generator->bank->signatures[op].operand_count == 0) return leaf_root(generator, op, type);
  for (uint32_t a = 0; a < generator->bank->signatures[op].alternative_count; a++) {
    if (!b_gen_allows_alternative(generator, op, a)) continue;
    BTerm term = plain_root(generator, op, a, type, depth, operands);
    if (term) return term;
  }
  return B_TERM_NONE;
}

/* A rule by weight among those for the type; general ones count for every type. */
static BGenRule draw_rule(BGenerator *generator, BType type)
{
  BTypeKind kind = b_type_kind(&generator->bank->types, type);
  size_t own = generator->rules[kind].count;
  size_t general = kind == B_TYPE_PREDICATE ? 0 : generator->general.count;
  if (own + general == 0) return (BGenRule){B_NONE, 0};
  enum { TRIES = 8 };
  BGenRule rule = {B_NONE, 0};
  for (int i = 0; i < TRIES; i++) {
    size_t at = b_gen_below(generator, own + general);
    rule = at < own ? generator->rules[kind].items[at] : generator->general.items[at - own];
    uint32_t weight = generator->settings.weights[rule.op];
    if (weight > 1 || i + 1 == TRIES) break;
    if (b_gen_below(generator, 2)) break;
  }
  return rule;
}

BTerm b_generate_term(BGenerator *generator, BType type, uint32_t depth)
{
  assert(depth > 0);
  if (depth <= 1 && type != B_PREDICATE) return b_gen_leaf(generator, type);
  if (depth <= 1 && b_gen_below(generator, 10) == 0) return b_gen_leaf(generator, type);
  BOperator hint = generator->hint;
  generator->hint = B_NONE;
  if (hint != B_NONE && depth > 1) {
    BTerm term = b_generate_root(generator, hint, type, depth, NULL);
    if (term) return term;
  }
  enum { TRIES = 6 };
  for (int i = 0; i < TRIES; i++) {
    BGenRule rule = draw_rule(generator, type);
    if (rule.op == B_NONE) break;
    /* At the leaves a predicate is a comparison. */
    if (depth <= 1 && !b_operator_compares(rule.op)) continue;
    BTerm term = is_form(rule.op)
                     ? b_gen_form(generator, rule.op, type, depth < 2 ? 2 : depth, NULL)
                     : plain_root(generator, rule.op, rule.alternative, type, depth, NULL);
    if (term) return term;
  }
  return b_gen_leaf(generator, type);
}

BTerm b_generate(BGenerator *generator, uint64_t number)
{
  const BGenSettings *settings = &generator->settings;
  enum { STREAM = 0xB };
  generator->random = random_stream(settings->seed, STREAM, number);
  generator->scope.count = 0;
  generator->next_variable = 0;
  generator->hint = B_NONE;
  uint64_t count = settings->least + b_gen_below(generator, settings->most - settings->least + 1);
  U32Vec parts = {0};
  for (uint64_t i = 0; i < count; i++) {
    BTerm part = b_generate_term(generator, B_PREDICATE, settings->depth);
    VEC_PUSH(&parts, part);
  }
  BTerm result = b_make_and(generator->bank, parts.items, (uint32_t)parts.count);
  VEC_FREE(&parts);
  return result;
}

bool b_uses_given(const BBank *bank, BTerm predicate)
{
  bool found = false;
  uint8_t *seen = mem_alloc_zero((size_t)predicate + 1, 1);
  seen[predicate] = 1;
  for (BTerm at = predicate; at > B_TERM_NONE && !found; at--) {
    if (!seen[at]) continue;
    BOperator op = b_op(bank, at);
    BType type = b_type(bank, at);
    found = op == B_GIVEN_SET || op == B_ELEMENT || b_type_kind(&bank->types, type) == B_TYPE_GIVEN;
    if (op == B_IDENTIFIER || op == B_EMPTY_SET) found |= b_type_has_given(&bank->types, type);
    for (uint32_t i = 0; i < b_arg_count(bank, at); i++) seen[b_arg(bank, at, i)] = 1;
  }
  free(seen);
  return found;
}

void b_generate_module(BGenerator *generator, BTerm predicate, BModule *module)
{
  assert(b_type(generator->bank, predicate) == B_PREDICATE);
  bool given = generator->sets.sets.count && b_uses_given(generator->bank, predicate);
  b_module_of_predicate(generator->bank, given ? &generator->sets : NULL, predicate, module);
}
