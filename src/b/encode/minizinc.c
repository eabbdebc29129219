#include "b/encode/minizinc.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "b/encode/minizinc_internal.h"

/* --- texts --- */

const char *mz_refuse(Mz *mz, const char *why)
{
  if (!mz->failed) error_set(mz->error, STATUS_LIMIT, "not translatable: %s", why);
  mz->failed = true;
  return "false";
}

const char *mz_refuse_term(Mz *mz, BTerm term)
{
  if (!mz->failed)
    error_set(mz->error, STATUS_LIMIT, "not translatable: '%s' here",
              b_operator(b_op(mz->bank, term))->node);
  mz->failed = true;
  return "false";
}

const char *mz_print(Mz *mz, const char *format, ...)
{
  enum { BYTES_MAX = 4 << 20 };
  va_list arguments, copy;
  va_start(arguments, format);
  va_copy(copy, arguments);
  int length = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  char *text = NULL;
  mz->bytes += length > 0 ? (size_t)length : 0;
  if (length >= 0 && mz->bytes <= BYTES_MAX && !mz->failed) {
    text = arena_alloc(&mz->arena, (size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
  }
  va_end(arguments);
  return text ? text : mz_refuse(mz, "it would be too large");
}

/* --- tuples --- */

static const BGivenSet *given_set(const Mz *mz, Symbol name)
{
  for (size_t i = 0; i < mz->module->sets.count; i++)
    if (mz->module->sets.items[i].name == name) return &mz->module->sets.items[i];
  return NULL;
}

static void add_shape(Mz *mz, BType type, MzRange integers, MzShape *shape)
{
  const BTypeNode node = *b_type_node(&mz->bank->types, type);
  MzRange range = integers;
  switch (node.kind) {
  case B_TYPE_INTEGER: break;
  case B_TYPE_BOOL: range = (MzRange){0, 1}; break;
  case B_TYPE_GIVEN: {
    const BGivenSet *set = given_set(mz, node.first);
    range = (MzRange){1, set && set->count ? set->count : mz->scope};
    break;
  }
  case B_TYPE_PAIR:
    add_shape(mz, node.first, integers, shape);
    add_shape(mz, node.second, integers, shape);
    return;
  case B_TYPE_RECORD: {
    uint32_t count;
    b_type_fields(&mz->bank->types, type, &count);
    for (uint32_t i = 0; i < count; i++)
      add_shape(mz, b_type_fields(&mz->bank->types, type, &count)[i].type, integers, shape);
    return;
  }
  case B_TYPE_SET: mz_refuse(mz, "a set of sets"); return;
  case B_TYPE_REAL: mz_refuse(mz, "reals"); return;
  default: mz_refuse(mz, "strings"); return;
  }
  if (shape->count == MZ_PARTS)
    mz_refuse(mz, "a tuple of that many parts");
  else
    shape->parts[shape->count++] = range;
}

MzShape mz_shape(Mz *mz, BType type, MzRange integers)
{
  MzShape shape = {0};
  add_shape(mz, type, integers, &shape);
  return shape;
}

uint32_t mz_width(Mz *mz, BType type)
{
  return mz_shape(mz, type, (MzRange){0, 0}).count;
}

MzTuple mz_slice(const MzTuple *tuple, uint32_t first, uint32_t count)
{
  MzTuple part = {.count = count};
  for (uint32_t i = 0; i < count; i++)
    part.parts[i] = first + i < tuple->count ? tuple->parts[first + i] : "0";
  return part;
}

MzTuple mz_join(Mz *mz, const MzTuple *a, const MzTuple *b)
{
  MzTuple tuple = *a;
  for (uint32_t i = 0; i < b->count; i++) {
    if (tuple.count == MZ_PARTS) {
      mz_refuse(mz, "a tuple of that many parts");
      break;
    }
    tuple.parts[tuple.count++] = b->parts[i];
  }
  return tuple;
}

const char *mz_same(Mz *mz, const MzTuple *a, const MzTuple *b)
{
  if (a->count != b->count) return mz_refuse(mz, "a comparison of these");
  const char *text = "true";
  for (uint32_t i = 0; i < a->count; i++)
    text = i ? mz_print(mz, "%s /\\ %s = %s", text, a->parts[i], b->parts[i])
             : mz_print(mz, "%s = %s", a->parts[i], b->parts[i]);
  return mz_print(mz, "(%s)", text);
}

/* --- scopes --- */

const MzBinding *mz_find(const Mz *mz, Symbol name)
{
  size_t number = name < mz->latest.count ? mz->latest.items[name] : 0;
  return number > mz->hidden ? &mz->scope_list.items[number - 1] : NULL;
}

static void bind(Mz *mz, MzBinding binding)
{
  while (mz->latest.count <= binding.name) VEC_PUSH(&mz->latest, 0);
  binding.outer = mz->latest.items[binding.name];
  VEC_PUSH(&mz->scope_list, binding);
  mz->latest.items[binding.name] = (uint32_t)mz->scope_list.count;
}

void mz_unbind(Mz *mz, size_t count)
{
  assert(count <= mz->scope_list.count);
  while (mz->scope_list.count > count) {
    const MzBinding *last = &mz->scope_list.items[--mz->scope_list.count];
    mz->latest.items[last->name] = last->outer;
  }
}

void mz_bind(Mz *mz, BTerm variable, MzRange range, const MzTuple *tuple)
{
  MzBinding binding = {.name = b_node(mz->bank, variable)->data, .range = range, .tuple = *tuple};
  bind(mz, binding);
}

MzTuple mz_loop(Mz *mz, BType type, MzRange integers, const char **generators)
{
  MzShape shape = mz_shape(mz, type, integers);
  MzTuple tuple = {.count = shape.count};
  int64_t all = 1;
  for (uint32_t i = 0; i < shape.count; i++) {
    MzRange range = shape.parts[i];
    int64_t width = range.high - range.low + 1;
    all *= width > 0 ? width : 0;
    if (all > MZ_LOOP) {
      mz_refuse(mz, "a set that is infinite or large");
      break;
    }
    tuple.parts[i] = mz_print(mz, "i%u", ++mz->next);
    *generators = mz_print(mz, "%s%s%s in %" PRId64 "..%" PRId64, *generators,
                           **generators ? ", " : "", tuple.parts[i], range.low, range.high);
  }
  return tuple;
}

MzTuple mz_open(Mz *mz, BTerm binder, BTerm predicate, const char **generators)
{
  MzTuple all = {0};
  int64_t count = 1;
  mz_hide_variables(mz, binder);
  for (uint32_t i = 0; i < b_variable_count(mz->bank, binder); i++) {
    BTerm variable = mz_arg(mz, binder, i);
    bool found;
    MzRange range = mz_range_of_variable(mz, variable, predicate, &found);
    count *= mz_count(mz, b_type(mz->bank, variable), range);
    if (count > MZ_LOOP) mz_refuse(mz, "a set that is infinite or large");
    MzTuple one = mz_loop(mz, b_type(mz->bank, variable), range, generators);
    mz_bind(mz, variable, range, &one);
    all = mz_join(mz, &all, &one);
    if (mz->failed) break;
  }
  return all;
}

/* --- identifiers --- */

/* A range that holds whatever other identifiers are: what states it has none. */
static bool is_bounded(Mz *mz, BTerm identifier, MzRange *range)
{
  bool found;
  mz->hidden = mz->scope_list.count;
  *range = mz_range_of_variable(mz, identifier, mz->goal, &found);
  mz->hidden = 0;
  return found;
}

static bool has_integers(const Mz *mz, BType type)
{
  const BTypes *types = &mz->bank->types;
  const BTypeNode *node = b_type_node(types, type);
  uint32_t count;
  switch (node->kind) {
  case B_TYPE_INTEGER: return true;
  case B_TYPE_SET: return has_integers(mz, node->first);
  case B_TYPE_PAIR: return has_integers(mz, node->first) || has_integers(mz, node->second);
  case B_TYPE_RECORD:
    b_type_fields(types, type, &count);
    for (uint32_t i = 0; i < count; i++)
      if (has_integers(mz, b_type_fields(types, type, &count)[i].type)) return true;
    return false;
  default: return false;
  }
}

static int64_t width_of(MzRange range)
{
  return range.high >= range.low ? range.high - range.low + 1 : 0;
}

/* Sets of tuples are sets of their numbers. */
static void declare(Mz *mz, BTerm identifier, BEncodeResult *result, StrBuf *out)
{
  BType type = b_type(mz->bank, identifier);
  MzRange range;
  size_t number = mz->scope_list.count;
  if (!is_bounded(mz, identifier, &range)) {
    range = (MzRange){-(int64_t)mz->scope, mz->scope};
    if (has_integers(mz, type)) result->unsat_shows = false;
  }
  MzBinding binding = {.name = b_node(mz->bank, identifier)->data, .range = range};
  bool set = mz_is_set(mz, identifier);
  MzShape shape = mz_shape(mz, set ? b_type_member(&mz->bank->types, type) : type, range);
  if (set) {
    int64_t all = 1;
    for (uint32_t i = 0; i < shape.count && all <= MZ_LOOP; i++) all *= width_of(shape.parts[i]);
    if (all > MZ_LOOP) mz_refuse(mz, "a set that is infinite or large");
    binding.set = mz_print(mz, "s%zu", number);
    strbuf_printf(out, "var set of 0..%" PRId64 ": %s;\n", all - 1, binding.set);
  }
  for (uint32_t i = 0; !set && i < shape.count; i++) {
    binding.tuple.parts[i] = mz_print(mz, "x%zu_%u", number, i);
    binding.tuple.count++;
    strbuf_printf(out, "var %" PRId64 "..%" PRId64 ": %s;\n", shape.parts[i].low,
                  shape.parts[i].high, binding.tuple.parts[i]);
  }
  bind(mz, binding);
}

static void ask_values(const Mz *mz, StrBuf *out)
{
  strbuf_add_text(out, "output [");
  for (size_t i = 0; i < mz->scope_list.count; i++) {
    const MzBinding *binding = &mz->scope_list.items[i];
    if (binding->set) strbuf_printf(out, "show(%s), \"\\n\", ", binding->set);
    for (uint32_t k = 0; k < binding->tuple.count; k++)
      strbuf_printf(out, "show(%s), \"\\n\", ", binding->tuple.parts[k]);
  }
  strbuf_add_text(out, "\"\"];\n");
}

static void open_mz(Mz *mz, BBank *bank, const BModule *module, uint32_t scope, Error *error)
{
  *mz = (Mz){.bank = bank,
             .module = module,
             .scope = scope,
             .goal = b_module_goal(bank, module),
             .error = error};
  mz_index_goal(mz);
}

static void close_mz(Mz *mz)
{
  VEC_FREE(&mz->scope_list);
  VEC_FREE(&mz->latest);
  VEC_FREE(&mz->first_about);
  VEC_FREE(&mz->next_about);
  arena_deinit(&mz->arena);
}

static bool has_deferred(const BModule *module)
{
  for (size_t i = 0; i < module->sets.count; i++)
    if (module->sets.items[i].count == 0) return true;
  return false;
}

Status b_minizinc(BBank *bank, const BModule *module, uint32_t scope, StrBuf *out,
                  BEncodeResult *result, Error *error)
{
  assert(bank && module && out && result && error && scope > 0);
  Mz mz;
  StrBuf text;
  strbuf_init(&text, 0);
  open_mz(&mz, bank, module, scope, error);
  *result = (BEncodeResult){true, !has_deferred(module)};
  for (size_t i = 0; i < module->identifiers.count; i++)
    declare(&mz, module->identifiers.items[i], result, &text);
  bool row = b_op(bank, mz.goal) == B_AND;
  for (uint32_t i = 0; i < (row ? b_arg_count(bank, mz.goal) : 1) && !mz.failed; i++)
    strbuf_printf(&text, "constraint %s;\n",
                  mz_predicate(&mz, row ? b_arg(bank, mz.goal, i) : mz.goal));
  strbuf_add_text(&text, "solve satisfy;\n");
  ask_values(&mz, &text);
  if (!mz.failed) strbuf_add(out, text.bytes, text.length);
  strbuf_deinit(&text);
  Status status = mz.failed ? error->status : STATUS_OK;
  close_mz(&mz);
  return status;
}

/* --- the way back --- */

typedef struct {
  const char *at, *end;
} MzReader;

static bool read_integer(MzReader *reader, int64_t *number)
{
  bool negative = reader->at < reader->end && *reader->at == '-';
  const char *start = reader->at += negative;
  *number = 0;
  while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
    if (*number > MZ_LIMIT * (int64_t)100) return false;
    *number = *number * 10 + (*reader->at++ - '0');
  }
  if (negative) *number = -*number;
  return reader->at > start;
}

static bool skip(MzReader *reader, const char *text)
{
  size_t length = strlen(text);
  if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, text, length) != 0)
    return false;
  reader->at += length;
  return true;
}

