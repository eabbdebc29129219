#include "b/text/infer.h"

#include <assert.h>
#include <stdlib.h>

void b_infer_init(BInfer *infer, BBank *bank)
{
  *infer = (BInfer){.bank = bank};
  /* The simple types are their own numbers, as in b/term/type.h. */
  for (BTypeKind kind = B_TYPE_NONE; kind <= B_TYPE_STRING; kind++) {
    BOpenNode node = {.kind = kind, .link = kind, .closed = kind};
    VEC_PUSH(&infer->nodes, node);
  }
}

void b_infer_deinit(BInfer *infer)
{
  VEC_FREE(&infer->nodes);
  VEC_FREE(&infer->fields);
  VEC_FREE(&infer->work);
  VEC_FREE(&infer->changes);
}

BOpenType b_infer_make(BInfer *infer, BTypeKind kind, uint32_t first, uint32_t second)
{
  BOpenNode node = {
      .kind = kind, .first = first, .second = second, .link = (BOpenType)infer->nodes.count};
  VEC_PUSH(&infer->nodes, node);
  return node.link;
}

BOpenType b_infer_new(BInfer *infer)
{
  return b_infer_make(infer, B_TYPE_NONE, 0, 0);
}

static int compare_fields(const void *a, const void *b)
{
  const BField *x = a, *y = b;
  return x->name < y->name ? -1 : x->name > y->name;
}

BOpenType b_infer_record(BInfer *infer, const Symbol *names, const BOpenType *types, uint32_t count)
{
  size_t first = infer->fields.count;
  for (uint32_t i = 0; i < count; i++) {
    BField field = {names[i], types[i]};
    VEC_PUSH(&infer->fields, field);
  }
  qsort(infer->fields.items + first, count, sizeof *infer->fields.items, compare_fields);
  return b_infer_make(infer, B_TYPE_RECORD, (uint32_t)first, count);
}

static BOpenType open_record(BInfer *infer, BType type, BOpenType *parameters)
{
  BBank *bank = infer->bank;
  uint32_t count;
  b_type_fields(&bank->types, type, &count);
  Symbol *names = mem_alloc(count, sizeof *names);
  BOpenType *types = mem_alloc(count, sizeof *types);
  for (uint32_t i = 0; i < count; i++) {
    BField field = b_type_fields(&bank->types, type, &count)[i];
    names[i] = field.name;
    types[i] = b_infer_of(infer, field.type, parameters);
  }
  BOpenType record = b_infer_record(infer, names, types, count);
  free(names);
  free(types);
  return record;
}

BOpenType b_infer_of(BInfer *infer, BType type, BOpenType *parameters)
{
  BTypeNode node = *b_type_node(&infer->bank->types, type);
  switch (node.kind) {
  case B_TYPE_PARAMETER:
    if (parameters[node.first] == 0) parameters[node.first] = b_infer_new(infer);
    return parameters[node.first];
  case B_TYPE_SET:
    return b_infer_make(infer, B_TYPE_SET, b_infer_of(infer, node.first, parameters), 0);
  case B_TYPE_PAIR: {
    BOpenType first = b_infer_of(infer, node.first, parameters);
    return b_infer_make(infer, B_TYPE_PAIR, first, b_infer_of(infer, node.second, parameters));
  }
  case B_TYPE_GIVEN: return b_infer_make(infer, B_TYPE_GIVEN, node.first, 0);
  case B_TYPE_RECORD: return open_record(infer, type, parameters);
  default: return type; /* a simple one */
  }
}

static void set_link(BInfer *infer, BOpenType type, BOpenType link)
{
  BOpenNode *node = &infer->nodes.items[type];
  BInferChange change = {type, node->link};
  if (node->link == link) return;
  if (infer->unifying) VEC_PUSH(&infer->changes, change);
  node->link = link;
}

BOpenType b_infer_find(BInfer *infer, BOpenType type)
{
  const BOpenNode *nodes = infer->nodes.items;
  assert(type < infer->nodes.count);
  while (nodes[type].link != type) {
    set_link(infer, type, nodes[nodes[type].link].link);
    type = nodes[type].link;
  }
  return type;
}

static void push_pair(BInfer *infer, BOpenType a, BOpenType b)
{
  VEC_PUSH(&infer->work, a);
  VEC_PUSH(&infer->work, b);
}

static bool push_fields(BInfer *infer, const BOpenNode *a, const BOpenNode *b)
{
  if (a->second != b->second) return false;
  for (uint32_t i = 0; i < a->second; i++) {
    BField x = infer->fields.items[a->first + i], y = infer->fields.items[b->first + i];
    if (x.name != y.name) return false;
    push_pair(infer, x.type, y.type);
  }
  return true;
}

/* Makes them one and asks for the same of their parts; what was done first ends the search in types that
 * contain themselves. */
static bool unify_heads(BInfer *infer, BOpenType a, BOpenType b)
{
  BOpenNode x = infer->nodes.items[a], y = infer->nodes.items[b];
  if (x.kind == B_TYPE_NONE) {
    set_link(infer, a, b);
    return true;
  }
  if (y.kind == B_TYPE_NONE) {
    set_link(infer, b, a);
    return true;
  }
  if (x.kind != y.kind) return false;
  if (a <= B_TYPE_STRING && b <= B_TYPE_STRING) return a == b;
  set_link(infer, a, b);
  switch (x.kind) {
  case B_TYPE_GIVEN: return x.first == y.first;
  case B_TYPE_SET: push_pair(infer, x.first, y.first); return true;
  case B_TYPE_PAIR:
    push_pair(infer, x.first, y.first);
    push_pair(infer, x.second, y.second);
    return true;
  case B_TYPE_RECORD: return push_fields(infer, &x, &y);
  default: return true;
  }
}

