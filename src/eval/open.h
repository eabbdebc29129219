/* Private to the machine: the model's functions for what the standard leaves open. */
#ifndef EVAL_OPEN_H
#define EVAL_OPEN_H

#include "eval/machine.h"

void open_find_functions(Machine *machine);

#endif