typedef VEC(int64_t) MzNumbers;

/* {1,3} or 1..3 */
static bool read_set(MzReader *reader, MzNumbers *numbers)
{
  int64_t number, last;
  if (skip(reader, "{}")) return true;
  if (skip(reader, "{")) {
    do {
      if (!read_integer(reader, &number)) return false;
      VEC_PUSH(numbers, number);
    } while (skip(reader, ","));
    return skip(reader, "}");
  }
  if (!read_integer(reader, &number) || !skip(reader, "..") || !read_integer(reader, &last) ||
      last - number > MZ_LOOP)
    return false;
  for (; number <= last; number++) VEC_PUSH(numbers, number);
  return true;
}

static void add_symbol(const Mz *mz, Symbol symbol, StrBuf *out)
{
  strbuf_add(out, symbols_text(&mz->bank->symbols, symbol),
             symbols_length(&mz->bank->symbols, symbol));
}

/* The value of parts of a tuple; takes as many as the type has. */
static void add_value(Mz *mz, BType type, const int64_t **parts, StrBuf *out)
{
  const BTypeNode node = *b_type_node(&mz->bank->types, type);
  uint32_t count;
  int64_t number;
  switch (node.kind) {
  case B_TYPE_INTEGER: strbuf_printf(out, "(%" PRId64 ")", *(*parts)++); break;
  case B_TYPE_BOOL: strbuf_add_text(out, *(*parts)++ ? "TRUE" : "FALSE"); break;
  case B_TYPE_PAIR:
    strbuf_add_text(out, "(");
    add_value(mz, node.first, parts, out);
    strbuf_add_text(out, " |-> ");
    add_value(mz, node.second, parts, out);
    strbuf_add_text(out, ")");
    break;
  case B_TYPE_RECORD:
    b_type_fields(&mz->bank->types, type, &count);
    for (uint32_t i = 0; i < count; i++) {
      BField field = b_type_fields(&mz->bank->types, type, &count)[i];
      strbuf_add_text(out, i ? ", " : "rec(");
      add_symbol(mz, field.name, out);
      strbuf_add_text(out, " : ");
      add_value(mz, field.type, parts, out);
    }
    strbuf_add_text(out, ")");
    break;
  default: {
    const BGivenSet *set = given_set(mz, node.first);
    number = *(*parts)++;
    if (set && number >= 1 && number <= set->count) {
      add_symbol(mz, b_node(mz->bank, mz->module->elements.items[set->first + number - 1])->data,
                 out);
    } else {
      add_symbol(mz, node.first, out);
      strbuf_printf(out, "%" PRId64, number);
    }
  }
  }
}

