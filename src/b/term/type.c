#include "b/term/type.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bug.h"

void b_types_init(BTypes *types)
{
  *types = (BTypes){0};
  for (BTypeKind kind = B_TYPE_NONE; kind <= B_TYPE_STRING; kind++) {
    BTypeNode node = {.kind = kind, .size = 1};
    VEC_PUSH(&types->nodes, node);
  }
}

void b_types_deinit(BTypes *types)
{
  VEC_FREE(&types->nodes);
  VEC_FREE(&types->fields);
  index_free(&types->index);
}

static uint32_t hash_node(BTypeKind kind, uint32_t first, uint32_t second)
{
  return hash_finish(hash_mix(hash_mix(kind, first), second));
}

static BType intern(BTypes *types, BTypeNode node)
{
  assert(node.kind != B_TYPE_RECORD);
  uint32_t hash = hash_node(node.kind, node.first, node.second);
  IndexProbe probe = index_probe(&types->index, hash);
  for (uint32_t id; index_next(&probe, &id);) {
    const BTypeNode *other = &types->nodes.items[id];
    if (other->kind == node.kind && other->first == node.first && other->second == node.second)
      return id;
  }
  BType type = (BType)types->nodes.count;
  VEC_PUSH(&types->nodes, node);
  index_insert(&types->index, hash, type);
  return type;
}

BType b_type_set(BTypes *types, BType of)
{
  assert(of > B_PREDICATE);
  return intern(types, (BTypeNode){B_TYPE_SET, of, 0, b_type_node(types, of)->size + 1});
}

BType b_type_pair(BTypes *types, BType first, BType second)
{
  assert(first > B_PREDICATE && second > B_PREDICATE);
  uint32_t size = 1 + b_type_node(types, first)->size + b_type_node(types, second)->size;
  return intern(types, (BTypeNode){B_TYPE_PAIR, first, second, size});
}

BType b_type_given(BTypes *types, Symbol name)
{
  return intern(types, (BTypeNode){B_TYPE_GIVEN, name, 0, 1});
}

BType b_type_parameter(BTypes *types, uint32_t number)
{
  return intern(types, (BTypeNode){B_TYPE_PARAMETER, number, 0, 1});
}

BType b_type_relation(BTypes *types, BType first, BType second)
{
  return b_type_set(types, b_type_pair(types, first, second));
}

static int compare_fields(const void *a, const void *b)
{
  const BField *x = a, *y = b;
  return x->name < y->name ? -1 : x->name > y->name;
}

static bool same_fields(const BTypes *types, const BTypeNode *node, const BField *fields,
                        uint32_t count)
{
  if (node->kind != B_TYPE_RECORD || node->second != count) return false;
  const BField *mine = types->fields.items + node->first;
  for (uint32_t i = 0; i < count; i++)
    if (mine[i].name != fields[i].name || mine[i].type != fields[i].type) return false;
  return true;
}

BType b_type_record(BTypes *types, BField *fields, uint32_t count)
{
  assert(count > 0);
  qsort(fields, count, sizeof *fields, compare_fields);
  uint64_t running = B_TYPE_RECORD;
  uint32_t size = 1;
  for (uint32_t i = 0; i < count; i++) {
    running = hash_mix(hash_mix(running, fields[i].name), fields[i].type);
    size += b_type_node(types, fields[i].type)->size;
  }
  uint32_t hash = hash_finish(running);
  IndexProbe probe = index_probe(&types->index, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (same_fields(types, &types->nodes.items[id], fields, count)) return id;
  BTypeNode node = {B_TYPE_RECORD, (uint32_t)types->fields.count, count, size};
  VEC_APPEND(&types->fields, fields, count);
  BType type = (BType)types->nodes.count;
  VEC_PUSH(&types->nodes, node);
  index_insert(&types->index, hash, type);
  return type;
}

const BField *b_type_fields(const BTypes *types, BType type, uint32_t *count)
{
  const BTypeNode *node = b_type_node(types, type);
  assert(node->kind == B_TYPE_RECORD);
  *count = node->second;
  return types->fields.items + node->first;
}

bool b_type_is_relation(const BTypes *types, BType type)
{
  return b_type_kind(types, type) == B_TYPE_SET &&
         b_type_kind(types, b_type_member(types, type)) == B_TYPE_PAIR;
}

bool b_type_has_given(const BTypes *types, BType type)
{
  const BTypeNode *node = b_type_node(types, type);
  switch (node->kind) {
  case B_TYPE_GIVEN: return true;
  case B_TYPE_SET: return b_type_has_given(types, node->first);
  case B_TYPE_PAIR:
    return b_type_has_given(types, node->first) || b_type_has_given(types, node->second);
  case B_TYPE_RECORD:
    for (uint32_t i = 0; i < node->second; i++)
      if (b_type_has_given(types, types->fields.items[node->first + i].type)) return true;
    return false;
  default: return false;
  }
}

static void add_symbol(const SymbolTable *symbols, Symbol symbol, StrBuf *out)
{
  strbuf_add(out, symbols_text(symbols, symbol), symbols_length(symbols, symbol));
}

static void print_record(const BTypes *types, const SymbolTable *symbols, BType type, StrBuf *out)
{
  uint32_t count;
  const BField *fields = b_type_fields(types, type, &count);
  strbuf_add_text(out, "struct(");
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_add_text(out, ", ");
    add_symbol(symbols, fields[i].name, out);
    strbuf_add_char(out, ':');
    b_type_print(types, symbols, fields[i].type, out);
  }
  strbuf_add_char(out, ')');
}

/* Types are small: B_TYPE_SIZE_MAX. */
void b_type_print(const BTypes *types, const SymbolTable *symbols, BType type, StrBuf *out)
{
  const BTypeNode *node = b_type_node(types, type);
  switch (node->kind) {
  case B_TYPE_PREDICATE: strbuf_add_text(out, "predicate"); return;
  case B_TYPE_INTEGER: strbuf_add_text(out, "INTEGER"); return;
  case B_TYPE_REAL: strbuf_add_text(out, "REAL"); return;
  case B_TYPE_BOOL: strbuf_add_text(out, "BOOL"); return;
  case B_TYPE_STRING: strbuf_add_text(out, "STRING"); return;
  case B_TYPE_GIVEN: add_symbol(symbols, node->first, out); return;
  case B_TYPE_PARAMETER: strbuf_add_char(out, (char)('a' + node->first % 26)); return;
  case B_TYPE_RECORD: print_record(types, symbols, type, out); return;
  case B_TYPE_SET:
    strbuf_add_text(out, "POW(");
    b_type_print(types, symbols, node->first, out);
    strbuf_add_char(out, ')');
    return;
  case B_TYPE_PAIR: {
    bool nested = b_type_kind(types, node->second) == B_TYPE_PAIR;
    b_type_print(types, symbols, node->first, out);
    strbuf_add_text(out, nested ? "*(" : "*");
    b_type_print(types, symbols, node->second, out);
    if (nested) strbuf_add_char(out, ')');
    return;
  }
  case B_TYPE_NONE: break;
  }
  BUG("unknown kind of type %d", (int)node->kind);
}
