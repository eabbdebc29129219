#include "smt/draw/settings.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void gen_settings_init(GenSettings *settings)
{
  *settings = (GenSettings){
      .logic = {.parts = LOGIC_BITVECTORS},
      .asserts = 5,
      .vars = 5,
      .ufs = 3,
      .uf_arity = 3,
      .depth = 3,
      .max_width = 128,
      .literal_percent = 25,
      .let_percent = 10,
      .likely_percent = 50,
      .nodes = 100,
      .reuse_percent = 70,
      .worlds = 16,
  };
}

void gen_settings_deinit(GenSettings *settings)
{
  for (size_t i = 0; i < settings->weights.count; i++) free(settings->weights.items[i].name);
  VEC_FREE(&settings->weights);
  VEC_FREE(&settings->widths);
  VEC_FREE(&settings->formats);
  VEC_FREE(&settings->excluded);
  VEC_FREE(&settings->excluded_sorts);
  VEC_FREE(&settings->exact);
}

void gen_settings_copy(GenSettings *copy, const GenSettings *settings)
{
  *copy = *settings;
  copy->weights = (ConstructWeights){0};
  copy->excluded = copy->excluded_sorts = copy->exact = (U32Vec){0};
  copy->widths = (WidthRanges){0};
  copy->formats = (DrawFormats){0};
  for (size_t i = 0; i < settings->weights.count; i++) {
    const ConstructWeight *weight = &settings->weights.items[i];
    gen_settings_weigh(copy, weight->name, strlen(weight->name), weight->weight);
    copy->weights.items[i].optional = weight->optional;
  }
  VEC_APPEND(&copy->widths, settings->widths.items, settings->widths.count);
  VEC_APPEND(&copy->formats, settings->formats.items, settings->formats.count);
  VEC_APPEND(&copy->excluded, settings->excluded.items, settings->excluded.count);
  VEC_APPEND(&copy->excluded_sorts, settings->excluded_sorts.items, settings->excluded_sorts.count);
  VEC_APPEND(&copy->exact, settings->exact.items, settings->exact.count);
}

void gen_settings_logic(GenSettings *settings, const Logic *logic)
{
  settings->logic = *logic;
  if (!logic->all) return;
  settings->logic.parts |= LOGIC_UF | LOGIC_ARRAYS | LOGIC_BITVECTORS | LOGIC_FLOATS |
                           LOGIC_DATATYPES | LOGIC_STRINGS | LOGIC_INTS | LOGIC_REALS;
  settings->logic.arithmetic = ARITH_NONLINEAR;
}

uint32_t gen_settings_draw(uint32_t most, uint32_t spread, Choice *choice)
{
  if (spread == 0 || most <= 1) return most;
  return most - choose(choice, spread < most ? spread + 1 : most);
}

bool gen_settings_has_width(const GenSettings *settings, uint64_t width)
{
  for (size_t i = 0; i < settings->widths.count; i++)
    if (width >= settings->widths.items[i].low && width <= settings->widths.items[i].high)
      return true;
  return settings->widths.count == 0 && width <= settings->max_width;
}

/* --- weights ------------------------------------------------------------------------------ */

static ConstructWeight *find_weight(const GenSettings *settings, const char *name, size_t length)
{
  for (size_t i = 0; i < settings->weights.count; i++) {
    ConstructWeight *weight = &settings->weights.items[i];
    if (strlen(weight->name) == length && memcmp(weight->name, name, length) == 0) return weight;
  }
  return NULL;
}

void gen_settings_weigh(GenSettings *settings, const char *name, size_t length, double weight)
{
  ConstructWeight *known = find_weight(settings, name, length);
  if (known) {
    known->weight = weight;
    return;
  }
  VEC_PUSH(&settings->weights, ((ConstructWeight){mem_copy_string(name, length), weight, false}));
}

void gen_settings_leave_out(GenSettings *settings, const char *name)
{
  size_t length = strlen(name);
  gen_settings_weigh(settings, name, length, 0);
  find_weight(settings, name, length)->optional = true;
}

double gen_settings_weight(const GenSettings *settings, const char *name)
{
  const ConstructWeight *known = find_weight(settings, name, strlen(name));
  if (known) return known->weight;
  return settings->only ? 0 : 1;
}

bool gen_settings_lists(const U32Vec *list, uint32_t number)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i] == number) return true;
  return false;
}

static const char *skip_blanks(const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
  return at;
}

static const char *skip_word(const char *at, const char *end)
{
  while (at < end && !isspace((unsigned char)*at)) at++;
  return at;
}

/* One line: nothing, a comment, or a name and a weight. */
static bool read_line(GenSettings *settings, const char *at, const char *end)
{
  char number[32];
  at = skip_blanks(at, end);
  if (at == end || *at == '#') return true;
  const char *name = at;
  at = skip_word(at, end);
  size_t name_length = (size_t)(at - name);
  at = skip_blanks(at, end);
  const char *digits = at;
  at = skip_word(at, end);
  size_t length = (size_t)(at - digits);
  at = skip_blanks(at, end);
  if (length == 0 || length >= sizeof number || (at < end && *at != '#')) return false;
  memcpy(number, digits, length);
  number[length] = 0;
  char *rest = NULL;
  double weight = strtod(number, &rest);
  if (*rest || !isfinite(weight) || weight < 0 || weight > 1e6) return false;
  gen_settings_weigh(settings, name, name_length, weight);
  return true;
}

Status gen_settings_read_weights(GenSettings *settings, const char *text, size_t length,
                                 Error *error)
{
  const char *end = text + length;
  for (const char *line = text; line < end;) {
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    const char *stop = newline ? newline : end;
    if (!read_line(settings, line, stop)) {
      error_set_at(error, STATUS_SYNTAX, (uint64_t)(line - text),
                   "expected a construct and its weight, a number from 0 to 1000000");
      error_locate(error, text, length);
      return STATUS_SYNTAX;
    }
    line = stop + 1;
  }
  return STATUS_OK;
}

/* --- checking ----------------------------------------------------------------------------- */

Status gen_settings_check(const GenSettings *settings, Error *error)
{
  if (settings->depth == 0) return error_set(error, STATUS_USAGE, "the depth has to be at least 1");
  if (settings->asserts_spread && settings->asserts_spread == settings->asserts)
    return error_set(error, STATUS_USAGE, "a range of assertions begins at 1 or more");
  if (settings->vars == 0)
    return error_set(error, STATUS_USAGE, "at least one constant a sort is needed");
  for (size_t i = 0; i < settings->widths.count; i++) {
    WidthRange range = settings->widths.items[i];
    if (range.low == 0 || range.high > settings->max_width)
      return error_set(error, STATUS_USAGE, "the width %u is not from 1 to %u",
                       range.low ? range.high : 0, settings->max_width);
  }
  for (size_t i = 0; i < settings->formats.count; i++) {
    DrawFormat format = settings->formats.items[i];
    if (format.exponent < 2 || format.significand < 2 || format.exponent > 30 ||
        format.significand > settings->max_width)
      return error_set(error, STATUS_USAGE,
                       "the format %u,%u is not from 2 to 30 bits of exponent and 2 to %u of "
                       "significand",
                       format.exponent, format.significand, settings->max_width);
  }
  return STATUS_OK;
}
