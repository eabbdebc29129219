/* Sets as terms of SMT-LIB. */
#include <assert.h>

#include "b/encode/internal.h"

static const char *sort_of(Encoder *encoder, BTerm set)
{
  return encode_sort(encoder, b_type(encoder->bank, set));
}

static const char *empty(Encoder *encoder, BTerm set)
{
  if (encode_is_sets(encoder))
    return encode_print(encoder, "(as set.empty %s)", sort_of(encoder, set));
  return encode_print(encoder, "((as const %s) false)", sort_of(encoder, set));
}

static const char *listed(Encoder *encoder, BTerm set)
{
  const char *text = empty(encoder, set);
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++) {
    const char *element = encode_text(encoder, encode_value(encoder, encode_arg(encoder, set, i)));
    text = encode_is_sets(encoder) ? encode_print(encoder, "(set.insert %s %s)", element, text)
                                   : encode_print(encoder, "(store %s %s true)", text, element);
  }
  return text;
}

/* One variable, of the sort of the elements. */
static const BCode *lambda(Encoder *encoder, BTerm set)
{
  size_t bound = encoder->bound.count;
  BBound variable = {.name = encode_print(encoder, "x.%u", encoder->next++),
                     .sort = encode_sort(encoder, encode_member_type(encoder, set))};
  VEC_PUSH(&encoder->bound, variable);
  const char *body = encode_member(encoder, encode_atom(encoder, variable.name), set);
  encoder->bound.count = bound;
  return encode_atom(
      encoder, encode_print(encoder, "(lambda ((%s %s)) %s)", variable.name, variable.sort, body));
}

/* A constant that has just the elements of the set. */
static const BCode *defined(Encoder *encoder, BTerm set)
{
  const BCode *code;
  if (!encode_fresh(encoder, set, NULL, sort_of(encoder, set), &code)) return code;
  size_t bound = encoder->bound.count;
  const BCode *element = encode_variable(encoder, encode_member_type(encoder, set));
  const char *body = encode_print(encoder, "(= %s %s)", encode_select(encoder, code, element),
                                  encode_member(encoder, element, set));
  encode_axiom(encoder, encode_quantify(encoder, bound, true, body));
  return code;
}

static const char *is_in(Encoder *encoder, const BCode *element, const void *data)
{
  return encode_select(encoder, data, element);
}

/* The same for finite sets, in two directions, each over elements of sets that are known. */
static const BCode *defined_finite(Encoder *encoder, BTerm set)
{
  const BCode *code;
  if (!encode_surely_finite(encoder, set))
    return encode_atom(encoder, encode_refuse(encoder, "a set that may be infinite"));
  if (!encode_fresh(encoder, set, NULL, sort_of(encoder, set), &code)) return code;
  size_t bound = encoder->bound.count;
  const BCode *element = encode_variable(encoder, encode_member_type(encoder, set));
  const char *body = encode_implies(encoder, encode_select(encoder, code, element),
                                    encode_member(encoder, element, set));
  body = encode_quantify(encoder, bound, true, body);
  encode_axiom(encoder, encode_and(encoder, body, encode_every(encoder, set, true, is_in, code)));
  return code;
}

/* z3's own closure, of a predicate that means the relation. */
static const BCode *native_closure(Encoder *encoder, BTerm set)
{
  BTerm relation = encode_arg(encoder, set, 0);
  BType point = b_type_node(&encoder->bank->types, encode_member_type(encoder, set))->first;
  const char *sort = encode_sort(encoder, point);
  const char *name = encode_print(encoder, "c.%u", encoder->next++);
  const char *variable = encode_print(encoder, "x.%u", encoder->next++);
  strbuf_printf(&encoder->declarations, "(declare-fun %s (%s %s) Bool)\n", name, sort, sort);
  size_t bound = encoder->bound.count;
  const BCode *x = encode_variable(encoder, point), *y = encode_variable(encoder, point);
  const char *related =
      encode_print(encoder, "(%s %s %s)", name, encode_text(encoder, x), encode_text(encoder, y));
  const char *member = encode_member(encoder, encode_pair(encoder, x, y), relation);
  const char *body = encode_print(encoder, "(= %s %s)", related, member);
  encode_axiom(encoder, encode_quantify(encoder, bound, true, body));
  return encode_atom(
      encoder,
      encode_print(encoder, "(lambda ((%s %s)) ((_ transitive-closure %s) (fst %s) (snd %s)))",
                   variable, encode_sort(encoder, encode_member_type(encoder, set)), name, variable,
                   variable));
}

