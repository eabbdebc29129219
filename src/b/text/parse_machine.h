/* The clauses of a machine, before types are known. */
#ifndef B_TEXT_PARSE_MACHINE_H
#define B_TEXT_PARSE_MACHINE_H

#include "b/text/module.h"
#include "b/text/parse.h"

typedef struct {
  U32Vec constants, variables; /* declarations */
  BRawNode properties, invariant;
  U32Vec assertions; /* nodes */
} BRawMachine;

void b_raw_machine_deinit(BRawMachine *machine);
/* From MACHINE to its END. The sets, and the elements of them, go into the module, and are known terms of their
 * declarations. */
bool b_parse_machine(BParser *parser, BModule *module, BRawMachine *machine);

#endif
