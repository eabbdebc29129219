#include "testing.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"

/* What a log at `level` makes of one line of each level. */
static char *logged(LogLevel level, bool colour)
{
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  Log log = log_to(stream, level);
  assert_false(log.colour);
  log.colour = colour;
  log_write(&log, LOG_ERROR, "cannot start '%s'", "z3");
  log_write(&log, LOG_WARNING, "%d left", 3);
  log_write(&log, LOG_INFO, "started");
  log_write(&log, LOG_DEBUG, "details");
  fclose(stream);
  return text;
}

static void test_levels(void **state)
{
  (void)state;
  char *text = logged(LOG_DEBUG, false);
  assert_string_equal(text, "assay: error: cannot start 'z3'\nassay: warning: 3 left\n"
                            "assay: info: started\nassay: debug: details\n");
  free(text);
  text = logged(LOG_WARNING, false);
  assert_string_equal(text, "assay: error: cannot start 'z3'\nassay: warning: 3 left\n");
  free(text);
  text = logged(LOG_ERROR, false);
  assert_string_equal(text, "assay: error: cannot start 'z3'\n");
  free(text);
}

static void test_colour(void **state)
{
  (void)state;
  char *text = logged(LOG_ERROR, true);
  assert_string_equal(text, "assay: \033[31merror\033[0m: cannot start 'z3'\n");
  free(text);
}

static FILE *open_terminal(int *master)
{
  *master = posix_openpt(O_RDWR | O_NOCTTY);
  if (*master < 0 || grantpt(*master) < 0 || unlockpt(*master) < 0) return NULL;
  return fopen(ptsname(*master), "w");
}

static void test_terminal(void **state)
{
  (void)state;
  int master;
  FILE *terminal = open_terminal(&master);
  if (!terminal) skip();
  unsetenv("NO_COLOR");
  assert_true(log_to(terminal, LOG_INFO).colour);
  setenv("NO_COLOR", "1", 1);
  assert_false(log_to(terminal, LOG_INFO).colour);
  setenv("NO_COLOR", "", 1);
  assert_true(log_to(terminal, LOG_INFO).colour);
  unsetenv("NO_COLOR");
  fclose(terminal);
  close(master);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_levels),
      cmocka_unit_test(test_colour),
      cmocka_unit_test(test_terminal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
