/* The commands of SMT-LIB: the one table of their names and properties.
 *
 *   uint32_t flags = command_flags("check-sat", 9);
 *   if (flags & COMMAND_QUERY) ...
 *
 * A new command is one row here. Commands of the first list are parsed and checked, and have a reader in
 * parse_command.c; those of the second are kept as text. */
#ifndef SMT_TEXT_COMMAND_H
#define SMT_TEXT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /* Every solver should have it: SMT-LIB 2.6, and define-const. */
  COMMAND_STANDARD = 1 << 0,
  /* Its answer is sat, unsat or unknown. */
  COMMAND_QUERY = 1 << 1,
  /* Every solver undoes its effects with pop, or it has none. Not so: recursive functions, objectives. */
  COMMAND_SCOPED = 1 << 2,
  /* Sets the logic, an option or an info. */
  COMMAND_SETTING = 1 << 3,
  /* Introduces names without a meaning, or with one. */
  COMMAND_DECLARES = 1 << 4,
  COMMAND_DEFINES = 1 << 5,
  /* Declares the names of sorts, constructors and selectors: its list has datatypes. */
  COMMAND_DATATYPES = 1 << 6,
  /* Defines functions with parameters; several of them, whose headers are a list. */
  COMMAND_PARAMETERS = 1 << 7,
  COMMAND_HEADERS = 1 << 8,
  /* Needs a solver that works incrementally. */
  COMMAND_INCREMENTAL = 1 << 9,
  /* Asks for a model or parts of one, for an unsat core. */
  COMMAND_MODEL = 1 << 10,
  COMMAND_CORE = 1 << 11,
  /* Prints a text of the script, which may look like an answer. */
  COMMAND_PRINTS = 1 << 12,
  /* A command of z3 or cvc5 that does not change what names mean: kept as text. */
  COMMAND_EXTENSION = 1 << 13,
  /* Declares a constant or a function whose value is part of models. */
  COMMAND_CONSTANT = 1 << 14,
};

/* kind, name, flags; what a, b and the list of a Command hold (script.h). The names are reserved words:
 * as symbols they are written between bars. */
