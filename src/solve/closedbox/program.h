/* Boxes that are programs: arguments in decimal on the command line, the result on standard output as true, false,
 * 15, (_ bv15 8), #x0f, 1.5, (- 5) or text. */
#ifndef SOLVE_CLOSEDBOX_PROGRAM_H
#define SOLVE_CLOSEDBOX_PROGRAM_H

#include "base/strbuf.h"
#include "run/process/supervisor.h"
#include "solve/closedbox/box.h"

/* Runs the program of the box on the words of its arguments. False if it fails, takes too long or prints something
 * else. */
bool box_program_call(Supervisor *sup, const Box *box, uint64_t call_ns, const uint64_t *args,
                      uint64_t *result);

/* Reads a result; `text` ends with a NUL. False unless it is a value of the sort and nothing else. */
bool box_program_read_result(Layout layout, const char *text, uint64_t *words);

#endif
