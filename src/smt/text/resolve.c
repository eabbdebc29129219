/* From names and arguments to terms: overloading, polymorphism, indices, coercions, higher order. */
#include "smt/text/resolve.h"

#include <assert.h>
#include <string.h>

#include "smt/text/dialect.h"
#include "smt/text/print.h"
#include "smt/text/solver_value.h"

Status resolve_constant(Parser *parser, Symbol name, Term *term)
{
  const Binding *binding = scope_binding(&parser->scope, name);
  if (binding->term) {
    *term = binding->term;
    __builtin_prefetch(&parser->bank->terms.items[*term]); /* its sort is asked for soon */
    return STATUS_OK;
  }
  if (scope_word(&parser->scope, name) != WORD_NONE && !parser->lexer.quoted)
    return parse_expected(parser, "a term");
  return resolve_application(parser, name, NULL, 0, (uint32_t)lexer_token_offset(&parser->lexer),
                             term);
}

static bool sorts_equal(const Bank *bank, const Sort *rank, const Term *args, uint32_t count)
{
  assert(bank_has_terms(bank, args, count));
  for (uint32_t i = 0; i < count; i++)
    if (bank_sort(bank, args[i]) != rank[i]) return false;
  return true;
}

/* --- higher order --- */

/* The sort of what is left of a function after `given` arguments: parameters and result follow each
 * other in `rank`. */
static Sort rest_sort(Bank *bank, const Sort *rank, uint32_t arity, uint32_t given)
{
  assert(given <= arity);
  if (given == arity) return rank[arity];
  U32Vec rest = {0}; /* a copy: the rank may lie in a table that grows */
  VEC_APPEND(&rest, rank + given, arity + 1 - given);
  Sort sort = sorts_function(&bank->sorts, rest.items, (uint32_t)rest.count);
  VEC_FREE(&rest);
  return sort;
}

/* A declared function with fewer arguments than it takes is a function of the others; with more, its
 * result is applied to them. */
static Status apply_partially(Parser *parser, Fun fun, const Term *args, uint32_t count,
                              uint32_t offset, Term *term, bool *done)
{
  Bank *bank = parser->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  uint32_t given = count < info->arity ? count : info->arity;
  *done = (parser->higher_order || count > info->arity) && !info->open && count != info->arity &&
          sorts_equal(bank, funs_rank(&bank->funs, fun), args, given);
  if (!*done) return STATUS_OK;
  Op op = info->op;
  Sort sort = rest_sort(bank, funs_rank(&bank->funs, fun), info->arity, given);
  if (count > given && sorts_class(&bank->sorts, sort) != SORT_FUNCTION) {
    *done = false;
    return STATUS_OK;
  }
  *term = bank_term(bank, op, sort, args, given);
  if (count == given) return STATUS_OK;
  return resolve_higher_order(parser, *term, args + given, count - given, offset, term);
}

/* The function and arguments that an application of `function` to more arguments amounts to: partial
 * applications are undone, so that each meaning has one term. */
static Op flatten(Parser *parser, Term function, U32Vec *args)
{
  Bank *bank = parser->bank;
  Op apply = bank_apply_operator(bank, bank_theory_fun(bank, parser->word_apply), NULL, 0, 0);
  const TermNode *node = bank_node(bank, function);
  const OperatorInfo *operator= bank_operator(bank, node->op);
  bool partial = operator->kind == OPERATOR_APPLY &&
                     operator->index_count == 0 && funs_info(&bank->funs, operator->fun)
                         ->origin != FUN_THEORY &&
                 node->count < funs_info(&bank->funs, operator->fun)->arity;
  if (node->op == apply || partial) {
    VEC_APPEND(args, bank_args(bank, function), node->count);
    return node->op;
  }
  VEC_PUSH(args, function);
  return apply;
}

Status resolve_higher_order(Parser *parser, Term function, const Term *args, uint32_t count,
                            uint32_t offset, Term *term)
{
  assert(function && bank_has_term(parser->bank, function));
  Bank *bank = parser->bank;
  Sort sort = bank_sort(bank, function);
  if (sorts_class(&bank->sorts, sort) != SORT_FUNCTION || count == 0) {
    strbuf_clear(&parser->text);
    print_sort(&parser->text, bank, sort);
    return parse_fail(parser, STATUS_SORT, offset,
                      count ? "a term of sort %s is not a function"
                            : "a function of sort %s needs arguments here",
                      strbuf_text(&parser->text));
  }
  uint32_t arity = sorts_node(&bank->sorts, sort)->arg_count - 1;
  if (count > arity)
    return parse_fail(parser, STATUS_SORT, offset,
                      "the function takes %u arguments, but is given %u", arity, count);
  U32Vec all = {0}, rank = {0};
  Op op = flatten(parser, function, &all);
  for (uint32_t i = 0; i <= arity; i++) VEC_PUSH(&rank, sorts_arg(&bank->sorts, sort, i));
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
    Term arg = args[i];
    bool fits = bank_sort(bank, arg) == rank.items[i];
    if (!fits) /* only then is it worth finding its place */
      status = resolve_coerce(parser, rank.items[i], parse_part_offset(parser, offset, i + 1),
                              "the argument", &arg);
    VEC_PUSH(&all, arg);
  }
  if (status == STATUS_OK)
    *term = bank_term(bank, op, rest_sort(bank, rank.items, arity, count), all.items,
                      (uint32_t)all.count);
  VEC_FREE(&all);
  VEC_FREE(&rank);
  return status;
}

