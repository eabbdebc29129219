#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/process/boundary.h"
#include "run/process/session.h"
#include "run/process/supervisor_internal.h"
#include "support/leftovers.h"

#define MS UINT64_C(1000000)

typedef struct {
  Supervisor *sup;
  RunRequest request;
  const char *words[5];
  char tag[32];
  int descriptors;
} Fixture;

static int set_up(void **state)
{
  Fixture *fixture = calloc(1, sizeof *fixture);
  Error error;
  fixture->descriptors = leftovers_descriptors();
  snprintf(fixture->tag, sizeof fixture->tag, "test-session-%d", (int)getpid());
  fixture->words[0] = getenv("ASSAY_FAKE");
  fixture->words[1] = "converse";
  fixture->words[2] = "";
  fixture->words[3] = fixture->tag;
  fixture->request = (RunRequest){.argv = fixture->words};
  if (!fixture->words[0] || supervisor_create(&fixture->sup, &error) != STATUS_OK) return -1;
  *state = fixture;
  return 0;
}

static int tear_down(void **state)
{
  Fixture *fixture = *state;
  int processes = leftovers_processes(fixture->tag);
  supervisor_destroy(fixture->sup);
  bool children = leftovers_children();
  bool well = processes == 0 && !children && leftovers_descriptors() == fixture->descriptors;
  if (!well) print_error("left: %d processes, children %d\n", processes, children);
  free(fixture);
  return well ? 0 : -1;
}

static SessionQuery marked(const char *text)
{
  return (SessionQuery){.bytes = text,
                        .length = strlen(text),
                        .until = UNTIL_MARKER,
                        .marker = "done-1",
                        .wall_ns = 20000 * MS};
}

static void check(SessionAnswer answer, SessionOutcome outcome, const char *out)
{
  assert_int_equal(answer.outcome, outcome);
  assert_int_equal(answer.out_length, strlen(out));
  assert_memory_equal(answer.out, out, answer.out_length);
}

static void test_marker(void **state)
{
  Fixture *fixture = *state;
  Session *session = session_create(fixture->sup, &fixture->request);
  assert_true(session_is_alive(session));
  SessionQuery query = marked("say sat\nsay \"done-1\"\n");
  check(session_query(session, &query), SESSION_ANSWERED, "sat\n");
  query = marked("say done-1x\nmutter oh\nsay done-1\n");
  SessionAnswer answer = session_query(session, &query);
  check(answer, SESSION_ANSWERED, "done-1x\n");
  assert_int_equal(answer.err_length, 3);
  assert_memory_equal(answer.err, "oh\n", 3);
  query = marked("say done-1\n");
  for (int i = 0; i < 1000; i++) check(session_query(session, &query), SESSION_ANSWERED, "");
  assert_int_equal(session_query_count(session), 1002);
  session_destroy(session);
}

static void test_lines_and_expressions(void **state)
{
  Fixture *fixture = *state;
  Session *session = session_create(fixture->sup, &fixture->request);
  SessionQuery query = marked("say a\nsay b\nsay c\n");
  query.until = UNTIL_LINES;
  query.count = 2;
  check(session_query(session, &query), SESSION_ANSWERED, "a\nb\n");
  query = marked("say (d (e\nsay \"(\" |)|))\nsay f\n");
  query.until = UNTIL_EXPRESSIONS;
  query.count = 3;
  check(session_query(session, &query), SESSION_ANSWERED, "c\n(d (e\n\"(\" |)|))\nf\n");
  session_destroy(session);
}

static void test_ends(void **state)
{
  Fixture *fixture = *state;
  Session *session = session_create(fixture->sup, &fixture->request);
  SessionQuery query = marked("say sat\ncrash\n");
  check(session_query(session, &query), SESSION_ENDED, "sat\n");
  assert_false(session_is_alive(session));
  assert_int_equal(session_last_run(session)->signal, SIGABRT);
  check(session_query(session, &query), SESSION_ENDED, "");
  session_restart(session);
  query = marked("say last\nsay done-1\nexit\n");
  check(session_query(session, &query), SESSION_ANSWERED, "last\n");
  query = marked("say more\n");
  check(session_query(session, &query), SESSION_ENDED, "");
  assert_int_equal(session_last_run(session)->exit_code, 7);
  session_restart(session);
  query = marked("say again\nsay done-1\n");
  check(session_query(session, &query), SESSION_ANSWERED, "again\n");
  session_destroy(session);
}

static void test_limits(void **state)
{
  Fixture *fixture = *state;
  fixture->request.limits.stdout_bytes = 100000;
  Session *session = session_create(fixture->sup, &fixture->request);
  SessionQuery query = marked("say sat\nhang\n");
  query.wall_ns = 100 * MS;
  SessionAnswer answer = session_query(session, &query);
  check(answer, SESSION_TIMEOUT, "sat\n");
  assert_true(answer.wall_ns >= 100 * MS && answer.wall_ns < 5000 * MS);
  session_restart(session);
  query = marked("flood\n");
  answer = session_query(session, &query);
  assert_int_equal(answer.outcome, SESSION_ENDED);
  assert_int_equal(answer.out_length, 100000);
  assert_int_equal(session_last_run(session)->end, RUN_OUTPUT_LIMIT);
  session_destroy(session);
}

