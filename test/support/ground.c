#include "support/ground.h"

#include <stdlib.h>

#include "../testing.h"
#include "eval/string.h"
#include "smtlib/theory.h"
#include "term/traverse.h"

void ground_init(Ground *ground, size_t heap_limit, uint64_t steps)
{
  *ground = (Ground){.eval = {.steps = steps}};
  Eval *eval = &ground->eval;
  eval->bank = theory_create_bank();
  heap_init(&eval->heap, heap_limit);
  for (size_t i = 0; i < sizeof eval->z / sizeof *eval->z; i++) mpz_init(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof *eval->q; i++) mpq_init(eval->q[i]);
  ground->parser = parser_create(eval->bank, &(ParserOptions){0}, "", 0, &ground->error);
}

void ground_deinit(Ground *ground)
{
  Eval *eval = &ground->eval;
  for (size_t i = 0; i < sizeof eval->z / sizeof *eval->z; i++) mpz_clear(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof *eval->q; i++) mpq_clear(eval->q[i]);
  parser_destroy(ground->parser);
  heap_deinit(&eval->heap);
  bank_destroy(eval->bank);
}

/* Evaluation */

static Value literal_value(Eval *eval, Term term)
{
  Bank *bank = eval->bank;
  const TermNode *node = bank_node(bank, term);
  Symbol text = node->first;
  if (node->op == OP_STRING) return string_of_literal(eval, text, term);
  size_t length = symbols_length(&bank->symbols, text);
  char *digits = mem_copy_string(symbols_text(&bank->symbols, text), length);
  bool bits = node->op == OP_BITVEC;
  int base = !bits ? 10 : digits[1] == 'x' ? 16 : 2;
  if (mpz_set_str(eval->z[0], digits + (bits ? 2 : 0), base) != 0) fail_msg("literal %s", digits);
  free(digits);
  if (!bits) return value_int(&eval->heap, eval->z[0], term);
  uint32_t width = sorts_index(&bank->sorts, node->sort, 0);
  return value_bits(&eval->heap, VALUE_BITVEC, width, eval->z[0], term);
}

static Value call_kernel(Eval *eval, const KernelEntry *entry, const Call *call, const Value *args,
                         uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (value_is_unknown(args[i]) && !(entry->flags & KERNEL_LENIENT)) return args[i];
  return entry->kernel(eval, call, args, count);
}

static Value apply(Eval *eval, Term term, const Value *args)
{
  Bank *bank = eval->bank;
  TermNode node = *bank_node(bank, term);
  const OperatorInfo *operator= bank_operator(bank, node.op);
  const FunInfo *info = funs_info(&bank->funs, operator->fun);
  const KernelEntry *entry = operator_entry(bank, operator->fun);
  if (!entry) {
    /* Negative numbers are the one thing of another theory that the tests need. */
    if (node.count != 1 || !symbols_equal(&bank->symbols, info->name, "-"))
      fail_msg("no kernel for %.*s", (int)symbols_length(&bank->symbols, info->name),
               symbols_text(&bank->symbols, info->name));
    IntView view;
    mpz_neg(eval->z[0], value_view(args[0], &view));
    return value_int(&eval->heap, eval->z[0], term);
  }
  Call call = {.term = term,
               .sort = node.sort,
               .indices = bank->index_pool.items + operator->first,
               .index_count = operator->index_count };
  if (node.count <= info->arity || (entry->flags & KERNEL_VARIADIC))
    return call_kernel(eval, entry, &call, args, node.count);
  Value result = call_kernel(eval, entry, &call, args, 2);
  for (uint32_t i = 2; i < node.count; i++) {
    bool chain = info->assoc == ASSOC_CHAIN;
    if (chain && value_is_false(result)) return result;
    Value pair[] = {chain ? args[i - 1] : result, args[i]};
    result = call_kernel(eval, entry, &call, pair, 2);
  }
  return result;
}

Value ground_value(Ground *ground, Term root)
{
  Eval *eval = &ground->eval;
  Bank *bank = eval->bank;
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, root);
  Value *values = calloc(bank->terms.count, sizeof *values);
  VEC(Value) args = {0};
  for (Term term; (term = walk_next(&walk));) {
    TermNode node = *bank_node(bank, term);
    args.count = 0;
    for (uint32_t i = 0; i < node.count; i++) VEC_PUSH(&args, values[bank_args(bank, term)[i]]);
    values[term] = bank_fun(bank, term) ? apply(eval, term, args.items) : literal_value(eval, term);
  }
  Value result = values[root];
  VEC_FREE(&args);
  free(values);
  walk_deinit(&walk);
  return result;
}

Value ground_evaluate(Ground *ground, const char *text)
{
  Term term;
  if (parser_read_term(ground->parser, text, strlen(text), &term) != STATUS_OK)
    fail_msg("%.200s: %s", text, ground->error.message);
  return ground_value(ground, term);
}

/* Writing */

/* Sequences in these tests are shallow: recursion is fine. */
void ground_write(Value value, StrBuf *text)
{
  switch ((ValueKind)value.kind) {
  case VALUE_UNKNOWN: strbuf_printf(text, "<%s>", reason_text((Reason)value.tag)); return;
  case VALUE_BOOL: strbuf_add_text(text, value.word ? "true" : "false"); return;
  case VALUE_CHAR: strbuf_printf(text, "char %u", (unsigned)value.word); return;
  case VALUE_REGEX: strbuf_add_text(text, "regex"); return;
  case VALUE_INT: {
    IntView view;
    char *digits = mpz_get_str(NULL, 10, value_view(value, &view));
    strbuf_add_text(text, digits);
    free(digits);
    return;
  }
  case VALUE_STRING:
    strbuf_add_char(text, '"');
    string_to_literal(value, text);
    strbuf_add_char(text, '"');
    return;
  case VALUE_SEQ:
    strbuf_add_char(text, '(');
    for (uint64_t i = 0; i < value.list->length; i++) {
      if (i > 0) strbuf_add_char(text, ' ');
      ground_write(value.list->items[i], text);
    }
    strbuf_add_char(text, ')');
    return;
  default: fail_msg("value of kind %d", value.kind);
  }
}

void ground_check(Ground *ground, const GroundCase *cases, size_t count)
{
  StrBuf text, wrong;
  strbuf_init(&text, 0);
  strbuf_init(&wrong, 0);
  for (size_t i = 0; i < count; i++) {
    strbuf_clear(&text);
    ground_write(ground_evaluate(ground, cases[i].term), &text);
    if (strcmp(strbuf_text(&text), cases[i].value) != 0)
      strbuf_printf(&wrong, "\n%s is %s, not %s", cases[i].term, text.bytes, cases[i].value);
  }
  if (wrong.length > 0) fail_msg("%s", strbuf_text(&wrong));
  strbuf_deinit(&text);
  strbuf_deinit(&wrong);
}
