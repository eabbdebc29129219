#include "nn/gen/attributes.h"

#include <assert.h>
#include <string.h>

typedef struct {
  OperatorKind op;
  const char *name, *text;
  char kind; /* as of GraphAttribute, and 'c' for a chance */
  SettingKind setting;
} Drawn;

static const Drawn DRAWN[] = {
#define REAL(op, attribute, low, high, least, most)                                                \
  {OP_##op, #attribute, NULL, 'f', SET_##op##_##attribute##_low},
#define CHANCE(op, attribute, initial) {OP_##op, #attribute, NULL, 'c', SET_##op##_##attribute},
#define WHOLE(op, attribute, initial, most)                                                        \
  {OP_##op, #attribute, NULL, 'i', SET_##op##_##attribute##_max},
#define TEXT(op, attribute, word, initial)                                                         \
  {OP_##op, #attribute, #word, 's', SET_##op##_##attribute##_##word},
#include "nn/gen/attributes.def"
};

static bool has_name(const GraphAttribute *attributes, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(attributes[i].name, name) == 0) return true;
  return false;
}

size_t attributes_draw(Builder *b, OperatorKind op, GraphAttribute *attributes)
{
  size_t count = 0;
  for (size_t i = 0; i < sizeof DRAWN / sizeof *DRAWN; i++) {
    const Drawn *drawn = &DRAWN[i];
    if (drawn->op != op) continue;
    assert(count < ATTRIBUTES_MAX);
    switch (drawn->kind) {
    case 'f':
      attributes[count++] = build_float(drawn->name, (float)build_real(b, drawn->setting));
      break;
    case 'i': attributes[count++] = build_int(drawn->name, build_up_to(b, drawn->setting)); break;
    case 'c': attributes[count++] = build_int(drawn->name, build_happens(b, drawn->setting)); break;
    default:
      assert(drawn->kind == 's');
      if (build_happens(b, drawn->setting) && !has_name(attributes, count, drawn->name))
        attributes[count++] = build_text(drawn->name, drawn->text);
    }
  }
  return count;
}

ValueId attributes_build(Builder *b, OperatorKind op, ValueId x)
{
  GraphAttribute attributes[ATTRIBUTES_MAX];
  size_t count = attributes_draw(b, op, attributes);
  ValueId y = build_node(b, op, &x, 1, attributes, count, 1);
  assert(y != VALUE_NONE);
  return y;
}
