#include "language/smt/reduce/mention.h"

#include <assert.h>

#include "language/smt/reduce/span.h"

bool mention_is_opaque(const Command *command)
{
  return (command->kind == CMD_EXTENSION || command->kind == CMD_CHECK_SAT) && command->b;
}

void mention_words(const Bank *bank, Symbol text, U32Vec *marks)
{
  const SymbolTable *symbols = &bank->symbols;
  const char *bytes = symbols_text(symbols, text);
  Spans spans = {0};
  spans_read(bytes, symbols_length(symbols, text), &spans);
  for (size_t i = 0; i < spans.count; i++) {
    Span span = spans.items[i];
    if (span.list) continue;
    size_t bar = bytes[span.start] == '|' && span.end - span.start >= 2;
    Symbol word = symbols_find(symbols, bytes + span.start + bar, span.end - span.start - 2 * bar);
    assert(word < marks->count);
    if (word) marks->items[word] = 1;
  }
  VEC_FREE(&spans);
}

void mention_script(const Bank *bank, const Script *script, U32Vec *marks)
{
  marks->count = 0;
  for (size_t i = 0; i < symbols_count(&bank->symbols); i++) VEC_PUSH(marks, 0);
  for (size_t i = 0; i < script->commands.count; i++)
    if (mention_is_opaque(&script->commands.items[i]))
      mention_words(bank, script->commands.items[i].b, marks);
}
