#include "smt/known/known_script.h"

#include <string.h>

#include "smt/term/traverse.h"

/* Only functions that occur are declared: more may have been drawn and then left out. All sorts are that
 * occur, also where nothing grew that has them: in terms that were put together otherwise. */
static void declare_what_occurs(Grower *grower, const U32Vec *terms)
{
  const Bank *bank = grower->grammar->bank;
  U32Vec occurs = {0};
  Walk walk = {0};
  for (size_t i = 0; i < bank->funs.items.count; i++) VEC_PUSH(&occurs, 0);
  walk_start(&walk, bank);
  for (size_t i = 0; i < terms->count; i++) walk_add_root(&walk, terms->items[i]);
  for (Term term; (term = walk_next(&walk));) {
    occurs.items[bank_fun(bank, term)] = 1;
    grower->needs |= universe_needs(grower->grammar->universe, bank, bank_sort(bank, term));
  }
  walk_deinit(&walk);
  size_t kept = 0;
  for (size_t i = 0; i < grower->used.count; i++)
    if (occurs.items[grower->used.items[i]]) grower->used.items[kept++] = grower->used.items[i];
  grower->used.count = kept;
  VEC_FREE(&occurs);
}

static void add_status(Bank *bank, const char *status, Script *script)
{
  Symbol keyword = symbols_intern(&bank->symbols, ":status", strlen(":status"));
  Symbol value = symbols_intern(&bank->symbols, status, strlen(status));
  VEC_PUSH(&script->commands, ((Command){.kind = CMD_SET_INFO, .a = keyword, .b = value}));
}

void known_script(Generator *generator, const char *status, const U32Vec *terms, Script *script)
{
  declare_what_occurs(&generator->grower, terms);
  generator_set_logic(generator, script);
  add_status(generator->bank, status, script);
  generator_declare(&generator->grower, script);
  for (size_t i = 0; i < terms->count; i++)
    VEC_PUSH(&script->commands, ((Command){.kind = CMD_ASSERT, .a = terms->items[i]}));
  VEC_PUSH(&script->commands, ((Command){.kind = CMD_CHECK_SAT}));
}
