/* Threads that leave signals to the thread that started the program. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread. Signals stay with the other threads, but for those of a crash of this one: blocked, they would end the
 * process without a handler, which may have to give a terminal back. False: there is no thread. */
bool thread_start(pthread_t *thread, void *(*serve)(void *), void *user);

#endif
