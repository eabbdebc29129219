#include "run/solver/self_test.h"

#include <string.h>

#include "run/solver/smoke.h"

#define TEST_WALL_NS UINT64_C(5000000000)
enum { TEST_OUTPUT = 1 << 20, THEORIES = 2 };

typedef enum { TEST_SAT, TEST_UNSAT, TEST_MODEL, TEST_ERROR, TEST_COUNT } TestKind;

static void write_script(const SmokeTest *test, TestKind kind, StrBuf *script)
{
  strbuf_clear(script);
  if (kind == TEST_SAT || kind == TEST_UNSAT) {
    smoke_script(test, kind == TEST_SAT, script);
    return;
  }
  const char *assertion = kind == TEST_ERROR ? "(= assay_unknown true)" : test->sat;
  strbuf_printf(script, "(set-logic %s)\n%s\n(assert %s)\n(check-sat)\n(get-model)\n(exit)\n",
                test->logic, test->declarations, assertion);
}

/* Who claims ALL claims the plain logics that come first. */
static bool claims(const Profile *profile, const char *logic)
{
  for (uint32_t i = 0; i < profile->logics.items_count; i++)
    if (strcmp(profile->logics.items[i], logic) == 0 ||
        strcmp(profile->logics.items[i], "ALL") == 0)
      return true;
  return profile->logics.items_count == 0;
}

static bool same_bytes(const RunOutput *a, const RunOutput *b)
{
  return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

static bool same(const Outcome *a, const Outcome *b, bool same_output)
{
  if (a->kind != b->kind || a->answers.count != b->answers.count) return false;
  for (size_t i = 0; i < a->answers.count; i++)
    if (a->answers.items[i].kind != b->answers.items[i].kind ||
        a->answers.items[i].is_void != b->answers.items[i].is_void)
      return false;
  const RunResult *run = &a->run, *other = &b->run;
  return !same_output || (run->exit_code == other->exit_code && run->signal == other->signal &&
                          same_bytes(&run->out, &other->out) && same_bytes(&run->err, &other->err));
}

typedef struct {
  Supervisor *sup;
  const SolveRequest *like;
  bool same_output;
  SelfTestRun *other;
  void *user;
} SelfTest;

static const char *try_script(const SelfTest *test, const StrBuf *script, TestKind kind)
{
  SolveRequest request = *test->like;
  request.path = NULL;
  request.bytes = script->bytes;
  request.length = script->length;
  request.traits.queries = 1; /* the rest says how the solver is called */
  request.limits.wall_ns = TEST_WALL_NS;
  request.limits.stdout_bytes = request.limits.stderr_bytes = TEST_OUTPUT;
  request.user = NULL;
  RunResult result;
  Outcome plain, other;
  supervisor_await(test->sup, solve_start(test->sup, &request), &result);
  outcome_read(&request, &result, &plain);
  const char *reason = NULL;
  if ((kind == TEST_SAT && plain.kind != OUTCOME_SAT) ||
      (kind == TEST_UNSAT && plain.kind != OUTCOME_UNSAT)) {
    reason = "it does not answer the scripts of the self-test";
  } else if (!test->other(test->user, &request, &other)) {
    reason = "it ends by itself";
  } else {
    if (!same(&plain, &other, test->same_output)) reason = "the self-test gave other answers";
    outcome_deinit(&other);
  }
  outcome_deinit(&plain);
  return reason;
}

const char *self_test(Supervisor *sup, const SolveRequest *like, bool same_output,
                      SelfTestRun *other, void *user)
{
  SelfTest test = {sup, like, same_output, other, user};
  StrBuf script;
  strbuf_init(&script, 0);
  const char *reason = NULL;
  unsigned tried = 0;
  for (size_t i = 0; i < smoke_test_count && tried < THEORIES && !reason; i++) {
    if (!claims(like->solver->profile, smoke_tests[i].logic)) continue;
    tried++;
    for (int kind = 0; kind < TEST_COUNT && !reason; kind++) {
      write_script(&smoke_tests[i], (TestKind)kind, &script);
      reason = try_script(&test, &script, (TestKind)kind);
    }
  }
  strbuf_deinit(&script);
  return tried ? reason : "no script of the self-test is for its logics";
}
