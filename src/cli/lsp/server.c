#include "cli/lsp/server.h"

#include <assert.h>
#include <string.h>

/* Error codes of JSON-RPC and of the protocol. */
enum {
  PARSE_ERROR = -32700,
  INVALID_REQUEST = -32600,
  METHOD_NOT_FOUND = -32601,
  INVALID_PARAMS = -32602,
  NOT_INITIALIZED = -32002,
  REQUEST_FAILED = -32803
};

/* How long no message has to come before documents are checked again. */
enum { QUIET_MS = 80 };

/* --- messages --- */

static void send_result(LspServer *server, const json_t *id, json_t *result)
{
  json_t *message = json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result);
  lsp_send(&server->channel, message);
}

static void send_error(LspServer *server, const json_t *id, int code, const char *text)
{
  json_t *shown = id ? json_incref((json_t *)(uintptr_t)id) : json_null();
  json_t *message = json_pack("{s:s, s:o, s:{s:i, s:o}}", "jsonrpc", "2.0", "id", shown, "error",
                              "code", code, "message", json_text(text, strlen(text)));
  lsp_send(&server->channel, message);
}

/* To the log of the editor: notifications have no answer. */
static void send_log(LspServer *server, const char *text)
{
  json_t *params = json_pack("{s:i, s:o}", "type", 1, "message", json_text(text, strlen(text)));
  lsp_send(&server->channel, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method",
                                       "window/logMessage", "params", params));
}

/* --- documents --- */

static const char *uri_of(const json_t *params)
{
  return json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
}

static void set_version(LspDocument *document, const json_t *params)
{
  json_t *version = json_object_get(json_object_get(params, "textDocument"), "version");
  if (!json_is_integer(version)) return;
  json_decref(document->version);
  document->version = json_incref(version);
}

static void did_open(LspServer *server, const json_t *params)
{
  Error error;
  const char *uri = uri_of(params);
  const json_t *text = json_object_get(json_object_get(params, "textDocument"), "text");
  if (!uri || !json_is_string(text)) {
    send_log(server, "didOpen needs a textDocument with uri and text");
    return;
  }
  LspDocument *document = lsp_documents_open(&server->documents, uri, json_string_value(text),
                                             json_string_length(text), &error);
  if (document)
    set_version(document, params);
  else
    send_log(server, error.message);
}

static void did_change(LspServer *server, const json_t *params)
{
  const char *uri = uri_of(params);
  LspDocument *document = uri ? lsp_documents_find(&server->documents, uri) : NULL;
  if (!document) {
    send_log(server, "didChange is for a document that is not open");
    return;
  }
  const json_t *changes = json_object_get(params, "contentChanges");
  for (size_t i = 0; i < json_array_size(changes); i++) {
    Error error;
    if (lsp_documents_change(&server->documents, document, json_array_get(changes, i), &error) ==
        STATUS_OK)
      continue;
    send_log(server, error.message);
    break;
  }
  set_version(document, params);
}

static void did_close(LspServer *server, const json_t *params)
{
  const char *uri = uri_of(params);
  if (!uri || !lsp_documents_find(&server->documents, uri)) return;
  json_t *empty = json_pack("{s:s, s:[]}", "uri", uri, "diagnostics");
  lsp_documents_close(&server->documents, uri);
  lsp_send(&server->channel, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method",
                                       "textDocument/publishDiagnostics", "params", empty));
}

/* Checks one document that has changed. False: there is none. */
static bool check_next(LspServer *server)
{
  for (size_t i = 0; i < server->documents.items.count; i++) {
    LspDocument *document = server->documents.items.items[i];
    if (!document->dirty) continue;
    document->dirty = false;
    lsp_publish_diagnostics(server, document);
    return true;
  }
  return false;
}

static bool is_dirty(const LspServer *server)
{
  bool dirty = false;
  for (size_t i = 0; i < server->documents.items.count; i++)
    dirty |= server->documents.items.items[i]->dirty;
  return dirty;
}

/* --- the life of a connection --- */

static json_t *capabilities(void)
{
  enum { INCREMENTAL = 2 };
  return json_pack("{s:{s:s, s:{s:b, s:i}, s:b, s:b, s:b, s:b, s:{s:[s]}}, s:{s:s, s:s}}",
                   "capabilities", "positionEncoding", "utf-16", "textDocumentSync", "openClose", 1,
                   "change", INCREMENTAL, "hoverProvider", 1, "definitionProvider", 1,
                   "documentSymbolProvider", 1, "documentFormattingProvider", 1,
                   "completionProvider", "triggerCharacters", "(", "serverInfo", "name", "assay",
                   "version", ASSAY_VERSION);
}

