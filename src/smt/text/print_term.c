/* Writing terms by their plan. What is begun is kept on a stack of frames; each step writes up to the
 * next argument that has arguments itself. */
#include "smt/text/print_internal.h"

#include <assert.h>
#include <string.h>

/* --- leaves and names --- */

void term_print_leaf(Printer *printer, StrBuf *out, Term leaf)
{
  assert(bank_node(printer->bank, leaf)->count == 0);
  const Bank *bank = printer->bank;
  const TermNode *node = bank_node(bank, leaf);
  if (node->op >= OP_FIRST_APPLICATION) {
    texts_print_operator(&printer->texts, out, node->op);
    return;
  }
  if (node->op == OP_VARIABLE) {
    texts_print_symbol(&printer->texts, out, bank_variable_info(bank, leaf)->name);
    return;
  }
  if (node->op == OP_STRING)
    strbuf_add_char(out, '"');
  else if (node->op == OP_FIELD)
    strbuf_add_text(out, "(as ff");
  strbuf_add(out, symbols_text(&bank->symbols, node->first),
             symbols_length(&bank->symbols, node->first));
  if (node->op == OP_STRING) {
    strbuf_add_char(out, '"');
  } else if (node->op == OP_FIELD) {
    strbuf_add_char(out, ' ');
    print_sort(out, bank, node->sort);
    strbuf_add_char(out, ')');
  }
}

static char name_prefix(const Printer *printer, const PlanNode *node)
{
  bool local = printer->options.share == SHARE_DEFINE && !(node->flags & PLAN_DEFINED);
  return local ? '?' : '$';
}

static void term_print_name(Printer *printer, StrBuf *out, const PlanNode *node)
{
  strbuf_add_char(out, name_prefix(printer, node));
  strbuf_add_u64(out, node->name);
}

void term_print_variables(Printer *printer, StrBuf *out, const Term *variables, uint32_t count)
{
  strbuf_add_char(out, '(');
  for (uint32_t i = 0; i < count && !out->overflow; i++) {
    const Variable *info = bank_variable_info(printer->bank, variables[i]);
    strbuf_add_text(out, i == 0 ? "(" : " (");
    texts_print_symbol(&printer->texts, out, info->name);
    strbuf_add_char(out, ' ');
    print_sort_styled(out, printer->bank, info->sort, printer->options.brief_sorts);
    strbuf_add_char(out, ')');
  }
  strbuf_add_char(out, ')');
}

/* --- opening --- */

static const char *binder_word(Op op)
{
  switch (op) {
  case OP_FORALL: return "(forall ";
  case OP_EXISTS: return "(exists ";
  case OP_LAMBDA: return "(lambda ";
  case OP_WITNESS: return "(witness ";
  default: assert(op == OP_COMPREHENSION); return "(set.comprehension ";
  }
}

static const uint32_t *codes_of(const Printer *printer, uint32_t node)
{
  assert(node < printer->plan.nodes.count);
  return node ? printer->plan.codes.items + printer->plan.nodes.items[node].codes : NULL;
}

/* (@ f a) is (f a) if f is a name. */
static bool is_application_of_name(const Printer *printer, const TermNode *node, uint32_t id)
{
  if (node->op != printer->apply || (id && codes_of(printer, id)[0])) return false;
  const TermNode *head = bank_node(printer->bank, printer->bank->args.items[node->first]);
  if (head->count) return false;
  if (head->op == OP_VARIABLE) return true;
  const OperatorInfo *info = bank_operator(printer->bank, head->op);
  return info->kind == OPERATOR_APPLY && !info->as && info->index_count == 0;
}

static void open_apply(Printer *printer, StrBuf *out, PrintFrame *frame, const TermNode *node)
{
  bool of_name = is_application_of_name(printer, node, frame->node);
  if (printer->options.pretty && frame->node) {
    uint32_t head = of_name ? 1000 : texts_operator(&printer->texts, node->op).length;
    pretty_open(printer, out, frame, printer->plan.nodes.items[frame->node].width, head);
  }
  strbuf_add_char(out, '(');
  if (of_name)
    term_print_leaf(printer, out, printer->bank->args.items[node->first]);
  else
    texts_print_operator(&printer->texts, out, node->op);
  frame->next = of_name;
}

