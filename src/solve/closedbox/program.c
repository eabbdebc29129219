#include "solve/closedbox/program.h"

#include <assert.h>
#include <ctype.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- arguments --- */

static void put_wide(StrBuf *out, Layout layout, const uint64_t *words)
{
  mpz_t number;
  mpz_init(number);
  mpz_import(number, layout.words, -1, sizeof *words, 0, 0, words);
  char *text = mpz_get_str(NULL, 10, number);
  strbuf_add_text(out, text);
  free(text);
  mpz_clear(number);
}

/* Appends an argument as the command line has it; false for a sort that has no such form. */
static bool box_program_put_argument(StrBuf *out, Layout layout, const uint64_t *words)
{
  float narrow;
  double number;
  switch (layout.kind) {
  case LAYOUT_BOOL: strbuf_add_text(out, words[0] ? "true" : "false"); return true;
  case LAYOUT_BITS: strbuf_add_u64(out, words[0]); return true;
  case LAYOUT_INT: strbuf_printf(out, "%lld", (long long)words[0]); return true;
  case LAYOUT_WIDE: put_wide(out, layout, words); return true;
  case LAYOUT_FLOAT:
    memcpy(&narrow, words, sizeof narrow);
    strbuf_printf(out, "%.9g", (double)narrow);
    return true;
  case LAYOUT_REAL:
  case LAYOUT_DOUBLE:
    memcpy(&number, words, sizeof number);
    strbuf_printf(out, "%.17g", number);
    return true;
  case LAYOUT_STRING: strbuf_add(out, (const char *)(words + 1), (size_t)words[0]); return true;
  case LAYOUT_BYTES:
  case LAYOUT_NONE: break;
  }
  return false;
}

/* --- results --- */

#define BLANKS   " \t\r\n"
#define DECIMALS "0123456789"

/* Is there nothing but blanks after the value, and after the parenthesis that closes it? */
static bool ends_here(const char *text, bool opened)
{
  text += strspn(text, BLANKS);
  if (opened && *text++ != ')') return false;
  return text[strspn(text, BLANKS)] == '\0';
}

static const char *skip_minus(const char *text, bool *opened, bool *negative)
{
  *opened = strncmp(text, "(-", 2) == 0;
  *negative = *opened || *text == '-';
  text += *opened ? 2 : *negative;
  return *opened ? text + strspn(text, BLANKS) : text;
}

/* The width of (_ bv15 8). */
static const char *skip_width(const char *text)
{
  text += strspn(text, BLANKS);
  return text + strspn(text, DECIMALS);
}

/* 15, -5, (- 5), #x0f, #b01, (_ bv15 8) */
static bool read_number(const char *text, mpz_t number)
{
  bool negative = false, opened = false, vector = strncmp(text, "(_ bv", 5) == 0;
  int base = strncmp(text, "#x", 2) == 0 ? 16 : strncmp(text, "#b", 2) == 0 ? 2 : 10;
  if (vector)
    text += 5;
  else if (base != 10)
    text += 2;
  else
    text = skip_minus(text, &opened, &negative);
  const char *digits = base == 16 ? "0123456789abcdefABCDEF" : base == 2 ? "01" : DECIMALS;
  size_t length = strspn(text, digits);
  if (length == 0 || length > 5000) return false;
  const char *end = vector ? skip_width(text + length) : text + length;
  if (!ends_here(end, vector || opened)) return false;
  char *copy = mem_copy_string(text, length);
  mpz_set_str(number, copy, base);
  free(copy);
  if (negative) mpz_neg(number, number);
  return true;
}

static bool number_words(Layout layout, const mpz_t number, uint64_t *words)
{
  if (layout.kind == LAYOUT_INT) {
    if (!mpz_fits_slong_p(number)) return false;
    words[0] = (uint64_t)mpz_get_si(number);
    return true;
  }
  if (mpz_sgn(number) < 0 || mpz_sizeinbase(number, 2) > layout.width) return false;
  memset(words, 0, layout.words * sizeof *words);
  for (size_t i = 0; i < mpz_size(number); i++) words[i] = mpz_getlimbn(number, (mp_size_t)i);
  return true;
}

