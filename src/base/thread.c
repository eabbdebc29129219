#include "base/thread.h"

#include <signal.h>
#include <stddef.h>

/* A thread inherits the mask. */
bool thread_start(pthread_t *thread, void *(*serve)(void *), void *user)
{
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  sigset_t all, before;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigdelset(&all, crashes[i]);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failure = pthread_create(thread, NULL, serve, user);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failure == 0;
}