static void open_case(Printer *printer, StrBuf *out, PrintFrame *frame, const TermNode *node)
{
  assert(node->count > 0);
  const Bank *bank = printer->bank;
  Fun constructor = bank_operator(bank, node->op)->fun;
  uint32_t variables = node->count - 1;
  bool nested = constructor && variables;
  strbuf_add(out, "((", nested ? 2 : 1);
  if (constructor)
    texts_print_symbol(&printer->texts, out, funs_info(&bank->funs, constructor)->name);
  else if (variables == 0)
    strbuf_add_char(out, '_');
  for (uint32_t i = 0; i < variables; i++) {
    if (constructor) strbuf_add_char(out, ' ');
    term_print_leaf(printer, out, bank->args.items[node->first + i]);
  }
  if (nested) strbuf_add_char(out, ')');
  frame->next = variables;
}

static PrintKind kind_of(const Bank *bank, Op op)
{
  assert(bank_has_op(bank, op));
  if (bank_is_binder(op)) return PRINT_BINDER;
  if (op == OP_MATCH) return PRINT_MATCH;
  switch ((TermShape)bank_operator(bank, op)->kind) {
  case OPERATOR_ANNOTATION: return PRINT_ANNOTATION;
  case OPERATOR_CASE: return PRINT_CASE;
  default: return PRINT_APPLY;
  }
}

/* Begins a term with arguments. */
static void open_node(Printer *printer, StrBuf *out, Term term, uint32_t id, uint32_t tail,
                      uint32_t scope)
{
  const TermNode *node = bank_node(printer->bank, term);
  PrintFrame frame = {.term = term, .node = id, .tail = tail, .scope = scope};
  frame.kind = node->op >= OP_FIRST_APPLICATION &&
                       bank_operator(printer->bank, node->op)->kind == OPERATOR_APPLY
                   ? PRINT_APPLY
                   : (uint8_t)kind_of(printer->bank, node->op);
  if (frame.kind == PRINT_APPLY) {
    open_apply(printer, out, &frame, node);
    VEC_PUSH(&printer->frames, frame);
    return;
  }
  if (printer->options.pretty && id)
    pretty_open(printer, out, &frame, pretty_node_width(printer, id, scope), 0);
  switch ((PrintKind)frame.kind) {
  case PRINT_BINDER:
    frame.next = node->count - bank_bodies(node->op);
    strbuf_add_text(out, binder_word(node->op));
    term_print_variables(printer, out, bank_args(printer->bank, term), frame.next);
    break;
  case PRINT_MATCH: strbuf_add_text(out, "(match"); break;
  case PRINT_CASE: open_case(printer, out, &frame, node); break;
  case PRINT_ANNOTATION: strbuf_add_text(out, "(!"); break;
  default: break;
  }
  VEC_PUSH(&printer->frames, frame);
}

/* The annotation that a term is, not named, or 0. */
static uint32_t term_annotation(const Printer *printer, uint32_t id)
{
  const PlanNode *node = &printer->plan.nodes.items[id];
  if (id == 0 || node->name) return 0;
  Op op = bank_node(printer->bank, node->term)->op;
  return bank_operator(printer->bank, op)->kind == OPERATOR_ANNOTATION ? id : 0;
}

/* Can the names of a scope be bound inside the annotations that its body is? There they do not come
 * between a quantifier and its patterns, or an assertion and its name. */
static bool binds_inside(const Printer *printer, uint32_t id)
{
  if (!term_annotation(printer, id)) return false;
  for (; term_annotation(printer, id); id = codes_of(printer, id)[0])
    if (printer->plan.nodes.items[id].flags & PLAN_BAD_PATTERN) return false;
  return true;
}

static void open_let(Printer *printer, StrBuf *out, Term term, uint32_t id, uint32_t tail,
                     uint32_t scope)
{
  assert(scope < printer->plan.scopes.count);
  PrintFrame frame = {.kind = PRINT_LET, .term = term, .node = id, .tail = tail, .scope = scope};
  frame.next = printer->plan.scopes.items[scope].first;
  if (printer->options.pretty)
    pretty_open(printer, out, &frame, pretty_width(printer, term, id, scope), 0);
  VEC_PUSH(&printer->frames, frame);
}

