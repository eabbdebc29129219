/* More boxes that misbehave. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Divides by zero. */
uint32_t dividing(uint32_t x)
{
  return 100000 / (x - 50);
}
/* Hangs for all large arguments. */
uint32_t looping(uint32_t x)
{
  while (x > 5000) continue;
  return x * 17;
}
int64_t quitting(int64_t x)
{
  if (x < 0) exit(3);
  return x * x + x;
}
uint16_t shouting(uint16_t x)
{
  fprintf(stderr, "error %u\n", x);
  printf("(error \"x\")\nunknown\n");
  return (uint16_t)(x * 5 + 3);
}
/* Takes five milliseconds. */
uint32_t sleepy(uint32_t x)
{
  struct timespec time = {0, 5000000};
  nanosleep(&time, NULL);
  return x / 3;
}
/* Takes the process's timers, handlers and descriptors. */
uint32_t meddling(uint32_t x)
{
  struct itimerval none = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &none, NULL);
  signal(SIGALRM, SIG_IGN);
  signal(SIGSEGV, SIG_DFL);
  for (int fd = 0; fd < 20; fd++) close(fd);
  chdir("/");
  return x ^ 0x1234;
}
uint32_t hungry(uint32_t x)
{
  volatile char *room = malloc(1 << 20);
  if (!room) abort();
  room[x % 1000] = 1;
  return x + 77;
}
/* Not functions: random, by the address, by the process. */
uint32_t dice(uint32_t x)
{
  return x + (uint32_t)rand() % 2;
}
static int here;
uint32_t by_address(uint8_t x)
{
  return (uint32_t)(x ^ (uintptr_t)&here >> 12);
}
uint32_t by_process(uint8_t x)
{
  return (uint32_t)(x + getpid());
}
