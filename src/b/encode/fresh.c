#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "b/encode/internal.h"

static bool is_name_char(char c)
{
  return isalnum((unsigned char)c) || c == '.' || c == '_';
}

/* Does a text have the name as a word of its own? */
static bool has_word(const char *text, const char *name)
{
  size_t length = strlen(name);
  for (const char *at = text; (at = strstr(at, name)) != NULL; at += length)
    if ((at == text || !is_name_char(at[-1])) && !is_name_char(at[length])) return true;
  return false;
}

/* What the values of the term's free names are made of. */
static const char *surroundings(Encoder *encoder, BTerm term, const BCode *also)
{
  U32Vec names = {0};
  const char *text = also ? encode_text(encoder, also) : "";
  b_free_identifiers(encoder->bank, term, &names);
  for (size_t i = 0; i < names.count; i++) {
    const BCode *code = encode_find(encoder, b_node(encoder->bank, names.items[i])->data);
    if (code) text = encode_print(encoder, "%s %s", text, encode_text(encoder, code));
  }
  VEC_FREE(&names);
  return text;
}

bool encode_fresh(Encoder *encoder, BTerm term, const BCode *also, const char *sort,
                  const BCode **code)
{
  assert(sort && code);
  const char *around = surroundings(encoder, term, also);
  const char *key = encode_print(encoder, "%u %s %s", term, sort, around);
  for (size_t i = 0; i < encoder->known.count; i++)
    if (strcmp(encoder->known.items[i].key, key) == 0) {
      *code = encoder->known.items[i].code;
      return false;
    }
  const char *sorts = "", *arguments = "", *name = encode_print(encoder, "c.%u", encoder->next++);
  for (size_t i = 0; i < encoder->bound.count; i++) {
    const BBound *bound = &encoder->bound.items[i];
    if (!has_word(around, bound->name)) continue;
    sorts = encode_print(encoder, "%s%s%s", sorts, *sorts ? " " : "", bound->sort);
    arguments = encode_print(encoder, "%s %s", arguments, bound->name);
  }
  strbuf_printf(&encoder->declarations, "(declare-fun %s (%s) %s)\n", name, sorts, sort);
  *code =
      encode_atom(encoder, *arguments ? encode_print(encoder, "(%s%s)", name, arguments) : name);
  BFresh fresh = {key, *code};
  VEC_PUSH(&encoder->known, fresh);
  return true;
}

void encode_axiom(Encoder *encoder, const char *body)
{
  const char *list = "";
  for (size_t i = 0; i < encoder->bound.count; i++) {
    const BBound *bound = &encoder->bound.items[i];
    if (has_word(body, bound->name))
      list = encode_print(encoder, "%s(%s %s)", list, bound->name, bound->sort);
  }
  strbuf_printf(&encoder->axioms, *list ? "(assert (forall (%s) %s))\n" : "(assert %s%s)\n", list,
                body);
}
