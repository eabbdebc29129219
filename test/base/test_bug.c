/* What cannot happen ends the process and says where. */
#include "testing.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bug.h"

static void test_aborts(void **state)
{
  (void)state;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    BUG("kind %d", 7);
  }
  close(ends[1]);
  char text[200] = "";
  size_t length = 0; /* the message may come in pieces */
  for (ssize_t part; (part = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
    length += (size_t)part;
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  close(ends[0]);
  assert_true(length > 0);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  assert_non_null(strstr(text, "test_bug.c:"));
  assert_non_null(strstr(text, ": kind 7"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_aborts)};
  return cmocka_run_group_tests_name("bug", tests, NULL, NULL);
}