/* The tuple of a number: the last part changes fastest. */
static void take_apart(const MzShape *shape, int64_t number, int64_t *parts)
{
  for (uint32_t i = shape->count; i > 0; i--) {
    int64_t width = width_of(shape->parts[i - 1]);
    parts[i - 1] = shape->parts[i - 1].low + (width ? number % width : 0);
    number = width ? number / width : 0;
  }
}

static bool add_identifier(Mz *mz, BTerm identifier, const MzBinding *binding, MzReader *reader,
                           StrBuf *out)
{
  BType type = b_type(mz->bank, identifier);
  int64_t parts[MZ_PARTS];
  const int64_t *at = parts;
  add_symbol(mz, binding->name, out);
  strbuf_add_text(out, " = ");
  if (!binding->set) {
    for (uint32_t i = 0; i < binding->tuple.count; i++)
      if (!read_integer(reader, &parts[i]) || !skip(reader, "\n")) return false;
    add_value(mz, type, &at, out);
    return true;
  }
  BType member = b_type_member(&mz->bank->types, type);
  MzShape shape = mz_shape(mz, member, binding->range);
  MzNumbers numbers = {0};
  bool fine = read_set(reader, &numbers) && skip(reader, "\n");
  strbuf_add_text(out, "{");
  for (size_t i = 0; fine && i < numbers.count; i++) {
    take_apart(&shape, numbers.items[i], parts);
    at = parts;
    if (i) strbuf_add_text(out, ", ");
    add_value(mz, member, &at, out);
  }
  strbuf_add_text(out, "}");
  VEC_FREE(&numbers);
  return fine;
}

bool b_minizinc_model(BBank *bank, const BModule *module, uint32_t scope, const char *output,
                      size_t length, StrBuf *out)
{
  Mz mz;
  Error ignored;
  BEncodeResult result;
  StrBuf declarations;
  size_t before = out->length;
  strbuf_init(&declarations, 0);
  open_mz(&mz, bank, module, scope, &ignored);
  for (size_t i = 0; i < module->identifiers.count; i++)
    declare(&mz, module->identifiers.items[i], &result, &declarations);
  MzReader reader = {output, output + length};
  bool fine = !mz.failed && module->identifiers.count > 0;
  for (size_t i = 0; i < module->identifiers.count && fine; i++) {
    if (i) strbuf_add_text(out, " & ");
    fine = add_identifier(&mz, module->identifiers.items[i], &mz.scope_list.items[i], &reader, out);
  }
  if (!fine) out->length = before;
  strbuf_deinit(&declarations);
  close_mz(&mz);
  return fine;
}
