#include "base/log.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

static const struct {
  const char *name;
  const char *colour;
} levels[] = {
    [LOG_ERROR] = {"error", "\033[31m"},
    [LOG_WARNING] = {"warning", "\033[33m"},
    [LOG_INFO] = {"info", "\033[32m"},
    [LOG_DEBUG] = {"debug", "\033[36m"},
};

Log log_to(FILE *stream, LogLevel level)
{
  assert(stream);
  const char *no_colour = getenv("NO_COLOR");
  int descriptor = fileno(stream);
  bool terminal = descriptor >= 0 && isatty(descriptor);
  return (Log){stream, level, terminal && !(no_colour && *no_colour)};
}

void log_write(const Log *log, LogLevel level, const char *format, ...)
{
  assert((size_t)level < sizeof levels / sizeof *levels);
  if (level > log->level) return;
  va_list arguments;
  va_start(arguments, format);
  flockfile(log->stream);
  if (log->colour)
    fprintf(log->stream, "assay: %s%s\033[0m: ", levels[level].colour, levels[level].name);
  else
    fprintf(log->stream, "assay: %s: ", levels[level].name);
  vfprintf(log->stream, format, arguments);
  fputc('\n', log->stream);
  funlockfile(log->stream);
  va_end(arguments);
}
