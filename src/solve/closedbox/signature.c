#include "solve/closedbox/signature.h"

#include <assert.h>
#include <stdio.h>

void box_signature_prelude(StrBuf *out)
{
  strbuf_add_text(out, "typedef unsigned char u8;\ntypedef unsigned short u16;\n"
                       "typedef unsigned int u32;\ntypedef unsigned long long u64;\n"
                       "typedef long long i64;\n"
                       "union float_bits { u32 w; float f; };\n"
                       "union double_bits { u64 w; double d; };\n");
}

static const char *word_type(uint32_t width)
{
  return width <= 8 ? "u8" : width <= 16 ? "u16" : width <= 32 ? "u32" : "u64";
}

static const char *argument_type(Layout layout)
{
  switch (layout.kind) {
  case LAYOUT_BOOL: return "u8";
  case LAYOUT_BITS: return word_type(layout.width);
  case LAYOUT_INT: return "i64";
  case LAYOUT_REAL:
  case LAYOUT_DOUBLE: return "double";
  case LAYOUT_FLOAT: return "float";
  case LAYOUT_STRING: return "const char *";
  case LAYOUT_WIDE:
  case LAYOUT_BYTES: return "const u8 *";
  case LAYOUT_NONE: break;
  }
  return "int";
}

/* Callers may not rely on the upper bits of a small result: it is taken as 32 bits and cut. */
static const char *result_type(Layout layout)
{
  switch (layout.kind) {
  case LAYOUT_BOOL: return "u32";
  case LAYOUT_BITS: return layout.width <= 32 ? "u32" : "u64";
  case LAYOUT_WIDE: return "void";
  default: return argument_type(layout);
  }
}

bool box_signature_is_expression(const Box *box)
{
  LayoutKind kind = box_result(box).kind;
  return kind != LAYOUT_WIDE && kind != LAYOUT_STRING && kind != LAYOUT_BYTES;
}

/* The call without what is done to its result; `last` is a pointer for a wide result, or NULL. */
static void add_call(StrBuf *out, const Box *box, const char *address, const char *const *args,
                     const char *last)
{
  strbuf_printf(out, "((%s (*)(", result_type(box_result(box)));
  for (uint32_t i = 0; i < box->arity; i++)
    strbuf_printf(out, "%s%s", i ? ", " : "", argument_type(box->layouts[i]));
  strbuf_printf(out, "%s))%s)(", last ? ", u8 *" : "", address);
  for (uint32_t i = 0; i < box->arity; i++)
    strbuf_printf(out, "%s(%s)(%s)", i ? ", " : "", argument_type(box->layouts[i]), args[i]);
  if (last) strbuf_printf(out, ", (u8 *)%s", last);
  strbuf_add_char(out, ')');
}

void box_signature_call(StrBuf *out, const Box *box, const char *address, const char *const *args)
{
  Layout layout = box_result(box);
  assert(box_signature_is_expression(box));
  if (layout.kind == LAYOUT_BOOL) strbuf_add_text(out, "((");
  if (layout.kind == LAYOUT_BITS) strbuf_add_text(out, "((u64)");
  add_call(out, box, address, args, NULL);
  if (layout.kind == LAYOUT_BOOL) strbuf_add_text(out, " & 255) != 0)");
  if (layout.kind == LAYOUT_BITS)
    strbuf_printf(out, " & 0x%llxull)", (unsigned long long)layout_mask(layout.width));
}

/* --- thunks --- */

enum { TEXT_BYTES = 64 };

static void argument_from_words(Layout layout, uint32_t at, char *text)
{
  switch (layout.kind) {
  case LAYOUT_REAL:
  case LAYOUT_DOUBLE:
    snprintf(text, TEXT_BYTES, "((const union double_bits *)(a + %u))->d", at);
    break;
  case LAYOUT_FLOAT:
    snprintf(text, TEXT_BYTES, "((const union float_bits *)(a + %u))->f", at);
    break;
  case LAYOUT_STRING: snprintf(text, TEXT_BYTES, "(a + %u)", at + 1); break;
  case LAYOUT_WIDE:
  case LAYOUT_BYTES: snprintf(text, TEXT_BYTES, "(a + %u)", at); break;
  default: snprintf(text, TEXT_BYTES, "a[%u]", at); break;
  }
}

/* SMT-LIB has one NaN, C has many: results are compared by their bits. */
static void add_one_nan(StrBuf *out, Layout layout)
{
  if (layout.kind == LAYOUT_FLOAT)
    strbuf_add_text(out, "  if ((r[0] & 0x7fffffffull) > 0x7f800000ull) r[0] = 0x7fc00000ull;\n");
  if (layout.kind == LAYOUT_DOUBLE || layout.kind == LAYOUT_REAL)
    strbuf_add_text(out, "  if ((r[0] & 0x7fffffffffffffffull) > 0x7ff0000000000000ull)\n"
                         "    r[0] = 0x7ff8000000000000ull;\n");
}

static void add_result(StrBuf *out, const Box *box, const char *const *args)
{
  Layout layout = box_result(box);
  switch (layout.kind) {
  case LAYOUT_REAL:
  case LAYOUT_DOUBLE: strbuf_add_text(out, "  ((union double_bits *)r)->d = "); break;
  case LAYOUT_FLOAT: strbuf_add_text(out, "  r[0] = 0; ((union float_bits *)r)->f = "); break;
  case LAYOUT_WIDE:
    strbuf_printf(out, "  for (int i = 0; i < %u; i++) r[i] = 0;\n  ", layout.words);
    add_call(out, box, "f", args, "r");
    if (layout.width % 64)
      strbuf_printf(out, ";\n  r[%u] &= 0x%llxull", layout.words - 1,
                    (unsigned long long)layout_mask(layout.width % 64));
    strbuf_add_text(out, ";\n  return 0;\n");
    return;
  case LAYOUT_STRING:
  case LAYOUT_BYTES:
    strbuf_add_text(out, "  const char *s = (const char *)");
    add_call(out, box, "f", args, NULL);
    strbuf_printf(out, ";\n  u64 n = 0; if (!s) return 1;\n  u8 *to = (u8 *)(r + %d);\n",
                  layout.kind == LAYOUT_STRING);
    if (layout.kind == LAYOUT_STRING)
      strbuf_printf(out,
                    "  for (; s[n]; n++) { if (n == %d) return 1; to[n] = s[n]; }\n  r[0] = n; "
                    "for (; n < %d; n++) to[n] = 0;\n  return 0;\n",
                    LAYOUT_STRING_BYTES - 1, LAYOUT_STRING_BYTES);
    else
      strbuf_printf(out, "  r[0] = 0; for (; n < %u; n++) to[n] = s[n];\n  return 0;\n",
                    1u << layout.width);
    return;
  default: strbuf_add_text(out, "  r[0] = (u64)"); break;
  }
  box_signature_call(out, box, "f", args);
  strbuf_add_text(out, ";\n");
  add_one_nan(out, layout);
  strbuf_add_text(out, "  return 0;\n");
}

void box_signature_thunk(StrBuf *out, const Box *box, uint32_t number)
{
  char texts[BOX_MAX_ARITY][TEXT_BYTES];
  const char *args[BOX_MAX_ARITY];
  uint32_t at = 0;
  for (uint32_t i = 0; i < box->arity; i++) {
    argument_from_words(box->layouts[i], at, texts[i]);
    args[i] = texts[i];
    at += box->layouts[i].words;
  }
  strbuf_printf(out, "int thunk_%u(void *f, const u64 *a, u64 *r)\n{\n", number);
  add_result(out, box, args);
  strbuf_add_text(out, "}\n");
}
