#include "smt/term/symbol.h"

#include <assert.h>
#include <string.h>

enum { INITIAL_SLOTS = 1024 };

void symbols_init(SymbolTable *table)
{
  *table = (SymbolTable){0};
  /* Symbol 0 is the empty "none"; the sentinel start makes lengths differences. */
  VEC_PUSH(&table->starts, 0);
  VEC_PUSH(&table->starts, 0);
  VEC_PUSH(&table->declared, 0);
  VEC_RESERVE(&table->bytes, 1);
  table->slots = mem_alloc_zero(INITIAL_SLOTS, sizeof *table->slots);
  table->mask = INITIAL_SLOTS - 1;
}

void symbols_deinit(SymbolTable *table)
{
  VEC_FREE(&table->bytes);
  VEC_FREE(&table->starts);
  VEC_FREE(&table->declared);
  free(table->slots);
}

SymbolKey symbols_long_key(const char *text, size_t length)
{
  uint64_t prefix;
  memcpy(&prefix, text, SYMBOL_PREFIX);
  return symbols_make_key(prefix, hash_mix(hash_bytes(text, length), prefix), length);
}

/* The slot of the text, or the empty one where it would go. */
static SymbolSlot *find_slot(const SymbolTable *table, const SymbolKey *key, const char *text,
                             size_t length)
{
  for (size_t at = key->hash & table->mask;; at = (at + 1) & table->mask) {
    SymbolSlot *slot = &table->slots[at];
    if (slot->id == SYMBOL_NONE) return slot;
    if (slot->prefix != key->prefix || slot->check != key->check) continue;
    if (length <= SYMBOL_PREFIX) return slot; /* the length is part of the check */
    if (symbols_length(table, slot->id) == length &&
        memcmp(symbols_text(table, slot->id), text, length) == 0)
      return slot;
  }
}

Symbol symbols_find(const SymbolTable *table, const char *text, size_t length)
{
  SymbolKey key = symbols_key(text, length);
  return find_slot(table, &key, text, length)->id;
}

static void resize(SymbolTable *table, size_t size)
{
  SymbolSlot *old = table->slots;
  table->slots = mem_alloc_zero(size, sizeof *table->slots);
  mem_prefer_huge_pages(table->slots, size * sizeof *table->slots);
  table->mask = size - 1;
  for (Symbol id = 1; id < symbols_count(table); id++) {
    SymbolKey key = symbols_key(symbols_text(table, id), symbols_length(table, id));
    size_t at = key.hash & table->mask;
    while (table->slots[at].id) at = (at + 1) & table->mask;
    table->slots[at] = (SymbolSlot){key.prefix, key.check, id};
  }
  free(old);
}

Symbol symbols_intern(SymbolTable *table, const char *text, size_t length)
{
  SymbolKey key = symbols_key(text, length);
  return symbols_intern_key(table, &key, text, length);
}

Symbol symbols_search_key(SymbolTable *table, const SymbolKey *key, const char *text, size_t length)
{
  SymbolSlot *slot = find_slot(table, key, text, length);
  if (slot->id) return slot->id;
  Symbol id = (Symbol)symbols_count(table);
  if (id >= UINT32_C(0x40000000)) mem_exhausted(id); /* two bits are needed for other things */
  *slot = (SymbolSlot){key->prefix, key->check, id};
  VEC_RESERVE(&table->bytes, length + SYMBOL_SLACK);
  memcpy(table->bytes.items + table->bytes.count, text, length);
  table->bytes.count += length;
  VEC_PUSH(&table->starts, table->bytes.count);
  VEC_PUSH(&table->declared, 0);
  /* At most half full, so that most names are in the first slot that is looked at. */
  if (symbols_count(table) > (table->mask + 1) / 2) resize(table, 2 * (table->mask + 1));
  return id;
}

bool symbols_equal(const SymbolTable *table, Symbol symbol, const char *text)
{
  size_t length = strlen(text);
  return symbols_length(table, symbol) == length &&
         memcmp(symbols_text(table, symbol), text, length) == 0;
}
