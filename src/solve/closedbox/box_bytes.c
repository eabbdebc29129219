/* Boxes as bytes, for processes that have not read the script. */
#include <string.h>

#include "solve/closedbox/box.h"

static void put_text(StrBuf *out, const char *text)
{
  bytes_put_u64(out, text != NULL);
  bytes_put_text(out, text ? text : "", text ? strlen(text) : 0);
}

/* NULL where there was none. */
static char *get_text(ByteReader *in)
{
  bool there = bytes_get_bool(in);
  size_t length;
  char *text = bytes_get_text(in, &length);
  if (there && strlen(text) == length) return text;
  free(text);
  return NULL;
}

static void put_box(StrBuf *out, const Box *box)
{
  put_text(out, box->name);
  put_text(out, box->path);
  put_text(out, box->symbol);
  bytes_put_u64(out, box->kind);
  bytes_put_u64(out, box->arity);
  for (uint32_t i = 0; i <= box->arity; i++) layout_put(out, box->layouts[i]);
}

static bool get_box(ByteReader *in, Box *box)
{
  *box = (Box){.name = get_text(in), .path = NULL};
  box->path = get_text(in);
  box->symbol = get_text(in);
  box->kind = (BoxKind)bytes_get_below(in, BOX_PROGRAM + 1);
  box->arity = (uint32_t)bytes_get_below(in, BOX_MAX_ARITY + 1);
  for (uint32_t i = 0; i <= box->arity; i++) {
    box->layouts[i] = layout_get(in);
    if (i < box->arity) box->words += box->layouts[i].words;
  }
  return box->name && box->symbol && !in->failed;
}

void boxes_put(StrBuf *out, const Boxes *boxes)
{
  bytes_put_u64(out, boxes->programs);
  bytes_put_u64(out, boxes->files.count);
  for (size_t i = 0; i < boxes->files.count; i++) {
    put_text(out, boxes->files.items[i]);
    bytes_put_u64(out, boxes->file_kinds.items[i]);
  }
  bytes_put_u64(out, boxes->items.count);
  for (size_t i = 0; i < boxes->items.count; i++) put_box(out, &boxes->items.items[i]);
}

bool boxes_get(ByteReader *in, Boxes *boxes)
{
  *boxes = (Boxes){.programs = bytes_get_bool(in)};
  size_t count = bytes_get_count(in, 24);
  for (size_t i = 0; i < count && !in->failed; i++) {
    char *file = get_text(in);
    if (!file) return false;
    VEC_PUSH(&boxes->files, file);
    VEC_PUSH(&boxes->file_kinds, (BoxKind)bytes_get_below(in, BOX_PROGRAM + 1));
  }
  count = bytes_get_count(in, 64);
  for (size_t i = 0; i < count; i++) {
    Box box;
    bool fine = get_box(in, &box);
    VEC_PUSH(&boxes->items, box);
    if (!fine) return false;
  }
  return !in->failed;
}
