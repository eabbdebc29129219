#include "run/process/trace.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/process/stack.h"

enum { NOT_STARTED = 127, SIGNAL_BASE = 128 };

typedef struct {
  pid_t program;
  bool has_stack; /* of the first fatal signal */
  StrBuf stack;
} Trace;

static bool is_fatal(int number)
{
  return number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE ||
         number == SIGABRT || number == SIGTRAP || number == SIGSYS;
}

static void write_all(const char *bytes, size_t length)
{
  while (length) {
    ssize_t written = write(STDERR_FILENO, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

/* Ends us as the program has ended. An exit code that stands for a signal says so, too. */
static _Noreturn void end_like(Trace *trace, int status)
{
  int code = WIFSIGNALED(status) ? SIGNAL_BASE + WTERMSIG(status) : WEXITSTATUS(status);
  if (code >= SIGNAL_BASE && trace->stack.length) {
    write_all(TRACE_MARK, strlen(TRACE_MARK));
    write_all(trace->stack.bytes, trace->stack.length);
  }
  _exit(code);
}

/* The signal that the program is to get as it goes on. */
static int see_stop(Trace *trace, pid_t thread, int status)
{
  int number = WSTOPSIG(status);
  bool event = status >> 16 != 0; /* of ptrace itself, such as a new thread */
  if (event) return 0;
  if (number == SIGSTOP && thread != trace->program) return 0; /* how a new thread begins */
  if (is_fatal(number) && !trace->has_stack) {
    trace->has_stack = true;
    stack_add(trace->program, thread, &trace->stack);
  }
  return number;
}

static _Noreturn void watch(Trace *trace)
{
  for (;;) {
    int status;
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0 && errno == EINTR) continue;
    if (thread < 0) _exit(NOT_STARTED);
    if (WIFSTOPPED(status)) {
      int number = see_stop(trace, thread, status);
      ptrace(PTRACE_CONT, thread, NULL, (void *)(intptr_t)number);
    } else if (thread == trace->program) {
      end_like(trace, status);
    }
  }
}

/* `tracer`: our parent, if we are to be traced; 0: we are not. If it has died already, whoever is our parent now would have us
 * wait for ever. */
static _Noreturn void become(char **words, pid_t tracer)
{
  if (tracer) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != tracer) _exit(NOT_STARTED);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(NOT_STARTED);
  }
  execvp(words[0], words);
  _exit(NOT_STARTED);
}

void trace_main(char **argv)
{
  Trace trace = {0};
  int status;
  strbuf_init(&trace.stack, 0);
  unsetenv("DEBUGINFOD_URLS"); /* what is not on this machine is not asked for */
  if (!argv[1]) _exit(NOT_STARTED);
  pid_t tracer = getpid();
  trace.program = fork();
  if (trace.program == 0) become(argv + 1, tracer);
  /* The first stop is that of the new program. Where tracing is not allowed it runs all the same. */
  if (trace.program < 0 || waitpid(trace.program, &status, __WALL) != trace.program)
    become(argv + 1, 0);
  if (!WIFSTOPPED(status)) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED) become(argv + 1, 0);
    end_like(&trace, status);
  }
  ptrace(PTRACE_SETOPTIONS, trace.program, NULL,
         (void *)(intptr_t)(PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE));
  ptrace(PTRACE_CONT, trace.program, NULL, NULL);
  watch(&trace);
}