#define COMMAND_LIST(X)                                                                                      \
  /* a: name */                                                                                              \
  X(CMD_SET_LOGIC, "set-logic", COMMAND_STANDARD | COMMAND_SETTING)                                          \
  /* a: keyword, b: text of the value or 0 */                                                                \
  X(CMD_SET_OPTION, "set-option", COMMAND_STANDARD | COMMAND_SETTING)                                        \
  X(CMD_SET_INFO, "set-info", COMMAND_STANDARD | COMMAND_SETTING | COMMAND_SCOPED)                           \
  /* a: SortCtor */                                                                                          \
  X(CMD_DECLARE_SORT, "declare-sort", COMMAND_STANDARD | COMMAND_DECLARES | COMMAND_SCOPED)                  \
  /* a: name, b: Sort, list: parameters (Sort) */                                                            \
  X(CMD_DEFINE_SORT, "define-sort", COMMAND_STANDARD | COMMAND_DEFINES | COMMAND_SCOPED)                     \
  /* a: Sort */                                                                                              \
  X(CMD_DECLARE_SORT_PARAMETER, "declare-sort-parameter", COMMAND_DECLARES)                                  \
  /* a: Fun */                                                                                               \
  X(CMD_DECLARE_CONST, "declare-const",                                                                      \
    COMMAND_STANDARD | COMMAND_DECLARES | COMMAND_SCOPED | COMMAND_CONSTANT)                                 \
  X(CMD_DECLARE_FUN, "declare-fun",                                                                          \
    COMMAND_STANDARD | COMMAND_DECLARES | COMMAND_SCOPED | COMMAND_CONSTANT)                                 \
  /* a: Fun that can only be called, b: the program that computes it, list: one 0 if that is written last */ \
  X(CMD_DECLARE_CB, "declare-cb", COMMAND_DECLARES | COMMAND_SCOPED)                                         \
  X(CMD_DECLARE_ORACLE_FUN, "declare-oracle-fun", COMMAND_DECLARES | COMMAND_SCOPED)                         \
  X(CMD_DEFINE_CONST, "define-const", COMMAND_STANDARD | COMMAND_DEFINES | COMMAND_SCOPED)                   \
  X(CMD_DEFINE_FUN, "define-fun",                                                                            \
    COMMAND_STANDARD | COMMAND_DEFINES | COMMAND_PARAMETERS | COMMAND_SCOPED)                                \
  X(CMD_DEFINE_FUN_REC, "define-fun-rec", COMMAND_STANDARD | COMMAND_DEFINES | COMMAND_PARAMETERS)           \
  /* list: Fun */                                                                                            \
  X(CMD_DEFINE_FUNS_REC, "define-funs-rec", COMMAND_STANDARD | COMMAND_DEFINES | COMMAND_HEADERS)            \
  /* list: datatypes */                                                                                      \
  X(CMD_DECLARE_DATATYPE, "declare-datatype",                                                                \
    COMMAND_STANDARD | COMMAND_DECLARES | COMMAND_DATATYPES | COMMAND_SCOPED)                                \
  X(CMD_DECLARE_DATATYPES, "declare-datatypes",                                                              \
    COMMAND_STANDARD | COMMAND_DECLARES | COMMAND_DATATYPES | COMMAND_SCOPED)                                \
  X(CMD_DECLARE_CODATATYPE, "declare-codatatype", COMMAND_DECLARES | COMMAND_DATATYPES)                      \
  X(CMD_DECLARE_CODATATYPES, "declare-codatatypes", COMMAND_DECLARES | COMMAND_DATATYPES)                    \
  /* a: Term */                                                                                              \
  X(CMD_ASSERT, "assert", COMMAND_STANDARD | COMMAND_SCOPED)                                                 \
  /* a: Term, b: text of the attributes or 0 */                                                              \
  X(CMD_ASSERT_SOFT, "assert-soft", 0)                                                                       \
  X(CMD_MINIMIZE, "minimize", 0)                                                                             \
  X(CMD_MAXIMIZE, "maximize", 0)                                                                             \
  /* a: levels */                                                                                            \
  X(CMD_PUSH, "push", COMMAND_STANDARD | COMMAND_INCREMENTAL)                                                \
  X(CMD_POP, "pop", COMMAND_STANDARD)                                                                        \
  /* b: text of what follows (z3) or 0 */                                                                    \
  X(CMD_CHECK_SAT, "check-sat", COMMAND_STANDARD | COMMAND_QUERY | COMMAND_SCOPED)                           \
  /* list: Term */                                                                                           \
  X(CMD_CHECK_SAT_ASSUMING, "check-sat-assuming",                                                            \
    COMMAND_STANDARD | COMMAND_QUERY | COMMAND_SCOPED | COMMAND_INCREMENTAL)                                 \
  X(CMD_GET_MODEL, "get-model", COMMAND_STANDARD | COMMAND_SCOPED | COMMAND_MODEL)                           \
  /* list: Term */                                                                                           \
  X(CMD_GET_VALUE, "get-value", COMMAND_STANDARD | COMMAND_SCOPED | COMMAND_MODEL)                           \
  X(CMD_GET_ASSIGNMENT, "get-assignment", COMMAND_STANDARD | COMMAND_SCOPED)                                 \
  X(CMD_GET_UNSAT_CORE, "get-unsat-core", COMMAND_STANDARD | COMMAND_SCOPED | COMMAND_CORE)                  \
  X(CMD_GET_UNSAT_ASSUMPTIONS, "get-unsat-assumptions",                                                      \
    COMMAND_STANDARD | COMMAND_SCOPED | COMMAND_CORE)                                                        \
  /* b: text of what follows or 0 */                                                                         \
  X(CMD_GET_PROOF, "get-proof", COMMAND_STANDARD | COMMAND_SCOPED)                                           \
  X(CMD_GET_ASSERTIONS, "get-assertions", COMMAND_STANDARD | COMMAND_SCOPED)                                 \
  /* a: keyword */                                                                                           \
  X(CMD_GET_INFO, "get-info", COMMAND_STANDARD | COMMAND_SCOPED)                                             \
  X(CMD_GET_OPTION, "get-option", COMMAND_STANDARD | COMMAND_SCOPED)                                         \
  /* a: text of the string literal */                                                                        \
  X(CMD_ECHO, "echo", COMMAND_STANDARD | COMMAND_SCOPED | COMMAND_PRINTS)                                    \
  X(CMD_RESET, "reset", COMMAND_STANDARD)                                                                    \
  X(CMD_RESET_ASSERTIONS, "reset-assertions", COMMAND_STANDARD)                                              \
  X(CMD_EXIT, "exit", COMMAND_STANDARD)                                                                      \
  /* one of the list below. a: name, b: text of what follows or 0 */                                         \
  X(CMD_EXTENSION, "", 0)

