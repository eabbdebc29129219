/* What an editor can ask of a document: hover, definition, symbols, formatting, completion. */
#include <assert.h>
#include <string.h>

#include "b/text/module.h"
#include "cli/lsp/server.h"
#include "nn/property/property.h"
#include "smt/inspect/inspect.h"

/* --- documents and places --- */

/* The document that a request is about; NULL: the error says why. */
static LspDocument *document_of(LspServer *server, const json_t *params, Error *error)
{
  const char *uri =
      json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
  if (!uri) {
    error_set(error, STATUS_USAGE, "the request needs a textDocument with a uri");
    return NULL;
  }
  LspDocument *document = lsp_documents_find(&server->documents, uri);
  if (!document) error_set(error, STATUS_USAGE, "the document '%s' is not open", uri);
  return document;
}

/* The same with a place in it. */
static LspDocument *place_of(LspServer *server, const json_t *params, uint64_t *offset,
                             Error *error)
{
  LspDocument *document = document_of(server, params, error);
  if (!document || lsp_document_offset(document, json_object_get(params, "position"), offset))
    return document;
  error_set(error, STATUS_USAGE, "the request needs a position with line and character");
  return NULL;
}

/* --- requests --- */

/* Takes the fences and, outside of them, the quotes of code away. */
static void drop_markdown(const StrBuf *text, StrBuf *plain)
{
  static const char fence[] = "```";
  bool inside = false;
  for (size_t at = 0; at < text->length;) {
    const char *line = text->bytes + at;
    const char *end = memchr(line, '\n', text->length - at);
    size_t size = end ? (size_t)(end - line) + 1 : text->length - at;
    bool is_fence = size >= strlen(fence) && memcmp(line, fence, strlen(fence)) == 0;
    if (is_fence) inside = !inside;
    for (size_t i = 0; !is_fence && i < size; i++)
      if (inside || line[i] != '`') strbuf_add_char(plain, line[i]);
    at += size;
  }
}

static json_t *hover(LspServer *server, const json_t *params, Error *error)
{
  uint64_t offset;
  LspDocument *document = place_of(server, params, &offset, error);
  if (!document) return NULL;
  json_t *result = json_null();
  StrBuf text, plain;
  InspectSpan span;
  strbuf_init(&text, 0);
  strbuf_init(&plain, 0);
  if (document->language == LSP_SMT_LIB &&
      inspect_hover(server->theories, lsp_document_outline(document), offset, &text, &span)) {
    const StrBuf *shown = server->plain ? &plain : &text;
    if (server->plain) drop_markdown(&text, &plain);
    result = json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind",
                       server->plain ? "plaintext" : "markdown", "value",
                       json_text(shown->bytes, shown->length), "range",
                       lsp_document_range(document, span));
  }
  strbuf_deinit(&plain);
  strbuf_deinit(&text);
  return result;
}

static json_t *definition(LspServer *server, const json_t *params, Error *error)
{
  uint64_t offset;
  LspDocument *document = place_of(server, params, &offset, error);
  if (!document) return NULL;
  json_t *result = json_array();
  InspectSpans spans = {0};
  if (document->language == LSP_SMT_LIB)
    inspect_find_definitions(lsp_document_outline(document), offset, &spans);
  for (size_t i = 0; i < spans.count; i++)
    json_array_append_new(result, json_pack("{s:s, s:o}", "uri", document->uri, "range",
                                            lsp_document_range(document, spans.items[i])));
  VEC_FREE(&spans);
  return result;
}

static int symbol_kind(InspectKind kind)
{
  static const int kinds[] = {
      [INSPECT_FUNCTION] = 12,   [INSPECT_CONSTANT] = 14, [INSPECT_SORT] = 5,
      [INSPECT_CONSTRUCTOR] = 9, [INSPECT_SELECTOR] = 8,  [INSPECT_NAMED] = 13};
  return kinds[kind];
}

static json_t *symbol_of(LspDocument *document, const InspectDeclaration *declaration)
{
  const InspectOutline *outline = &document->outline;
  InspectSpan all =
      declaration->parent ? declaration->name : outline->extents.items[declaration->extent].span;
  InspectSpan bare = inspect_bare(outline->text, declaration->name);
  json_t *range = lsp_document_range(document, all);
  json_t *name = bare.end > bare.start
                     ? json_text(outline->text + bare.start, (size_t)(bare.end - bare.start))
                     : json_string("||");
  return json_pack("{s:o, s:i, s:o, s:o, s:[]}", "name", name, "kind",
                   symbol_kind(declaration->kind), "range", range, "selectionRange",
                   lsp_document_range(document, declaration->name), "children");
}

static json_t *document_symbols(LspServer *server, const json_t *params, Error *error)
{
  LspDocument *document = document_of(server, params, error);
  if (!document) return NULL;
  json_t *result = json_array();
  if (document->language != LSP_SMT_LIB) return result;
  const InspectOutline *outline = lsp_document_outline(document);
  VEC(json_t *) symbols = {0}; /* borrowed: a parent comes before its children */
  for (size_t i = 0; i < outline->declarations.count; i++) {
    uint32_t parent = outline->declarations.items[i].parent;
    json_t *symbol = symbol_of(document, &outline->declarations.items[i]);
    assert(parent <= i);
    json_array_append_new(parent ? json_object_get(symbols.items[parent - 1], "children") : result,
                          symbol);
    VEC_PUSH(&symbols, symbol);
  }
  VEC_FREE(&symbols);
  return result;
}

