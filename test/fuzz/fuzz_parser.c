/* libFuzzer target: any bytes are read as a script. What is accepted must print to text that is
 * accepted again, with the same terms. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smt/text/logic.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Noreturn void complain(const char *what, const char *text, const Error *error)
{
  fprintf(stderr, "%s\n%s\n%u:%u: %s\n", what, text, error->line, error->column, error->message);
  abort();
}

static bool same_commands(const Script *a, const Script *b)
{
  if (a->commands.count != b->commands.count) return false;
  for (size_t i = 0; i < a->commands.count; i++) {
    const Command *x = &a->commands.items[i], *y = &b->commands.items[i];
    if (x->kind != y->kind || x->a != y->a || x->b != y->b || x->count != y->count) return false;
    for (uint32_t k = 0; k < x->count; k++)
      if (script_list(a, x)[k] != script_list(b, y)[k]) return false;
  }
  return true;
}

/* Prints a script in one style and reads it back. */
static void check_round_trip(Bank *bank, const Script *script, const PrintOptions *options)
{
  StrBuf text;
  strbuf_init(&text, 16 << 20);
  Printer *printer = printer_create(bank, options);
  printer_script(printer, &text, script);
  printer_destroy(printer);
  if (!text.overflow) {
    Script again = {0};
    Error error = {0};
    const char *printed = strbuf_text(&text);
    if (script_read(bank, printed, text.length, &again, &error) != STATUS_OK)
      complain("printed text is not accepted:", printed, &error);
    if (!same_commands(script, &again)) complain("printed text has other terms:", printed, &error);
    script_deinit(&again);
  }
  strbuf_deinit(&text);
}

/* Loading the theories takes longer than most inputs, so a bank serves some inputs before it is made
 * anew. Inputs see only names and terms of earlier ones, which must not matter. */
static Bank *take_bank(void)
{
  enum { INPUTS_PER_BANK = 100 };
  static Bank *bank;
  static int used;
  if (used++ % INPUTS_PER_BANK == 0) {
    bank_destroy(bank);
    bank = theory_create_bank();
  }
  return bank;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *text = malloc(size + 16);
  if (size) memcpy(text, data, size);
  memset(text + size, 0, 16);
  Bank *bank = take_bank();
  Script script = {0};
  Error error = {0};
  if (script_read(bank, text, size, &script, &error) == STATUS_OK) {
    logic_infer(bank, &script);
    check_round_trip(bank, &script, &(PrintOptions){.share = SHARE_LET});
    check_round_trip(bank, &script,
                     &(PrintOptions){.share = SHARE_LET, .pretty = true, .width = 40});
    check_round_trip(bank, &script, &(PrintOptions){.share = SHARE_TREE});
  }
  script_deinit(&script);
  free(text);
  return 0;
}
