#include "language/smt/reduce/outline.h"

typedef struct {
  Outline *outline;
  const Bank *bank;
  TermMarks marks;
} Builder;

static void add(Builder *builder, Term term, Term parent, uint32_t argument, uint32_t level)
{
  if (marks_add(&builder->marks, term))
    VEC_PUSH(&builder->outline->nodes, ((OutlineNode){term, parent, argument, level}));
}

static void add_definition(Builder *builder, Fun fun)
{
  const FunInfo *info = funs_info(&builder->bank->funs, fun);
  const TermNode *node = bank_node(builder->bank, info->definition);
  bool has_parameters = info->arity > 0 && node->op == OP_LAMBDA;
  Term body = has_parameters ? bank_args(builder->bank, info->definition)[node->count - 1]
                             : info->definition;
  add(builder, body, 0, 0, 0);
}

static void add_roots(Builder *builder, const Script *script, const Command *command)
{
  const uint32_t *list = script_list(script, command);
  switch (command->kind) {
  case CMD_ASSERT:
  case CMD_ASSERT_SOFT:
  case CMD_MINIMIZE:
  case CMD_MAXIMIZE: add(builder, command->a, 0, 0, 0); break;
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_GET_VALUE:
    for (uint32_t i = 0; i < command->count; i++) add(builder, list[i], 0, 0, 0);
    break;
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN: add_definition(builder, command->a); break;
  case CMD_DEFINE_FUN_REC:
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count; i++) add_definition(builder, list[i]);
    break;
  default: break;
  }
}

/* The arguments of a case are its variables and its result. */
static void add_case(Builder *builder, Term term, uint32_t level)
{
  uint32_t last = bank_node(builder->bank, term)->count - 1;
  add(builder, bank_args(builder->bank, term)[last], term, last, level);
}

static void add_arguments(Builder *builder, const OutlineNode *node)
{
  const Bank *bank = builder->bank;
  const TermNode *shape = bank_node(bank, node->term);
  bool annotation = bank_operator(bank, shape->op)->kind == OPERATOR_ANNOTATION;
  uint32_t count = annotation ? 1 : shape->count;
  for (uint32_t i = bank_bound_count(bank, node->term); i < count; i++) {
    Term arg = bank_args(bank, node->term)[i];
    if (bank_operator(bank, bank_node(bank, arg)->op)->kind == OPERATOR_CASE)
      add_case(builder, arg, node->level + 1);
    else
      add(builder, arg, node->term, i, node->level + 1);
  }
}

static void collect_constants(Outline *outline, const Bank *bank, const Script *script)
{
  for (size_t i = 0; i < bank->sorts.nodes.count; i++) VEC_PUSH(&outline->constant_of, 0);
  U32Vec term_of = {0};
  for (size_t i = 0; i < bank->funs.items.count; i++) VEC_PUSH(&term_of, 0);
  for (size_t i = 0; i < outline->nodes.count; i++) {
    Term term = outline->nodes.items[i].term;
    Fun fun = bank_fun(bank, term);
    if (fun && bank_node(bank, term)->count == 0) term_of.items[fun] = term;
  }
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind != CMD_DECLARE_CONST && command->kind != CMD_DECLARE_FUN) continue;
    Term term = term_of.items[command->a];
    if (!term) continue; /* not used */
    VEC_PUSH(&outline->constants, term);
    uint32_t *first = &outline->constant_of.items[bank_sort(bank, term)];
    if (!*first) *first = term;
  }
  VEC_FREE(&term_of);
}

void outline_init(Outline *outline, const Bank *bank, const Script *script)
{
  *outline = (Outline){0};
  Builder builder = {.outline = outline, .bank = bank};
  marks_clear(&builder.marks, bank->terms.count);
  for (size_t i = 0; i < script->commands.count; i++)
    add_roots(&builder, script, &script->commands.items[i]);
  for (size_t i = 0; i < outline->nodes.count; i++) {
    const OutlineNode node = outline->nodes.items[i];
    add_arguments(&builder, &node);
  }
  marks_deinit(&builder.marks);
  collect_constants(outline, bank, script);
}

void outline_deinit(Outline *outline)
{
  VEC_FREE(&outline->nodes);
  VEC_FREE(&outline->constants);
  VEC_FREE(&outline->constant_of);
}

Term outline_constant(const Outline *outline, Sort sort)
{
  return sort < outline->constant_of.count ? outline->constant_of.items[sort] : 0;
}
