#include "language/smt/reduce/lenient.h"

#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "language/smt/reduce/span.h"
#include "smt/text/parser.h"

/* After each error all is read again: bytes that are worth it. */
enum { WORK_MAX = 32 << 20 };

typedef struct {
  Bank *bank;
  const char *text;
  char *rest; /* the text with blanks for what cannot be read */
  size_t length;
  Spans commands; /* what is outside of all lists */
} Reading;

static bool find_commands(Reading *reading)
{
  Spans spans = {0};
  bool good = true;
  spans_read(reading->text, reading->length, &spans);
  for (size_t i = 0; i < spans.count && good; i++) {
    if (spans.items[i].depth) continue;
    /* A list of a word at least, and closed: it is printed as one. */
    good = spans.items[i].list && i + 1 < spans.count && spans.items[i + 1].depth == 1 &&
           !spans.items[i + 1].list && reading->text[spans.items[i].end - 1] == ')';
    VEC_PUSH(&reading->commands, spans.items[i]);
  }
  VEC_FREE(&spans);
  return good;
}

/* Blanks for the command that holds the error. False if none does. */
static bool hide(Reading *reading, size_t offset)
{
  size_t low = 0, high = reading->commands.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (reading->commands.items[middle].end <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == reading->commands.count) return false;
  const Span *command = &reading->commands.items[low];
  if (command->start > offset || reading->rest[command->start] != '(') return false;
  memset(reading->rest + command->start, ' ', command->end - command->start);
  return true;
}

/* Reads what can be read. */
static bool read_rest(Reading *reading, Script *script)
{
  for (size_t effort = 0; effort <= WORK_MAX; effort += reading->length) {
    Error error;
    if (script_read(reading->bank, reading->rest, reading->length, script, &error) == STATUS_OK)
      return true;
    script_deinit(script);
    *script = (Script){0};
    if (!hide(reading, error.offset)) return false;
  }
  return false;
}

static void push_hidden(const Reading *reading, const Span *command, Script *to)
{
  assert(command->start < command->end && command->end <= reading->length);
  SymbolTable *symbols = &reading->bank->symbols;
  const char *start = reading->text + command->start + 1;
  const char *end = reading->text + command->end - 1;
  const char *word = start;
  while (word < end && strchr(" \t\r\n", *word)) word++;
  const char *rest = word;
  while (rest < end && !strchr(" \t\r\n()\"|;", *rest)) rest++;
  Symbol name = symbols_intern(symbols, word, (size_t)(rest - word));
  while (rest < end && strchr(" \t\r\n", *rest)) rest++;
  Symbol text = rest < end ? symbols_intern(symbols, rest, (size_t)(end - rest)) : 0;
  VEC_PUSH(&to->commands, ((Command){.kind = CMD_EXTENSION, .a = name, .b = text}));
}

/* All commands in their order. */
static uint32_t merge(const Reading *reading, const Script *known, Script *to)
{
  size_t next = 0;
  uint32_t opaque = 0;
  to->logic = known->logic;
  for (size_t i = 0; i < reading->commands.count; i++) {
    const Span *command = &reading->commands.items[i];
    if (reading->rest[command->start] == '(') {
      for (; next < known->commands.count && known->commands.items[next].offset < command->end;
           next++)
        script_copy_command(known, &known->commands.items[next], to);
    } else {
      push_hidden(reading, command, to);
      opaque++;
    }
  }
  assert(next == known->commands.count);
  return opaque;
}

static bool has_assertions(const Script *script)
{
  U32Vec terms = {0};
  script_collect_assertions(script, &terms);
  bool found = terms.count > 0;
  VEC_FREE(&terms);
  return found;
}

bool lenient_read(Bank *bank, const char *text, size_t length, Script *script, uint32_t *opaque)
{
  Reading reading = {.bank = bank, .text = text, .length = length};
  reading.rest = mem_alloc_zero(length + FILE_PADDING, 1);
  memcpy(reading.rest, text, length);
  Script known = {0};
  bool good = find_commands(&reading) && read_rest(&reading, &known);
  if (good) {
    *opaque = merge(&reading, &known, script);
    good = has_assertions(&known);
  }
  script_deinit(&known);
  if (!good) {
    script_deinit(script);
    *script = (Script){0};
  }
  free(reading.rest);
  VEC_FREE(&reading.commands);
  return good;
}
