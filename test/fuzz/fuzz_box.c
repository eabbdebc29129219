/* libFuzzer target: closed boxes. The first byte says what the rest is: a script that declares boxes, after a line with
 * what --box was given; what a box that is a program has printed; or the bytes that its process gets. */
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "solve/closedbox/box.h"
#include "solve/closedbox/program.h"
#include "target.h"

enum { KIND_DECLARATION, KIND_ANSWER, KIND_BYTES, KIND_COUNT };

static void read_declaration(char *text, size_t size)
{
  enum { INPUTS_PER_BANK = 100 };
  static Bank *bank;
  static int used;
  if (used++ % INPUTS_PER_BANK == 0) {
    bank_destroy(bank);
    bank = theory_create_bank();
  }
  char *line = memchr(text, '\n', size);
  const char *script_text = line ? line + 1 : text;
  size_t length = size - (size_t)(script_text - text);
  if (line) *line = '\0';
  const char *given[] = {text};
  Script script = {0};
  Boxes boxes = {0};
  Error error = {0};
  if (script_read(bank, script_text, length, &script, &error) == STATUS_OK &&
      boxes_are_declared(&script)) {
    boxes_init(&boxes, bank, &script, given, line && *text ? 1 : 0, &error);
    boxes_deinit(&boxes);
  }
  script_deinit(&script);
}

/* Words beyond those of the layout must stay as they are. */
static void read_answer(const char *text)
{
  static const Layout LAYOUTS[] = {
      {LAYOUT_BOOL, 0, 1},  {LAYOUT_BITS, 1, 1},   {LAYOUT_BITS, 64, 1},
      {LAYOUT_WIDE, 65, 2}, {LAYOUT_INT, 0, 1},    {LAYOUT_REAL, 0, 1},
      {LAYOUT_FLOAT, 0, 1}, {LAYOUT_DOUBLE, 0, 1}, {LAYOUT_STRING, 0, 1 + LAYOUT_STRING_BYTES / 8},
      {LAYOUT_BYTES, 3, 1},
  };
  for (size_t i = 0; i < sizeof LAYOUTS / sizeof *LAYOUTS; i++) {
    uint64_t words[64];
    memset(words, 0x5a, sizeof words);
    box_program_read_result(LAYOUTS[i], text, words);
    for (size_t k = LAYOUTS[i].words; k < 64; k++)
      if (words[k] != UINT64_C(0x5a5a5a5a5a5a5a5a)) abort();
  }
}

static void read_bytes(const char *bytes, size_t size)
{
  ByteReader reader = {.bytes = bytes, .length = size};
  Boxes boxes = {0};
  if (boxes_get(&reader, &boxes)) {
    StrBuf out;
    strbuf_init(&out, 0);
    boxes_put(&out, &boxes);
    strbuf_deinit(&out);
  }
  boxes_deinit(&boxes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  char *text = target_text(data + 1, size - 1);
  switch (data[0] % KIND_COUNT) {
  case KIND_DECLARATION: read_declaration(text, size - 1); break;
  case KIND_ANSWER: read_answer(text); break;
  default: read_bytes(text, size - 1); break;
  }
  free(text);
  return 0;
}
