#include "find/reduce/checker.h"

#include <assert.h>
#include <string.h>

void checker_destroy(Checker *check)
{
  check->kind->destroy(check);
}

void checker_describe(const Checker *check, StrBuf *out)
{
  assert(check->learnt);
  check->kind->describe(check, out);
}

RunHandle checker_start(Checker *check, Supervisor *sup, CheckedText *probe, void *user)
{
  assert(check->needed >= 1 && check->needed <= check->rounds);
  check->runs++;
  return check->kind->start(check, sup, probe, user);
}

void checker_abandon(Checker *check, CheckedText *probe)
{
  if (check->kind->end) check->kind->end(check, probe);
}

void checker_adapt(Checker *check, const CheckedText *probe)
{
  if (check->kind->adapt) check->kind->adapt(check, probe);
}

void checker_ease_to(Checker *check, double part)
{
  assert(check->kind->ease && part > 0 && part <= 1);
  check->kind->ease(check, part);
}

CheckVerdict checker_take(Checker *check, CheckedText *probe, RunResult *result)
{
  assert(result && (check->learnt || probe->yes + probe->no == 0));
  bool learns = !check->learnt;
  if (!learns && result->end == RUN_NOT_STARTED)
    error_set(&check->error, STATUS_IO, "a program cannot be run any more: %s",
              strerror(result->error_number));
  if (probe->step == 0) probe->cpu_ns = 0;
  probe->cpu_ns += result->cpu_ns;
  CheckVerdict verdict = check->kind->take(check, probe, result);
  probe->step++;
  if (verdict == CHECK_OPEN) return verdict;
  if (check->kind->end) check->kind->end(check, probe);
  probe->step = 0;
  if (learns) {
    check->learnt = verdict == CHECK_YES;
    check->original_ns = probe->cpu_ns;
    return verdict;
  }
  if (verdict == CHECK_YES)
    probe->yes++;
  else
    probe->no++;
  if (probe->yes >= check->needed) return CHECK_YES;
  return probe->no > check->rounds - check->needed ? CHECK_NO : CHECK_OPEN;
}