/* The first format is the one that the client likes best; without a wish it is Markdown. */
static bool wants_plain_text(const json_t *params)
{
  const json_t *formats = NULL;
  json_unpack((json_t *)(uintptr_t)params, "{s:{s:{s:{s:o}}}}", "capabilities", "textDocument",
              "hover", "contentFormat", &formats);
  const char *first = json_string_value(json_array_get(formats, 0));
  return first && strcmp(first, "plaintext") == 0;
}

static void handle_request(LspServer *server, const json_t *id, const char *method,
                           const json_t *params)
{
  LspFeature feature = lsp_feature(method);
  Error error = {0};
  if (strcmp(method, "initialize") == 0) {
    if (server->initialized) {
      send_error(server, id, INVALID_REQUEST, "the server is initialized already");
      return;
    }
    server->initialized = true;
    server->plain = wants_plain_text(params);
    send_result(server, id, capabilities());
  } else if (!server->initialized) {
    send_error(server, id, NOT_INITIALIZED, "the first request has to be initialize");
  } else if (server->shut_down) {
    send_error(server, id, INVALID_REQUEST, "the server is shut down");
  } else if (strcmp(method, "shutdown") == 0) {
    server->shut_down = true;
    send_result(server, id, json_null());
  } else if (!feature) {
    send_error(server, id, METHOD_NOT_FOUND, "unknown request");
  } else {
    json_t *result = feature(server, params, &error);
    if (result)
      send_result(server, id, result);
    else
      send_error(server, id, error.status == STATUS_USAGE ? INVALID_PARAMS : REQUEST_FAILED,
                 error.message);
  }
}

static void handle_notification(LspServer *server, const char *method, const json_t *params)
{
  if (strcmp(method, "exit") == 0)
    server->ended = true;
  else if (!server->initialized || server->shut_down)
    return; /* as the protocol wants it */
  else if (strcmp(method, "textDocument/didOpen") == 0)
    did_open(server, params);
  else if (strcmp(method, "textDocument/didChange") == 0)
    did_change(server, params);
  else if (strcmp(method, "textDocument/didClose") == 0)
    did_close(server, params);
}

static void handle(LspServer *server, const char *body, size_t length)
{
  json_error_t reason;
  json_t *message = json_loadb(body, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, &reason);
  if (!message) {
    char text[sizeof reason.text + 64];
    snprintf(text, sizeof text, "a message is not JSON: %s (byte %d)", reason.text,
             reason.position);
    send_error(server, NULL, PARSE_ERROR, text);
    return;
  }
  const json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
  const char *method = json_string_value(json_object_get(message, "method"));
  bool is_id = json_is_integer(id) || json_is_string(id);
  if (!method) {
    /* An answer to a request of ours: there are none. */
    bool answer = json_object_get(message, "result") || json_object_get(message, "error");
    if (!answer) send_error(server, is_id ? id : NULL, INVALID_REQUEST, "a message needs a method");
  } else if (id && !is_id) {
    send_error(server, NULL, INVALID_REQUEST, "the id of a request is an integer or a string");
  } else if (id) {
    handle_request(server, id, method, params);
  } else {
    handle_notification(server, method, params);
  }
  json_decref(message);
}

bool lsp_serve(LspServer *server, const Bank *theories, int in, int out)
{
  assert(theories);
  *server = (LspServer){.theories = theories};
  lsp_channel_init(&server->channel, in, out);
  while (!server->ended && !server->channel.broken) {
    const char *body;
    size_t length;
    Error error;
    switch (
        lsp_receive(&server->channel, is_dirty(server) ? QUIET_MS : -1, &body, &length, &error)) {
    case LSP_MESSAGE: handle(server, body, length); break;
    case LSP_BAD: send_error(server, NULL, PARSE_ERROR, error.message); break;
    case LSP_NOTHING: check_next(server); break;
    case LSP_END: server->ended = true; break;
    }
  }
  lsp_documents_free(&server->documents);
  lsp_channel_deinit(&server->channel);
  return server->shut_down;
}
