#include "solve/portfolio/live_script.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "smt/text/scan.h"

#define MARK         "assay-piece-"
#define COMMAND_MARK "assay-command-"

void live_script_init(LiveScript *live)
{
  *live = (LiveScript){0};
  strbuf_init(&live->text, 0);
}

void live_script_deinit(LiveScript *live)
{
  strbuf_deinit(&live->text);
  VEC_FREE(&live->pieces);
  sketch_deinit(&live->outline);
}

void live_script_add(LiveScript *live, const char *bytes, size_t length)
{
  strbuf_add(&live->text, bytes, length);
}

void live_script_look(LiveScript *live)
{
  sketch_deinit(&live->outline);
  sketch_read(live->text.bytes, live->text.length, &live->outline);
}

static uint64_t shown_end(const LiveScript *live)
{
  return live->pieces.count ? live->pieces.items[live->pieces.count - 1] : 0;
}

bool live_script_waits(const LiveScript *live)
{
  return live->outline.answered > shown_end(live);
}

bool live_script_exits(const LiveScript *live)
{
  return live->outline.exits;
}

bool live_script_breaks_off(const LiveScript *live)
{
  Scan scan = {.text = live->text.bytes, .length = live->text.length, .at = live->outline.end};
  return live->text.length > 0 && scan_next(&scan) != SCAN_END;
}

bool live_script_has_boxes(const LiveScript *live)
{
  return live->outline.boxes;
}

bool live_script_has_check(const LiveScript *live)
{
  return live->outline.asks_model.count > live->checks;
}

/* Releases the builder. */
static FileText take_text(StrBuf *text)
{
  FileText copy = {mem_alloc_zero(text->length + FILE_PADDING, 1), text->length};
  if (text->length) memcpy(copy.bytes, text->bytes, text->length);
  strbuf_deinit(text);
  return copy;
}

FileText live_script_text(const LiveScript *live)
{
  StrBuf text;
  uint64_t from = 0;
  strbuf_init(&text, 0);
  for (size_t i = 0; i < live->pieces.count; i++) {
    strbuf_add(&text, live->text.bytes + from, live->pieces.items[i] - from);
    strbuf_printf(&text, "(echo \"" MARK "%zu\")", i);
    from = live->pieces.items[i];
  }
  strbuf_add(&text, live->text.bytes + from, live->outline.end - from);
  return take_text(&text);
}

/* After the line of the last mark, and after the success that some solvers add to an echo; NULL: it is not there. */
static const char *find_new(const LiveScript *live, const char *output)
{
  char mark[64];
  if (live->pieces.count == 0) return output;
  snprintf(mark, sizeof mark, MARK "%zu", live->pieces.count - 1);
  const char *at = strstr(output, mark);
  if (!at) return NULL;
  at += strcspn(at, "\n");
  return *at ? at + 1 : at;
}

static size_t count_lines(const char *text, const char *line)
{
  size_t count = 0, length = strlen(line);
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n')
    count += strncmp(at, line, length) == 0 && (at[length] == '\n' || at[length] == '\0');
  return count;
}

/* Who waits for a response gets one. */
static void add_missing(const LiveScript *live, StrBuf *shown)
{
  for (size_t i = live->checks; i < live->outline.asks_model.count; i++)
    strbuf_add_text(shown, "unknown\n");
  if (!live_script_has_check(live)) strbuf_add_text(shown, "(error \"no solver responds\")\n");
}

static void note_shown(LiveScript *live)
{
  live->checks = live->outline.asks_model.count;
  live->successes = live->outline.successes;
  VEC_PUSH(&live->pieces, live->outline.end);
}

void live_script_cut(LiveScript *live, const char *output, size_t length, StrBuf *shown)
{
  static const char SUCCESS[] = "success";
  assert(live_script_waits(live));
  const char *from = strlen(output) == length ? find_new(live, output) : NULL;
  /* With :print-success each silent command has one; more than commands come from the mark. */
  if (from && live->pieces.count &&
      count_lines(from, SUCCESS) > live->outline.successes - live->successes &&
      strncmp(from, SUCCESS, strlen(SUCCESS)) == 0) {
    from += strlen(SUCCESS);
    from += *from == '\n';
  }
  if (from)
    strbuf_add_text(shown, from);
  else
    add_missing(live, shown);
  note_shown(live);
}

void live_script_refuse(LiveScript *live, StrBuf *shown)
{
  assert(live_script_waits(live));
  add_missing(live, shown);
  note_shown(live);
}

/* --- errors ------------------------------------------------------------------------------- */

/* The commands of the last piece. */
static Scan last_piece(const LiveScript *live)
{
  size_t count = live->pieces.count;
  assert(count > 0);
  return (Scan){.text = live->text.bytes,
                .length = live->pieces.items[count - 1],
                .at = count > 1 ? live->pieces.items[count - 2] : 0};
}

/* False: there is none. */
static bool next_command(Scan *scan, uint64_t *start)
{
  for (ScanKind kind; (kind = scan_next(scan)) != SCAN_END && kind != SCAN_UNCLOSED;) {
    uint64_t end;
    if (kind != SCAN_OPEN) continue;
    *start = scan->start;
    if (!scan_list_end(scan->text, scan->length, scan->start, &end)) return false;
    scan->at = end;
    return true;
  }
  return false;
}

FileText live_script_text_by_command(const LiveScript *live)
{
  StrBuf text;
  uint64_t start;
  Scan scan = last_piece(live);
  strbuf_init(&text, 0);
  strbuf_add(&text, live->text.bytes, scan.at);
  strbuf_add_text(&text, "(echo \"" COMMAND_MARK "0-\")");
  for (size_t i = 1; next_command(&scan, &start); i++) {
    strbuf_add(&text, live->text.bytes + start, scan.at - start);
    strbuf_printf(&text, "(echo \"" COMMAND_MARK "%zu-\")", i);
  }
  return take_text(&text);
}

static bool has_refusal(const char *from, const char *end)
{
  static const char ERROR[] = "(error", UNSUPPORTED[] = "unsupported";
  for (const char *at = from; at < end; at++) {
    if (at != from && at[-1] != '\n') continue;
    if (strncmp(at, ERROR, strlen(ERROR)) == 0) return true;
    if (strncmp(at, UNSUPPORTED, strlen(UNSUPPORTED)) == 0 &&
        strchr("\r\n", at[strlen(UNSUPPORTED)]))
      return true;
  }
  return false;
}

bool live_script_shows_refusal(const char *shown)
{
  return has_refusal(shown, shown + strlen(shown));
}

void live_script_drop_refused(LiveScript *live, const char *output, size_t length)
{
  Scan scan = last_piece(live);
  uint64_t start;
  if (strlen(output) != length) return;
  const char *from = strstr(output, COMMAND_MARK "0-");
  for (size_t i = 1; from && next_command(&scan, &start); i++) {
    char mark[64];
    snprintf(mark, sizeof mark, COMMAND_MARK "%zu-", i);
    from += strcspn(from, "\n");
    from += *from == '\n';
    const char *end = strstr(from, mark);
    if (has_refusal(from, end ? end : output + length))
      memset(live->text.bytes + start, ' ', scan.at - start);
    from = end;
  }
  live_script_look(live);
  live->checks = live->outline.asks_model.count;
  live->successes = live->outline.successes;
}
