#include "language/smt/reduce/refit.h"

#include <assert.h>
#include <string.h>

#include "language/smt/reduce/plain.h"
#include "smt/term/build.h"
#include "smt/term/signature.h"
#include "smt/text/literal.h"

/* An argument of the sort, else a value of it. */
static Term substitute_value(Rebuild *rebuild, Sort wanted, const Term *args, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (bank_sort(rebuild->bank, args[i]) == wanted) return args[i];
  Term value = plain_value(rebuild->bank, wanted);
  if (!value) rebuild->impossible = true;
  return value;
}

/* --- literals --- */

/* The low bits of a literal. */
static Term narrow_bits(Bank *bank, Symbol text, Sort wanted)
{
  assert(bank_has_sort(bank, wanted));
  size_t length = symbols_length(&bank->symbols, text);
  const char *digits = symbols_text(&bank->symbols, text);
  Numeral width = sorts_index(&bank->sorts, wanted, 0);
  bool hex = digits[1] == 'x';
  size_t given = (length - 2) * (hex ? 4 : 1);
  if (!numeral_is_plain(width) || width > given) return 0;
  char *bits = mem_alloc(width + 3, 1);
  memcpy(bits, "#b", 2);
  for (size_t i = 0; i < width; i++) {
    size_t place = given - width + i; /* from the left */
    int digit = hex ? digits[2 + place / 4] : digits[2 + place];
    int value = hex ? (digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10) : digit - '0';
    bits[2 + i] = (char)('0' + (hex ? value >> (3 - place % 4) & 1 : value));
  }
  uint32_t made;
  Symbol symbol = literal_bits(&bank->symbols, bits, width + 2, &made);
  free(bits);
  return bank_literal(bank, OP_BITVEC, wanted, symbol);
}

static Term refit_literal(Rebuild *rebuild, const TermNode *node, Sort wanted)
{
  Bank *bank = rebuild->bank;
  SortClass class = sorts_class(&bank->sorts, wanted);
  Term made = 0;
  if (node->op == OP_BITVEC && class == SORT_BITVEC) made = narrow_bits(bank, node->first, wanted);
  if (node->op == OP_INTEGER && class == SORT_REAL)
    made = bank_coerce_to_real(bank, bank_literal(bank, OP_INTEGER, bank->int_sort, node->first));
  return made ? made : substitute_value(rebuild, wanted, NULL, 0);
}

/* --- functions of theories --- */

static uint32_t width_of(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  if (sorts_class(&bank->sorts, sort) != SORT_BITVEC) return 0;
  Numeral width = sorts_index(&bank->sorts, sort, 0);
  return numeral_is_plain(width) ? width : 0;
}

/* Indices that make an operator give the wanted sort; false if there are none that are known. */
static bool fit_indices(const Bank *bank, Symbol name, Sort wanted, const Term *args,
                        uint32_t count, Numeral indices[2], uint32_t *index_count)
{
  assert(bank_has_sort(bank, wanted) && bank_has_terms(bank, args, count));
  uint32_t given = count ? width_of(bank, bank_sort(bank, args[count - 1])) : 0;
  uint32_t width = width_of(bank, wanted);
#define IS(text) symbols_equal(&bank->symbols, name, text)
  *index_count = 1;
  if (IS("extract")) {
    *index_count = 2;
    indices[0] = width - 1;
    indices[1] = 0;
    return width > 0 && width <= given;
  }
  if (IS("zero_extend") || IS("sign_extend")) {
    indices[0] = width - given;
    return given > 0 && width >= given;
  }
  if (IS("repeat")) {
    indices[0] = given ? width / given : 0;
    return given > 0 && width > 0 && width % given == 0;
  }
  if (IS("int_to_bv") || IS("fp.to_ubv") || IS("fp.to_sbv")) {
    indices[0] = width;
    return width > 0;
  }
  if (IS("to_fp") || IS("to_fp_unsigned") || IS("+zero") || IS("-zero") || IS("+oo") || IS("-oo") ||
      IS("NaN")) {
    if (sorts_class(&bank->sorts, wanted) != SORT_FLOAT) return false;
    *index_count = 2;
    for (uint32_t i = 0; i < 2; i++) indices[i] = sorts_index(&bank->sorts, wanted, i);
    return true;
  }
#undef IS
  return false;
}

