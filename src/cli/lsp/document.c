#include "cli/lsp/document.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

/* --- lines and columns --- */

/* Lines end with \n, \r\n or \r. */
static void find_lines(LspDocument *document)
{
  document->lines.count = 0;
  VEC_PUSH(&document->lines, 0);
  const char *text = strbuf_text(&document->text);
  for (size_t i = 0; i < document->text.length; i++)
    if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n'))
      VEC_PUSH(&document->lines, i + 1);
  document->last_offset = document->last_line = document->last_column = 0;
}

static void text_changed(LspDocument *document)
{
  find_lines(document);
  if (document->outlined) inspect_outline_free(&document->outline);
  document->outlined = false;
  document->dirty = true;
}

/* The end of a line, without what ends it. */
static uint64_t line_end(const LspDocument *document, uint64_t line)
{
  const char *text = document->text.bytes;
  if (line + 1 >= document->lines.count) return document->text.length;
  uint64_t end = document->lines.items[line + 1];
  while (end > document->lines.items[line] && (text[end - 1] == '\n' || text[end - 1] == '\r'))
    end--;
  return end;
}

/* The character at the offset: its bytes, and its units of UTF-16. */
static size_t character_at(const LspDocument *document, uint64_t offset, uint64_t *units)
{
  uint32_t code = 0;
  size_t bytes =
      utf8_decode(document->text.bytes + offset, (size_t)(document->text.length - offset), &code);
  *units = code > 0xFFFF ? 2 : 1;
  return bytes ? bytes : 1;
}

bool lsp_document_offset(const LspDocument *document, const json_t *position, uint64_t *offset)
{
  json_int_t line = json_integer_value(json_object_get(position, "line"));
  json_int_t column = json_integer_value(json_object_get(position, "character"));
  if (!json_is_integer(json_object_get(position, "line")) ||
      !json_is_integer(json_object_get(position, "character")) || line < 0 || column < 0)
    return false;
  *offset = document->text.length;
  if ((uint64_t)line >= document->lines.count) return true;
  uint64_t end = line_end(document, (uint64_t)line), units = 0;
  *offset = document->lines.items[line];
  for (uint64_t at = 0; *offset < end; at += units) {
    size_t bytes = character_at(document, *offset, &units);
    if (at + units > (uint64_t)column) break; /* also between the halves of a character */
    *offset += bytes;
  }
  return true;
}