/* name, flags beside COMMAND_EXTENSION */
#define COMMAND_EXTENSION_LIST(X)                                                                  \
  X("apply", 0)                                                                                    \
  X("block-model", 0)                                                                              \
  X("block-model-values", 0)                                                                       \
  X("check-sat-using", COMMAND_QUERY)                                                              \
  X("constraint", 0)                                                                               \
  X("dbg-bool-flat-rewriter", 0)                                                                   \
  X("dbg-bool-rewriter", 0)                                                                        \
  X("dbg-elim-and", 0)                                                                             \
  X("dbg-elim-unused-vars", 0)                                                                     \
  X("dbg-get-qbody", 0)                                                                            \
  X("dbg-instantiate", 0)                                                                          \
  X("dbg-instantiate-nested", 0)                                                                   \
  X("dbg-lt", 0)                                                                                   \
  X("dbg-num-shared", 0)                                                                           \
  X("dbg-params", 0)                                                                               \
  X("dbg-pp-shared", 0)                                                                            \
  X("dbg-pp-var", 0)                                                                               \
  X("dbg-set", 0)                                                                                  \
  X("dbg-set-next-id", 0)                                                                          \
  X("dbg-sexpr", 0)                                                                                \
  X("dbg-shift-vars", 0)                                                                           \
  X("dbg-size", 0)                                                                                 \
  X("dbg-some-value", 0)                                                                           \
  X("dbg-subst", 0)                                                                                \
  X("dbg-th-rewriter", 0)                                                                          \
  X("dbg-translator", 0)                                                                           \
  X("dbg-used-vars", 0)                                                                            \
  X("declare-heap", COMMAND_DECLARES)                                                              \
  X("declare-map", COMMAND_DECLARES)                                                               \
  X("declare-pool", COMMAND_DECLARES)                                                              \
  X("declare-rel", COMMAND_DECLARES)                                                               \
  X("declare-tactic", COMMAND_DECLARES)                                                            \
  X("declare-var", COMMAND_DECLARES)                                                               \
  X("display", 0)                                                                                  \
  X("display-dimacs", 0)                                                                           \
  X("eval", 0)                                                                                     \
  X("find-synth", 0)                                                                               \
  X("find-synth-next", 0)                                                                          \
  X("get-abduct", 0)                                                                               \
  X("get-abduct-next", 0)                                                                          \
  X("get-consequences", 0)                                                                         \
  X("get-difficulty", 0)                                                                           \
  X("get-instantiations", 0)                                                                       \
  X("get-interpolant", 0)                                                                          \
  X("get-interpolant-next", 0)                                                                     \
  X("get-learned-literals", 0)                                                                     \
  X("get-objectives", 0)                                                                           \
  X("get-proof-graph", 0)                                                                          \
  X("get-qe", 0)                                                                                   \
  X("get-qe-disjunct", 0)                                                                          \
  X("get-timeout-core", 0)                                                                         \
  X("get-timeout-core-assuming", 0)                                                                \
  X("get-unsat-core-lemmas", 0)                                                                    \
  X("get-user-tactics", 0)                                                                         \
  X("help", 0)                                                                                     \
  X("help-tactic", 0)                                                                              \
  X("include", 0)                                                                                  \
  X("labels", 0)                                                                                   \
  X("model-add", 0)                                                                                \
  X("model-del", 0)                                                                                \
  X("poly/factor", 0)                                                                              \
  X("query", COMMAND_QUERY)                                                                        \
  X("rule", 0)                                                                                     \
  X("simplify", 0)

#define COMMAND_ENUM(kind, name, flags) kind,
typedef enum { COMMAND_LIST(COMMAND_ENUM) CMD_COUNT } CommandKind;
#undef COMMAND_ENUM

const char *command_name(CommandKind kind); /* "" for CMD_EXTENSION */

/* The flags of a kind of commands; 0 for CMD_EXTENSION. */
uint32_t command_kind_flags(CommandKind kind);
/* The flags of the command with this name, of either list; 0: there is none with flags. */
uint32_t command_flags(const char *name, size_t length);
/* The same for text that no reader has accepted: solvers name commands of their own in the way of SMT-LIB, so that
 * declare-..., define-... and set-... are taken for what they seem. */
uint32_t command_likely_flags(const char *name, size_t length);

/* Does it declare a function that can only be called? */
static inline bool command_declares_box(CommandKind kind)
{
  return kind == CMD_DECLARE_CB || kind == CMD_DECLARE_ORACLE_FUN;
}

/* Does its list have datatypes? */
static inline bool command_declares_datatypes(CommandKind kind)
{
  return kind >= CMD_DECLARE_DATATYPE && kind <= CMD_DECLARE_CODATATYPES;
}

#endif
