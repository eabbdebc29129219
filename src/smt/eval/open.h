/* Private to the machine: the model's functions for what the standard leaves open. */
#ifndef SMT_EVAL_OPEN_H
#define SMT_EVAL_OPEN_H

#include "smt/eval/machine.h"

void open_find_functions(Machine *machine);

#endif
