#include "run/solver/expression.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

static const char blanks[] = " \t\n\r";

void text_vec_free(TextVec *texts)
{
  for (size_t i = 0; i < texts->count; i++) free(texts->items[i]);
  VEC_FREE(texts);
}

void expression_deinit(Expression *expression)
{
  free(expression->name);
  free(expression->program);
  text_vec_free(&expression->words);
  *expression = (Expression){0};
}

/* Adds text[0 .. length) without the blanks around it. */
static void add_trimmed(TextVec *items, const char *text, size_t length)
{
  while (length && strchr(blanks, text[0])) text++, length--;
  while (length && strchr(blanks, text[length - 1])) length--;
  VEC_PUSH(items, mem_copy_string(text, length));
}

/* Splits at commas outside of parentheses and quotes; quotes stay where they are. */
static Status split(const char *text, size_t length, TextVec *items, Error *error)
{
  size_t begin = 0, depth = 0;
  char quote = 0;
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(') {
      depth++;
    } else if (c == ')') {
      if (depth-- == 0)
        return error_set(error, STATUS_USAGE, "')' without '(' in '%.*s'", (int)length, text);
    } else if (c == ',' && depth == 0) {
      add_trimmed(items, text + begin, i - begin);
      begin = i + 1;
    }
  }
  if (quote) return error_set(error, STATUS_USAGE, "%c is not closed in '%s'", quote, text);
  if (depth) return error_set(error, STATUS_USAGE, "'(' is not closed in '%s'", text);
  add_trimmed(items, text + begin, length - begin);
  return STATUS_OK;
}

static Status refuse_empty(const char *text, const TextVec *items, Error *error)
{
  for (size_t i = 0; i < items->count; i++)
    if (!*items->items[i])
      return error_set(error, STATUS_USAGE, "nothing between two commas in '%s'", text);
  return STATUS_OK;
}

Status expression_split_list(const char *text, TextVec *items, Error *error)
{
  Status status = split(text, strlen(text), items, error);
  if (status == STATUS_OK) status = refuse_empty(text, items, error);
  if (status != STATUS_OK) text_vec_free(items);
  return status;
}

/* The words of a command as a shell would have them, without all that makes shells dangerous: quotes
 * hold words together, and that is all. */
static Status split_words(const char *text, TextVec *words, Error *error)
{
  StrBuf word;
  strbuf_init(&word, 0);
  char quote = 0;
  bool inside = false;
  for (const char *at = text; *at; at++) {
    if (quote ? *at == quote : *at == '\'' || *at == '"') {
      quote = quote ? 0 : *at;
      inside = true;
    } else if (!quote && strchr(blanks, *at)) {
      if (inside) VEC_PUSH(words, mem_copy_string(strbuf_text(&word), word.length));
      strbuf_clear(&word);
      inside = false;
    } else {
      strbuf_add_char(&word, *at);
      inside = true;
    }
  }
  if (inside) VEC_PUSH(words, mem_copy_string(strbuf_text(&word), word.length));
  strbuf_deinit(&word);
  if (quote) return error_set(error, STATUS_USAGE, "%c is not closed in '%s'", quote, text);
  return STATUS_OK;
}

/* Takes "*16" off the end of a text, in place. */
static Status take_queries(char *text, uint32_t *queries, Error *error)
{
  char *star = strrchr(text, '*'), *end;
  *queries = 1;
  if (!star || !star[1] || star[1 + strspn(star + 1, "0123456789")]) return STATUS_OK;
  unsigned long long count = strtoull(star + 1, &end, 10);
  if (count < 1 || count > EXPRESSION_QUERIES_MAX)
    return error_set(error, STATUS_USAGE, "a process is asked 1 to %d times, not '%s'",
                     EXPRESSION_QUERIES_MAX, star + 1);
  *queries = (uint32_t)count;
  *star = '\0';
  return STATUS_OK;
}

/* "name", "name@program", followed by "(...)" and "*16". */
static Status parse_named(char *text, size_t name_length, Expression *expression, Error *error)
{
  if (take_queries(text, &expression->queries, error) != STATUS_OK) return error->status;
  const char *rest = text + name_length, *open = rest;
  size_t length = strlen(text);
  expression->name = mem_copy_string(text, name_length);
  if (*rest == '@') {
    /* A path may have parentheses in it: those at the end are the parameters. */
    open = text[length - 1] == ')' ? strchr(rest, '(') : text + length;
    if (!open) return error_set(error, STATUS_USAGE, "')' without '(' in '%s'", text);
    expression->program = mem_copy_string(rest + 1, (size_t)(open - rest - 1));
    if (!*expression->program)
      return error_set(error, STATUS_USAGE, "a program is missing after '@' in '%s'", text);
  }
  if (!*open) return STATUS_OK;
  size_t inner = length - (size_t)(open - text) - 2;
  if (text[length - 1] != ')' || open + 1 == text + length)
    return error_set(error, STATUS_USAGE, "'(' is not closed at the end of '%s'", text);
  if (inner == 0) return STATUS_OK;
  Status status = split(open + 1, inner, &expression->words, error);
  return status == STATUS_OK ? refuse_empty(text, &expression->words, error) : status;
}

Status expression_parse(const char *text, Expression *expression, Error *error)
{
  *expression = (Expression){.queries = 1};
  text += strspn(text, blanks);
  StrBuf trimmed;
  strbuf_init(&trimmed, 0);
  strbuf_add_text(&trimmed, text);
  while (trimmed.length && strchr(blanks, trimmed.bytes[trimmed.length - 1])) trimmed.length--;
  text = strbuf_text(&trimmed);
  size_t name = strcspn(text, "@()*/ \t\n\r'\"");
  Status status = STATUS_OK;
  if (!*text)
    status = error_set(error, STATUS_USAGE, "the name of a solver is empty");
  else if (text[name] == ')')
    status = error_set(error, STATUS_USAGE, "')' without '(' in '%s'", text);
  else if (name == 0 && strchr("@(*", text[name]))
    status = error_set(error, STATUS_USAGE, "the name of a solver is missing in '%s'", text);
  else if (!text[name] || strchr("@(*", text[name]))
    status = parse_named(trimmed.bytes, name, expression, error);
  else
    status = split_words(text, &expression->words, error);
  if (status == STATUS_OK && !expression->name &&
      (expression->words.count == 0 || !*expression->words.items[0]))
    status = error_set(error, STATUS_USAGE, "the command '%s' has no program", text);
  strbuf_deinit(&trimmed);
  if (status != STATUS_OK) expression_deinit(expression);
  return status;
}
