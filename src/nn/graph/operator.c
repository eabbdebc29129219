#include "nn/graph/operator.h"

#include <assert.h>
#include <string.h>

#include "nn/graph/shape.h"

static const Operator OPERATORS[] = {
#define OPERATOR(name, versions, signature, types, rule, class, attributes)                        \
  {#name, OP_##name, versions, signature, types, attributes, RULE_##rule, CLASS_##class},
#include "nn/graph/operators.def"
#undef OPERATOR
};

const Operator *operator_get(OperatorKind kind)
{
  assert(kind < OPERATOR_COUNT);
  return &OPERATORS[kind];
}

const Operator *operator_find(const char *name)
{
  size_t low = 0, high = OPERATOR_COUNT;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(name, OPERATORS[middle].name);
    if (order == 0) return &OPERATORS[middle];
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

/* Reads the slot at `text`, "A:T?", and gives where the next begins; NULL at the end or an arrow. */
static const char *read_slot(const char *text, OperatorSlot *slot)
{
  while (*text == ' ') text++;
  if (!*text || text[0] == '-') return NULL;
  size_t name = strcspn(text, ":");
  assert(text[name] == ':');
  *slot = (OperatorSlot){.name = text, .name_length = name, .type = text[name + 1]};
  text += name + 2;
  if (*text == '?') slot->optional = true;
  if (*text == '*') slot->variadic = true;
  return text + (slot->optional || slot->variadic);
}

static const char *outputs_of(const Operator *op)
{
  const char *arrow = strstr(op->signature, "->");
  assert(arrow);
  return arrow + 2;
}

static bool find_slot(const char *text, size_t index, OperatorSlot *slot)
{
  for (size_t i = 0;; i++) {
    text = read_slot(text, slot);
    if (!text) return false;
    if (i == index || slot->variadic) return true;
  }
}

static void count_slots(const char *text, size_t *least, size_t *most)
{
  OperatorSlot slot;
  *least = *most = 0;
  for (size_t i = 1; (text = read_slot(text, &slot)); i++) {
    if (!slot.optional) *least = i;
    *most = slot.variadic ? SIZE_MAX : i;
  }
}

bool operator_input(const Operator *op, size_t index, OperatorSlot *slot)
{
  return find_slot(op->signature, index, slot);
}

bool operator_output(const Operator *op, size_t index, OperatorSlot *slot)
{
  return find_slot(outputs_of(op), index, slot);
}

void operator_input_range(const Operator *op, size_t *least, size_t *most)
{
  count_slots(op->signature, least, most);
}

void operator_output_range(const Operator *op, size_t *least, size_t *most)
{
  count_slots(outputs_of(op), least, most);
}

static bool word_is(const char *word, size_t length, const char *text)
{
  return strlen(text) == length && memcmp(word, text, length) == 0;
}

static bool group_has(const char *word, size_t length, TensorType type)
{
  if (word_is(word, length, "all")) return true;
  if (word_is(word, length, "floats")) return tensor_type_is_float(type);
  if (word_is(word, length, "integers")) return tensor_type_is_integer(type);
  if (word_is(word, length, "numbers"))
    return tensor_type_is_float(type) || tensor_type_is_integer(type);
  return word_is(word, length, tensor_type_name(type));
}

bool operator_accepts(const Operator *op, char letter, TensorType type)
{
  for (const char *at = op->types; *at;) {
    bool wanted = *at == letter;
    assert(at[1] == '=');
    at += 2;
    while (*at && *at != ' ') {
      size_t length = strcspn(at, "| ");
      if (wanted && group_has(at, length, type)) return true;
      at += length;
      if (*at == '|') at++;
    }
    if (wanted) return false;
    while (*at == ' ') at++;
  }
  return false;
}

bool operator_attribute(const Operator *op, const char *name, char *kind, const char **initial)
{
  size_t length = strlen(name);
  for (const char *at = op->attributes; *at;) {
    size_t word = strcspn(at, ":");
    bool found = word == length && memcmp(at, name, length) == 0;
    at += word + 1;
    if (found) {
      *kind = at[0];
      *initial = at[1] == '=' ? at + 2 : NULL;
      return true;
    }
    at += strcspn(at, " ");
    while (*at == ' ') at++;
  }
  return false;
}