/* Any theory function of this name that gives the wanted sort. */
static Term apply_by_name(Bank *bank, Symbol name, const Numeral *indices, uint32_t index_count,
                          Sort wanted, const Term *args, uint32_t count)
{
  assert(bank_has_sort(bank, wanted) && bank_has_terms(bank, args, count));
  size_t length = symbols_length(&bank->symbols, name);
  char *text = mem_copy_string(symbols_text(&bank->symbols, name), length);
  Term term = bank_build_indexed(bank, text, indices, index_count, wanted, args, count);
  free(text);
  return term;
}

static Term refit_theory(Rebuild *rebuild, const OperatorInfo *info, Sort wanted, const Term *args,
                         uint32_t count)
{
  Bank *bank = rebuild->bank;
  Symbol name = funs_info(&bank->funs, info->fun)->name;
  U32Vec own = {0};
  VEC_APPEND(&own, bank->index_pool.items + info->first, info->index_count);
  Term made = apply_by_name(bank, name, own.items, info->index_count, wanted, args, count);
  VEC_FREE(&own);
  Numeral indices[2];
  uint32_t index_count;
  if (!made && fit_indices(bank, name, wanted, args, count, indices, &index_count))
    made = apply_by_name(bank, name, indices, index_count, wanted, args, count);
  return made ? made : substitute_value(rebuild, wanted, args, count);
}

/* --- functions of the script --- */

static Term refit_script_fun(Rebuild *rebuild, Fun fun, Sort wanted, const Term *args,
                             uint32_t count)
{
  Bank *bank = rebuild->bank;
  if (!fun) return substitute_value(rebuild, wanted, args, count);
  bool needs_as = funs_info(&bank->funs, fun)->needs_as;
  Sort *sorts = mem_alloc(count, sizeof *sorts);
  for (uint32_t i = 0; i < count; i++) sorts[i] = bank_sort(bank, args[i]);
  Application application = {NULL, 0, needs_as ? wanted : 0, sorts, count};
  Sort sort = signature_apply(bank, fun, &application, NULL);
  free(sorts);
  if (sort != wanted) return substitute_value(rebuild, wanted, args, count);
  Op op = bank_apply_operator(bank, fun, NULL, 0, needs_as ? wanted : 0);
  return bank_term(bank, op, wanted, args, count);
}

/* --- binders and the rest --- */

static Term refit_binder(Rebuild *rebuild, const TermNode *node, Sort wanted, const Term *args,
                         uint32_t count)
{
  Bank *bank = rebuild->bank;
  for (uint32_t i = 0; i + bank_bodies(node->op) < count; i++)
    if (bank_node(bank, args[i])->op != OP_VARIABLE) rebuild->impossible = true;
  if (rebuild->impossible) return args[0];
  if (node->op != OP_LAMBDA) return bank_term(bank, node->op, wanted, args, count);
  U32Vec parts = {0};
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&parts, bank_sort(bank, args[i]));
  Sort sort = sorts_function(&bank->sorts, parts.items, (uint32_t)parts.count);
  VEC_FREE(&parts);
  return bank_term(bank, node->op, sort, args, count);
}

static Term refit_structural(Rebuild *rebuild, const TermNode *node, Sort wanted, const Term *args,
                             uint32_t count)
{
  Bank *bank = rebuild->bank;
  if (node->op == OP_VARIABLE) {
    const Variable variable = bank->variables.items[node->first];
    return bank_variable(bank, variable.name, wanted, variable.level);
  }
  if (bank_is_binder(node->op)) return refit_binder(rebuild, node, wanted, args, count);
  if (node->op == OP_MATCH) return bank_term(bank, node->op, wanted, args, count);
  return refit_literal(rebuild, node, wanted);
}

Term refit_term(Rebuild *rebuild, Term term, const FunChange *change, const Term *args,
                uint32_t count)
{
  Bank *bank = rebuild->bank;
  const TermNode node = *bank_node(bank, term);
  const OperatorInfo info = *bank_operator(bank, node.op);
  Sort wanted = rebuild_sort(rebuild, node.sort);
  if (info.kind == OPERATOR_STRUCTURAL) {
    bool stays = wanted == node.sort && node.count == 0;
    return stays ? term : refit_structural(rebuild, &node, wanted, args, count);
  }
  if (info.kind == OPERATOR_ANNOTATION) return bank_term(bank, node.op, wanted, args, count);
  Fun fun = change ? change->to : info.fun;
  if (info.kind == OPERATOR_CASE) {
    if (info.fun && !fun) rebuild->impossible = true;
    return bank_term(bank, bank_case_operator(bank, fun), wanted, args, count);
  }
  if (funs_info(&bank->funs, info.fun)->origin == FUN_THEORY)
    return refit_theory(rebuild, &info, wanted, args, count);
  return refit_script_fun(rebuild, fun, wanted, args, count);
}
