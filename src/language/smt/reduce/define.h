/* Functions of a script under changes. Each of these enters what a function becomes into the rebuild. */
#ifndef LANGUAGE_SMT_REDUCE_DEFINE_H
#define LANGUAGE_SMT_REDUCE_DEFINE_H

#include "language/smt/reduce/rebuild.h"
#include "smt/text/script.h"

/* What a declared function becomes. */
Fun definition_declared(Rebuild *rebuild, Fun fun);
/* The same for the function of a define-fun or define-const, which may become a declaration. */
void definition_function(Rebuild *rebuild, Command *command);
/* The same for define-fun-rec and define-funs-rec. `list` is the new script's list of the command. */
void definition_recursive(Rebuild *rebuild, Command *command, Fun *list);

#endif
