#include "run/solver/script_traits.h"

#include <stddef.h>

#include "smt/text/scan.h"

static bool is_one_of(const Scan *scan, const char *const *words)
{
  for (; *words; words++)
    if (scan_is(scan, *words)) return true;
  return false;
}

static void see_command(ScriptTraits *traits, const Scan *scan)
{
  static const char *const queries[] = {"check-sat", "check-sat-assuming", "check-sat-using", NULL};
  static const char *const standard[] = {"assert",
                                         "check-sat",
                                         "check-sat-assuming",
                                         "declare-const",
                                         "declare-fun",
                                         "declare-datatype",
                                         "declare-datatypes",
                                         "declare-sort",
                                         "define-fun",
                                         "define-const",
                                         "define-fun-rec",
                                         "define-funs-rec",
                                         "define-sort",
                                         "echo",
                                         "exit",
                                         "get-assertions",
                                         "get-assignment",
                                         "get-info",
                                         "get-model",
                                         "get-option",
                                         "get-proof",
                                         "get-unsat-core",
                                         "get-value",
                                         "get-unsat-assumptions",
                                         "pop",
                                         "push",
                                         "reset",
                                         "reset-assertions",
                                         "set-info",
                                         "set-logic",
                                         "set-option",
                                         NULL};
  traits->queries += is_one_of(scan, queries);
  traits->incremental |= scan_is(scan, "push") || scan_is(scan, "check-sat-assuming");
  traits->models |= scan_is(scan, "get-model") || scan_is(scan, "get-value");
  traits->cores |= scan_is(scan, "get-unsat-core") || scan_is(scan, "get-unsat-assumptions");
  traits->echoes |= scan_is(scan, "echo");
  traits->foreign |= !is_one_of(scan, standard);
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

ScriptTraits script_traits(const char *text, uint64_t length)
{
  ScriptTraits traits = {0};
  Scan scan = {.text = text, .length = length};
  uint64_t depth = 0;
  bool head = false; /* the next piece begins a command */
  for (;;) {
    ScanKind kind = scan_next(&scan);
    if (kind == SCAN_END || kind == SCAN_UNCLOSED) break;
    if (head && kind == SCAN_ATOM) see_command(&traits, &scan);
    if (kind == SCAN_ATOM) see_name(&traits, &scan);
    head = kind == SCAN_OPEN && depth == 0;
    if (kind == SCAN_OPEN) depth++;
    if (kind == SCAN_CLOSE && depth) depth--;
  }
  traits.incremental |= traits.queries > 1;
  return traits;
}
