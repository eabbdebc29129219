#include "smt/gen/pattern.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "smt/draw/draw_literal.h"
#include "smt/gen/grammar_internal.h"
#include "smt/term/build.h"
#include "smt/text/literal.h"

/* Patterns are written in this program, in tables that the tests try out: they are read without
 * checks, and recursion over them is fine. */

enum { NAME_MAX_LENGTH = 31, ARGS_MAX = 8 };

static const char *skip_blanks(const char *at)
{
  while (*at == ' ') at++;
  return at;
}

/* After a name or a literal. */
static const char *skip_word(const char *at)
{
  if (*at == '"') return strchr(at + 1, '"') + 1;
  while (*at && *at != ' ' && *at != '(' && *at != ')') at++;
  return at;
}

/* After a whole pattern. */
static const char *skip_pattern(const char *at)
{
  int depth = 0;
  do {
    at = skip_blanks(at);
    if (*at == '(') {
      depth++;
      at++;
    } else if (*at == ')') {
      depth--;
      at++;
    } else {
      at = skip_word(at);
    }
  } while (depth > 0);
  return at;
}

static bool is_letter(const char *at)
{
  return at[0] >= 'a' && at[0] <= 'z' && skip_word(at) == at + 1;
}

static bool word_is(const char *at, const char *word)
{
  size_t length = strlen(word);
  return (size_t)(skip_word(at) - at) == length && memcmp(at, word, length) == 0;
}

/* --- matching ----------------------------------------------------------------------------- */

static bool match_letter(char letter, Term term, Bindings *bindings)
{
  assert(letter >= 'a' && letter <= 'z');
  Term *bound = &bindings->of[letter - 'a'];
  if (*bound == 0) *bound = term;
  return *bound == term;
}

static bool match_head(const Bank *bank, const char *at, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  Fun fun = bank_fun(bank, term);
  if (!fun || !funs_info(&bank->funs, fun)->theory || bank_operator(bank, node->op)->index_count)
    return false;
  Symbol name = funs_info(&bank->funs, fun)->name;
  size_t length = (size_t)(skip_word(at) - at);
  return symbols_length(&bank->symbols, name) == length &&
         memcmp(symbols_text(&bank->symbols, name), at, length) == 0;
}

bool pattern_match(const Bank *bank, const char *pattern, Term term, Bindings *bindings)
{
  assert(bank_has_term(bank, term));
  const char *at = skip_blanks(pattern);
  if (is_letter(at)) return match_letter(*at, term, bindings);
  if (*at != '(') {
    if (*at != '"') return match_head(bank, at, term) && bank_node(bank, term)->count == 0;
    const TermNode *node = bank_node(bank, term);
    return node->op == OP_STRING && symbols_length(&bank->symbols, node->first) == 0 &&
           at[1] == '"';
  }
  at = skip_blanks(at + 1);
  if (!match_head(bank, at, term)) return false;
  at = skip_blanks(skip_word(at));
  uint32_t i = 0;
  for (; *at != ')'; i++) {
    if (i >= bank_node(bank, term)->count ||
        !pattern_match(bank, at, bank_args(bank, term)[i], bindings))
      return false;
    at = skip_blanks(skip_pattern(at));
  }
  return i == bank_node(bank, term)->count;
}

/* --- building ----------------------------------------------------------------------------- */

typedef struct {
  Bank *bank;
  const Bindings *bindings;
  PatternAllowed allowed;
  const void *context;
} Builder;

static Term build_literal(Bank *bank, const char *at)
{
  size_t length = (size_t)(skip_word(at) - at);
  assert(length > 0);
  SymbolTable *symbols = &bank->symbols;
  if (*at == '"')
    return bank_literal(bank, OP_STRING, bank->string_sort,
                        literal_string(symbols, at + 1, length - 2));
  if (memchr(at, '.', length))
    return bank_literal(bank, OP_REAL, bank->real_sort, literal_decimal(symbols, at, length));
  return bank_literal(bank, OP_INTEGER, bank->int_sort, symbols_intern(symbols, at, length));
}

static Term allowed_or_none(const Builder *builder, Term term)
{
  if (!term || (builder->allowed && !builder->allowed(builder->context, builder->bank, term)))
    return 0;
  return term;
}

static Term build_application(const Builder *builder, const char *at, const Term *args,
                              uint32_t count)
{
  char name[NAME_MAX_LENGTH + 1];
  size_t length = (size_t)(skip_word(at) - at);
  if (length > NAME_MAX_LENGTH) return 0;
  memcpy(name, at, length);
  name[length] = 0;
  return allowed_or_none(builder, build(builder->bank, name, 0, args, count));
}

static Term build_at(const Builder *builder, const char *at)
{
  at = skip_blanks(at);
  if (is_letter(at)) return builder->bindings->of[*at - 'a'];
  if (isdigit((unsigned char)*at) || *at == '"') return build_literal(builder->bank, at);
  if (*at != '(') return build_application(builder, at, NULL, 0);
  const char *head = skip_blanks(at + 1);
  Term args[ARGS_MAX];
  uint32_t count = 0;
  for (at = skip_blanks(skip_word(head)); *at != ')' && count < ARGS_MAX;
       at = skip_blanks(skip_pattern(at))) {
    args[count] = build_at(builder, at);
    if (!args[count++]) return 0;
  }
  assert(count > 0);
  if (word_is(head, "zero") || word_is(head, "one"))
    return grammar_number(builder->bank, bank_sort(builder->bank, args[0]), word_is(head, "one"));
  return build_application(builder, head, args, count);
}

Term pattern_build(Bank *bank, const char *pattern, const Bindings *bindings,
                   PatternAllowed allowed, const void *context)
{
  Builder builder = {bank, bindings, allowed, context};
  return build_at(&builder, pattern);
}

uint32_t pattern_letters(const char *pattern)
{
  uint32_t letters = 0;
  for (const char *at = pattern; *at;) {
    if (*at == ' ' || *at == '(' || *at == ')') {
      at++;
      continue;
    }
    if (is_letter(at)) letters |= UINT32_C(1) << (*at - 'a');
    at = skip_word(at);
  }
  return letters;
}