static json_t *formatting(LspServer *server, const json_t *params, Error *error)
{
  LspDocument *document = document_of(server, params, error);
  if (!document) return NULL;
  if (document->language != LSP_SMT_LIB) return json_null();
  InspectEdits edits = {0};
  json_t *result = NULL;
  if (inspect_format(server->theories, lsp_document_outline(document), &edits, error) ==
      STATUS_OK) {
    result = json_array();
    for (size_t i = 0; i < edits.count; i++)
      json_array_append_new(result,
                            json_pack("{s:o, s:o}", "range",
                                      lsp_document_range(document, edits.items[i].span), "newText",
                                      json_text(edits.items[i].text, strlen(edits.items[i].text))));
  } else {
    char message[sizeof error->message];
    memcpy(message, error->message, sizeof message);
    error_set(error, STATUS_SYNTAX, "a script with an error is not formatted: line %u: %s",
              error->line, message);
  }
  inspect_edits_free(&edits);
  return result;
}

static int completion_kind(const char *kind)
{
  static const struct {
    const char *name;
    int kind;
  } kinds[] = {{"function", 3}, {"constructor", 4}, {"selector", 5},  {"variable", 6}, {"sort", 7},
               {"keyword", 14}, {"command", 14},    {"constant", 21}, {"operator", 24}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].name, kind) == 0) return kinds[i].kind;
  return 1; /* text */
}

static json_t *completion(LspServer *server, const json_t *params, Error *error)
{
  uint64_t offset;
  LspDocument *document = place_of(server, params, &offset, error);
  if (!document) return NULL;
  InspectCompletions found = {0};
  InspectSpan span = {0};
  bool more =
      document->language == LSP_SMT_LIB &&
      inspect_complete(server->theories, lsp_document_outline(document), offset, &found, &span);
  json_t *items = json_array(), *range = lsp_document_range(document, span);
  for (size_t i = 0; i < found.count; i++) {
    const InspectCompletion *one = &found.items[i];
    json_t *item =
        json_pack("{s:o, s:i, s:{s:O, s:o}}", "label", json_text(one->name, strlen(one->name)),
                  "kind", completion_kind(one->kind), "textEdit", "range", range, "newText",
                  json_text(one->name, strlen(one->name)));
    const char *detail = one->detail ? one->detail : one->kind;
    json_object_set_new(item, "detail", json_text(detail, strlen(detail)));
    json_array_append_new(items, item);
  }
  json_decref(range);
  inspect_completions_free(&found);
  return json_pack("{s:b, s:o}", "isIncomplete", more, "items", items);
}

LspFeature lsp_feature(const char *method)
{
  static const struct {
    const char *method;
    LspFeature feature;
  } features[] = {
      {"textDocument/hover", hover},
      {"textDocument/definition", definition},
      {"textDocument/documentSymbol", document_symbols},
      {"textDocument/formatting", formatting},
      {"textDocument/completion", completion},
  };
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (strcmp(features[i].method, method) == 0) return features[i].feature;
  return NULL;
}

/* --- diagnostics --- */

/* The first error of a text that is not SMT-LIB. */
static void diagnose_other(const LspDocument *document, InspectDiagnostics *found)
{
  Error error = {0};
  Status status;
  if (document->language == LSP_B) {
    BBank *bank = b_bank_create();
    BModule module = {0};
    status = b_read(bank, document->text.bytes, document->text.length, &module, &error);
    b_module_deinit(&module);
    b_bank_destroy(bank);
  } else {
    Property property = {0};
    status = property_read(&property, document->text.bytes, document->text.length, &error);
    property_deinit(&property);
  }
  if (status == STATUS_OK) return;
  InspectSpan span = inspect_error_span(document->text.bytes, document->text.length, error.offset);
  InspectDiagnostic diagnostic = {span, false,
                                  mem_copy_string(error.message, strlen(error.message))};
  VEC_PUSH(found, diagnostic);
}

void lsp_publish_diagnostics(LspServer *server, LspDocument *document)
{
  enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2 };
  InspectDiagnostics found = {0};
  strbuf_text(&document->text); /* ends with a zero byte */
  if (document->language == LSP_SMT_LIB)
    inspect_diagnose(server->theories, lsp_document_outline(document), &found);
  else
    diagnose_other(document, &found);
  json_t *list = json_array();
  for (size_t i = 0; i < found.count; i++) {
    const InspectDiagnostic *one = &found.items[i];
    json_array_append_new(
        list, json_pack("{s:o, s:i, s:s, s:o}", "range", lsp_document_range(document, one->span),
                        "severity", one->warning ? SEVERITY_WARNING : SEVERITY_ERROR, "source",
                        "assay", "message", json_text(one->message, strlen(one->message))));
  }
  inspect_diagnostics_free(&found);
  json_t *params = json_pack("{s:s, s:o}", "uri", document->uri, "diagnostics", list);
  if (document->version) json_object_set(params, "version", document->version);
  lsp_send(&server->channel, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method",
                                       "textDocument/publishDiagnostics", "params", params));
}
