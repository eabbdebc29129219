#include "b/term/bank.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

static void add_word(BBank *bank, const char *text, size_t length, uint16_t meaning)
{
  Symbol symbol = symbols_intern(&bank->symbols, text, length);
  while (bank->words.count <= symbol) VEC_PUSH(&bank->words, 0);
  if (bank->words.items[symbol] == 0) bank->words.items[symbol] = meaning;
}

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '@';
}

/* The words of B are the first symbols. Keywords win: those that begin a form have an operator, too. */
static void add_words(BBank *bank)
{
  for (int i = 0; i < B_KEYWORD_COUNT; i++)
    add_word(bank, b_keywords[i], strlen(b_keywords[i]), (uint16_t)(B_OPERATOR_COUNT + i));
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) {
    const char *token;
    size_t length = b_operator_token(op, &token);
    if (is_letter(token[0])) add_word(bank, token, length, (uint16_t)op);
  }
}

BBank *b_bank_create(void)
{
  BBank *bank = mem_alloc_zero(1, sizeof *bank);
  symbols_init(&bank->symbols);
  b_types_init(&bank->types);
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++)
    bank->signatures[op] = b_signature_read(&bank->types, b_operator(op)->types);
  VEC_PUSH(&bank->nodes, (BNode){0});
  add_words(bank);
  return bank;
}

void b_bank_destroy(BBank *bank)
{
  if (!bank) return;
  symbols_deinit(&bank->symbols);
  b_types_deinit(&bank->types);
  VEC_FREE(&bank->words);
  VEC_FREE(&bank->nodes);
  VEC_FREE(&bank->args);
  index_free(&bank->index);
  free(bank);
}

static bool is_equal(const BBank *bank, BTerm term, const BNode *node, const BTerm *args)
{
  const BNode *other = b_node(bank, term);
  if (other->op != node->op || other->type != node->type || other->data != node->data ||
      other->count != node->count)
    return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (bank->args.items[other->first + i] != args[i]) return false;
  return true;
}

