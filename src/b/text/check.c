#include "b/text/check.h"

#include <assert.h>

#include "b/text/infer.h"

/* An operator that a sign can mean, with one of its alternatives. */
typedef struct {
  BOperator op;
  const BAlternative *alternative;
} Candidate;

enum { CANDIDATES_MAX = B_ALTERNATIVES_MAX + 1 };

typedef struct {
  BBank *bank;
  const BRaw *raw;
  const BCheckContext *context;
  BInfer infer;
  BOpenType *types; /* by node */
  uint16_t *ops;    /* by node */
  BOpenType *names; /* by declaration */
  U32Vec waiting;   /* nodes whose operator or record type is not known yet */
  Error *error;
} Checker;

static const BRawInfo *info_of(const Checker *checker, BRawNode node)
{
  return b_raw_info(checker->raw, node);
}

static uint32_t variable_count(const BRawInfo *info)
{
  return info->op != B_NONE && b_operator_binds((BOperator)info->op) ? info->data : 0;
}

static BOpenType arg_type(const Checker *checker, BRawNode node, uint32_t i)
{
  return checker->types[b_raw_arg(checker->raw, node, i)];
}

/* Says which types its operands have. */
static Status wrong_types(Checker *checker, BRawNode node)
{
  const BRawInfo *info = info_of(checker, node);
  enum { SHOWN = 4, TEXT = 600 };
  StrBuf text;
  strbuf_init(&text, TEXT);
  uint32_t skip = variable_count(info);
  for (uint32_t i = skip; i < info->count && i < skip + SHOWN; i++) {
    if (i > skip) strbuf_add_text(&text, i + 1 == info->count ? " and " : ", ");
    b_infer_print(&checker->infer, arg_type(checker, node, i), &text);
  }
  const char *token;
  int length = (int)b_operator_token((BOperator)info->op, &token);
  if (info->op == B_FUNCTION)
    error_set_at(checker->error, STATUS_SORT, info->offset,
                 "wrong types for the application of a function: %s", strbuf_text(&text));
  else
    error_set_at(checker->error, STATUS_SORT, info->offset, "wrong types for '%.*s': %s", length,
                 token, strbuf_text(&text));
  strbuf_deinit(&text);
  return STATUS_SORT;
}

static uint32_t add_candidates(const Checker *checker, BOperator op, Candidate *list,
                               uint32_t count)
{
  const BSignature *signature = &checker->bank->signatures[op];
  for (uint32_t i = 0; i < signature->alternative_count; i++)
    list[count++] = (Candidate){op, &signature->alternatives[i]};
  return count;
}

static uint32_t find_candidates(const Checker *checker, BOperator op, Candidate *list)
{
  uint32_t count = add_candidates(checker, op, list, 0);
  if (op == B_SUBTRACT) count = add_candidates(checker, B_SET_SUBTRACTION, list, count);
  if (op == B_MULTIPLY) count = add_candidates(checker, B_CARTESIAN, list, count);
  assert(count <= CANDIDATES_MAX);
  return count;
}

/* The pattern for an operand, counted without variables. */
static BType pattern_of(const Checker *checker, const Candidate *candidate, uint32_t operand)
{
  uint32_t last = checker->bank->signatures[candidate->op].operand_count - 1u;
  return candidate->alternative->operands[operand < last ? operand : last];
}

/* Is the head of the type that of the pattern, or one of them open? Looks below sets, for min and max. */
static bool could_be(Checker *checker, BType pattern, BOpenType type)
{
  const BTypeNode *wanted = b_type_node(&checker->bank->types, pattern);
  const BOpenNode *node = b_infer_node(&checker->infer, type);
  if (wanted->kind == B_TYPE_PARAMETER || node->kind == B_TYPE_NONE) return true;
  if (wanted->kind != node->kind) return false;
  if (wanted->kind != B_TYPE_SET) return true;
  wanted = b_type_node(&checker->bank->types, wanted->first);
  node = b_infer_node(&checker->infer, node->first);
  return wanted->kind == B_TYPE_PARAMETER || node->kind == B_TYPE_NONE ||
         wanted->kind == node->kind;
}

static bool candidate_fits(Checker *checker, const Candidate *candidate, BRawNode node)
{
  const BRawInfo *info = info_of(checker, node);
  uint32_t skip = variable_count(info);
  if (!could_be(checker, candidate->alternative->result, checker->types[node])) return false;
  for (uint32_t i = skip; i < info->count; i++)
    if (!could_be(checker, pattern_of(checker, candidate, i - skip), arg_type(checker, node, i)))
      return false;
  return true;
}

