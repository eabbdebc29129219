#include "solve/boxgen/expression.h"

#include <assert.h>
#include <inttypes.h>

static uint64_t some_number(Random *random)
{
  switch (random_below(random, 3)) {
  case 0: return random_below(random, 16);
  case 1: return random_u64(random) >> random_below(random, 64);
  default: return random_u64(random) | 1;
  }
}

static bool is_unary(ExpressionKind kind)
{
  return kind == EXPRESSION_SHIFT_LEFT || kind == EXPRESSION_SHIFT_RIGHT ||
         kind == EXPRESSION_REMAINDER;
}

void boxgen_expression_make(BoxExpression *expression, uint32_t arguments, uint32_t size,
                            Random *random)
{
  assert(arguments > 0 && arguments <= EXPRESSION_MAX_ARGUMENTS);
  assert(size > 0 && size < EXPRESSION_NODES - arguments);
  *expression = (BoxExpression){0};
  for (uint32_t i = 0; i < arguments; i++)
    expression->nodes[expression->count++] = (ExpressionNode){EXPRESSION_ARGUMENT, .a = i};
  expression->nodes[expression->count++] =
      (ExpressionNode){EXPRESSION_NUMBER, .number = some_number(random)};
  uint32_t used = 0;
  while (size-- > 0 && expression->count < EXPRESSION_NODES) {
    uint32_t last = expression->count - 1;
    ExpressionNode node = {
        (ExpressionKind)(EXPRESSION_ADD + random_below(random, EXPRESSION_KINDS - EXPRESSION_ADD)),
        /* Each argument once, then anything, so that all of them and all operators count. */
        .a = used < arguments ? used : (uint32_t)random_below(random, expression->count), .b = last,
        .number = some_number(random)};
    if (used < arguments && is_unary(node.kind)) node.kind = EXPRESSION_ADD;
    if (is_unary(node.kind)) node.a = last;
    node.number = node.kind == EXPRESSION_REMAINDER ? 3 + node.number % 1021
                  : is_unary(node.kind)             ? 1 + node.number % 31
                                                    : node.number;
    used++;
    expression->nodes[expression->count++] = node;
  }
}

uint64_t boxgen_expression_value(const BoxExpression *expression, const uint64_t *arguments)
{
  uint64_t values[EXPRESSION_NODES];
  assert(expression->count > 0);
  for (uint32_t i = 0; i < expression->count; i++) {
    const ExpressionNode *node = &expression->nodes[i];
    uint64_t a =
        node->kind == EXPRESSION_ARGUMENT || node->kind == EXPRESSION_NUMBER ? 0 : values[node->a];
    uint64_t b =
        node->kind == EXPRESSION_ARGUMENT || node->kind == EXPRESSION_NUMBER ? 0 : values[node->b];
    switch (node->kind) {
    case EXPRESSION_ARGUMENT: values[i] = arguments[node->a]; break;
    case EXPRESSION_NUMBER: values[i] = node->number; break;
    case EXPRESSION_ADD: values[i] = a + b; break;
    case EXPRESSION_SUB: values[i] = a - b; break;
    case EXPRESSION_MUL: values[i] = a * b; break;
    case EXPRESSION_AND: values[i] = a & b; break;
    case EXPRESSION_OR: values[i] = a | b; break;
    case EXPRESSION_XOR: values[i] = a ^ b; break;
    case EXPRESSION_SHIFT_LEFT: values[i] = a << node->number; break;
    case EXPRESSION_SHIFT_RIGHT: values[i] = a >> node->number; break;
    case EXPRESSION_IF_LESS: values[i] = a < b ? a + node->number : b; break;
    case EXPRESSION_REMAINDER: values[i] = a % node->number; break;
    case EXPRESSION_KINDS: values[i] = 0; break;
    }
  }
  return values[expression->count - 1];
}

static void put_node(const ExpressionNode *node, StrBuf *out)
{
  static const char *const signs[EXPRESSION_KINDS] = {
      [EXPRESSION_ADD] = "+", [EXPRESSION_SUB] = "-", [EXPRESSION_MUL] = "*",
      [EXPRESSION_AND] = "&", [EXPRESSION_OR] = "|",  [EXPRESSION_XOR] = "^"};
  switch (node->kind) {
  case EXPRESSION_ARGUMENT: strbuf_printf(out, "a%u", node->a); break;
  case EXPRESSION_NUMBER: strbuf_printf(out, "%" PRIu64 "u", node->number); break;
  case EXPRESSION_SHIFT_LEFT: strbuf_printf(out, "t%u << %" PRIu64, node->a, node->number); break;
  case EXPRESSION_SHIFT_RIGHT: strbuf_printf(out, "t%u >> %" PRIu64, node->a, node->number); break;
  case EXPRESSION_IF_LESS:
    strbuf_printf(out, "t%u < t%u ? t%u + %" PRIu64 "u : t%u", node->a, node->b, node->a,
                  node->number, node->b);
    break;
  case EXPRESSION_REMAINDER:
    strbuf_printf(out, "t%u %% %" PRIu64 "u", node->a, node->number);
    break;
  default: strbuf_printf(out, "t%u %s t%u", node->a, signs[node->kind], node->b); break;
  }
}

void boxgen_expression_put_c(const BoxExpression *expression, StrBuf *out)
{
  for (uint32_t i = 0; i < expression->count; i++) {
    strbuf_printf(out, "  uint64_t t%u = ", i);
    put_node(&expression->nodes[i], out);
    strbuf_add_text(out, ";\n");
  }
}
