/* The stack of a process that is stopped, as lines "#0 0x1234 in name": what a crash is known by. */
#ifndef RUN_PROCESS_STACK_H
#define RUN_PROCESS_STACK_H

#include <sys/types.h>

#include "base/strbuf.h"

/* Appends the innermost frames of a thread that the caller traces and that has stopped. A frame without a symbol is named by
 * its module and by where its function begins there, which is the same in every run. Of a recursion without end
 * there are the functions that take part in it, in the order of their names: where it stopped is chance. Appends
 * nothing where frames cannot be had. */
void stack_add(pid_t process, pid_t thread, StrBuf *out);

#endif
