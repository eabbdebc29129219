/* libFuzzer target: any bytes are read as a predicate or machine of B. What is accepted must print to text that is
 * accepted again and prints the same. */
#include "b/text/module.h"
#include "b/text/print.h"
#include "base/strbuf.h"
#include "target.h"

enum { PRINTED_MOST = 1 << 20 };

static void print_again(const char *printed, size_t length, const BPrintOptions *options)
{
  BBank *bank = b_bank_create();
  BModule module;
  StrBuf text;
  Error error = {0};
  strbuf_init(&text, PRINTED_MOST);
  if (b_read(bank, printed, length, &module, &error) != STATUS_OK)
    target_complain("printed text is not accepted:", printed, &error);
  b_print_module(bank, &module, options, &text);
  if (!text.overflow && (text.length != length || memcmp(text.bytes, printed, length) != 0))
    target_complain("printed text is printed in another way:", printed, &error);
  strbuf_deinit(&text);
  b_module_deinit(&module);
  b_bank_destroy(bank);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const BPrintOptions OPTIONS[] = {{0}, {.lines = true, .typing = true}};
  char *text = target_text(data, size);
  BBank *bank = b_bank_create();
  BModule module;
  Error error = {0};
  if (b_read(bank, text, size, &module, &error) == STATUS_OK) {
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
      StrBuf printed;
      strbuf_init(&printed, PRINTED_MOST);
      b_print_module(bank, &module, &OPTIONS[i], &printed);
      if (!printed.overflow) print_again(strbuf_text(&printed), printed.length, &OPTIONS[i]);
      strbuf_deinit(&printed);
    }
  }
  b_module_deinit(&module);
  b_bank_destroy(bank);
  free(text);
  return 0;
}
