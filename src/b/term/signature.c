#include "b/term/signature.h"

#include <assert.h>

#include <string.h>

#include "base/bug.h"

typedef struct {
  BTypes *types;
  const char *start, *at;
} Reader;

static void skip_blanks(Reader *reader)
{
  reader->at += strspn(reader->at, " ");
}

static bool accept(Reader *reader, const char *word)
{
  size_t length = strlen(word);
  if (strncmp(reader->at, word, length) != 0) return false;
  reader->at += length;
  return true;
}

static void expect(Reader *reader, const char *word)
{
  if (!accept(reader, word)) BUG("wrong types '%s' at '%s'", reader->start, reader->at);
}

static BType read_type(Reader *reader);

/* t or t*u, up to the closing parenthesis. */
static BType read_inner(Reader *reader)
{
  BType type = read_type(reader);
  if (accept(reader, "*")) type = b_type_pair(reader->types, type, read_type(reader));
  expect(reader, ")");
  return type;
}

/* The texts are those of operators.def, which are not nested deeply. */
static BType read_type(Reader *reader)
{
  if (accept(reader, "P(")) return b_type_set(reader->types, read_inner(reader));
  if (accept(reader, "(")) return read_inner(reader);
  if (accept(reader, "BOOL")) return B_TYPE_BOOL;
  if (accept(reader, "STRING")) return B_TYPE_STRING;
  if (accept(reader, "Z")) return B_TYPE_INTEGER;
  if (accept(reader, "R")) return B_TYPE_REAL;
  if (accept(reader, "p")) return B_TYPE_PREDICATE;
  char letter = *reader->at;
  if (letter < 'a' || letter >= 'a' + B_PARAMETERS_MAX)
    BUG("unknown type in '%s' at '%s'", reader->start, reader->at);
  reader->at++;
  return b_type_parameter(reader->types, (uint32_t)(letter - 'a'));
}

static void read_alternative(Reader *reader, BSignature *signature)
{
  if (signature->alternative_count == B_ALTERNATIVES_MAX)
    BUG("too many alternatives in '%s'", reader->start);
  BAlternative *alternative = &signature->alternatives[signature->alternative_count++];
  signature->operand_count = 0;
  for (skip_blanks(reader); !accept(reader, "->"); skip_blanks(reader)) {
    if (signature->operand_count == B_OPERANDS_MAX) BUG("too many operands in '%s'", reader->start);
    alternative->operands[signature->operand_count++] = read_type(reader);
    if (accept(reader, "...")) signature->more = true;
  }
  skip_blanks(reader);
  alternative->result = read_type(reader);
  skip_blanks(reader);
}

BSignature b_signature_read(BTypes *types, const char *text)
{
  Reader reader = {types, text, text};
  BSignature signature = {0};
  do read_alternative(&reader, &signature);
  while (accept(&reader, "|"));
  if (*reader.at) BUG("wrong types '%s' at '%s'", text, reader.at);
  return signature;
}

bool b_type_matches(const BTypes *types, BType pattern, BType type, BType *bound)
{
  BTypeNode p = *b_type_node(types, pattern);
  if (p.kind == B_TYPE_PARAMETER) {
    assert(p.first < B_PARAMETERS_MAX);
    if (type == B_PREDICATE) return false;
    if (bound[p.first] == B_TYPE_NONE) bound[p.first] = type;
    return bound[p.first] == type;
  }
  BTypeNode t = *b_type_node(types, type);
  if (p.kind != t.kind) return false;
  if (p.kind == B_TYPE_SET) return b_type_matches(types, p.first, t.first, bound);
  if (p.kind == B_TYPE_PAIR)
    return b_type_matches(types, p.first, t.first, bound) &&
           b_type_matches(types, p.second, t.second, bound);
  return pattern == type;
}
