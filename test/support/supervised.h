/* Tests of the supervisor: a supervisor and the program test/fake, and at the end of each test the question whether anything is
 * left. The only argument of their programs is the way of supervision, `marks` or none: what this machine gives. */
#ifndef TEST_SUPPORT_SUPERVISED_H
#define TEST_SUPPORT_SUPERVISED_H

#include <stdint.h>

#include "run/process/supervisor.h"

#define MS  UINT64_C(1000000)
#define MIB ((uint64_t)1 << 20)

/* Times in tests are generous: the machine may be busy. */
#define SUPERVISED_SOON (5000 * MS)
#define SUPERVISED_LATE (30000 * MS)

typedef struct {
  Supervisor *sup;
  char tag[32]; /* an argument of all programs */
  int descriptors;
} Supervised;

/* For cmocka. */
int supervised_set_up(void **state);
int supervised_tear_down(void **state);
#define SUPERVISED_TEST(name)                                                                      \
  cmocka_unit_test_setup_teardown(test_##name, supervised_set_up, supervised_tear_down)

/* Sets the way of supervision from the arguments of the program. */
void supervised_choose(int argc, char **argv);
bool supervised_is_enclosed(const Supervisor *sup);

/* Fills in the words of a request for `fake MODE ARGUMENT TAG`. */
RunRequest supervised_request(const Supervised *fixture, const char *mode, const char *argument,
                              const char *words[5]);
/* The result of the next run that ends. */
RunResult supervised_wait(Supervised *fixture);
/* Runs the request, or `fake MODE ARGUMENT TAG`, to its end. */
RunResult supervised_run_request(Supervised *fixture, const RunRequest *request);
RunResult supervised_run(Supervised *fixture, const char *mode, const char *argument,
                         RunLimits limits);

/* How many programs there are, once there are as many as wanted. */
int supervised_await_running(const Supervised *fixture, int wanted);
/* How many are left, at last none. */
int supervised_await_end(const Supervised *fixture);

#endif
