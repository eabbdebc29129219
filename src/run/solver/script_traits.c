#include "run/solver/script_traits.h"

#include "smt/text/command.h"
#include "smt/text/scan.h"

void script_traits_add(ScriptTraits *traits, uint32_t flags)
{
  traits->queries += (flags & COMMAND_QUERY) != 0;
  traits->incremental |= (flags & COMMAND_INCREMENTAL) != 0 || traits->queries > 1;
  traits->constants |= (flags & COMMAND_CONSTANT) != 0;
  traits->models |= (flags & COMMAND_MODEL) != 0;
  traits->cores |= (flags & COMMAND_CORE) != 0;
  traits->echoes |= (flags & COMMAND_PRINTS) != 0;
  traits->foreign |= !(flags & COMMAND_STANDARD);
}

/* Most names are told by their first letter: this is done for each name of a script. */
static void see_name(ScriptTraits *traits, const Scan *scan)
{
  switch (scan->text[scan->start]) {
  case 's': traits->strings |= scan_begins(scan, "str.") || scan_begins(scan, "seq."); break;
  case 'r': traits->strings |= scan_begins(scan, "re."); break;
  case 'S': traits->strings |= scan_is(scan, "String") || scan_is(scan, "Seq"); break;
  case 'R':
    traits->strings |= scan_is(scan, "RegLan");
    traits->floats |= scan_is(scan, "RoundingMode");
    break;
  case 'f': traits->floats |= scan_begins(scan, "fp.") || scan_is(scan, "fp"); break;
  case 't': traits->floats |= scan_begins(scan, "to_fp"); break;
  case 'F': traits->floats |= scan_begins(scan, "Float"); break;
  default: break;
  }
}

/* Solvers print an echo with or without its quotes. */
static bool may_look_like_answer(const Scan *scan)
{
  static const char *const words[] = {"sat",     "unsat",       "unknown",
                                      "timeout", "unsupported", "success"};
  const char *text = scan->text + scan->start + 1;
  size_t length = (size_t)(scan->at - scan->start - 2);
  if (memchr(text, '\n', length) || memchr(text, '\r', length) || memchr(text, '\\', length))
    return true;
  while (length && scan_is_blank(text[0])) text++, length--;
  while (length && scan_is_blank(text[length - 1])) length--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == length && memcmp(text, words[i], length) == 0) return true;
  return false;
}

ScriptTraits script_traits(const char *text, uint64_t length)
{
  ScriptTraits traits = {0};
  Scan scan = {.text = text, .length = length};
  uint64_t depth = 0;
  bool head = false; /* the next piece begins a command */
  bool echo = false; /* it is what a command prints */
  for (;;) {
    ScanKind kind = scan_next(&scan);
    if (kind == SCAN_END || kind == SCAN_UNCLOSED) break;
    if (echo) traits.echoes |= kind != SCAN_STRING || may_look_like_answer(&scan);
    uint32_t flags =
        head && kind == SCAN_ATOM ? command_flags(scan.text + scan.start, scan.at - scan.start) : 0;
    echo = (flags & COMMAND_PRINTS) != 0;
    if (head && kind == SCAN_ATOM) script_traits_add(&traits, flags & ~(uint32_t)COMMAND_PRINTS);
    if (kind == SCAN_ATOM) see_name(&traits, &scan);
    head = kind == SCAN_OPEN && depth == 0;
    if (kind == SCAN_OPEN) depth++;
    if (kind == SCAN_CLOSE && depth) depth--;
  }
  return traits;
}