static Status apply(Checker *checker, const Candidate *candidate, BRawNode node)
{
  const BRawInfo *info = info_of(checker, node);
  BOpenType parameters[B_PARAMETERS_MAX] = {0};
  uint32_t skip = variable_count(info);
  for (uint32_t i = skip; i < info->count; i++) {
    BOpenType wanted =
        b_infer_of(&checker->infer, pattern_of(checker, candidate, i - skip), parameters);
    if (!b_infer_unify(&checker->infer, wanted, arg_type(checker, node, i)))
      return wrong_types(checker, node);
  }
  BOpenType result = b_infer_of(&checker->infer, candidate->alternative->result, parameters);
  if (!b_infer_unify(&checker->infer, result, checker->types[node]))
    return wrong_types(checker, node);
  checker->ops[node] = (uint16_t)candidate->op;
  return STATUS_OK;
}

/* Unifies the operands and the result that have one type in every candidate, whichever it will be. */
static Status tie(Checker *checker, const Candidate *list, uint32_t count, BRawNode node)
{
  const BRawInfo *info = info_of(checker, node);
  uint32_t skip = variable_count(info);
  uint32_t operands = info->count - skip;
  for (uint32_t i = 0; i < operands; i++)
    for (uint32_t k = i + 1; k <= operands; k++) {
      bool same = true;
      for (uint32_t c = 0; c < count && same; c++)
        same = pattern_of(checker, &list[c], i) ==
               (k < operands ? pattern_of(checker, &list[c], k) : list[c].alternative->result);
      BOpenType other = k < operands ? arg_type(checker, node, skip + k) : checker->types[node];
      if (same && !b_infer_unify(&checker->infer, arg_type(checker, node, skip + i), other))
        return wrong_types(checker, node);
    }
  return STATUS_OK;
}

/* Decides on an operator with several candidates, if that is possible now; `any` takes the first that fits. */
static Status decide(Checker *checker, BRawNode node, bool any, bool *decided)
{
  Candidate list[CANDIDATES_MAX];
  uint32_t all = find_candidates(checker, (BOperator)info_of(checker, node)->op, list);
  uint32_t count = 0;
  for (uint32_t i = 0; i < all; i++)
    if (candidate_fits(checker, &list[i], node)) list[count++] = list[i];
  *decided = count == 1 || any;
  if (count == 0) return wrong_types(checker, node);
  if (*decided) return apply(checker, &list[0], node);
  return tie(checker, list, count, node);
}

static BOpenType tuple_of_variables(Checker *checker, BRawNode node)
{
  BOpenType type = arg_type(checker, node, 0);
  for (uint32_t i = 1; i < info_of(checker, node)->data; i++)
    type = b_infer_make(&checker->infer, B_TYPE_PAIR, type, arg_type(checker, node, i));
  return type;
}

static Status type_record(Checker *checker, BRawNode node)
{
  BInfer *infer = &checker->infer;
  const BRawInfo *info = info_of(checker, node);
  BOpenType *types = mem_alloc(info->count, sizeof *types);
  Status status = STATUS_OK;
  for (uint32_t i = 0; i < info->count && status == STATUS_OK; i++) {
    types[i] = arg_type(checker, node, i);
    if (info->op == B_RECORD) continue;
    BOpenType member = b_infer_new(infer);
    if (!b_infer_unify(infer, types[i], b_infer_make(infer, B_TYPE_SET, member, 0)))
      status = wrong_types(checker, node);
    types[i] = member;
  }
  if (status == STATUS_OK) {
    BOpenType record =
        b_infer_record(infer, checker->raw->fields.items + info->data, types, info->count);
    checker->types[node] =
        info->op == B_RECORD ? record : b_infer_make(infer, B_TYPE_SET, record, 0);
  }
  free(types);
  return status;
}

static Status decide_field(Checker *checker, BRawNode node, bool *decided)
{
  const BRawInfo *info = info_of(checker, node);
  const BOpenNode record = *b_infer_node(&checker->infer, arg_type(checker, node, 0));
  *decided = record.kind != B_TYPE_NONE;
  if (!*decided) return STATUS_OK;
  if (record.kind != B_TYPE_RECORD) return wrong_types(checker, node);
  for (uint32_t i = 0; i < record.second; i++) {
    BField field = checker->infer.fields.items[record.first + i];
    if (field.name != info->data) continue;
    if (b_infer_unify(&checker->infer, field.type, checker->types[node])) return STATUS_OK;
    return wrong_types(checker, node);
  }
  return error_set_at(checker->error, STATUS_SORT, info->offset, "the record has no field '%.*s'",
                      (int)symbols_length(&checker->bank->symbols, info->data),
                      symbols_text(&checker->bank->symbols, info->data));
}

