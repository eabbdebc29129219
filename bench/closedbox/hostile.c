/* Boxes that misbehave. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Not a function: counts its calls. */
uint32_t counter(uint32_t x)
{
  static uint32_t calls;
  return x + ++calls;
}

/* Crashes for most arguments. */
uint32_t crashing(uint32_t x)
{
  if (x % 16 != 3) *(volatile int *)0 = 1;
  return x ^ 0xff;
}

/* Hangs for odd arguments. */
uint32_t hanging(uint32_t x)
{
  while (x & 1) continue;
  return x / 2 + 7;
}

/* Ends the process for large arguments. */
uint32_t exiting(uint32_t x)
{
  if (x > 1000) exit(0);
  if (x > 500) _exit(0);
  return x * x;
}

uint32_t printing(uint32_t x)
{
  printf("unsat\n");
  fflush(stdout);
  write(1, "sat\n", 4);
  return x + 11;
}

/* Takes two milliseconds. */
uint32_t slow(uint32_t x)
{
  usleep(2000);
  return x * 3;
}

/* Overflows the stack for large arguments. */
uint32_t deep(uint32_t x)
{
  volatile char room[4096];
  room[0] = (char)x;
  return x > 100 ? deep(x + 1) + room[0] : x + 1;
}

uint32_t aborting(uint32_t x)
{
  if (x < 10) abort();
  return x - 10;
}

uint32_t forking(uint32_t x)
{
  if (fork() == 0) sleep(1000);
  return x + 5;
}

/* Overwrites its own memory and what is near. */
uint32_t scribbling(uint32_t x)
{
  char buffer[8];
  if (x == 77) memset(buffer, 0x41, 100000);
  return x + buffer[0] * 0;
}
