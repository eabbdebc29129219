#include "cli/command/completion_value.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "run/solver/profile.h"
#include "smt/text/logic.h"
#include "smt/text/theory.h"

const char *const completion_names[] = {"logics", "solvers", "theories", "constructs", NULL};

CompletionValue completion_value_of_option(const Option *option)
{
  static const struct {
    const char *option;
    CompletionValue value;
  } rows[] = {{"logic", {"logics", false}},        {"solver", {"solvers", false}},
              {"solvers", {"solvers", true}},      {"target", {"solvers", true}},
              {"reference", {"solvers", true}},    {"for", {"solvers", true}},
              {"only", {"constructs", true}},      {"without", {"constructs", true}},
              {"construct", {"constructs", false}}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].option, option->name) == 0) return rows[i].value;
  return (CompletionValue){0};
}

CompletionValue completion_value_of_argument(const Subcommand *command)
{
  static const struct {
    const char *command;
    CompletionValue value;
  } rows[] = {{"theories", {"theories", false}},
              {"solvers", {"solvers", false}},
              {"run", {"solvers", false}},
              {"compare", {"solvers", true}}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].command, command->name) == 0) return rows[i].value;
  return (CompletionValue){0};
}

bool completion_takes_finding(const Subcommand *command)
{
  return strcmp(command->name, "show") == 0 || strcmp(command->name, "replay") == 0;
}

/* --- names --- */

static bool is_plain(const char *name, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (!isalnum((unsigned char)name[i]) && !strchr("._+-@", name[i])) return false;
  return length > 0 && name[0] != '-';
}

static void print_name(FILE *out, const char *name, size_t length)
{
  if (is_plain(name, length)) fprintf(out, " %.*s", (int)length, name);
}

static void print_symbol(FILE *out, const Bank *bank, Symbol symbol)
{
  print_name(out, symbols_text(&bank->symbols, symbol), symbols_length(&bank->symbols, symbol));
}

static void print_constructs(FILE *out, const Bank *bank)
{
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin == FUN_THEORY && bank_theory_fun(bank, info->name) == fun)
      print_symbol(out, bank, info->name);
  }
}

/* Those of the binary and of the user; several versions of a solver have one name. */
static void print_solvers(FILE *out)
{
  Error error;
  Profiles *profiles = profiles_create();
  Status ignored =
      profiles_read_own(profiles, &error); /* a wrong file is no concern of completion */
  (void)ignored;
  const Profile *profile;
  for (size_t i = 0; (profile = profiles_at(profiles, i)); i++) {
    bool known = false;
    for (size_t k = 0; k < i && !known; k++)
      known = strcmp(profiles_at(profiles, k)->name, profile->name) == 0;
    if (!known) print_name(out, profile->name, strlen(profile->name));
  }
  profiles_destroy(profiles);
}

void completion_print_names(FILE *out, const char *names)
{
  assert(names);
  if (strcmp(names, "solvers") == 0) {
    print_solvers(out);
  } else if (strcmp(names, "logics") == 0) {
    for (const char *const *logic = logic_common_names(); *logic; logic++)
      print_name(out, *logic, strlen(*logic));
  } else {
    Bank *bank = theory_create_bank();
    if (strcmp(names, "constructs") == 0) print_constructs(out, bank);
    for (size_t i = 1; strcmp(names, "theories") == 0 && i < bank->theories.count; i++)
      print_symbol(out, bank, bank->theories.items[i].name);
    bank_destroy(bank);
  }
}