/* Each side writes more than the pipes hold. */
static void test_no_deadlock(void **state)
{
  enum { LINES = 20000 };
  Fixture *fixture = *state;
  fixture->request.limits.stdout_bytes = 100 << 20;
  Session *session = session_create(fixture->sup, &fixture->request);
  char *text = malloc(LINES * 5 + 100);
  for (int i = 0; i < LINES; i++) memcpy(text + (ptrdiff_t)i * 5, "much\n", 6);
  strcat(text, "say done-1\n");
  SessionQuery query = marked(text);
  SessionAnswer answer = session_query(session, &query);
  assert_int_equal(answer.outcome, SESSION_ANSWERED);
  assert_int_equal(answer.out_length, LINES * 1001);
  /* One that does not read at all, and one that has closed its input. */
  memcpy(text, "hang\n", 5);
  query.wall_ns = 200 * MS;
  assert_int_equal(session_query(session, &query).outcome, SESSION_TIMEOUT);
  session_restart(session);
  memcpy(text, "deaf\n", 5);
  assert_int_equal(session_query(session, &query).outcome, SESSION_TIMEOUT);
  session_destroy(session);
  free(text);
}

static void test_side_by_side(void **state)
{
  enum { SESSIONS = 8 };
  Fixture *fixture = *state;
  Session *sessions[SESSIONS];
  RunEvent event;
  for (int i = 0; i < SESSIONS; i++) {
    sessions[i] = session_create(fixture->sup, &fixture->request);
    SessionQuery query = marked("sleep\nsay sat\nsay done-1\n");
    session_ask(sessions[i], &query);
  }
  fixture->words[1] = "sat";
  supervisor_start(fixture->sup, &fixture->request);
  int runs = 0, answers = 0;
  while (supervisor_pending(fixture->sup) > 0) {
    RunEventKind kind = supervisor_wait(fixture->sup, 20000 * MS, &event);
    if (kind == RUN_EVENT_FINISHED) {
      runs++;
      run_result_deinit(&event.result);
    } else {
      assert_int_equal(kind, RUN_EVENT_ANSWERED);
      check(session_answer(event.session), SESSION_ANSWERED, "sat\n");
      answers++;
    }
  }
  assert_int_equal(runs, 1);
  assert_int_equal(answers, SESSIONS);
  for (int i = 0; i < SESSIONS; i++) session_destroy(sessions[i]);
}

static void test_not_started(void **state)
{
  Fixture *fixture = *state;
  fixture->words[0] = "/nonexistent/solver";
  Session *session = session_create(fixture->sup, &fixture->request);
  assert_false(session_is_alive(session));
  SessionQuery query = marked("x");
  check(session_query(session, &query), SESSION_ENDED, "");
  assert_int_equal(session_last_run(session)->end, RUN_NOT_STARTED);
  session_destroy(session);
}

/* However the bytes come, the answer ends in the same place. */
static void test_boundary_in_pieces(void **state)
{
  (void)state;
  static const struct {
    SessionQuery query;
    const char *text;
    int end, next; /* -1: not complete */
  } cases[] = {
      {{.until = UNTIL_MARKER, .marker = "m"}, "a\r\nm\r\nb", 3, 6},
      {{.until = UNTIL_MARKER, .marker = "m"}, "mm\n \"m\n\"m\"", -1, -1},
      {{.until = UNTIL_MARKER, .marker = "m"}, "m\n", 0, 2},
      {{.until = UNTIL_LINES, .count = 2}, "\n\nx", 2, 2},
      {{.until = UNTIL_EXPRESSIONS, .count = 1}, "sat", -1, -1},
      {{.until = UNTIL_EXPRESSIONS, .count = 1}, "sat\n", 4, 4},
      {{.until = UNTIL_EXPRESSIONS, .count = 1}, "; (\n(a \"b)\"\")\" ; )\n |)|)\n", 24, 24},
      {{.until = UNTIL_EXPRESSIONS, .count = 2}, "a(b)c", 4, 4},
      {{.until = UNTIL_EXPRESSIONS, .count = 1}, ") \"a\"\"b\" c", 8, 8},
      {{.until = UNTIL_EXPRESSIONS, .count = 1}, "((a)", -1, -1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t length = strlen(cases[i].text);
    for (size_t step = 1; step <= length; step++) {
      Boundary boundary = {0};
      bool found = false;
      boundary_begin(&boundary, &cases[i].query);
      for (size_t n = step; !found; n += step) {
        found = boundary_find(&boundary, cases[i].text, n < length ? n : length);
        if (n >= length) break;
      }
      assert_int_equal(found, cases[i].end >= 0);
      if (found) assert_int_equal(boundary.end, cases[i].end);
      if (found) assert_int_equal(boundary.next, cases[i].next);
      boundary_deinit(&boundary);
    }
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      TEST(marker),      TEST(lines_and_expressions),
      TEST(ends),        TEST(limits),
      TEST(no_deadlock), TEST(side_by_side),
      TEST(not_started), cmocka_unit_test(test_boundary_in_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
