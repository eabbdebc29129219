/* Settings of the generator as users write them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "b/gen/gen.h"
#include "base/suggest.h"

static Status refuse_type(const char *word, Error *error)
{
  const char *near = suggest_name(word, b_gen_classes, B_GEN_CLASS_COUNT);
  if (near)
    return error_set(error, STATUS_USAGE, "unknown type '%s'; did you mean '%s'?", word, near);
  return error_set(
      error, STATUS_USAGE,
      "unknown type '%s': INTEGER, BOOL, REAL, STRING, pairs, sets and others that the "
      "help lists are known",
      word);
}

Status b_gen_read_types(const char *text, BGenSettings *settings, Error *error)
{
  assert(text && settings);
  settings->classes = 0;
  while (*text) {
    size_t length = strcspn(text, ",");
    char *word = mem_copy_string(text, length);
    uint32_t class = 0;
    while (class < B_GEN_CLASS_COUNT && strcmp(word, b_gen_classes[class]) != 0) class ++;
    Status status = class == B_GEN_CLASS_COUNT ? refuse_type(word, error) : STATUS_OK;
    free(word);
    if (status) return status;
    settings->classes |= 1u << class;
    text += length + (text[length] == ',');
  }
  return STATUS_OK;
}

Status b_gen_read_conjuncts(const char *text, BGenSettings *settings, Error *error)
{
  assert(text && settings);
  char *end;
  unsigned long least = strtoul(text, &end, 10), most = least;
  if (*end == '-') most = strtoul(end + 1, &end, 10);
  enum { MOST = 10000 };
  if (*end || least < 1 || most < least || most > MOST)
    return error_set(error, STATUS_USAGE, "'%s' is no range of conjuncts such as 2-4", text);
  settings->least = (uint32_t)least;
  settings->most = (uint32_t)most;
  return STATUS_OK;
}

static Status set_weight(char *word, BGenSettings *settings, Error *error)
{
  enum { MOST = 1000 };
  /* Operators have '=' in them, too. */
  char *equals = strrchr(word, '='), *end;
  unsigned long weight = equals ? strtoul(equals + 1, &end, 10) : 0;
  if (!equals || !equals[1] || *end || weight > MOST)
    return error_set(error, STATUS_USAGE, "'%s' is no weight such as closure1=20, up to %d", word,
                     MOST);
  *equals = '\0';
  BOperator op = b_operator_named(word);
  if (op == B_NONE) return error_set(error, STATUS_USAGE, "unknown operator '%s'", word);
  settings->weights[op] = (uint32_t)weight;
  return STATUS_OK;
}

Status b_gen_read_weights(const char *text, BGenSettings *settings, Error *error)
{
  assert(text && settings);
  Status status = STATUS_OK;
  while (*text && !status) {
    size_t length = strcspn(text, ",");
    char *word = mem_copy_string(text, length);
    status = set_weight(word, settings, error);
    free(word);
    text += length + (text[length] == ',');
  }
  return status;
}
