/* libFuzzer target: any bytes are read as a theory file, after those that are built in. */
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { INPUTS_PER_BANK = 30 };
  static const char SCRIPT[] =
      "(declare-const x Int)(assert (= x (f x)))(check-sat)                ";
  static Bank *bank;
  static int used;
  if (used++ % INPUTS_PER_BANK == 0) {
    bank_destroy(bank);
    bank = theory_create_bank();
  }
  char *text = target_text(data, size);
  Error error = {0};
  theory_read(bank, text, size, &error);
  /* Whatever it has declared, scripts can be read. */
  Script script = {0};
  script_read(bank, SCRIPT, sizeof SCRIPT - 1, &script, &error);
  script_deinit(&script);
  free(text);
  return 0;
}
