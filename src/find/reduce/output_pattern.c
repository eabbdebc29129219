#include "find/reduce/output_pattern.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { SHORT = 4096 }; /* so few bytes take no time without references */

static bool has_reference(const char *text)
{
  for (const char *at = text; (at = strchr(at, '\\')) && at[1]; at += 2)
    if (isdigit((unsigned char)at[1])) return true;
  return false;
}

Status output_pattern_init(OutputPattern *pattern, const char *text, Error *error)
{
  *pattern = (OutputPattern){0};
  if (!text) return STATUS_OK;
  int code = regcomp(&pattern->regex, text, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
  pattern->wanted = code == 0;
  pattern->refers = has_reference(text);
  if (pattern->wanted) return STATUS_OK;
  char why[200];
  regerror(code, &pattern->regex, why, sizeof why);
  return error_set(error, STATUS_USAGE, "the regular expression '%s' is wrong: %s", text, why);
}

void output_pattern_deinit(OutputPattern *pattern)
{
  if (pattern->wanted) regfree(&pattern->regex);
  pattern->wanted = false;
}

static bool fits_here(const OutputPattern *pattern, const char *text)
{
  return regexec(&pattern->regex, text, 0, NULL, 0) == 0;
}

/* True once the process has ended. */
static bool wait_for_end(int process)
{
  uint64_t end = clock_monotonic_ns() + OUTPUT_PATTERN_MS * UINT64_C(1000000);
  struct pollfd one = {process, POLLIN, 0};
  for (uint64_t now; (now = clock_monotonic_ns()) < end;) {
    int ready = poll(&one, 1, (int)((end - now) / 1000000) + 1);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

static bool fits_beside(const OutputPattern *pattern, const char *text)
{
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    _exit(fits_here(pattern, text) ? 0 : 1);
  }
  int status = -1, process = (int)syscall(SYS_pidfd_open, child, 0);
  if (process < 0 || !wait_for_end(process)) kill(child, SIGKILL);
  if (process >= 0) close(process);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool output_pattern_fits(const OutputPattern *pattern, const char *text, size_t length)
{
  assert(text);
  if (!pattern->wanted) return true;
  return length <= SHORT && !pattern->refers ? fits_here(pattern, text)
                                             : fits_beside(pattern, text);
}