static uint64_t line_of(const LspDocument *document, uint64_t offset)
{
  size_t low = 0, high = document->lines.count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (document->lines.items[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The column of the offset, counted from the column of another one on its line. */
static uint64_t column_from(const LspDocument *document, uint64_t from, uint64_t column,
                            uint64_t offset)
{
  const char *text = document->text.bytes;
  uint64_t units;
  while (from < offset) {
    from += character_at(document, from, &units);
    column += units;
  }
  while (from > offset) {
    for (from--; from > offset && ((uint8_t)text[from] & 0xC0) == 0x80;) from--;
    character_at(document, from, &units);
    column -= units;
  }
  return column;
}

/* The same the other way round. */
static json_t *lsp_document_position(LspDocument *document, uint64_t offset)
{
  assert(offset <= document->text.length);
  uint64_t line = line_of(document, offset), begin = document->lines.items[line],
           last = document->last_offset;
  uint64_t distance = last < offset ? offset - last : last - offset;
  bool near = line == document->last_line && distance < offset - begin;
  document->last_column = near ? column_from(document, last, document->last_column, offset)
                               : column_from(document, begin, 0, offset);
  document->last_offset = offset;
  document->last_line = line;
  return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character",
                   (json_int_t)document->last_column);
}

json_t *lsp_document_range(LspDocument *document, InspectSpan span)
{
  json_t *start = lsp_document_position(document, span.start);
  return json_pack("{s:o, s:o}", "start", start, "end", lsp_document_position(document, span.end));
}

const InspectOutline *lsp_document_outline(LspDocument *document)
{
  if (!document->outlined)
    inspect_outline(strbuf_text(&document->text), document->text.length, &document->outline);
  document->outlined = true;
  return &document->outline;
}

/* --- open documents --- */

static void document_destroy(LspDocument *document)
{
  if (document->outlined) inspect_outline_free(&document->outline);
  strbuf_deinit(&document->text);
  VEC_FREE(&document->lines);
  json_decref(document->version);
  free(document->uri);
  free(document);
}

void lsp_documents_free(LspDocuments *documents)
{
  for (size_t i = 0; i < documents->items.count; i++) document_destroy(documents->items.items[i]);
  VEC_FREE(&documents->items);
}

static size_t find(const LspDocuments *documents, const char *uri)
{
  size_t i = 0;
  while (i < documents->items.count && strcmp(documents->items.items[i]->uri, uri) != 0) i++;
  return i;
}

LspDocument *lsp_documents_find(const LspDocuments *documents, const char *uri)
{
  size_t at = find(documents, uri);
  return at < documents->items.count ? documents->items.items[at] : NULL;
}

static LspLanguage language_of(const char *uri)
{
  static const struct {
    const char *ending;
    LspLanguage language;
  } endings[] = {{".b", LSP_B}, {".mch", LSP_B}, {".vnnlib", LSP_VNN_LIB}};
  size_t length = strlen(uri);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t tail = strlen(endings[i].ending);
    if (length > tail && strcmp(uri + length - tail, endings[i].ending) == 0)
      return endings[i].language;
  }
  return LSP_SMT_LIB;
}

LspDocument *lsp_documents_open(LspDocuments *documents, const char *uri, const char *text,
                                size_t length, Error *error)
{
  lsp_documents_close(documents, uri);
  if (documents->items.count >= LSP_DOCUMENTS_MAX ||
      documents->bytes + length > LSP_DOCUMENTS_BYTES_MAX) {
    error_set(error, STATUS_LIMIT, "too many documents are open");
    return NULL;
  }
  LspDocument *document = mem_alloc_zero(1, sizeof *document);
  document->uri = mem_copy_string(uri, strlen(uri));
  document->language = language_of(uri);
  strbuf_init(&document->text, 0);
  strbuf_add(&document->text, text, length);
  documents->bytes += length;
  text_changed(document);
  VEC_PUSH(&documents->items, document);
  return document;
}

void lsp_documents_close(LspDocuments *documents, const char *uri)
{
  size_t at = find(documents, uri);
  if (at == documents->items.count) return;
  LspDocument *document = documents->items.items[at];
  documents->bytes -= document->text.length;
  documents->items.items[at] = documents->items.items[--documents->items.count];
  document_destroy(document);
}

/* Puts a text in the place of a part of the document. */
static void splice(LspDocument *document, uint64_t from, uint64_t to, const char *text,
                   size_t length)
{
  assert(from <= to && to <= document->text.length);
  StrBuf made;
  strbuf_init(&made, 0);
  strbuf_reserve(&made, document->text.length - (size_t)(to - from) + length + 1);
  strbuf_add(&made, document->text.bytes, (size_t)from);
  strbuf_add(&made, text, length);
  strbuf_add(&made, document->text.bytes + to, document->text.length - (size_t)to);
  strbuf_deinit(&document->text);
  document->text = made;
}

Status lsp_documents_change(LspDocuments *documents, LspDocument *document, const json_t *change,
                            Error *error)
{
  const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
  if (!json_is_string(text)) return error_set(error, STATUS_USAGE, "a change has no text");
  uint64_t from = 0, to = document->text.length;
  if (range && !json_is_null(range) &&
      (!lsp_document_offset(document, json_object_get(range, "start"), &from) ||
       !lsp_document_offset(document, json_object_get(range, "end"), &to) || from > to))
    return error_set(error, STATUS_USAGE, "a change has a range that is none");
  size_t length = json_string_length(text), removed = (size_t)(to - from);
  if (documents->bytes - removed + length > LSP_DOCUMENTS_BYTES_MAX)
    return error_set(error, STATUS_LIMIT, "the documents are too large");
  splice(document, from, to, json_string_value(text), length);
  documents->bytes = documents->bytes - removed + length;
  text_changed(document);
  return STATUS_OK;
}
