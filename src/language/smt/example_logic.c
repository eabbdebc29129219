#include "language/smt/example_logic.h"

#include <string.h>

#include "base/file.h"
#include "smt/text/logic.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

/* A bank only grows: after so many files there is a new one. */
enum { FILES_OF_A_BANK = 64 };

static Logic logic_of(const Bank *bank, const Script *script)
{
  Logic said;
  const char *name = script->logic ? symbols_text(&bank->symbols, script->logic) : NULL;
  if (name && logic_parse(name, strlen(name), &said) && !said.all) return said;
  return logic_infer(bank, script);
}

static bool read_logic(Bank *bank, const char *path, Logic *logic)
{
  FileText text = {0};
  Script script = {0};
  Error error;
  bool read = file_read(path, 0, &text, &error) == STATUS_OK &&
              script_read(bank, text.bytes, text.length, &script, &error) == STATUS_OK;
  if (read) *logic = logic_of(bank, &script);
  script_deinit(&script);
  file_text_free(&text);
  return read;
}

static void join(Logic *logic, const Logic *other)
{
  logic->parts |= other->parts;
  logic->all |= other->all;
  if (logic->arithmetic < other->arithmetic) logic->arithmetic = other->arithmetic;
  if (logic->exact < other->exact) logic->exact = other->exact;
}

void example_logic(const PathVec *paths, StrBuf *name)
{
  Logic logic = {0}, next;
  bool any = false;
  Bank *bank = NULL;
  for (size_t i = 0; i < paths->count; i++) {
    if (bank && i % FILES_OF_A_BANK == 0) {
      bank_destroy(bank);
      bank = NULL;
    }
    if (!bank) bank = theory_create_bank();
    if (!read_logic(bank, paths->items[i], &next)) continue;
    join(&logic, &next);
    any = true;
  }
  if (bank) bank_destroy(bank);
  if (any) logic_name(&logic, name);
}