static Status type_operator(Checker *checker, BRawNode node)
{
  bool decided;
  checker->types[node] = b_infer_new(&checker->infer);
  Status status = info_of(checker, node)->op == B_FIELD ? decide_field(checker, node, &decided)
                                                        : decide(checker, node, false, &decided);
  if (status == STATUS_OK && !decided) VEC_PUSH(&checker->waiting, node);
  return status;
}

static Status type_if(Checker *checker, BRawNode node)
{
  checker->types[node] = arg_type(checker, node, 1);
  if (b_infer_unify(&checker->infer, arg_type(checker, node, 1), arg_type(checker, node, 2)))
    return STATUS_OK;
  return wrong_types(checker, node);
}

static Status type_let(Checker *checker, BRawNode node)
{
  checker->types[node] = arg_type(checker, node, 2);
  if (b_infer_unify(&checker->infer, arg_type(checker, node, 0), arg_type(checker, node, 1)))
    return STATUS_OK;
  return wrong_types(checker, node);
}

static Status type_node(Checker *checker, BRawNode node)
{
  BInfer *infer = &checker->infer;
  const BRawInfo *info = info_of(checker, node);
  BOpenType none[B_PARAMETERS_MAX] = {0};
  switch (info->op) {
  case B_NONE:
    assert(info->data > 0 && info->data <= checker->context->parameter_count);
    checker->types[node] = b_infer_of(
        infer, b_type(checker->bank, checker->context->parameters[info->data - 1]), none);
    return STATUS_OK;
  case B_IDENTIFIER: checker->types[node] = checker->names[info->data]; return STATUS_OK;
  case B_RECORD:
  case B_STRUCT: return type_record(checker, node);
  case B_IF_EXPRESSION: return type_if(checker, node);
  case B_LET_EXPRESSION: return type_let(checker, node);
  case B_COMPREHENSION:
    checker->types[node] = b_infer_make(infer, B_TYPE_SET, tuple_of_variables(checker, node), 0);
    return STATUS_OK;
  case B_LAMBDA: {
    BOpenType pair = b_infer_make(infer, B_TYPE_PAIR, tuple_of_variables(checker, node),
                                  arg_type(checker, node, info->count - 1));
    checker->types[node] = b_infer_make(infer, B_TYPE_SET, pair, 0);
    return STATUS_OK;
  }
  default: return type_operator(checker, node);
  }
}

/* One round over what waits, in one direction or the other: chains of operators need a single one. */
static Status decide_waiting(Checker *checker, bool backward, bool any, bool *progress)
{
  size_t kept = 0, count = checker->waiting.count;
  Status status = STATUS_OK;
  *progress = false;
  for (size_t i = 0; i < count; i++) {
    uint32_t *node = &checker->waiting.items[backward ? count - 1 - i : i];
    bool decided = false;
    if (info_of(checker, *node)->op == B_FIELD)
      status = decide_field(checker, *node, &decided);
    else
      status = decide(checker, *node, any, &decided);
    if (status != STATUS_OK) return status;
    *progress |= decided;
    if (decided) {
      *node = 0;
      any = false;
    }
  }
  for (size_t i = 0; i < count; i++)
    if (checker->waiting.items[i]) checker->waiting.items[kept++] = checker->waiting.items[i];
  checker->waiting.count = kept;
  return STATUS_OK;
}

static Status find_types(Checker *checker)
{
  for (BRawNode node = 1; node < checker->raw->nodes.count; node++) {
    checker->ops[node] = info_of(checker, node)->op;
    Status status = type_node(checker, node);
    if (status != STATUS_OK) return status;
  }
  bool progress = true, any = false;
  for (uint32_t round = 0; checker->waiting.count && (progress || !any); round++) {
    any = !progress;
    Status status = decide_waiting(checker, round % 2 == 1, any, &progress);
    if (status != STATUS_OK) return status;
  }
  return STATUS_OK;
}

static Status no_type(Checker *checker, BOpenType type, uint32_t offset, Symbol name)
{
  const char *text = name ? symbols_text(&checker->bank->symbols, name) : "";
  int length = name ? (int)symbols_length(&checker->bank->symbols, name) : 0;
  StrBuf shape;
  strbuf_init(&shape, 200);
  b_infer_print(&checker->infer, type, &shape);
  bool open = memchr(strbuf_text(&shape), '?', shape.length) != NULL;
  error_set_at(checker->error, STATUS_SORT, offset,
               open ? "the type of %s%.*s%s cannot be determined; found so far: %s"
                    : "the type of %s%.*s%s would contain itself, or is too large: %s",
               name ? "'" : "this", length, text, name ? "'" : "", strbuf_text(&shape));
  strbuf_deinit(&shape);
  return STATUS_SORT;
}