/* Writes a term or begins it; true if it has been begun. `id` is its node or 0, `scope` one that
 * begins here, or 0. */
static inline bool open_term(Printer *printer, StrBuf *out, Term term, uint32_t id, uint32_t tail,
                             uint32_t scope)
{
  if (scope && printer->plan.scopes.items[scope].first && !binds_inside(printer, id)) {
    open_let(printer, out, term, id, tail, scope);
    return true;
  }
  if (id && printer->plan.nodes.items[id].name) {
    term_print_name(printer, out, &printer->plan.nodes.items[id]);
    return false;
  }
  if (bank_node(printer->bank, term)->count == 0) {
    term_print_leaf(printer, out, term);
    return false;
  }
  open_node(printer, out, term, id, tail, scope);
  return true;
}

/* --- steps --- */

static inline void gap(Printer *printer, StrBuf *out, PrintFrame *frame)
{
  if (!frame->broken || frame->hangs) {
    strbuf_add_char(out, ' ');
    frame->hangs = false;
  } else {
    pretty_newline(printer, out, frame->indent);
  }
}

static void close_frame(Printer *printer, StrBuf *out)
{
  assert(printer->frames.count > 0);
  strbuf_add_char(out, ')');
  printer->frames.count--;
}

static void step_apply(Printer *printer, StrBuf *out, PrintFrame *frame)
{
  const TermNode *node = bank_node(printer->bank, frame->term);
  const Term *args = printer->bank->args.items + node->first;
  const uint32_t *codes = codes_of(printer, frame->node);
  while (frame->next < node->count) {
    uint32_t i = frame->next++;
    gap(printer, out, frame);
    uint32_t tail = i + 1 == node->count ? frame->tail + 1 : 0;
    if (open_term(printer, out, args[i], codes ? codes[i] : 0, tail, 0)) return;
  }
  close_frame(printer, out);
}

/* Binders and cases: what follows the variables is inside their scope. */
static void step_scope(Printer *printer, StrBuf *out, PrintFrame *frame)
{
  const TermNode *node = bank_node(printer->bank, frame->term);
  if (frame->next == node->count) {
    close_frame(printer, out);
    return;
  }
  uint32_t i = frame->next++;
  gap(printer, out, frame);
  uint32_t inner = frame->node ? printer->plan.nodes.items[frame->node].inner : 0;
  open_term(printer, out, printer->bank->args.items[node->first + i],
            frame->node ? codes_of(printer, frame->node)[i] : 0,
            i + 1 == node->count ? frame->tail + 1 : 0, inner);
}

static void step_match(Printer *printer, StrBuf *out, PrintFrame *frame)
{
  const TermNode *node = bank_node(printer->bank, frame->term);
  uint32_t i = frame->next++;
  if (i == node->count) {
    strbuf_add_char(out, ')');
    close_frame(printer, out);
    return;
  }
  frame->hangs = i == 0;
  gap(printer, out, frame);
  if (i == 1) {
    strbuf_add_char(out, '(');
    if (frame->broken && frame->indent < INDENT_MAX) frame->indent++;
  }
  open_term(printer, out, printer->bank->args.items[node->first + i],
            frame->node ? codes_of(printer, frame->node)[i] : 0,
            i + 1 == node->count ? frame->tail + 2 : 0, 0);
}

/* The annotated term; annotations of annotations become one. */
static void open_annotated(Printer *printer, StrBuf *out, const PrintFrame *frame)
{
  Term term = bank_args(printer->bank, frame->term)[0];
  uint32_t id = frame->node ? codes_of(printer, frame->node)[0] : 0;
  if (!term_annotation(printer, id)) {
    strbuf_add_char(out, ' ');
    open_term(printer, out, term, id, 0, frame->scope);
    return;
  }
  PrintFrame inside = *frame;
  inside.term = term;
  inside.node = id;
  inside.next = 0;
  inside.inside = true;
  VEC_PUSH(&printer->frames, inside);
}

