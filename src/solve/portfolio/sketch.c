#include "solve/portfolio/sketch.h"

#include "smt/text/scan.h"

void sketch_deinit(ScriptSketch *outline)
{
  VEC_FREE(&outline->asks_model);
  *outline = (ScriptSketch){0};
}

/* Commands that are silent unless :print-success is on. */
static bool is_silent(const Scan *name)
{
  static const char *const begins[] = {"declare-", "define-", "set-",  "assert",
                                       "push",     "pop",     "reset", "exit"};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (scan_begins(name, begins[i])) return true;
  return false;
}

/* (set-option :print-success true) */
static bool turns_success_on(Scan scan)
{
  return scan_next(&scan) == SCAN_ATOM && scan_is(&scan, ":print-success") &&
         scan_next(&scan) == SCAN_ATOM && scan_is(&scan, "true");
}

static void see_command(ScriptSketch *outline, const Scan *name, uint64_t end, bool *verbose)
{
  if (scan_begins(name, "check-sat")) VEC_PUSH(&outline->asks_model, false);
  if (scan_is(name, "get-model") && outline->asks_model.count)
    outline->asks_model.items[outline->asks_model.count - 1] = true;
  if (scan_is(name, "set-option") && turns_success_on(*name)) *verbose = true;
  if (*verbose || !is_silent(name)) outline->answered = end;
  if (*verbose && is_silent(name)) outline->successes++;
  outline->exits = scan_is(name, "exit");
  outline->boxes |= scan_is(name, "declare-cb") || scan_is(name, "declare-oracle-fun");
}

void sketch_read(const char *text, uint64_t length, ScriptSketch *outline)
{
  Scan scan = {.text = text, .length = length};
  bool verbose = false;
  *outline = (ScriptSketch){0};
  while (!outline->exits) {
    uint64_t end;
    ScanKind kind = scan_next(&scan);
    if (kind == SCAN_END || kind == SCAN_UNCLOSED) return;
    if (kind != SCAN_OPEN) { /* not a command: solvers will complain */
      outline->end = outline->answered = scan.at;
      continue;
    }
    if (!scan_list_end(text, length, scan.start, &end)) return;
    Scan name = scan;
    if (scan_next(&name) == SCAN_ATOM)
      see_command(outline, &name, end, &verbose);
    else
      outline->answered = end;
    outline->end = scan.at = end;
  }
}
