/* A script: the commands of an SMT-LIB input, checked, with their terms in a bank. */
#ifndef SMT_TEXT_SCRIPT_H
#define SMT_TEXT_SCRIPT_H

#include "smt/term/bank.h"
#include "smt/text/command.h"

typedef struct {
  CommandKind kind;
  uint32_t a, b;
  uint32_t first, count; /* list in the script's pool */
  uint32_t offset;       /* in the text it was read from */
} Command;

/* A place where the text is not standard, but read as solvers read it (dialect.h). */
typedef struct {
  uint32_t offset;
  const char *what; /* a constant */
} ScriptDialect;

enum { SCRIPT_DIALECTS_MAX = 100 }; /* of a script; more are not noted */

typedef struct {
  VEC(Command) commands;
  U32Vec pool;
  Symbol logic; /* the last one set, or 0 */
  VEC(ScriptDialect) dialects;
} Script;

void script_deinit(Script *script); /* a zeroed Script is empty and valid */

static inline const uint32_t *script_list(const Script *script, const Command *command)
{
  return script->pool.items ? script->pool.items + command->first : NULL;
}

/* Appends a command of one script to another. */
void script_copy_command(const Script *from, const Command *command, Script *to);

/* Appends every term that the commands hold: assertions, assumptions, values asked for, objectives,
 * and the definitions of functions. */
void script_collect_terms(const Bank *bank, const Script *script, U32Vec *terms);
/* The same for assertions only, soft ones included. */
void script_collect_assertions(const Script *script, U32Vec *terms);

#endif