static void step_annotation(Printer *printer, StrBuf *out, PrintFrame *frame)
{
  const TermNode *node = bank_node(printer->bank, frame->term);
  const OperatorInfo *info = bank_operator(printer->bank, node->op);
  const SymbolTable *symbols = &printer->bank->symbols;
  uint32_t i = frame->next++;
  if (i == 0) {
    open_annotated(printer, out, frame);
    return;
  }
  if (i == 1) {
    gap(printer, out, frame);
    strbuf_add(out, symbols_text(symbols, info->fun), symbols_length(symbols, info->fun));
    if (info->first) {
      strbuf_add_char(out, ' ');
      strbuf_add(out, symbols_text(symbols, info->first), symbols_length(symbols, info->first));
    }
  }
  if (i < node->count) {
    strbuf_add(out, " (", i == 1 ? 2 : 1);
    open_term(printer, out, printer->bank->args.items[node->first + i],
              frame->node ? codes_of(printer, frame->node)[i] : 0, 0, 0);
    return;
  }
  if (node->count > 1) strbuf_add_char(out, ')');
  if (frame->inside)
    printer->frames.count--;
  else
    close_frame(printer, out);
}

static void finish_let(Printer *printer, StrBuf *out, PrintFrame *frame)
{
  if (frame->in_body) {
    for (uint32_t i = 1; i < frame->lets; i++) strbuf_add_char(out, ')');
    close_frame(printer, out);
    return;
  }
  strbuf_add_char(out, ')');
  if (frame->broken)
    pretty_newline(printer, out, frame->indent + 2u);
  else
    strbuf_add_char(out, ' ');
  frame->in_body = true;
  open_term(printer, out, frame->term, frame->node, frame->tail + frame->lets, 0);
}

/* Names of one level are bound by one let. */
static void step_let(Printer *printer, StrBuf *out, PrintFrame *frame)
{
  const PlanNode *nodes = printer->plan.nodes.items;
  bool same_level = false;
  if (frame->inside) {
    strbuf_add_char(out, ')');
    uint32_t last = frame->next;
    frame->next = nodes[last].next;
    same_level = frame->next && nodes[frame->next].level == nodes[last].level;
  }
  frame->inside = false;
  if (!frame->next) {
    finish_let(printer, out, frame);
    return;
  }
  if (!same_level && frame->lets) strbuf_add_char(out, ')');
  if (frame->lets) {
    if (frame->broken)
      pretty_newline(printer, out, frame->indent + (same_level ? 6u : 0u));
    else
      strbuf_add_char(out, ' ');
  }
  if (!same_level) {
    strbuf_add_text(out, "(let (");
    frame->lets++;
  }
  strbuf_add_char(out, '(');
  term_print_name(printer, out, &nodes[frame->next]);
  strbuf_add_char(out, ' ');
  frame->inside = true;
  if (bank_node(printer->bank, nodes[frame->next].term)->count == 0)
    term_print_leaf(printer, out, nodes[frame->next].term);
  else
    open_node(printer, out, nodes[frame->next].term, frame->next, 2, 0);
}

static void run(Printer *printer, StrBuf *out, size_t base)
{
  assert(base <= printer->frames.count);
  while (printer->frames.count > base && !out->overflow) {
    PrintFrame *frame = &printer->frames.items[printer->frames.count - 1];
    switch ((PrintKind)frame->kind) {
    case PRINT_APPLY: step_apply(printer, out, frame); break;
    case PRINT_BINDER:
    case PRINT_CASE: step_scope(printer, out, frame); break;
    case PRINT_MATCH: step_match(printer, out, frame); break;
    case PRINT_ANNOTATION: step_annotation(printer, out, frame); break;
    case PRINT_LET: step_let(printer, out, frame); break;
    }
  }
  printer->frames.count = base;
}

/* --- whole terms --- */

void term_print_plain(Printer *printer, StrBuf *out, Term term)
{
  size_t base = printer->frames.count;
  open_term(printer, out, term, 0, 0, 0);
  run(printer, out, base);
}

void term_print(Printer *printer, StrBuf *out, Term term, bool parameters, uint32_t tail)
{
  uint32_t root = printer->plan.root;
  assert(!parameters || (root && bank_node(printer->bank, term)->op == OP_LAMBDA));
  if (parameters) {
    const TermNode *node = bank_node(printer->bank, term);
    open_term(printer, out, printer->bank->args.items[node->first + node->count - 1],
              codes_of(printer, root)[node->count - 1], tail,
              printer->plan.nodes.items[root].inner);
  } else {
    open_term(printer, out, term, root, tail, 1);
  }
  run(printer, out, 0);
}
