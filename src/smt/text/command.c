#include "smt/text/command.h"

#include <assert.h>
#include <string.h>

typedef struct {
  const char *name;
  uint32_t length;
  uint32_t flags;
} CommandRow;

#define COMMAND_ROW(kind, name, flags) {name, sizeof name - 1, flags},
#define EXTENSION_ROW(name, flags)     {name, sizeof name - 1, (flags) | COMMAND_EXTENSION},
static const CommandRow rows[] = {COMMAND_LIST(COMMAND_ROW) COMMAND_EXTENSION_LIST(EXTENSION_ROW)};
#undef COMMAND_ROW
#undef EXTENSION_ROW

static const CommandRow prefixes[] = {
    {"declare", 7, COMMAND_DECLARES}, {"define", 6, COMMAND_DEFINES}, {"set-", 4, COMMAND_SETTING}};

const char *command_name(CommandKind kind)
{
  static_assert(sizeof rows / sizeof *rows >= CMD_COUNT, "each kind has a row");
  assert(kind < CMD_COUNT);
  return rows[kind].name;
}

uint32_t command_kind_flags(CommandKind kind)
{
  assert(kind < CMD_COUNT);
  return rows[kind].flags;
}

static const CommandRow *find_row(const char *name, size_t length)
{
  assert(name || length == 0);
  if (length == 0) return NULL; /* the row of CMD_EXTENSION */
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].length == length && memcmp(rows[i].name, name, length) == 0) return &rows[i];
  return NULL;
}

uint32_t command_flags(const char *name, size_t length)
{
  const CommandRow *row = find_row(name, length);
  return row ? row->flags : 0;
}

uint32_t command_likely_flags(const char *name, size_t length)
{
  const CommandRow *row = find_row(name, length);
  if (row) return row->flags;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (length > prefixes[i].length && memcmp(prefixes[i].name, name, prefixes[i].length) == 0)
      return prefixes[i].flags;
  return 0;
}