BTerm b_make(BBank *bank, BOperator op, BType type, uint32_t data, const BTerm *args,
             uint32_t count)
{
  assert(op > B_NONE && op < B_OPERATOR_COUNT && type != B_TYPE_NONE);
  BNode node = {.op = (uint16_t)op, .type = type, .data = data, .count = count};
  uint64_t running = hash_mix(hash_mix(op, type), data);
  for (uint32_t i = 0; i < count; i++) {
    assert(args[i] != B_TERM_NONE && args[i] < bank->nodes.count);
    running = hash_mix(running, args[i]);
    uint16_t depth = b_node(bank, args[i])->depth;
    if (depth > node.depth) node.depth = depth;
  }
  if (++node.depth > B_DEPTH_MAX) return B_TERM_NONE;
  uint32_t hash = hash_finish(running);
  IndexProbe probe = index_probe(&bank->index, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (is_equal(bank, id, &node, args)) return id;
  node.first = (uint32_t)bank->args.count;
  VEC_APPEND(&bank->args, args, count);
  BTerm term = (BTerm)bank->nodes.count;
  VEC_PUSH(&bank->nodes, node);
  index_insert(&bank->index, hash, term);
  return term;
}

BTerm b_make_name(BBank *bank, BOperator op, BType type, Symbol name)
{
  return b_make(bank, op, type, name, NULL, 0);
}

BTerm b_make_constant(BBank *bank, BOperator op)
{
  const BSignature *signature = &bank->signatures[op];
  assert(signature->operand_count == 0);
  return b_make(bank, op, signature->alternatives[0].result, 0, NULL, 0);
}

BTerm b_make_not(BBank *bank, BTerm predicate)
{
  assert(b_type(bank, predicate) == B_PREDICATE);
  return b_make(bank, B_NOT, B_PREDICATE, 0, &predicate, 1);
}

BTerm b_make_and(BBank *bank, const BTerm *terms, uint32_t count)
{
  U32Vec flat = {0};
  for (uint32_t i = 0; i < count; i++) {
    if (b_op(bank, terms[i]) != B_AND) {
      VEC_PUSH(&flat, terms[i]);
      continue;
    }
    for (uint32_t k = 0; k < b_arg_count(bank, terms[i]); k++)
      VEC_PUSH(&flat, b_arg(bank, terms[i], k));
  }
  BTerm result = flat.count == 0 ? b_make_constant(bank, B_BTRUE)
                 : flat.count == 1
                     ? flat.items[0]
                     : b_make(bank, B_AND, B_PREDICATE, 0, flat.items, (uint32_t)flat.count);
  VEC_FREE(&flat);
  return result;
}

BTerm b_make_predicate(BBank *bank, BOperator op, BTerm left, BTerm right)
{
  assert(bank->signatures[op].alternatives[0].result == B_PREDICATE);
  return b_make(bank, op, B_PREDICATE, 0, (BTerm[]){left, right}, 2);
}

BTerm b_make_integer(BBank *bank, int64_t number)
{
  char text[32];
  uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;
  int length = snprintf(text, sizeof text, "%" PRIu64, size);
  BTerm term =
      b_make_name(bank, B_INTEGER, B_INT, symbols_intern(&bank->symbols, text, (size_t)length));
  return number < 0 ? b_make(bank, B_NEGATE, B_INT, 0, &term, 1) : term;
}

BTerm b_make_string(BBank *bank, const char *text, size_t length)
{
  return b_make_name(bank, B_STRING, B_TYPE_STRING, symbols_intern(&bank->symbols, text, length));
}

BTerm b_make_identifier(BBank *bank, const char *name, BType type)
{
  return b_make_name(bank, B_IDENTIFIER, type, symbols_intern(&bank->symbols, name, strlen(name)));
}

BType b_tuple_type(BBank *bank, const BTerm *terms, uint32_t count)
{
  assert(count > 0);
  BType type = b_type(bank, terms[0]);
  for (uint32_t i = 1; i < count; i++)
    type = b_type_pair(&bank->types, type, b_type(bank, terms[i]));
  return type;
}

/* B_TYPE_NONE if a parameter is not bound. */
static BType instantiate(BTypes *types, BType pattern, const BType *bound)
{
  BTypeNode p = *b_type_node(types, pattern);
  if (p.kind == B_TYPE_PARAMETER) return bound[p.first];
  if (p.kind == B_TYPE_SET) {
    BType of = instantiate(types, p.first, bound);
    return of == B_TYPE_NONE ? B_TYPE_NONE : b_type_set(types, of);
  }
  if (p.kind != B_TYPE_PAIR) return pattern;
  BType first = instantiate(types, p.first, bound), second = instantiate(types, p.second, bound);
  if (first == B_TYPE_NONE || second == B_TYPE_NONE) return B_TYPE_NONE;
  return b_type_pair(types, first, second);
}

BType b_result_type(BBank *bank, BOperator op, const BType *operands, uint32_t count)
{
  const BSignature *signature = &bank->signatures[op];
  uint32_t wanted = signature->operand_count;
  if (count < wanted || (count > wanted && !signature->more)) return B_TYPE_NONE;
  for (uint32_t a = 0; a < signature->alternative_count; a++) {
    const BAlternative *alternative = &signature->alternatives[a];
    BType bound[B_PARAMETERS_MAX] = {0};
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++)
      fits = b_type_matches(&bank->types, alternative->operands[i < wanted ? i : wanted - 1],
                            operands[i], bound);
    if (fits) return instantiate(&bank->types, alternative->result, bound);
  }
  return B_TYPE_NONE;
}

/* Arguments are older than their terms, so one pass from the top down sees every parent before its parts. */
uint64_t b_term_size(const BBank *bank, BTerm term, uint64_t *tree_size)
{
  uint64_t *uses = mem_alloc_zero((size_t)term + 1, sizeof *uses);
  uint64_t nodes = 0, tree = 0;
  uses[term] = 1;
  for (BTerm at = term; at > B_TERM_NONE; at--) {
    if (uses[at] == 0) continue;
    nodes++;
    if (__builtin_add_overflow(tree, uses[at], &tree)) tree = UINT64_MAX;
    for (uint32_t i = 0; i < b_arg_count(bank, at); i++) {
      uint64_t *count = &uses[b_arg(bank, at, i)];
      if (__builtin_add_overflow(*count, uses[at], count)) *count = UINT64_MAX;
    }
  }
  free(uses);
  if (tree_size) *tree_size = tree;
  return nodes;
}