bool b_infer_unify(BInfer *infer, BOpenType a, BOpenType b)
{
  assert(!infer->unifying);
  infer->work.count = infer->changes.count = 0;
  infer->unifying = true;
  push_pair(infer, a, b);
  bool good = true;
  while (infer->work.count && good) {
    BOpenType y = b_infer_find(infer, infer->work.items[--infer->work.count]);
    BOpenType x = b_infer_find(infer, infer->work.items[--infer->work.count]);
    if (x != y) good = unify_heads(infer, x, y);
  }
  infer->unifying = false;
  for (size_t i = infer->changes.count; i > 0 && !good; i--) {
    BInferChange change = infer->changes.items[i - 1];
    infer->nodes.items[change.type].link = change.link;
  }
  return good;
}

static BType close_type(BInfer *infer, BOpenType type, uint32_t levels);

static BType close_record(BInfer *infer, const BOpenNode *node, uint32_t levels)
{
  BField *fields = mem_alloc(node->second, sizeof *fields);
  bool good = true;
  for (uint32_t i = 0; i < node->second && good; i++) {
    BField field = infer->fields.items[node->first + i];
    fields[i] = (BField){field.name, close_type(infer, field.type, levels)};
    good = fields[i].type != B_TYPE_NONE;
  }
  BType type = good ? b_type_record(&infer->bank->types, fields, node->second) : B_TYPE_NONE;
  free(fields);
  return type;
}

static BType close_pair(BInfer *infer, const BOpenNode *node, uint32_t levels)
{
  BType first = close_type(infer, node->first, levels);
  BType second = first == B_TYPE_NONE ? B_TYPE_NONE : close_type(infer, node->second, levels);
  return second == B_TYPE_NONE ? B_TYPE_NONE : b_type_pair(&infer->bank->types, first, second);
}

static BType close_parts(BInfer *infer, const BOpenNode *node, uint32_t levels)
{
  BTypes *types = &infer->bank->types;
  switch (node->kind) {
  case B_TYPE_GIVEN: return b_type_given(types, node->first);
  case B_TYPE_PAIR: return close_pair(infer, node, levels);
  case B_TYPE_RECORD: return close_record(infer, node, levels);
  case B_TYPE_SET: {
    BType of = close_type(infer, node->first, levels);
    return of == B_TYPE_NONE ? B_TYPE_NONE : b_type_set(types, of);
  }
  default: return B_TYPE_NONE;
  }
}

static BType close_type(BInfer *infer, BOpenType type, uint32_t levels)
{
  type = b_infer_find(infer, type);
  BOpenNode node = infer->nodes.items[type];
  if (node.closed != B_TYPE_NONE) return node.closed;
  if (node.in_progress || levels == 0) return B_TYPE_NONE;
  infer->nodes.items[type].in_progress = true;
  BType closed = close_parts(infer, &node, levels - 1);
  if (b_type_node(&infer->bank->types, closed)->size > B_TYPE_SIZE_MAX) closed = B_TYPE_NONE;
  infer->nodes.items[type].in_progress = false;
  infer->nodes.items[type].closed = closed;
  return closed;
}

BType b_infer_type(BInfer *infer, BOpenType type)
{
  return close_type(infer, type, B_TYPE_SIZE_MAX);
}

static void print(BInfer *infer, BOpenType type, StrBuf *out, uint32_t levels)
{
  const BOpenNode node = *b_infer_node(infer, type);
  if (node.kind == B_TYPE_NONE) {
    strbuf_add_char(out, '?');
  } else if (levels == 0) {
    strbuf_add_text(out, "...");
  } else if (node.kind == B_TYPE_SET) {
    strbuf_add_text(out, "POW(");
    print(infer, node.first, out, levels - 1);
    strbuf_add_char(out, ')');
  } else if (node.kind == B_TYPE_PAIR) {
    bool nested = b_infer_node(infer, node.second)->kind == B_TYPE_PAIR;
    print(infer, node.first, out, levels - 1);
    strbuf_add_text(out, nested ? "*(" : "*");
    print(infer, node.second, out, levels - 1);
    if (nested) strbuf_add_char(out, ')');
  } else if (node.kind == B_TYPE_RECORD) {
    strbuf_add_text(out, "struct(");
    for (uint32_t i = 0; i < node.second; i++) {
      BField field = infer->fields.items[node.first + i];
      strbuf_printf(out, "%s%.*s:", i ? ", " : "",
                    (int)symbols_length(&infer->bank->symbols, field.name),
                    symbols_text(&infer->bank->symbols, field.name));
      print(infer, field.type, out, levels - 1);
    }
    strbuf_add_char(out, ')');
  } else {
    BType closed = b_infer_type(infer, type);
    assert(closed != B_TYPE_NONE);
    b_type_print(&infer->bank->types, &infer->bank->symbols, closed, out);
  }
}

void b_infer_print(BInfer *infer, BOpenType type, StrBuf *out)
{
  enum { LEVELS = 6 };
  print(infer, type, out, LEVELS);
}
