#include "language/smt/plain_names.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static bool is_reserved(const Bank *bank, Symbol name)
{
  const char *text = symbols_text(&bank->symbols, name);
  return text[0] == '@' || text[0] == '.' || text[0] == 0;
}

/* Theories of solvers count, too: those who have them know the name. */
static bool is_name_of_theory(const Bank *bank, Symbol name)
{
  if (bank_theory_fun(bank, name)) return true;
  for (SortCtor ctor = 1; ctor < bank->sorts.ctors.count; ctor++)
    if (bank->sorts.ctors.items[ctor].theory && bank->sorts.ctors.items[ctor].name == name)
      return true;
  return false;
}

static bool is_plain_name(const Bank *bank, Symbol name)
{
  return !is_reserved(bank, name) && !is_name_of_theory(bank, name);
}

static bool is_plain_function(const Bank *bank, Fun fun)
{
  assert(fun && bank_has_fun(bank, fun));
  return is_plain_name(bank, funs_info(&bank->funs, fun)->name);
}

static bool has_plain_datatype(const Bank *bank, uint32_t number)
{
  assert(number > 0 && number < bank->datatypes.count);
  const Datatype *type = &bank->datatypes.items[number];
  if (!is_plain_name(bank, bank->sorts.ctors.items[type->ctor].name)) return false;
  for (size_t i = 0; i < type->constructors.count; i++)
    if (!is_plain_function(bank, type->constructors.items[i])) return false;
  for (size_t i = 0; i < type->selectors.count; i++)
    if (!is_plain_function(bank, type->selectors.items[i])) return false;
  return true;
}

static bool has_plain_name(const Bank *bank, const Script *script, const Command *command)
{
  const uint32_t *list = script_list(script, command);
  switch (command->kind) {
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN_REC: return is_plain_function(bank, command->a);
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count; i++)
      if (!is_plain_function(bank, list[i])) return false;
    return true;
  case CMD_DECLARE_SORT: return is_plain_name(bank, bank->sorts.ctors.items[command->a].name);
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
    for (uint32_t i = 0; i < command->count; i++)
      if (!has_plain_datatype(bank, list[i])) return false;
    return true;
  default: return true;
  }
}

bool smtlib_has_plain_names(const Bank *bank, const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++)
    if (!has_plain_name(bank, script, &script->commands.items[i])) return false;
  return true;
}

/* "(declare-datatypes (T) (...", where version 2.6 has "(declare-datatypes ((List 1)) (...". */
static bool is_old_declaration(const char *at, const char *end)
{
  static const char name[] = "declare-datatypes";
  size_t length = sizeof name - 1;
  while (at < end && (*at == '(' || isspace((unsigned char)*at))) at++;
  if ((size_t)(end - at) < length || memcmp(at, name, length) != 0) return false;
  at += length;
  for (int opened = 0; opened < 2; at++) {
    while (at < end && isspace((unsigned char)*at)) at++;
    if (at == end || *at == ';') return false; /* nobody knows without reading it */
    if (*at != '(') return true;
    opened++;
  }
  return false;
}

bool smtlib_has_old_datatypes(const Script *script, const char *text, size_t length)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind == CMD_DECLARE_DATATYPES && command->offset < length &&
        is_old_declaration(text + command->offset, text + length))
      return true;
  }
  return false;
}
