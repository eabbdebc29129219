#include "support/supervised.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "support/leftovers.h"
#include "testing.h"

static const char *fake(void)
{
  const char *path = getenv("ASSAY_FAKE");
  if (!path) fail_msg("ASSAY_FAKE has to name the program test/fake");
  return path;
}

int supervised_set_up(void **state)
{
  Supervised *fixture = calloc(1, sizeof *fixture);
  Error error;
  fixture->descriptors = leftovers_descriptors();
  snprintf(fixture->tag, sizeof fixture->tag, "test-run-%d", (int)getpid());
  if (supervisor_create(&fixture->sup, &error) != STATUS_OK) return -1;
  *state = fixture;
  return 0;
}

bool supervised_is_enclosed(const Supervisor *sup)
{
  return supervisor_supervision(sup, NULL) == SUPERVISION_NAMESPACE;
}

/* Every test ends with the same question: is anything left? */
int supervised_tear_down(void **state)
{
  Supervised *fixture = *state;
  int processes = leftovers_processes(fixture->tag);
  supervisor_destroy(fixture->sup);
  bool children = leftovers_children();
  int descriptors = leftovers_descriptors();
  bool well = processes == 0 && !children && descriptors == fixture->descriptors;
  if (!well)
    print_error("left: %d processes, children %d, descriptors %d, before %d\n", processes, children,
                descriptors, fixture->descriptors);
  free(fixture);
  return well ? 0 : -1;
}

RunRequest supervised_request(const Supervised *fixture, const char *mode, const char *argument,
                              const char *words[5])
{
  words[0] = fake();
  words[1] = mode;
  words[2] = argument;
  words[3] = fixture->tag;
  words[4] = NULL;
  return (RunRequest){.argv = words};
}

RunResult supervised_wait(Supervised *fixture)
{
  RunEvent event;
  RunEventKind kind = supervisor_wait(fixture->sup, 20000 * MS, &event);
  assert_int_equal(kind, RUN_EVENT_FINISHED);
  return event.result;
}

RunResult supervised_run_request(Supervised *fixture, const RunRequest *request)
{
  RunHandle handle = supervisor_start(fixture->sup, request);
  RunResult result = supervised_wait(fixture);
  assert_true(result.handle == handle);
  assert_int_equal(supervisor_pending(fixture->sup), 0);
  return result;
}

RunResult supervised_run(Supervised *fixture, const char *mode, const char *argument,
                         RunLimits limits)
{
  const char *words[5];
  RunRequest request = supervised_request(fixture, mode, argument, words);
  request.limits = limits;
  return supervised_run_request(fixture, &request);
}

int supervised_await_running(const Supervised *fixture, int wanted)
{
  uint64_t end = clock_monotonic_ns() + SUPERVISED_LATE;
  int count;
  while ((count = leftovers_processes(fixture->tag)) < wanted && clock_monotonic_ns() < end)
    usleep(1000);
  return count;
}

int supervised_await_end(const Supervised *fixture)
{
  uint64_t end = clock_monotonic_ns() + SUPERVISED_LATE;
  int count;
  while ((count = leftovers_processes(fixture->tag)) > 0 && clock_monotonic_ns() < end)
    usleep(1000);
  return count;
}

void supervised_choose(int argc, char **argv)
{
  if (argc > 1) setenv("ASSAY_SUPERVISION", argv[1], 1);
}
