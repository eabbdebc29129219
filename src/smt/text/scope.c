#include "smt/text/scope.h"

#include <assert.h>
#include <string.h>

#include "smt/text/script.h"

static WordMeaning *word_meaning(Scope *scope, Symbol symbol)
{
  while (scope->words.count <= symbol) VEC_PUSH(&scope->words, (WordMeaning){0});
  return &scope->words.items[symbol];
}

static void add_words(Scope *scope, SymbolTable *symbols)
{
  static const struct {
    const char *name;
    Word word;
  } words[] = {{"let", WORD_LET},          {"forall", WORD_FORALL},
               {"exists", WORD_EXISTS},    {"lambda", WORD_LAMBDA},
               {"witness", WORD_WITNESS},  {"set.comprehension", WORD_COMPREHENSION},
               {"match", WORD_MATCH},      {"!", WORD_ANNOTATE},
               {"_", WORD_INDEXED},        {"as", WORD_AS},
               {"par", WORD_PAR},          {"BINARY", WORD_RESERVED},
               {"DECIMAL", WORD_RESERVED}, {"HEXADECIMAL", WORD_RESERVED},
               {"NUMERAL", WORD_RESERVED}, {"STRING", WORD_RESERVED}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    Symbol symbol = symbols_intern(symbols, words[i].name, strlen(words[i].name));
    word_meaning(scope, symbol)->word = (uint16_t)words[i].word;
  }
  for (CommandKind kind = 0; kind < CMD_EXTENSION; kind++) {
    const char *name = command_name(kind);
    word_meaning(scope, symbols_intern(symbols, name, strlen(name)))->command =
        (uint16_t)(kind + 1);
  }
}

/* For the symbols there are, and some that a small script brings. */
static void reserve(Scope *scope, const SymbolTable *symbols)
{
  enum { MORE = 256 };
  size_t count = symbols_count(symbols) + MORE;
  VEC_RESERVE(&scope->words, count);
  VEC_RESERVE(&scope->sort_of, count);
  scope_grow(scope, (Symbol)count);
}

void scope_init(Scope *scope, Bank *bank)
{
  *scope = (Scope){0};
  reserve(scope, &bank->symbols);
  add_words(scope, &bank->symbols);
  for (SortCtor c = 1; c < bank->sorts.ctors.count; c++) {
    const SortCtorInfo *info = &bank->sorts.ctors.items[c];
    if (info->theory || info->class == SORT_FUNCTION)
      scope_add_sort(scope, info->name, SCOPED_CTOR, c, 0);
  }
  for (size_t i = 0; i < bank->abbreviations.count; i++) {
    const SortAbbreviation *known = &bank->abbreviations.items[i];
    if (known->tuples_in)
      scope_add_sort(scope, known->name, SCOPED_TUPLES, known->tuples_in, 0);
    else
      scope_add_sort(scope, known->name, SCOPED_MACRO, known->sort, 0);
  }
  scope->theories = (ScopeLevel){scope->funs.count, scope->sorts.count, 0};
}

void scope_deinit(Scope *scope)
{
  VEC_FREE(&scope->bindings);
  VEC_FREE(&scope->words);
  VEC_FREE(&scope->sort_of);
  VEC_FREE(&scope->versions);
  VEC_FREE(&scope->locals);
  VEC_FREE(&scope->funs);
  VEC_FREE(&scope->sorts);
  VEC_FREE(&scope->levels);
}

void scope_grow(Scope *scope, Symbol symbol)
{
  size_t old = scope->bindings.count;
  size_t grown = old + old / 2 > symbol ? old + old / 2 : (size_t)symbol + 1;
  Binding *items = mem_alloc_zero(grown, sizeof *items);
  mem_prefer_huge_pages(items, grown * sizeof *items);
  if (old) memcpy(items, scope->bindings.items, old * sizeof *items);
  free(scope->bindings.items);
  scope->bindings.items = items;
  scope->bindings.count = scope->bindings.capacity = grown;
}

