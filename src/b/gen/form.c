/* Forms without a plain signature: binders, IF, LET, records. */
#include <assert.h>
#include <stdio.h>

#include "b/gen/internal.h"

/* An operand whose type can be told without its context. */
static BTerm whole_operand(BGenerator *generator, BType type, uint32_t depth, U32Vec *operands)
{
  BTerm term = b_gen_operand(generator, type, depth, operands);
  return term && b_term_is_empty(generator->bank, term) ? b_gen_identifier(generator, type) : term;
}

/* A new variable; its name is used by no other binder of the predicate. */
static BTerm new_variable(BGenerator *generator, BType type)
{
  char name[32];
  snprintf(name, sizeof name, "vv%u", ++generator->next_variable);
  return b_make_identifier(generator->bank, name, type);
}

/* x : S & P, with x in scope for P. */
static BTerm typed_body(BGenerator *generator, BTerm variable, BTerm range, uint32_t depth,
                        U32Vec *operands)
{
  BBank *bank = generator->bank;
  BTerm parts[] = {b_make_predicate(bank, B_MEMBER, variable, range),
                   whole_operand(generator, B_PREDICATE, depth, operands)};
  return parts[1] ? b_make_and(bank, parts, 2) : B_TERM_NONE;
}

/* The type of the variable, and of the second body, that a binder of this type needs; false if it cannot have it. */
static bool binder_types(BGenerator *generator, BOperator op, BType type, BType *variable,
                         BType *body)
{
  BTypes *types = &generator->bank->types;
  BTypeNode node = *b_type_node(types, type);
  *variable = b_generate_type(generator, 2);
  *body = type;
  switch (op) {
  case B_FORALL: *body = B_PREDICATE; return type == B_PREDICATE;
  case B_EXISTS: return type == B_PREDICATE;
  case B_SIGMA:
  case B_PI: return type == B_INT || type == B_REALS;
  case B_QUANTIFIED_UNION:
  case B_QUANTIFIED_INTERSECTION: return node.kind == B_TYPE_SET;
  case B_COMPREHENSION: *variable = node.first; return node.kind == B_TYPE_SET;
  case B_EVENT_B_COMPREHENSION: *body = node.first; return node.kind == B_TYPE_SET;
  default: {
    assert(op == B_LAMBDA);
    if (!b_type_is_relation(types, type)) return false;
    BTypeNode pair = *b_type_node(types, node.first);
    *variable = pair.first;
    *body = pair.second;
    return true;
  }
  }
}

static BTerm binder(BGenerator *generator, BOperator op, BType type, uint32_t depth,
                    U32Vec *operands)
{
  BType variable_type, body_type;
  if (!binder_types(generator, op, type, &variable_type, &body_type)) return B_TERM_NONE;
  BTerm variable = new_variable(generator, variable_type);
  BTerm range = b_gen_range(generator, variable_type);
  VEC_PUSH(&generator->scope, variable);
  bool one_body = op == B_EXISTS || op == B_COMPREHENSION;
  uint32_t below = depth > 1 ? depth - 1 : 1;
  BTerm args[3] = {variable, typed_body(generator, variable, range, below, operands)};
  if (!one_body && args[1]) args[2] = whole_operand(generator, body_type, below, operands);
  generator->scope.count--;
  if (!args[1] || (!one_body && !args[2])) return B_TERM_NONE;
  return b_make(generator->bank, op, type, 1, args, one_body ? 2 : 3);
}

static BTerm conditional(BGenerator *generator, BOperator op, BType type, uint32_t depth,
                         U32Vec *operands)
{
  if ((op == B_IF_PREDICATE) != (type == B_PREDICATE)) return B_TERM_NONE;
  BTerm args[3];
  for (int i = 0; i < 3; i++) {
    args[i] = whole_operand(generator, i ? type : (BType)B_PREDICATE, depth - 1, operands);
    if (!args[i]) return B_TERM_NONE;
  }
  return b_make(generator->bank, op, type, 0, args, 3);
}

static BTerm let(BGenerator *generator, BOperator op, BType type, uint32_t depth, U32Vec *operands)
{
  if ((op == B_LET_PREDICATE) != (type == B_PREDICATE)) return B_TERM_NONE;
  BType variable_type = b_generate_type(generator, 2);
  BTerm value = whole_operand(generator, variable_type, depth - 1, operands);
  BTerm variable = new_variable(generator, variable_type);
  VEC_PUSH(&generator->scope, variable);
  BTerm body = value ? whole_operand(generator, type, depth - 1, operands) : B_TERM_NONE;
  generator->scope.count--;
  BTerm args[] = {variable, value, body};
  return body ? b_make(generator->bank, op, type, 1, args, 3) : B_TERM_NONE;
}

static BTerm record(BGenerator *generator, BOperator op, BType type, uint32_t depth,
                    U32Vec *operands)
{
  BTypes *types = &generator->bank->types;
  BType of = type;
  if (op == B_STRUCT) {
    if (b_type_kind(types, type) != B_TYPE_SET) return B_TERM_NONE;
    of = b_type_member(types, type);
  }
  if (b_type_kind(types, of) != B_TYPE_RECORD) return B_TERM_NONE;
  uint32_t count;
  b_type_fields(types, of, &count);
  U32Vec args = {0};
  BTerm term = B_TERM_NONE;
  for (uint32_t i = 0; i < count; i++) {
    BType field = b_type_fields(types, of, &count)[i].type;
    if (op == B_STRUCT) field = b_type_set(types, field);
    BTerm arg = whole_operand(generator, field, depth - 1, operands);
    if (arg) VEC_PUSH(&args, arg);
  }
  if (args.count == count) term = b_make(generator->bank, op, type, 0, args.items, count);
  VEC_FREE(&args);
  return term;
}

/* A record that has a field of the type. */
static BTerm field(BGenerator *generator, BType type, uint32_t depth, U32Vec *operands)
{
  BBank *bank = generator->bank;
  if (type == B_PREDICATE || b_type_node(&bank->types, type)->size > 20) return B_TERM_NONE;
  BField fields[] = {{symbols_intern(&bank->symbols, "fa", 2), type},
                     {symbols_intern(&bank->symbols, "fb", 2), b_generate_type(generator, 1)}};
  Symbol name = fields[0].name;
  BType record_type = b_type_record(&bank->types, fields, 2);
  BTerm value = whole_operand(generator, record_type, depth - 1, operands);
  return value ? b_make(bank, B_FIELD, type, name, &value, 1) : B_TERM_NONE;
}

BTerm b_gen_form(BGenerator *generator, BOperator op, BType type, uint32_t depth, U32Vec *operands)
{
  switch (b_operator(op)->form) {
  case B_FORM_IF: return conditional(generator, op, type, depth, operands);
  case B_FORM_LET: return let(generator, op, type, depth, operands);
  case B_FORM_RECORD: return record(generator, op, type, depth, operands);
  case B_FORM_FIELD: return field(generator, type, depth, operands);
  default: return binder(generator, op, type, depth, operands);
  }
}
