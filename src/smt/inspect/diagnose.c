/* Errors of all commands, not only of the first one that is wrong. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "smt/inspect/inspect.h"
#include "smt/text/logic.h"
#include "smt/text/parser.h"
#include "smt/text/scan.h"

InspectSpan inspect_error_span(const char *text, uint64_t length, uint64_t offset)
{
  Scan scan = {.text = text, .length = length, .at = offset};
  uint64_t end;
  if (offset >= length) return (InspectSpan){length, length};
  switch (scan_next(&scan)) {
  case SCAN_OPEN:
    return (InspectSpan){scan.start, scan_list_end(text, length, scan.start, &end) ? end : scan.at};
  case SCAN_END: return (InspectSpan){offset, offset};
  case SCAN_UNCLOSED: return (InspectSpan){scan.start, scan.start + 1};
  default: return (InspectSpan){scan.start, scan.at};
  }
}

static void add(InspectDiagnostics *found, InspectSpan span, bool warning, const char *message)
{
  InspectDiagnostic diagnostic = {span, warning, mem_copy_string(message, strlen(message))};
  VEC_PUSH(found, diagnostic);
}

/* Does a command that failed declare the name here? Then the name being unknown is no news. */
static bool follows_from_failure(const InspectOutline *outline, const uint8_t *failed,
                                 InspectSpan name)
{
  assert(name.start <= outline->length);
  InspectSpans spans = {0};
  bool follows = false;
  inspect_find_definitions(outline, name.start, &spans);
  for (size_t i = 0; i < spans.count && !follows; i++) {
    const InspectExtent *extent = inspect_extent_at(outline, spans.items[i].start);
    follows = extent && failed[extent - outline->extents.items];
  }
  VEC_FREE(&spans);
  return follows;
}

/* The state of a check. */
typedef struct {
  const InspectOutline *outline;
  Parser *parser;
  Script script;
  Error error;
  uint8_t *failed; /* by extent */
  bool ended;      /* by (exit) */
} Check;

static void check_extent(Check *check, size_t number, InspectDiagnostics *found)
{
  assert(number < check->outline->extents.count);
  const InspectOutline *outline = check->outline;
  const InspectExtent *extent = &outline->extents.items[number];
  if (extent->list && !extent->closed) {
    check->failed[number] = 1;
    add(found, (InspectSpan){extent->span.start, extent->span.start + 1}, false,
        "unclosed parenthesis");
    return;
  }
  bool more;
  parser_seek(check->parser, extent->span.start);
  Status status = parser_read_command(check->parser, &check->script, &more);
  check->ended = status == STATUS_OK && !more;
  if (status == STATUS_OK) return;
  check->failed[number] = 1;
  InspectSpan span = inspect_error_span(outline->text, outline->length, check->error.offset);
  if (status != STATUS_SCOPE || !follows_from_failure(outline, check->failed, span))
    add(found, span, false, check->error.message);
}

static void warn_about_dialects(const Check *check, InspectDiagnostics *found)
{
  for (size_t i = 0; i < check->script.dialects.count; i++) {
    const ScriptDialect *dialect = &check->script.dialects.items[i];
    char message[200];
    snprintf(message, sizeof message, "not standard: %s", dialect->what);
    add(found, inspect_error_span(check->outline->text, check->outline->length, dialect->offset),
        true, message);
  }
}

/* The warning about the logic stands where the logic is set. */
static void warn_about_logic(const Bank *bank, const Check *check, InspectDiagnostics *found)
{
  StrBuf warning;
  strbuf_init(&warning, 0);
  logic_warn(bank, &check->script, &warning);
  for (size_t i = 0; warning.length && i < check->script.commands.count; i++) {
    const Command *command = &check->script.commands.items[i];
    if (command->kind != CMD_SET_LOGIC) continue;
    Scan scan = {
        .text = check->outline->text, .length = check->outline->length, .at = command->offset + 1};
    scan_next(&scan);
    scan_next(&scan);
    add(found, (InspectSpan){scan.start, scan.at}, true, strbuf_text(&warning));
    break;
  }
  strbuf_deinit(&warning);
}

void inspect_diagnose(const Bank *theories, const InspectOutline *outline,
                      InspectDiagnostics *found)
{
  assert(found->count == 0);
  Bank *bank = bank_copy(theories);
  Check check = {.outline = outline, .failed = mem_alloc_zero(outline->extents.count + 1, 1)};
  check.parser = parser_create(bank, NULL, outline->text, outline->length, &check.error);
  for (size_t i = 0;
       i < outline->extents.count && !check.ended && found->count < INSPECT_DIAGNOSTICS_MAX; i++)
    check_extent(&check, i, found);
  if (found->count == 0) warn_about_logic(bank, &check, found);
  warn_about_dialects(&check, found);
  parser_destroy(check.parser);
  script_deinit(&check.script);
  free(check.failed);
  bank_destroy(bank);
}

void inspect_diagnostics_free(InspectDiagnostics *diagnostics)
{
  for (size_t i = 0; i < diagnostics->count; i++) free(diagnostics->items[i].message);
  VEC_FREE(diagnostics);
}
