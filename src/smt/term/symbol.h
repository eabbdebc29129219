/* Interned strings: every name, keyword and literal text is a 32-bit Symbol.
 *
 * Equal texts have equal symbols. Texts may hold any byte and are not changed or escaped here. */
#ifndef SMT_TERM_SYMBOL_H
#define SMT_TERM_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/index.h"
#include "base/vec.h"

typedef uint32_t Symbol;
enum { SYMBOL_NONE = 0, SYMBOL_SLACK = 16 };

/* A slot of the hash table holds the first bytes of the text, so that finding a short name touches
 * nothing else. An empty slot has id 0. */
typedef struct {
  uint64_t prefix;
  uint32_t check; /* hash and length */
  Symbol id;
} SymbolSlot;

typedef struct {
  VEC(char) bytes;       /* all texts, one after the other */
  VEC(uint64_t) starts;  /* text of s: bytes[starts[s] .. starts[s + 1]) */
  VEC(uint8_t) declared; /* 1: names a function, variable or sort somewhere */
  SymbolSlot *slots;
  size_t mask; /* number of slots - 1 */
} SymbolTable;

void symbols_init(SymbolTable *table);
void symbols_deinit(SymbolTable *table);

/* Interning in three steps, for readers that know some names in advance: the key of a text, a hint to
 * fetch what the search will touch, and the search. The key stays valid while the table grows. */
typedef struct {
  uint64_t prefix;
  uint32_t hash;
  uint32_t check;
} SymbolKey;

enum { SYMBOL_PREFIX = 8 };

static inline SymbolKey symbols_make_key(uint64_t prefix, uint64_t hash, size_t length)
{
  enum { LONG = 255 };
  hash *= 0xD6E8FEB86659FD93u;
  return (SymbolKey){prefix, (uint32_t)(hash >> 32),
                     (uint32_t)(hash >> 16) << 8 | (uint32_t)(length < LONG ? length : LONG)};
}

/* The bytes of a short text as a number, without a call for its few bytes. */
static inline uint64_t symbols_short_prefix(const char *text, size_t length)
{
  if (length >= 4) {
    uint32_t low, high;
    memcpy(&low, text, 4);
    memcpy(&high, text + length - 4, 4);
    return low | (uint64_t)high << (8 * (length - 4)); /* where they overlap they are equal */
  }
  if (length == 0) return 0;
  const unsigned char *bytes = (const unsigned char *)text;
  size_t middle = length / 2, last = length - 1;
  return bytes[0] | (uint64_t)bytes[middle] << (8 * middle) | (uint64_t)bytes[last] << (8 * last);
}

SymbolKey symbols_long_key(const char *text, size_t length);

static inline SymbolKey symbols_key(const char *text, size_t length)
{
  if (length > SYMBOL_PREFIX) return symbols_long_key(text, length);
  uint64_t prefix = symbols_short_prefix(text, length);
  return symbols_make_key(prefix, hash_mix(length, prefix), length);
}

Symbol symbols_search_key(SymbolTable *table, const SymbolKey *key, const char *text,
                          size_t length);

static inline Symbol symbols_intern_key(SymbolTable *table, const SymbolKey *key, const char *text,
                                        size_t length)
{
  const SymbolSlot *slot = &table->slots[key->hash & table->mask];
  bool found = slot->prefix == key->prefix && slot->check == key->check && length <= SYMBOL_PREFIX;
  return found && slot->id ? slot->id : symbols_search_key(table, key, text, length);
}

static inline void symbols_prefetch(const SymbolTable *table, const SymbolKey *key)
{
  __builtin_prefetch(&table->slots[key->hash & table->mask]);
}

Symbol symbols_intern(SymbolTable *table, const char *text, size_t length);
/* SYMBOL_NONE if the text has not been interned. */
Symbol symbols_find(const SymbolTable *table, const char *text, size_t length);

/* The text is valid until the next symbols_intern and is not NUL-terminated. SYMBOL_SLACK bytes from
 * its start can be read in any case. */
static inline const char *symbols_text(const SymbolTable *table, Symbol symbol)
{
  return table->bytes.items + table->starts.items[symbol];
}

static inline size_t symbols_length(const SymbolTable *table, Symbol symbol)
{
  return (size_t)(table->starts.items[symbol + 1] - table->starts.items[symbol]);
}

static inline size_t symbols_count(const SymbolTable *table)
{
  return table->starts.count - 1;
}

bool symbols_equal(const SymbolTable *table, Symbol symbol, const char *text);

#endif
