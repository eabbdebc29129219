/* A script: the commands of an SMT-LIB input, checked, with their terms in a bank. */
#ifndef SMT_TEXT_SCRIPT_H
#define SMT_TEXT_SCRIPT_H

#include "smt/term/bank.h"

/* kind, name, what a, b and the list hold */
#define COMMAND_LIST(X)                                                                            \
  X(CMD_SET_LOGIC, "set-logic")       /* a: name */                                                \
  X(CMD_SET_OPTION, "set-option")     /* a: keyword, b: text of the value or 0 */                  \
  X(CMD_SET_INFO, "set-info")         /* a: keyword, b: text of the value or 0 */                  \
  X(CMD_DECLARE_SORT, "declare-sort") /* a: SortCtor */                                            \
  X(CMD_DEFINE_SORT, "define-sort")   /* a: name, b: Sort, list: parameters (Sort) */              \
  X(CMD_DECLARE_SORT_PARAMETER, "declare-sort-parameter") /* a: Sort */                            \
  X(CMD_DECLARE_CONST, "declare-const")                   /* a: Fun */                             \
  X(CMD_DECLARE_FUN, "declare-fun")                       /* a: Fun */                             \
  X(CMD_DEFINE_CONST, "define-const")                     /* a: Fun */                             \
  X(CMD_DEFINE_FUN, "define-fun")                         /* a: Fun */                             \
  X(CMD_DEFINE_FUN_REC, "define-fun-rec")                 /* a: Fun */                             \
  X(CMD_DEFINE_FUNS_REC, "define-funs-rec")               /* list: Fun */                          \
  X(CMD_DECLARE_DATATYPE, "declare-datatype")             /* list: datatype */                     \
  X(CMD_DECLARE_DATATYPES, "declare-datatypes")           /* list: datatypes */                    \
  X(CMD_DECLARE_CODATATYPE, "declare-codatatype")         /* list: datatype */                     \
  X(CMD_DECLARE_CODATATYPES, "declare-codatatypes")       /* list: datatypes */                    \
  X(CMD_ASSERT, "assert")                                 /* a: Term */                            \
  X(CMD_ASSERT_SOFT, "assert-soft")               /* a: Term, b: text of the attributes or 0 */    \
  X(CMD_MINIMIZE, "minimize")                     /* a: Term, b: text of the attributes or 0 */    \
  X(CMD_MAXIMIZE, "maximize")                     /* a: Term, b: text of the attributes or 0 */    \
  X(CMD_PUSH, "push")                             /* a: levels */                                  \
  X(CMD_POP, "pop")                               /* a: levels */                                  \
  X(CMD_CHECK_SAT, "check-sat")                   /* b: text of what follows (z3) or 0 */          \
  X(CMD_CHECK_SAT_ASSUMING, "check-sat-assuming") /* list: Term */                                 \
  X(CMD_GET_MODEL, "get-model")                                                                    \
  X(CMD_GET_VALUE, "get-value") /* list: Term */                                                   \
  X(CMD_GET_ASSIGNMENT, "get-assignment")                                                          \
  X(CMD_GET_UNSAT_CORE, "get-unsat-core")                                                          \
  X(CMD_GET_UNSAT_ASSUMPTIONS, "get-unsat-assumptions")                                            \
  X(CMD_GET_PROOF, "get-proof") /* b: text of what follows or 0 */                                 \
  X(CMD_GET_ASSERTIONS, "get-assertions")                                                          \
  X(CMD_GET_INFO, "get-info")     /* a: keyword */                                                 \
  X(CMD_GET_OPTION, "get-option") /* a: keyword */                                                 \
  X(CMD_ECHO, "echo")             /* a: text of the string literal */                              \
  X(CMD_RESET, "reset")                                                                            \
  X(CMD_RESET_ASSERTIONS, "reset-assertions")                                                      \
  X(CMD_EXIT, "exit")                                                                              \
  X(CMD_EXTENSION, "") /* a solver's own command. a: name, b: text of what follows or 0 */

#define COMMAND_ENUM(kind, name) kind,
typedef enum { COMMAND_LIST(COMMAND_ENUM) CMD_COUNT } CommandKind;
#undef COMMAND_ENUM

typedef struct {
  CommandKind kind;
  uint32_t a, b;
  uint32_t first, count; /* list in the script's pool */
  uint32_t offset;       /* in the text it was read from */
} Command;

typedef struct {
  VEC(Command) commands;
  U32Vec pool;
  Symbol logic; /* the last one set, or 0 */
} Script;

void script_deinit(Script *script);         /* a zeroed Script is empty and valid */
const char *command_name(CommandKind kind); /* "" for CMD_EXTENSION */

/* Does its list have datatypes? */
static inline bool command_declares_datatypes(CommandKind kind)
{
  return kind >= CMD_DECLARE_DATATYPE && kind <= CMD_DECLARE_CODATATYPES;
}

static inline const uint32_t *script_list(const Script *script, const Command *command)
{
  return script->pool.items + command->first;
}

/* Appends a command of one script to another. */
void script_copy_command(const Script *from, const Command *command, Script *to);

/* Appends every term that the commands hold: assertions, assumptions, values asked for, objectives,
 * and the definitions of functions. */
void script_collect_terms(const Bank *bank, const Script *script, U32Vec *terms);
/* The same for assertions only, soft ones included. */
void script_collect_assertions(const Script *script, U32Vec *terms);

#endif
