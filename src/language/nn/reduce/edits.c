#include "language/nn/reduce/edits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- applying --- */

static void apply_point(const Plain *plain, PlainState *state, size_t input)
{
  for (size_t p = 0; p < plain->part_list.count; p++) {
    double *low = &state->numbers[plain->part_list.items[p].lower + input],
           *high = &state->numbers[plain->part_list.items[p].upper + input];
    *low = *high = nn_plain_centre(plain, state, &plain->part_list.items[p], input);
  }
}

static void apply(const Plain *plain, PlainState *state, const NetworkEdit *edit)
{
  switch (edit->kind) {
  case EDIT_FLAG: state->flags[edit->index] = 1; break;
  case EDIT_OTHERS:
    memset(state->flags + plain->parts.first, 1, plain->parts.count);
    state->flags[edit->index] = 0;
    break;
  case EDIT_NUMBER: state->numbers[edit->index] = edit->number; break;
  case EDIT_POINT: apply_point(plain, state, edit->index); break;
  }
}

static void apply_all(const Edits *edits, size_t at, size_t end, PlainState *state)
{
  assert(at <= end && end <= edits->list.count);
  for (size_t i = at; i < end; i++) apply(edits->plain, state, &edits->list.items[i]);
}

/* --- the search --- */

static size_t count(const void *subject)
{
  return ((const Edits *)subject)->list.count;
}

static bool make(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash)
{
  const Edits *edits = subject;
  const StrBuf *best = &edits->context->text;
  PlainState state;
  nn_plain_copy_state(edits->plain, &state);
  apply_all(edits, at, end, &state);
  strbuf_clear(text);
  bool good = nn_plain_render(edits->plain, &state, text);
  nn_plain_free_state(&state);
  if (!good) return false;
  reduce_pad_text(text);
  *hash = text_hash(text->bytes, text->length);
  return text->length != best->length || memcmp(text->bytes, best->bytes, best->length) != 0;
}

static size_t accept(void *subject, size_t at, size_t end)
{
  Edits *edits = subject;
  apply_all(edits, at, end, &edits->plain->state);
  StrBuf text;
  strbuf_init(&text, 0);
  bool good = nn_plain_render(edits->plain, &edits->plain->state, &text);
  assert(good);
  reduce_pad_text(&text);
  reduce_take_text(edits->context, &text);
  strbuf_deinit(&text);
  for (size_t i = end; i < edits->list.count; i++)
    edits->list.items[at + i - end] = edits->list.items[i];
  edits->list.count -= end - at;
  return at;
}

const SearchSubject nn_edits_subject = {count, make, accept};

/* --- lists --- */

static void add_flag(Edits *edits, size_t index)
{
  if (!edits->plain->state.flags[index])
    VEC_PUSH(&edits->list, ((NetworkEdit){.kind = EDIT_FLAG, .index = index}));
}

void nn_edits_list_flags(Edits *edits, Range range)
{
  edits->list.count = 0;
  for (size_t i = 0; i < range.count; i++) add_flag(edits, range.first + i);
}

/* The neurons of a layer, from the last to the first. */
static void add_neurons(Edits *edits, size_t layer)
{
  const Plain *plain = edits->plain;
  for (uint32_t i = plain->model->net.layers.items[layer].size; i-- > 0;)
    add_flag(edits, plain->neurons.first + plain->offsets[layer] + i);
}

void nn_edits_list_inputs(Edits *edits)
{
  edits->list.count = 0;
  if (edits->plain->layers && edits->plain->rational) add_neurons(edits, 0);
}

void nn_edits_list_outputs(Edits *edits)
{
  edits->list.count = 0;
  if (edits->plain->layers && edits->plain->rational)
    add_neurons(edits, edits->plain->model->net.layers.count - 1);
}

void nn_edits_list_hidden(Edits *edits)
{
  edits->list.count = 0;
  if (!edits->plain->layers) return;
  const Net *net = &edits->plain->model->net;
  for (size_t at = 1; at + 1 < net->layers.count; at++)
    if (net->layers.items[at].kind == LAYER_AFFINE) add_neurons(edits, at);
}

void nn_edits_list_parts(Edits *edits)
{
  const Plain *plain = edits->plain;
  size_t left = 0;
  edits->list.count = 0;
  for (size_t i = 0; i < plain->parts.count; i++)
    left += !plain->state.flags[plain->parts.first + i];
  for (size_t i = 0; i < plain->parts.count && left > 1; i++)
    if (!plain->state.flags[plain->parts.first + i])
      VEC_PUSH(&edits->list, ((NetworkEdit){.kind = EDIT_OTHERS, .index = plain->parts.first + i}));
}

void nn_edits_list_points(Edits *edits)
{
  const Plain *plain = edits->plain;
  edits->list.count = 0;
  for (size_t i = 0; plain->rational && i < plain->model->property.inputs; i++) {
    const PlainPart *part = &plain->part_list.items[0];
    if (plain->state.numbers[part->lower + i] != plain->state.numbers[part->upper + i])
      VEC_PUSH(&edits->list, ((NetworkEdit){.kind = EDIT_POINT, .index = i}));
  }
}

/* How complicated a number is: 0 is simplest, then 1 and -1, then numbers of few digits in binary. */
static double nn_number_complexity(double number)
{
  if (number == 0) return 0;
  if (fabs(number) == 1) return 1;
  int exponent;
  double fraction = frexp(fabs(number), &exponent);
  int bits = 0;
  while (fraction != 0 && bits < 60) {
    fraction = fraction * 2 - floor(fraction * 2);
    bits++;
  }
  return 2 + bits + abs(exponent) / 8.0;
}

static double round_bits(double number, int bits)
{
  int exponent;
  double fraction = frexp(number, &exponent);
  return ldexp(round(ldexp(fraction, bits)), exponent - bits);
}

static double simpler(double number, Simpler how)
{
  switch (how) {
  case SIMPLE_ZERO: return 0;
  case SIMPLE_SIGN: return number < 0 ? -1 : 1;
  case SIMPLE_WHOLE: return round(number);
  case SIMPLE_BITS1: return round_bits(number, 1);
  default: return round_bits(number, 4);
  }
}

void nn_edits_list_numbers(Edits *edits, Range range, Simpler how)
{
  edits->list.count = 0;
  for (size_t i = range.first; i < range.first + range.count; i++) {
    double number = edits->plain->state.numbers[i], changed = simpler(number, how);
    if (!isfinite(changed) || nn_number_complexity(changed) >= nn_number_complexity(number))
      continue;
    VEC_PUSH(&edits->list, ((NetworkEdit){.kind = EDIT_NUMBER, .index = i, .number = changed}));
  }
}
