/* Changes of a script, and the script that results.
 *
 * Scripts and terms are never changed in place: applying edits gives a new script over the same bank,
 * which is well sorted if the old one was. Edits can be applied together in any number. */
#ifndef LANGUAGE_SMT_REDUCE_EDIT_H
#define LANGUAGE_SMT_REDUCE_EDIT_H

#include "language/smt/reduce/rebuild.h"
#include "smt/text/script.h"

/* kind; what a and b are. Commands are numbers of commands in the script. */
#define EDIT_LIST(X)                                                                               \
  X(EDIT_TERM)             /* a: Term, b: the Term of the same sort that takes its place */        \
  X(EDIT_ELIMINATE)        /* a: a constant, b: Term (= a t): true, and t takes a's place */       \
  X(EDIT_DROP_ARGUMENT)    /* a: Term, b: number of the argument */                                \
  X(EDIT_DROP_COMMANDS)    /* a: first, b: last command */                                         \
  X(EDIT_DROP_PAIR)        /* a, b: commands (a push and its pop) */                               \
  X(EDIT_DROP_ITEM)        /* a: command, b: number of the item of its list */                     \
  X(EDIT_SPLIT)            /* a: command, an assertion of a conjunction: one for each conjunct */  \
  X(EDIT_COMMAND_KIND)     /* a: command, b: CommandKind that it gets; its list goes */            \
  X(EDIT_COMMAND_SYMBOL)   /* a: command, b: Symbol (of a logic) */                                \
  X(EDIT_INLINE)           /* a: Fun that is defined: its definition where it is used */           \
  X(EDIT_UNDEFINE)         /* a: Fun that is defined: only declared */                             \
  X(EDIT_DROP_PARAMETER)   /* a: Fun that is declared or defined, b: number of the parameter */    \
  X(EDIT_RENAME)           /* a: Fun, b: Symbol */                                                 \
  X(EDIT_RENAME_SORT)      /* a: SortCtor, b: Symbol */                                            \
  X(EDIT_SORT)             /* a: Sort, b: the Sort that takes its place */                         \
  X(EDIT_DROP_CONSTRUCTOR) /* a: Fun */                                                            \
  X(EDIT_DROP_FIELD)       /* a: Fun that is a constructor, b: number of the field */              \
  X(EDIT_INSTANTIATE) /* a: Sort of a datatype with parameters, b: number of the parameter: */     \
                      /* all sorts of this datatype have there what this one has */

#define EDIT_ENUM(kind) kind,
typedef enum { EDIT_LIST(EDIT_ENUM) EDIT_KIND_COUNT } EditKind;
#undef EDIT_ENUM

typedef struct {
  EditKind kind;
  uint32_t a, b;
} Edit;

typedef VEC(Edit) Edits;

typedef struct Editor Editor;
Editor *editor_create(Bank *bank);
void editor_destroy(Editor *editor);

/* Applies the edits. Declarations that are not used afterwards are left out if `prune`. False if no
 * well-sorted script results; `to` is empty then. `to` is to be zeroed. */
bool editor_apply(Editor *editor, const Script *from, const Edit *edits, size_t count, bool prune,
                  Script *to);

/* After editor_apply(from, edits ..): what another edit of `from` is in the resulting script.
 * False if it has no place there any more. */
bool editor_carry(Editor *editor, Edit *edit);

#endif
