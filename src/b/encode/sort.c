#include <assert.h>
#include <string.h>

#include "b/encode/internal.h"

static const BGivenSet *given_set(const Encoder *encoder, Symbol name)
{
  for (size_t i = 0; i < encoder->module->sets.count; i++)
    if (encoder->module->sets.items[i].name == name) return &encoder->module->sets.items[i];
  return NULL;
}

static const char *element_name(Encoder *encoder, const BGivenSet *set, uint32_t number)
{
  BTerm element = encoder->module->elements.items[set->first + number];
  return encode_print(encoder, "e.%s",
                      encode_symbol(encoder, b_node(encoder->bank, element)->data));
}

static const char *declare_given(Encoder *encoder, Symbol symbol)
{
  const BGivenSet *set = given_set(encoder, symbol);
  const char *sort = encode_print(encoder, "S.%s", encode_symbol(encoder, symbol));
  if (!set || set->count == 0) {
    strbuf_printf(&encoder->declarations, "(declare-sort %s 0)\n", sort);
    return sort;
  }
  strbuf_printf(&encoder->declarations, "(declare-datatypes ((%s 0)) ((", sort);
  for (uint32_t i = 0; i < set->count; i++)
    strbuf_printf(&encoder->declarations, "(%s)", element_name(encoder, set, i));
  strbuf_add_text(&encoder->declarations, ")))\n");
  return sort;
}

/* Selectors are known by the record's number and the field's name. */
static const char *declare_record(Encoder *encoder, BType type)
{
  uint32_t count;
  b_type_fields(&encoder->bank->types, type, &count);
  const char *fields = "";
  for (uint32_t i = 0; i < count; i++) {
    BField field = b_type_fields(&encoder->bank->types, type, &count)[i];
    fields = encode_print(encoder, "%s (r.%u.%s %s)", fields, type,
                          encode_symbol(encoder, field.name), encode_sort(encoder, field.type));
  }
  const char *sort = encode_print(encoder, "R.%u", type);
  strbuf_printf(&encoder->declarations, "(declare-datatypes ((%s 0)) (((rec.%u%s))))\n", sort, type,
                fields);
  return sort;
}

static const char *make_sort(Encoder *encoder, BType type)
{
  const BTypeNode node = *b_type_node(&encoder->bank->types, type);
  bool sets = encode_is_sets(encoder);
  switch (node.kind) {
  case B_TYPE_INTEGER: return "Int";
  case B_TYPE_REAL: return "Real";
  case B_TYPE_PREDICATE:
  case B_TYPE_BOOL: return "Bool";
  case B_TYPE_STRING: return "String";
  case B_TYPE_GIVEN: return declare_given(encoder, node.first);
  case B_TYPE_SET:
    return encode_print(encoder, sets ? "(Set %s)" : "(Array %s Bool)",
                        encode_sort(encoder, node.first));
  case B_TYPE_PAIR:
    return encode_print(encoder, sets ? "(Tuple %s %s)" : "(Pair %s %s)",
                        encode_sort(encoder, node.first), encode_sort(encoder, node.second));
  case B_TYPE_RECORD: return declare_record(encoder, type);
  default: return encode_refuse(encoder, "a type that is not known");
  }
}

const char *encode_sort(Encoder *encoder, BType type)
{
  assert(type != B_TYPE_NONE && type != B_PREDICATE);
  for (size_t i = 0; i < encoder->sorts.count; i++)
    if (encoder->sorts.items[i].type == type) return encoder->sorts.items[i].sort;
  BSortName name = {type, make_sort(encoder, type)};
  VEC_PUSH(&encoder->sorts, name);
  return name.sort;
}

bool encode_is_finite_type(const Encoder *encoder, BType type)
{
  const BTypes *types = &encoder->bank->types;
  const BTypeNode *node = b_type_node(types, type);
  uint32_t count;
  switch (node->kind) {
  case B_TYPE_BOOL:
  case B_TYPE_PREDICATE:
  case B_TYPE_GIVEN: return true;
  case B_TYPE_SET: return encode_is_finite_type(encoder, node->first);
  case B_TYPE_PAIR:
    return encode_is_finite_type(encoder, node->first) &&
           encode_is_finite_type(encoder, node->second);
  case B_TYPE_RECORD:
    b_type_fields(types, type, &count);
    for (uint32_t i = 0; i < count; i++)
      if (!encode_is_finite_type(encoder, b_type_fields(types, type, &count)[i].type)) return false;
    return true;
  default: return false;
  }
}

bool encode_may_be_infinite(const Encoder *encoder, BType type)
{
  const BTypes *types = &encoder->bank->types;
  const BTypeNode *node = b_type_node(types, type);
  uint32_t count;
  switch (node->kind) {
  case B_TYPE_SET: return !encode_is_finite_type(encoder, node->first);
  case B_TYPE_PAIR:
    return encode_may_be_infinite(encoder, node->first) ||
           encode_may_be_infinite(encoder, node->second);
  case B_TYPE_RECORD:
    b_type_fields(types, type, &count);
    for (uint32_t i = 0; i < count; i++)
      if (encode_may_be_infinite(encoder, b_type_fields(types, type, &count)[i].type)) return true;
    return false;
  default: return false;
  }
}

enum { VALUES_MAX = 64 };

static bool add_given(Encoder *encoder, Symbol name, BCodes *out)
{
  const BGivenSet *set = given_set(encoder, name);
  if (!set || set->count == 0 || set->count > VALUES_MAX) return false;
  encode_sort(encoder, set->type);
  for (uint32_t i = 0; i < set->count; i++)
    VEC_PUSH(out, encode_atom(encoder, element_name(encoder, set, i)));
  return true;
}

static bool add_pairs(Encoder *encoder, BType first, BType second, BCodes *out)
{
  BCodes left = {0}, right = {0};
  bool known = encode_all_values(encoder, first, &left) &&
               encode_all_values(encoder, second, &right) && left.count * right.count <= VALUES_MAX;
  for (size_t i = 0; known && i < left.count; i++)
    for (size_t k = 0; k < right.count; k++)
      VEC_PUSH(out, encode_pair(encoder, left.items[i], right.items[k]));
  VEC_FREE(&left);
  VEC_FREE(&right);
  return known;
}

bool encode_all_values(Encoder *encoder, BType type, BCodes *out)
{
  const BTypeNode node = *b_type_node(&encoder->bank->types, type);
  switch (node.kind) {
  case B_TYPE_BOOL:
    VEC_PUSH(out, encode_atom(encoder, "true"));
    VEC_PUSH(out, encode_atom(encoder, "false"));
    return true;
  case B_TYPE_GIVEN: return add_given(encoder, node.first, out);
  case B_TYPE_PAIR: return add_pairs(encoder, node.first, node.second, out);
  default: return false;
  }
}
