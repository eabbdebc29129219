#include "language/smt/reduce/names.h"

#include <assert.h>
#include <string.h>

#include "smt/text/roots.h"

void namer_take(Namer *names, Symbol symbol)
{
  while (names->taken.count <= symbol) VEC_PUSH(&names->taken, 0);
  names->taken.items[symbol] = 1;
}

static void take_datatypes(Namer *names, const uint32_t *list, uint32_t count)
{
  const Bank *bank = names->bank;
  for (uint32_t i = 0; i < count; i++) {
    const Datatype *datatype = &bank->datatypes.items[list[i]];
    namer_take(names, bank->sorts.ctors.items[datatype->ctor].name);
    for (size_t c = 0; c < datatype->constructors.count; c++)
      namer_take(names, funs_info(&bank->funs, datatype->constructors.items[c])->name);
    for (size_t s = 0; s < datatype->selectors.count; s++)
      namer_take(names, funs_info(&bank->funs, datatype->selectors.items[s])->name);
  }
}

static void take_command(Namer *names, const Script *script, const Command *command)
{
  const Bank *bank = names->bank;
  switch (command->kind) {
  case CMD_DECLARE_SORT: namer_take(names, bank->sorts.ctors.items[command->a].name); break;
  case CMD_DEFINE_SORT: namer_take(names, command->a); break;
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN: namer_take(names, funs_info(&bank->funs, command->a)->name); break;
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count; i++)
      namer_take(names, funs_info(&bank->funs, script_list(script, command)[i])->name);
    break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES:
    take_datatypes(names, script_list(script, command), command->count);
    break;
  default: break;
  }
}

static void take_words(Namer *names)
{
  static const char *const words[] = {"as",      "let",         "par",     "BINARY",
                                      "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    namer_take(names, symbols_intern(&names->bank->symbols, words[i], strlen(words[i])));
}

void namer_init(Namer *names, Bank *bank, const Script *script)
{
  *names = (Namer){.bank = bank};
  take_words(names);
  for (size_t i = 0; i < script->commands.count; i++)
    take_command(names, script, &script->commands.items[i]);
  for (SortCtor ctor = 1; ctor < bank->sorts.ctors.count; ctor++)
    if (bank->sorts.ctors.items[ctor].theory) namer_take(names, bank->sorts.ctors.items[ctor].name);
  for (size_t i = 0; i < bank->abbreviations.count; i++)
    namer_take(names, bank->abbreviations.items[i].name);
  Walk walk = {0};
  roots_walk(&walk, bank, script);
  for (Term term; (term = walk_next(&walk));)
    if (bank_node(bank, term)->op == OP_VARIABLE)
      namer_take(names, bank_variable_info(bank, term)->name);
  walk_deinit(&walk);
}

void namer_deinit(Namer *names)
{
  VEC_FREE(&names->taken);
}

static Symbol nth_name(Namer *names, uint64_t number)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  enum { LETTERS = sizeof letters - 1 };
  char text[16];
  size_t at = sizeof text;
  for (uint64_t rest = number + 1; rest > 0; rest = (rest - 1) / LETTERS)
    text[--at] = letters[(rest - 1) % LETTERS];
  assert(at < sizeof text);
  return symbols_intern(&names->bank->symbols, text + at, sizeof text - at);
}

Symbol namer_next(Namer *names)
{
  for (;;) {
    Symbol symbol = nth_name(names, names->next++);
    bool taken = symbol < names->taken.count && names->taken.items[symbol];
    if (taken || bank_theory_fun(names->bank, symbol)) continue;
    names->bank->symbols.declared.items[symbol] = 1;
    return symbol;
  }
}

Term namer_constant(Namer *names, Sort sort)
{
  assert(sort && bank_has_sort(names->bank, sort));
  Bank *bank = names->bank;
  FunInfo info = {.name = namer_next(names), .origin = FUN_DECLARED};
  Fun fun = bank_script_fun(bank, &info, &sort);
  return bank_term(bank, bank_apply_operator(bank, fun, NULL, 0, 0), sort, NULL, 0);
}