/* The least transitive relation that has the other one in it. */
static const BCode *closure(Encoder *encoder, BTerm set)
{
  BTerm relation = encode_arg(encoder, set, 0);
  /* An index of an operator cannot depend on a variable. */
  if (encoder->options.native && !encode_is_sets(encoder) && encoder->bound.count == 0)
    return native_closure(encoder, set);
  if (encode_is_sets(encoder))
    return encode_atom(encoder,
                       encode_print(encoder, "(rel.tclosure %s)",
                                    encode_text(encoder, encode_value(encoder, relation))));
  const BCode *code;
  if (!encode_fresh(encoder, set, NULL, sort_of(encoder, set), &code)) return code;
  BType point = b_type_node(&encoder->bank->types, encode_member_type(encoder, set))->first;
  size_t outer = encoder->bound.count;
  const BCode *other = encode_variable(encoder, b_type(encoder->bank, set));
  const char *is[2];
  for (int i = 0; i < 2; i++) {
    const BCode *candidate = i ? other : code;
    size_t bound = encoder->bound.count;
    const BCode *x = encode_variable(encoder, point), *y = encode_variable(encoder, point),
                *z = encode_variable(encoder, point);
    const char *xy = encode_select(encoder, candidate, encode_pair(encoder, x, y));
    const char *yz = encode_select(encoder, candidate, encode_pair(encoder, y, z));
    const char *xz = encode_select(encoder, candidate, encode_pair(encoder, x, z));
    const char *transitive = encode_quantify(
        encoder, bound, true, encode_implies(encoder, encode_and(encoder, xy, yz), xz));
    is[i] =
        encode_and(encoder, transitive, encode_every(encoder, relation, true, is_in, candidate));
  }
  size_t bound = encoder->bound.count;
  const BCode *element = encode_variable(encoder, encode_member_type(encoder, set));
  const char *within = encode_implies(encoder, encode_select(encoder, code, element),
                                      encode_select(encoder, other, element));
  within = encode_quantify(encoder, bound, true, within);
  const char *least = encode_quantify(encoder, outer, true, encode_implies(encoder, is[1], within));
  encode_axiom(encoder, encode_and(encoder, is[0], least));
  return code;
}

static const BCode *native(Encoder *encoder, const char *name, BTerm set)
{
  const char *text = encode_print(encoder, "(%s", name);
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++)
    text = encode_print(encoder, "%s %s", text,
                        encode_text(encoder, encode_value(encoder, encode_arg(encoder, set, i))));
  return encode_atom(encoder, encode_print(encoder, "%s)", text));
}

/* cvc5's operators, on arguments that are sets there, too. */
static const char *native_name(const Encoder *encoder, BTerm set)
{
  for (uint32_t i = 0; i < b_arg_count(encoder->bank, set); i++)
    if (!encode_surely_finite(encoder, encode_arg(encoder, set, i))) return NULL;
  switch (b_op(encoder->bank, set)) {
  case B_UNION: return "set.union";
  case B_INTERSECTION: return "set.inter";
  case B_SET_SUBTRACTION: return "set.minus";
  case B_REVERSE: return "rel.transpose";
  case B_COMPOSITION: return "rel.join";
  default: return NULL;
  }
}

const BCode *encode_set(Encoder *encoder, BTerm set)
{
  assert(b_type_kind(&encoder->bank->types, b_type(encoder->bank, set)) == B_TYPE_SET);
  BOperator op = b_op(encoder->bank, set);
  if (b_operator_is_empty(op)) return encode_atom(encoder, empty(encoder, set));
  if (op == B_SET_EXTENSION) return encode_atom(encoder, listed(encoder, set));
  if (op == B_CLOSURE) return closure(encoder, set);
  if (encoder->options.native && encode_is_sets(encoder) && (op == B_GIVEN_SET || op == B_BOOL_SET))
    return encode_atom(encoder,
                       encode_print(encoder, "(as set.universe %s)", sort_of(encoder, set)));
  if (op == B_TREE || op == B_BTREE || op == B_BIN_LEAF || op == B_BIN || op == B_FLOAT_SET ||
      op == B_GENERAL_CONCAT)
    return encode_refuse_term(encoder, set);
  if (encoder->options.encoding == B_ENCODING_CONSTRUCTIVE) return lambda(encoder, set);
  if (encoder->options.encoding == B_ENCODING_AXIOMATIC) return defined(encoder, set);
  const char *name = native_name(encoder, set);
  return name ? native(encoder, name, set) : defined_finite(encoder, set);
}
