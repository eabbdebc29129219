#include "smt/term/sort.h"

#include <assert.h>
#include <string.h>

#define SORT_CLASS_TEXT(name, text) text,
static const char *const class_names[] = {SORT_CLASS_LIST(SORT_CLASS_TEXT)};
#undef SORT_CLASS_TEXT

SortClass sorts_class_of_name(const SymbolTable *symbols, Symbol name)
{
  for (int c = SORT_BOOL; c <= SORT_FUNCTION; c++)
    if (symbols_equal(symbols, name, class_names[c])) return (SortClass)c;
  return SORT_OTHER;
}

void sorts_init(SortTable *table, SymbolTable *symbols)
{
  *table = (SortTable){0};
  VEC_PUSH(&table->ctors, (SortCtorInfo){0});
  VEC_PUSH(&table->nodes, (SortNode){0});
  VEC_RESERVE(&table->pool, 1);
  sorts_ctor(table, &(SortCtorInfo){.class = SORT_PARAMETER, .index_count = 2});
  sorts_ctor(table, &(SortCtorInfo){.name = symbols_intern(symbols, "->", 2),
                                    .arity = ARITY_ANY,
                                    .class = SORT_FUNCTION});
}

void sorts_deinit(SortTable *table)
{
  VEC_FREE(&table->ctors);
  VEC_FREE(&table->nodes);
  VEC_FREE(&table->pool);
  index_free(&table->ctor_index);
  index_free(&table->index);
}

SortCtor sorts_ctor(SortTable *table, const SortCtorInfo *info)
{
  uint64_t hash = hash_mix(hash_mix(info->name, info->arity), info->class);
  uint32_t key = hash_finish(hash_mix(hash_mix(hash, info->index_count), info->version));
  IndexProbe probe = index_probe(&table->ctor_index, key);
  for (uint32_t id; index_next(&probe, &id);) {
    const SortCtorInfo *known = &table->ctors.items[id];
    if (known->name == info->name && known->arity == info->arity && known->class == info->class &&
        known->index_count == info->index_count && known->version == info->version)
      return id;
  }
  SortCtor id = (SortCtor)table->ctors.count;
  VEC_PUSH(&table->ctors, *info);
  index_insert(&table->ctor_index, key, id);
  if (!table->class_ctor[info->class]) table->class_ctor[info->class] = id;
  return id;
}

static bool is_open(const SortTable *table, const Numeral *indices, uint32_t index_count,
                    const Sort *args, uint32_t arg_count)
{
  for (uint32_t i = 0; i < index_count; i++)
    if (numeral_is_expr(indices[i])) return true;
  for (uint32_t i = 0; i < arg_count; i++)
    if (table->nodes.items[args[i]].open) return true;
  return false;
}

Sort sorts_make(SortTable *table, SortCtor ctor, const Numeral *indices, const Sort *args,
                uint32_t arg_count)
{
  const SortCtorInfo *info = &table->ctors.items[ctor];
  uint32_t index_count = info->index_count;
  assert(info->arity == ARITY_ANY || info->arity == arg_count);
  uint64_t hash = hash_mix(ctor, arg_count);
  for (uint32_t i = 0; i < index_count; i++) hash = hash_mix(hash, indices[i]);
  for (uint32_t i = 0; i < arg_count; i++) hash = hash_mix(hash, args[i]);
  uint32_t key = hash_finish(hash);
  IndexProbe probe = index_probe(&table->index, key);
  for (uint32_t id; index_next(&probe, &id);) {
    const SortNode *node = &table->nodes.items[id];
    const uint32_t *pool = table->pool.items + node->first;
    if (node->ctor == ctor && node->arg_count == arg_count &&
        (index_count == 0 || memcmp(pool, indices, index_count * sizeof *pool) == 0) &&
        (arg_count == 0 || memcmp(pool + index_count, args, arg_count * sizeof *pool) == 0))
      return id;
  }
  SortNode node = {.ctor = ctor,
                   .first = (uint32_t)table->pool.count,
                   .arg_count = arg_count,
                   .index_count = (uint16_t)index_count,
                   .class = (uint8_t)info->class};
  node.open =
      info->class == SORT_PARAMETER || is_open(table, indices, index_count, args, arg_count);
  VEC_APPEND(&table->pool, indices, index_count);
  VEC_APPEND(&table->pool, args, arg_count);
  Sort id = (Sort)table->nodes.count;
  VEC_PUSH(&table->nodes, node);
  index_insert(&table->index, key, id);
  return id;
}

Sort sorts_parameter(SortTable *table, uint32_t slot, Symbol name)
{
  Numeral indices[2] = {slot, NUMERAL_SYMBOL_TAG | name};
  return sorts_make(table, table->class_ctor[SORT_PARAMETER], indices, NULL, 0);
}

Sort sorts_function(SortTable *table, const Sort *parts, uint32_t count)
{
  SortCtor ctor = table->class_ctor[SORT_FUNCTION];
  Sort last = parts[count - 1];
  if (sorts_class(table, last) != SORT_FUNCTION) return sorts_make(table, ctor, NULL, parts, count);
  U32Vec flat = {0};
  VEC_APPEND(&flat, parts, count - 1);
  for (uint32_t i = 0; i < sorts_node(table, last)->arg_count; i++)
    VEC_PUSH(&flat, sorts_arg(table, last, i));
  Sort sort = sorts_make(table, ctor, NULL, flat.items, (uint32_t)flat.count);
  VEC_FREE(&flat);
  return sort;
}

Sort sorts_plain(SortTable *table, SortClass class)
{
  SortCtor ctor = table->class_ctor[class];
  return ctor ? sorts_make(table, ctor, NULL, NULL, 0) : 0;
}