static Status make_names(Checker *checker, BTerm *declared)
{
  for (uint32_t i = 0; i < checker->raw->declarations.count; i++) {
    const BDeclaration *declaration = &checker->raw->declarations.items[i];
    if ((declared[i] = declaration->known) != B_TERM_NONE) continue;
    BType type = b_infer_type(&checker->infer, checker->names[i]);
    if (type == B_TYPE_NONE)
      return no_type(checker, checker->names[i], declaration->offset, declaration->name);
    declared[i] = b_make_name(checker->bank, B_IDENTIFIER, type, declaration->name);
  }
  return STATUS_OK;
}

/* The operands of a record, in the order of the fields of its type. */
static void sort_fields(Checker *checker, BRawNode node, BType type, BTerm *args)
{
  BTypes *types = &checker->bank->types;
  const BRawInfo *info = info_of(checker, node);
  if (info->op == B_STRUCT) type = b_type_member(types, type);
  uint32_t count;
  const BField *fields = b_type_fields(types, type, &count);
  const Symbol *names = checker->raw->fields.items + info->data;
  BTerm *given = mem_alloc(count, sizeof *given);
  for (uint32_t i = 0; i < count; i++) given[i] = args[i];
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < count; k++)
      if (names[k] == fields[i].name) args[i] = given[k];
  free(given);
}

static BTerm make_term(Checker *checker, BRawNode node, BType type, U32Vec *args)
{
  const BRawInfo *info = info_of(checker, node);
  BOperator op = (BOperator)checker->ops[node];
  uint32_t data = info->data;
  if (info->op == B_NONE) return checker->context->parameters[info->data - 1];
  if (op == B_RECORD || op == B_STRUCT) {
    sort_fields(checker, node, type, args->items);
    data = 0;
  }
  if (op == B_AND) return b_make_and(checker->bank, args->items, (uint32_t)args->count);
  if (op == B_IF_EXPRESSION && type == B_PREDICATE) op = B_IF_PREDICATE;
  if (op == B_LET_EXPRESSION && type == B_PREDICATE) op = B_LET_PREDICATE;
  return b_make(checker->bank, op, type, data, args->items, (uint32_t)args->count);
}

static Status make_terms(Checker *checker, BTerm *terms, const BTerm *declared)
{
  U32Vec args = {0};
  Status status = STATUS_OK;
  for (BRawNode node = 1; node < checker->raw->nodes.count && status == STATUS_OK; node++) {
    const BRawInfo *info = info_of(checker, node);
    if (info->op == B_IDENTIFIER) {
      terms[node] = declared[info->data];
      continue;
    }
    BType type = b_infer_type(&checker->infer, checker->types[node]);
    if (type == B_TYPE_NONE) {
      status = no_type(checker, checker->types[node], info->offset, SYMBOL_NONE);
      break;
    }
    args.count = 0;
    for (uint32_t i = 0; i < info->count; i++)
      VEC_PUSH(&args, terms[b_raw_arg(checker->raw, node, i)]);
    terms[node] = make_term(checker, node, type, &args);
    if (terms[node] == B_TERM_NONE)
      status = error_set_at(checker->error, STATUS_LIMIT, info->offset,
                            "nested more than %d levels deep", B_DEPTH_MAX);
  }
  VEC_FREE(&args);
  return status;
}

Status b_check(BBank *bank, const BRaw *raw, const BCheckContext *context, BTerm *terms,
               BTerm *declared, Error *error)
{
  Checker checker = {.bank = bank, .raw = raw, .context = context, .error = error};
  b_infer_init(&checker.infer, bank);
  checker.types = mem_alloc_zero(raw->nodes.count, sizeof *checker.types);
  checker.ops = mem_alloc_zero(raw->nodes.count, sizeof *checker.ops);
  checker.names = mem_alloc_zero(raw->declarations.count + 1, sizeof *checker.names);
  BOpenType none[B_PARAMETERS_MAX] = {0};
  for (size_t i = 0; i < raw->declarations.count; i++) {
    BTerm known = raw->declarations.items[i].known;
    checker.names[i] =
        known ? b_infer_of(&checker.infer, b_type(bank, known), none) : b_infer_new(&checker.infer);
  }
  Status status = find_types(&checker);
  if (status == STATUS_OK) status = make_names(&checker, declared);
  if (status == STATUS_OK) status = make_terms(&checker, terms, declared);
  b_infer_deinit(&checker.infer);
  free(checker.types);
  free(checker.ops);
  free(checker.names);
  VEC_FREE(&checker.waiting);
  return status;
}
