/* Counting instructions of a run with the hardware's counters, where the kernel lets us. */
#ifndef RUN_PROCESS_COUNTER_H
#define RUN_PROCESS_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/* A counter can only start exactly with the program if the child itself opens it, and it is wanted
 * here: it comes through this pair of sockets. */
typedef struct {
  int here, child; /* -1: instructions cannot be counted */
} CounterChannel;

void counter_channel_init(CounterChannel *channel);
void counter_channel_deinit(CounterChannel *channel);

/* In the child: opens a counter that starts with the next program and sends it. */
void counter_send(int socket);
/* After the start: the counter's descriptor, or -1. */
int counter_receive(const CounterChannel *channel);
/* Once the processes have ended. */
bool counter_read(int counter, uint64_t *instructions);

#endif
