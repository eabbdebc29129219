#include "reduce/check.h"

#include <assert.h>

void check_destroy(Check *check)
{
  check->kind->destroy(check);
}

void check_describe(const Check *check, StrBuf *out)
{
  check->kind->describe(check, out);
}

RunHandle check_start(Check *check, Supervisor *sup, Probe *probe, void *user)
{
  assert(check->needed >= 1 && check->needed <= check->rounds);
  check->runs++;
  return check->kind->start(check, sup, probe, user);
}

void check_abandon(Check *check, Probe *probe)
{
  if (check->kind->end) check->kind->end(check, probe);
}

void check_adapt(Check *check, const Probe *probe)
{
  if (check->kind->adapt) check->kind->adapt(check, probe);
}

Verdict check_take(Check *check, Probe *probe, RunResult *result)
{
  bool learns = !check->learnt;
  if (probe->step == 0) probe->cpu_ns = 0;
  probe->cpu_ns += result->cpu_ns;
  Verdict verdict = check->kind->take(check, probe, result);
  probe->step++;
  if (verdict == VERDICT_OPEN) return verdict;
  if (check->kind->end) check->kind->end(check, probe);
  probe->step = 0;
  if (learns) {
    check->learnt = verdict == VERDICT_YES;
    return verdict;
  }
  if (verdict == VERDICT_YES)
    probe->yes++;
  else
    probe->no++;
  if (probe->yes >= check->needed) return VERDICT_YES;
  return probe->no > check->rounds - check->needed ? VERDICT_NO : VERDICT_OPEN;
}
