/* Line breaking: a term that fits on the rest of the line is written there, else its arguments get a
 * line each. Widths are computed once per node of the plan, arguments first. */
#include <assert.h>

#include "smt/text/print_internal.h"

enum {
  WIDTH_MAX = 1 << 20, /* widths saturate here */
  HEAD_SHORT = 6       /* arguments are lined up after heads up to this length */
};

static uint32_t add_widths(uint32_t a, uint32_t b)
{
  return a + b < WIDTH_MAX ? a + b : WIDTH_MAX;
}

static uint32_t digits(uint32_t number)
{
  uint32_t count = 1;
  for (; number >= 10; number /= 10) count++;
  return count;
}

static uint32_t scratch_width(const Printer *printer)
{
  size_t length = printer->scratch.length;
  return printer->scratch.overflow || length > WIDTH_MAX ? WIDTH_MAX : (uint32_t)length;
}

static StrBuf *clear_scratch(Printer *printer)
{
  printer->scratch.limit = WIDTH_MAX;
  strbuf_clear(&printer->scratch);
  return &printer->scratch;
}

/* Width of something written as it is: a leaf or a plain pattern. */
static uint32_t plain_width(Printer *printer, Term term)
{
  const TermNode *node = bank_node(printer->bank, term);
  if (node->count == 0 && node->op >= OP_FIRST_APPLICATION) {
    uint32_t length = texts_operator(&printer->texts, node->op).length;
    return length ? length : WIDTH_MAX;
  }
  term_print_plain(printer, clear_scratch(printer), term);
  return scratch_width(printer);
}

/* Width of an argument as it is written: a name, or all of it. */
static uint32_t argument_width(Printer *printer, Term term, uint32_t code)
{
  assert(code < printer->plan.nodes.count);
  const PlanNode *node = &printer->plan.nodes.items[code];
  if (!code) return plain_width(printer, term);
  return node->name ? 1 + digits(node->name) : node->width;
}

/* What the lets of a scope add to the width of their body. */
static uint32_t scope_width(const Printer *printer, uint32_t scope)
{
  assert(scope == 0 || scope < printer->plan.scopes.count);
  const PlanNode *nodes = printer->plan.nodes.items;
  uint32_t width = 0;
  uint32_t level = UINT32_MAX;
  for (uint32_t i = scope ? printer->plan.scopes.items[scope].first : 0; i; i = nodes[i].next) {
    if (nodes[i].level != level)
      width = add_widths(width, 8); /* "(let (" and ") " without a blank */
    level = nodes[i].level;
    /* "($1 value) " */
    width = add_widths(width, add_widths(nodes[i].width, 5 + digits(nodes[i].name)));
    if (width == WIDTH_MAX) break;
  }
  return width;
}

/* Width of all that is neither an argument nor a blank between arguments. */
static uint32_t frame_width(Printer *printer, Term term)
{
  const Bank *bank = printer->bank;
  const TermNode *node = bank_node(bank, term);
  const OperatorInfo *info = bank_operator(bank, node->op);
  if (info->kind == OPERATOR_APPLY) {
    uint32_t length = texts_operator(&printer->texts, node->op).length;
    return length ? length + 2 : WIDTH_MAX;
  }
  if (info->kind == OPERATOR_ANNOTATION) {
    size_t length = symbols_length(&bank->symbols, info->fun);
    if (info->first) length += symbols_length(&bank->symbols, info->first) + 1;
    return length < WIDTH_MAX ? (uint32_t)length + 8 : WIDTH_MAX;
  }
  if (node->op == OP_MATCH) return 9;
  if (info->kind == OPERATOR_CASE) {
    uint32_t length = info->fun ? (uint32_t)symbols_length(&bank->symbols,
                                                           funs_info(&bank->funs, info->fun)->name)
                                : 1;
    return add_widths(length < WIDTH_MAX ? length : WIDTH_MAX, 6);
  }
  StrBuf *scratch = clear_scratch(printer);
  term_print_variables(printer, scratch, bank_args(bank, term),
                       node->count - bank_bodies(node->op));
  return add_widths(scratch_width(printer), 10);
}

static uint32_t node_width(Printer *printer, const PlanNode *node)
{
  const TermNode *info = bank_node(printer->bank, node->term);
  if (info->count == 0) return plain_width(printer, node->term);
  uint32_t width = frame_width(printer, node->term);
  uint32_t first = bank_is_binder(info->op) ? info->count - bank_bodies(info->op) : 0;
  for (uint32_t i = first; i < info->count && width < WIDTH_MAX; i++) {
    Term arg = printer->bank->args.items[info->first + i];
    uint32_t arg_width = argument_width(printer, arg, printer->plan.codes.items[node->codes + i]);
    width = add_widths(width, add_widths(arg_width, 1));
  }
  return add_widths(width, scope_width(printer, node->inner));
}

void pretty_measure(Printer *printer)
{
  Plan *plan = &printer->plan;
  for (size_t i = 1; i < plan->nodes.count; i++)
    if (!(plan->nodes.items[i].flags & PLAN_KNOWN))
      plan->nodes.items[i].width = node_width(printer, &plan->nodes.items[i]);
}

uint32_t pretty_width(Printer *printer, Term term, uint32_t node, uint32_t scope)
{
  return add_widths(argument_width(printer, term, node), scope_width(printer, scope));
}

uint32_t pretty_node_width(const Printer *printer, uint32_t node, uint32_t scope)
{
  return add_widths(printer->plan.nodes.items[node].width, scope_width(printer, scope));
}

bool pretty_fits(const Printer *printer, const StrBuf *out, uint32_t width, uint32_t tail)
{
  assert(out->length >= printer->line_start);
  uint64_t column = out->length - printer->line_start;
  return column + width + tail <= printer->options.width;
}

void pretty_newline(Printer *printer, StrBuf *out, uint32_t indent)
{
  static const char blanks[] = "                                                            ";
  _Static_assert(sizeof blanks == INDENT_MAX + 1, "one line of blanks");
  strbuf_add_char(out, '\n');
  printer->line_start = out->length;
  strbuf_add(out, blanks, indent < INDENT_MAX ? indent : INDENT_MAX);
}

void pretty_open(Printer *printer, const StrBuf *out, PrintFrame *frame, uint32_t width,
                 uint32_t head)
{
  assert(out->length >= printer->line_start);
  frame->broken = !pretty_fits(printer, out, width, frame->tail);
  if (!frame->broken) return;
  size_t column = out->length - printer->line_start;
  uint32_t shift = 2;
  if (frame->kind == PRINT_LET)
    shift = 0;
  else if (frame->kind == PRINT_ANNOTATION)
    shift = 3;
  else if (frame->kind == PRINT_APPLY && head > 0 && head <= HEAD_SHORT)
    shift = head + 2;
  frame->hangs = frame->kind == PRINT_APPLY && shift != 2;
  frame->indent = column + shift < INDENT_MAX ? (uint8_t)(column + shift) : INDENT_MAX;
}