void scope_add_local(Scope *scope, Symbol symbol, Term term, bool is_variable)
{
  assert(symbol && term);
  Binding *binding = scope_binding(scope, symbol);
  uint32_t position = (uint32_t)scope->locals.count + 1;
  uint32_t below = binding->local ? scope->locals.items[binding->local - 1].variable : 0;
  Local local = {symbol, binding->local, term, is_variable ? position : below};
  VEC_PUSH(&scope->locals, local);
  binding->local = position;
  binding->term = term;
}

/* Sets what the symbol alone stands for from the stacks. */
static void find_term(Scope *scope, Symbol symbol)
{
  assert(symbol < scope->bindings.count);
  Binding *binding = &scope->bindings.items[symbol];
  if (binding->local)
    binding->term = scope->locals.items[binding->local - 1].term;
  else
    binding->term = binding->fun ? scope->funs.items[binding->fun - 1].constant : 0;
}

void scope_drop_locals(Scope *scope, size_t count)
{
  assert(count <= scope->locals.count);
  while (scope->locals.count > count) {
    const Local *local = &scope->locals.items[--scope->locals.count];
    scope->bindings.items[local->symbol].local = local->outer;
    find_term(scope, local->symbol);
  }
}

void scope_add_fun(Scope *scope, Bank *bank, Symbol symbol, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  Term constant = 0;
  if (info->arity == 0 && !info->open)
    constant = bank_term(bank, info->op, funs_result(&bank->funs, fun), NULL, 0);
  Binding *binding = scope_binding(scope, symbol);
  VEC_PUSH(&scope->funs, ((ScopedFun){symbol, binding->fun, fun, constant}));
  binding->fun = (uint32_t)scope->funs.count;
  find_term(scope, symbol);
}

void scope_drop_funs(Scope *scope, size_t count)
{
  assert(count <= scope->funs.count);
  while (scope->funs.count > count) {
    const ScopedFun *fun = &scope->funs.items[--scope->funs.count];
    scope->bindings.items[fun->symbol].fun = fun->outer;
    find_term(scope, fun->symbol);
  }
}

void scope_add_sort(Scope *scope, Symbol symbol, ScopedSortKind kind, uint32_t value,
                    uint32_t parameter_count)
{
  assert(symbol && value);
  while (scope->sort_of.count <= symbol) VEC_PUSH(&scope->sort_of, 0);
  uint32_t *position = &scope->sort_of.items[symbol];
  VEC_PUSH(&scope->sorts, ((ScopedSort){symbol, *position, kind, value, parameter_count}));
  *position = (uint32_t)scope->sorts.count;
}

void scope_drop_sorts(Scope *scope, size_t count)
{
  assert(count <= scope->sorts.count);
  while (scope->sorts.count > count) {
    const ScopedSort *sort = &scope->sorts.items[--scope->sorts.count];
    scope->sort_of.items[sort->symbol] = sort->outer;
  }
}

uint32_t scope_next_version(Scope *scope, Symbol symbol)
{
  while (scope->versions.count <= symbol) VEC_PUSH(&scope->versions, 0);
  return scope->versions.items[symbol]++;
}

void scope_forget_literals(Scope *scope, size_t symbols)
{
  if (symbols > scope->bindings.count) symbols = scope->bindings.count;
  for (size_t i = 0; i < symbols; i++) scope->bindings.items[i].literal = 0;
}

void scope_push(Scope *scope, uint32_t levels)
{
  if (levels == 0) return;
  VEC_PUSH(&scope->levels, ((ScopeLevel){scope->funs.count, scope->sorts.count, levels}));
  scope->depth += levels;
}

void scope_pop(Scope *scope, uint64_t levels, bool keep)
{
  assert(levels <= scope->depth);
  scope->depth -= levels;
  while (levels) {
    assert(scope->levels.count > 0);
    ScopeLevel *top = &scope->levels.items[scope->levels.count - 1];
    uint64_t taken = levels < top->count ? levels : top->count;
    levels -= taken;
    top->count -= (uint32_t)taken;
    if (!keep) {
      scope_drop_funs(scope, top->funs);
      scope_drop_sorts(scope, top->sorts);
    }
    if (top->count == 0) scope->levels.count--;
  }
}

void scope_reset(Scope *scope)
{
  scope_drop_funs(scope, scope->theories.funs);
  scope_drop_sorts(scope, scope->theories.sorts);
  scope->levels.count = 0;
  scope->depth = 0;
}