/* --- coercion --- */

Status resolve_coerce(Parser *parser, Sort wanted, uint64_t offset, const char *what, Term *term)
{
  assert(wanted && *term);
  Bank *bank = parser->bank;
  Sort sort = bank_sort(bank, *term);
  if (sort == wanted) return STATUS_OK;
  if (sort == bank->int_sort && wanted == bank->real_sort) {
    *term = bank_coerce_to_real(bank, *term);
    return STATUS_OK;
  }
  if (dialect_lambda(parser, wanted, offset, term)) return STATUS_OK;
  StrBuf *out = &parser->text;
  strbuf_clear(out);
  strbuf_printf(out, "%s has sort ", what);
  print_sort(out, bank, sort);
  strbuf_add_text(out, ", expected ");
  print_sort(out, bank, wanted);
  return parse_fail(parser, STATUS_SORT, offset, "%s", strbuf_text(out));
}

/* --- the general case --- */

/* What a search for a matching rank found. */
typedef struct {
  Fun fun;
  Sort sort;
  bool coerces;
} Match;

static Match find_match(Parser *parser, Symbol name, const Application *app, bool *coerced)
{
  Match match = {0};
  FunCandidates candidates = resolve_candidates(parser, name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));) {
    match.sort = signature_apply(parser->bank, fun, app, coerced);
    if (!match.sort) continue;
    match.fun = fun;
    match.coerces = coerced != NULL;
    return match;
  }
  return match;
}

/* Int arguments where Reals are needed: first only where a rank says Real, then all of them, for
 * ranks such as that of = where the first argument decides. */
static Match find_coerced(Parser *parser, Symbol name, Application *app)
{
  assert(app->args == parser->arg_sorts.items);
  Bank *bank = parser->bank;
  uint32_t count = app->arg_count;
  bool has_int = false;
  for (uint32_t i = 0; i < count; i++) has_int |= app->args[i] == bank->int_sort;
  if (!has_int || !bank->to_real) return (Match){0};
  parser->coerced.count = 0;
  VEC_RESERVE(&parser->coerced, count);
  bool *coerced = parser->coerced.items;
  Match match = find_match(parser, name, app, coerced);
  if (match.fun) return match;
  Sort *sorts = parser->arg_sorts.items;
  for (uint32_t i = 0; i < count; i++) {
    coerced[i] = sorts[i] == bank->int_sort;
    if (coerced[i]) sorts[i] = bank->real_sort;
  }
  match = find_match(parser, name, app, NULL);
  match.coerces = match.fun != 0;
  for (uint32_t i = 0; i < count && !match.fun; i++)
    if (coerced[i]) sorts[i] = bank->int_sort;
  return match;
}

static Term make_application(Parser *parser, const Match *match, const Head *head, const Term *args,
                             uint32_t count)
{
  assert(match->fun && match->sort);
  Bank *bank = parser->bank;
  const FunInfo *info = funs_info(&bank->funs, match->fun);
  Sort as = info->needs_as ? match->sort : 0;
  assert(head->first + head->index_count <= parser->head_indices.count);
  Op op = bank_apply_operator(bank, match->fun, parser->head_indices.items + head->first,
                              head->index_count, as);
  if (!match->coerces) return bank_term(bank, op, match->sort, args, count);
  assert(parser->coerced.capacity >= count);
  U32Vec converted = {0};
  for (uint32_t i = 0; i < count; i++)
    VEC_PUSH(&converted, parser->coerced.items[i] ? bank_coerce_to_real(bank, args[i]) : args[i]);
  Term term = bank_term(bank, op, match->sort, converted.items, count);
  VEC_FREE(&converted);
  return term;
}

static Fun find_prefixed_tester(Parser *parser, Symbol name)
{
  const SymbolTable *symbols = &parser->bank->symbols;
  size_t length = symbols_length(symbols, name);
  const char *text = symbols_text(symbols, name);
  if (length < 4 || memcmp(text, "is-", 3) != 0) return 0;
  Symbol rest = symbols_find(symbols, text + 3, length - 3);
  Fun constructor = rest ? resolve_constructor(parser, rest) : 0;
  return constructor ? bank_tester(parser->bank, constructor) : 0;
}

