/* The language of the reversed strings. */
#include <assert.h>

#include "smt/value/regex_list.h"
#include "smt/value/string.h"

typedef VEC(Value) ValueVec;

static Value reverse_string(Eval *eval, const RegexObject *regex, Term term)
{
  Value string = {.kind = VALUE_STRING, .string = regex->string};
  Value reversed = string_reverse(eval, string, term);
  return value_is_unknown(reversed) ? reversed : regex_string(eval, reversed, term);
}

/* The reverse of an object whose parts have been reversed. */
static Value reverse_object(Eval *eval, const RegexObject *regex, const Value *parts, Term term)
{
  switch (regex->kind) {
  case REGEX_NONE:
  case REGEX_RANGE: return regex_value(regex);
  case REGEX_STRING: return reverse_string(eval, regex, term);
  case REGEX_CONCAT: return regex_concat(eval, parts, regex->count, term);
  case REGEX_UNION: return regex_union(eval, parts, regex->count, term);
  case REGEX_INTER: return regex_inter(eval, parts, regex->count, term);
  case REGEX_COMPLEMENT: return regex_complement(eval, parts[0], term);
  case REGEX_LOOP: return regex_loop(eval, parts[0], regex->low, regex->high, term);
  }
  return value_unknown(REASON_NO_SEMANTICS, term);
}

static Value reverse_all(Eval *eval, const RegexList *list, Value *reversed, ValueVec *parts,
                         Term term)
{
  assert(list->items.count > 1);
  for (size_t i = 1; i < list->items.count; i++) {
    const RegexObject *regex = list->items.items[i].regex;
    parts->count = 0;
    for (uint32_t p = 0; p < regex->count; p++) {
      bool turn = regex->kind == REGEX_CONCAT;
      const RegexObject *part = regex->parts[turn ? regex->count - 1 - p : p];
      VEC_PUSH(parts, reversed[regex_list_find(list, part)]);
    }
    reversed[i] = reverse_object(eval, regex, parts->items, term);
    if (value_is_unknown(reversed[i])) return reversed[i];
  }
  return reversed[list->items.count - 1];
}

Value regex_reverse(Eval *eval, Value regex, Term term)
{
  assert(regex.kind == VALUE_REGEX);
  RegexList list;
  ValueVec parts = {0};
  regex_list_init(&list, regex.regex);
  Value *reversed = mem_alloc(list.items.count, sizeof(Value));
  Value result = reverse_all(eval, &list, reversed, &parts, term);
  free(reversed);
  VEC_FREE(&parts);
  regex_list_deinit(&list);
  return result;
}
