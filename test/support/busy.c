#include "support/busy.h"

#include <stdlib.h>
#include <unistd.h>

double busy_factor(void)
{
  double load;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  if (processors < 1 || getloadavg(&load, 1) != 1) return 1;
  return load > (double)processors ? load / (double)processors : 1;
}