/* Is there a function that only lacks the sort of its result? */
static bool candidate_needs_as(Parser *parser, const Head *head, uint32_t count)
{
  if (head->as) return false;
  FunCandidates candidates = resolve_candidates(parser, head->name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));)
    if (funs_info(&parser->bank->funs, fun)->needs_as &&
        signature_fits_arity(parser->bank, fun, head->index_count, count))
      return true;
  return false;
}

/* The last things a name can be: a function passed around, or is-C for (_ is C). */
static Status resolve_fallback(Parser *parser, const Head *head, const Term *args, uint32_t count,
                               uint32_t offset, Application *app, Term *term)
{
  FunCandidates candidates = resolve_candidates(parser, head->name);
  bool known = candidates.scoped || candidates.theory;
  if (head->index_count == 0 && !head->as) {
    while (candidates.scoped) {
      bool done;
      Fun fun = resolve_next_candidate(parser, &candidates);
      Status status = apply_partially(parser, fun, args, count, offset, term, &done);
      if (status || done) return status;
    }
    Fun tester = known ? 0 : find_prefixed_tester(parser, head->name);
    Match match = {tester, tester ? signature_apply(parser->bank, tester, app, NULL) : 0, false};
    if (match.sort) {
      *term = make_application(parser, &match, head, args, count);
      return STATUS_OK;
    }
    known |= tester != 0;
  }
  if (parser->options.solver_values && answer_value_resolve(parser, head, app, args, term))
    return STATUS_OK;
  if (dialect_resolve(parser, head, args, count, offset, term)) return STATUS_OK;
  if (candidate_needs_as(parser, head, count)) {
    const char *shown = parse_shown_name(parser, head->name);
    return parse_fail(parser, STATUS_SORT, offset, "'%s' needs its sort, as in (as %s SORT)", shown,
                      shown);
  }
  if (!known) {
    uint64_t at =
        count || head->index_count || head->as ? parse_part_offset(parser, offset, 0) : offset;
    return resolve_unknown(parser, head, count > 0, at);
  }
  return resolve_mismatch(parser, head, app, offset);
}

/* Operators with indices want numerals, but for those with rules of their own and (_ char #x..). */
static bool indices_fit(Parser *parser, const Head *head)
{
  const SymbolTable *symbols = &parser->bank->symbols;
  FunCandidates candidates = resolve_candidates(parser, head->name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));)
    if (funs_info(&parser->bank->funs, fun)->rule) return true;
  if (head->name == parser->word_char) return true;
  for (uint32_t i = 0; i < head->index_count; i++) {
    Numeral index = parser->head_indices.items[head->first + i];
    if (numeral_is_plain(index)) continue;
    Symbol symbol = numeral_symbol(index);
    if (!resolve_all_digits(symbols_text(symbols, symbol), symbols_length(symbols, symbol)))
      return false;
  }
  return true;
}

static Status resolve_slowly(Parser *parser, const Head *head, const Term *args, uint32_t count,
                             uint32_t offset, const TypeKey *key, Term *term)
{
  Bank *bank = parser->bank;
  parser->arg_sorts.count = 0;
  VEC_RESERVE(&parser->arg_sorts, count);
  for (uint32_t i = 0; i < count; i++) parser->arg_sorts.items[i] = bank_sort(bank, args[i]);
  Application app = {.indices = parser->head_indices.items + head->first,
                     .index_count = head->index_count,
                     .as = head->as,
                     .args = parser->arg_sorts.items,
                     .arg_count = count};
  bool known = scope_binding(&parser->scope, head->name)->fun || bank_theory_fun(bank, head->name);
  if (head->index_count && known && !indices_fit(parser, head))
    return parse_fail(parser, STATUS_SORT, offset, "the indices of '%s' must be numerals",
                      parse_shown_name(parser, head->name));
  Match match = find_match(parser, head->name, &app, NULL);
  if (!match.fun) match = find_coerced(parser, head->name, &app);
  if (!match.fun) return resolve_fallback(parser, head, args, count, offset, &app, term);
  *term = make_application(parser, &match, head, args, count);
  if (key && !match.coerces)
    *typecache_slot(&parser->cache, key) =
        (TypeEntry){*key, bank_node(bank, *term)->op, match.sort};
  return STATUS_OK;
}

/* A variable hides functions of its name only if it can be applied itself. */
static bool is_function(const Parser *parser, uint32_t local)
{
  assert(local > 0 && local <= parser->scope.locals.count);
  Sort sort = bank_sort(parser->bank, parser->scope.locals.items[local - 1].term);
  return sorts_class(&parser->bank->sorts, sort) == SORT_FUNCTION;
}