/* A fraction like 1/3 is an error, as most have no exact double. */
static bool read_float(Layout layout, const char *text, uint64_t *words)
{
  bool opened = strncmp(text, "(-", 2) == 0;
  if (opened) text += 2 + strspn(text + 2, BLANKS);
  char *end;
  float narrow = strtof(text, &end);
  double number = strtod(text, &end);
  if (end == text || !ends_here(end, opened)) return false;
  if (isnan(number)) narrow = NAN, number = (double)NAN; /* there is one */
  if (opened && !isnan(number)) narrow = -narrow, number = -number;
  words[0] = 0;
  if (layout.kind == LAYOUT_FLOAT)
    memcpy(words, &narrow, sizeof narrow);
  else
    memcpy(words, &number, sizeof number);
  return true;
}

static bool read_bool(const char *text, uint64_t *words)
{
  words[0] = strncmp(text, "true", 4) == 0;
  if (words[0]) return ends_here(text + 4, false);
  return strncmp(text, "false", 5) == 0 && ends_here(text + 5, false);
}

static bool read_string(const char *text, uint64_t *words)
{
  size_t length = strcspn(text, "\n");
  if (length >= 2 && text[0] == '"' && text[length - 1] == '"') text++, length -= 2;
  if (length >= LAYOUT_STRING_BYTES) return false;
  memset(words, 0, sizeof *words + LAYOUT_STRING_BYTES);
  words[0] = length;
  memcpy(words + 1, text, length);
  return true;
}

bool box_program_read_result(Layout layout, const char *text, uint64_t *words)
{
  assert(text && words);
  while (isspace((unsigned char)*text)) text++;
  switch (layout.kind) {
  case LAYOUT_BOOL: return read_bool(text, words);
  case LAYOUT_STRING: return read_string(text, words);
  case LAYOUT_REAL:
  case LAYOUT_FLOAT:
  case LAYOUT_DOUBLE: return read_float(layout, text, words);
  case LAYOUT_BYTES:
  case LAYOUT_NONE: return false;
  default: break;
  }
  mpz_t number;
  mpz_init(number);
  bool fine = read_number(text, number) && number_words(layout, number, words);
  mpz_clear(number);
  return fine;
}

/* --- running --- */

enum { OUTPUT_BYTES = 1 << 16 };

bool box_program_call(Supervisor *sup, const Box *box, uint64_t call_ns, const uint64_t *args,
                      uint64_t *result)
{
  char *texts[BOX_MAX_ARITY + 2] = {0};
  const char *argv[BOX_MAX_ARITY + 2] = {box->path};
  bool fine = true;
  for (uint32_t i = 0, at = 0; i < box->arity; at += box->layouts[i++].words) {
    StrBuf text;
    strbuf_init(&text, 0);
    fine &= box_program_put_argument(&text, box->layouts[i], args + at);
    argv[i + 1] = texts[i] = mem_copy_string(strbuf_text(&text), text.length);
    strbuf_deinit(&text);
  }
  if (fine) {
    RunRequest request = {.argv = argv,
                          .limits = {.wall_ns = call_ns, .stdout_bytes = OUTPUT_BYTES},
                          .no_peak = true};
    RunResult run;
    supervisor_await(sup, supervisor_start(sup, &request), &run);
    fine = run.end == RUN_EXITED && (run.exit_code == 0 || run.exit_code == 10) && run.out.bytes &&
           strlen(run.out.bytes) == run.out.length &&
           box_program_read_result(box_result(box), run.out.bytes, result);
    run_result_deinit(&run);
  }
  for (uint32_t i = 0; i < box->arity; i++) free(texts[i]);
  return fine;
}
