/* Running a program under ptrace, so that the stack of its crash is known: our own program, started as TRACE_NAME, starts it
 * and ends as it ends.
 *
 * After everything that the program wrote to standard error follow TRACE_MARK and the stack of its first fatal signal, if
 * that ended it. Nothing else differs for the program but that it is traced. */
#ifndef RUN_PROCESS_TRACE_H
#define RUN_PROCESS_TRACE_H

#include <stdint.h>

#define TRACE_NAME "assay-trace"
#define TRACE_MARK "\n(assay: stack)\n"

/* What looking at a stack may take, on a busy machine. */
#define TRACE_MORE_NS UINT64_C(10000000000)

/* The process: words after the first are the command. */
_Noreturn void trace_main(char **argv);

#endif