Status resolve_application(Parser *parser, Symbol name, const Term *args, uint32_t count,
                           uint32_t offset, Term *term)
{
  Bank *bank = parser->bank;
  const Binding *binding = scope_binding(&parser->scope, name);
  if (binding->local && is_function(parser, binding->local)) {
    Term function;
    Status status = resolve_constant(parser, name, &function);
    return status ? status : resolve_higher_order(parser, function, args, count, offset, term);
  }
  if (binding->fun) {
    Fun fun = parser->scope.funs.items[binding->fun - 1].fun;
    const FunInfo *info = funs_info(&bank->funs, fun);
    const Sort *rank = funs_rank(&bank->funs, fun);
    if (!info->open && info->arity == count && info->index_count == 0 &&
        sorts_equal(bank, rank, args, count)) {
      *term = bank_term(bank, info->op, rank[count], args, count);
      return STATUS_OK;
    }
  } else if (name == parser->word_apply && count >= 2) {
    return resolve_higher_order(parser, args[0], args + 1, count - 1, offset, term);
  }
  TypeKey key;
  bool has_key = typekey_of_args(bank, name, args, count, &key);
  if (has_key) {
    const TypeEntry *entry = typecache_slot(&parser->cache, &key);
    if (typecache_hit(entry, &key)) {
      *term = bank_term(bank, entry->op, entry->sort, args, count);
      return STATUS_OK;
    }
  }
  Head head = {.name = name};
  return resolve_slowly(parser, &head, args, count, offset, has_key ? &key : NULL, term);
}

/* --- identifiers with indices or a sort --- */

Fun resolve_constructor(Parser *parser, Symbol name)
{
  FunCandidates candidates = resolve_candidates(parser, name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));)
    if (funs_info(&parser->bank->funs, fun)->origin == FUN_CONSTRUCTOR) return fun;
  return 0;
}

static Fun find_selector(Parser *parser, Symbol name)
{
  FunCandidates candidates = resolve_candidates(parser, name);
  for (Fun fun; (fun = resolve_next_candidate(parser, &candidates));)
    if (funs_info(&parser->bank->funs, fun)->origin == FUN_SELECTOR) return fun;
  return 0;
}

/* (_ is cons) and (_ update head). */
static Status resolve_field_access(Parser *parser, const Head *head, const Term *args,
                                   uint32_t count, uint32_t offset, Term *term)
{
  assert(head->index_count == 1 && head->first < parser->head_indices.count);
  Numeral index = parser->head_indices.items[head->first];
  Symbol name = dialect_constructor(parser, index);
  bool tester = head->name == parser->word_is;
  if (head->name == parser->word_update_field) dialect_note(parser, offset, "z3's update-field");
  Fun field = tester ? resolve_constructor(parser, name) : find_selector(parser, name);
  if (!field)
    return parse_fail(parser, STATUS_SCOPE, offset, "unknown %s in '(_ %s ...)'",
                      tester ? "constructor" : "selector", tester ? "is" : "update");
  Fun fun = tester ? bank_tester(parser->bank, field) : bank_updater(parser->bank, field);
  U32Vec sorts = {0};
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&sorts, bank_sort(parser->bank, args[i]));
  Application app = {.args = sorts.items, .arg_count = count};
  Match match = {fun, signature_apply(parser->bank, fun, &app, NULL), false};
  VEC_FREE(&sorts);
  if (!match.sort)
    return parse_fail(parser, STATUS_SORT, offset,
                      "'(_ %s ...)' cannot be applied to these arguments",
                      tester ? "is" : "update");
  Head plain = {.name = head->name};
  *term = make_application(parser, &match, &plain, args, count);
  return STATUS_OK;
}

Status resolve_qualified(Parser *parser, const Head *head, const Term *args, uint32_t count,
                         uint32_t offset, Term *term)
{
  assert(head->first + head->index_count <= parser->head_indices.count);
  Bank *bank = parser->bank;
  const Numeral *indices = parser->head_indices.items + head->first;
  TypeKey key;
  bool has_key = !head->as && typekey_of_indexed(bank, head->name, indices, head->index_count, args,
                                                 count, &key);
  if (has_key) {
    const TypeEntry *entry = typecache_slot(&parser->cache, &key);
    if (typecache_hit(entry, &key)) {
      *term = bank_term(bank, entry->op, entry->sort, args, count);
      return STATUS_OK;
    }
  }
  if (count == 0) {
    bool done;
    Status status = resolve_literal(parser, head, offset, &done, term);
    if (status || done) return status;
  }
  if ((head->name == parser->word_is || head->name == parser->word_update ||
       head->name == parser->word_update_field) &&
      head->index_count == 1 && !head->as)
    return resolve_field_access(parser, head, args, count, offset, term);
  return resolve_slowly(parser, head, args, count, offset, has_key ? &key : NULL, term);
}
