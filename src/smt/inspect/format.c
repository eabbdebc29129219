/* Formatting: each command is replaced by its canonical text, if that differs. */
#include <assert.h>
#include <string.h>

#include "smt/inspect/inspect.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"

/* Is there a comment between these offsets? Strings and quoted symbols hold none. */
static bool has_comment(const char *text, InspectSpan span)
{
  char quote = 0;
  for (uint64_t i = span.start; i < span.end; i++) {
    char c = text[i];
    if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '|')
      quote = c;
    else if (c == ';')
      return true;
  }
  return false;
}

static void replace(InspectEdits *edits, const char *old, InspectSpan span, const char *text,
                    size_t length)
{
  assert(span.start <= span.end);
  if (span.end - span.start == length && memcmp(old + span.start, text, length) == 0) return;
  InspectEdit edit = {span, mem_copy_string(text, length)};
  VEC_PUSH(edits, edit);
}

/* One command, with what separates it from the one before it if that is formatted, too: nothing before the first, else a line
 * break. */
static void format_command(Printer *printer, const Script *script, size_t number, InspectSpan span,
                           uint64_t last, InspectEdits *edits, const InspectOutline *outline,
                           bool commented)
{
  assert(number < script->commands.count && last <= span.start);
  StrBuf text;
  strbuf_init(&text, 0);
  if (!commented && last > 0) strbuf_add_char(&text, '\n');
  printer_command(printer, &text, script, &script->commands.items[number]);
  InspectSpan replaced = {commented ? span.start : last, span.end};
  if (!commented || !has_comment(outline->text, span))
    replace(edits, outline->text, replaced, strbuf_text(&text), text.length - 1);
  strbuf_deinit(&text);
}

/* Where a command stands in the text; NULL after the last one. */
static const InspectExtent *extent_of(const InspectOutline *outline, const Script *script,
                                      size_t number)
{
  if (number >= script->commands.count) return NULL;
  const InspectExtent *extent = inspect_extent_at(outline, script->commands.items[number].offset);
  assert(extent);
  return extent;
}

Status inspect_format(const Bank *theories, const InspectOutline *outline, InspectEdits *edits,
                      Error *error)
{
  Bank *bank = bank_copy(theories);
  Script script = {0};
  Status status = script_read(bank, outline->text, outline->length, &script, error);
  PrintOptions options = {.share = SHARE_LET, .pretty = true};
  Printer *printer = printer_create(bank, &options);
  bool commented = has_comment(outline->text, (InspectSpan){0, outline->length});
  uint64_t last = 0;
  size_t formatted = 0;
  /* Commands after (exit) have not been read. */
  for (size_t i = 0; status == STATUS_OK && i < script.commands.count; i++) {
    const InspectExtent *extent = extent_of(outline, &script, i);
    if (extent == extent_of(outline, &script, i + 1))
      continue; /* z3's List, which stands nowhere */
    format_command(printer, &script, i, extent->span, last, edits, outline, commented);
    last = extent->span.end;
    formatted++;
  }
  bool all = status == STATUS_OK && formatted == outline->extents.count;
  if (all && !commented)
    replace(edits, outline->text, (InspectSpan){last, outline->length}, "\n", last > 0);
  printer_destroy(printer);
  script_deinit(&script);
  bank_destroy(bank);
  return status;
}

void inspect_edits_free(InspectEdits *edits)
{
  for (size_t i = 0; i < edits->count; i++) free(edits->items[i].text);
  VEC_FREE(edits);
}
