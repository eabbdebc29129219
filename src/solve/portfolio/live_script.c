#include "solve/portfolio/live_script.h"

#include <assert.h>
#include <stdio.h>

#define MARK "assay-piece-"

void live_script_init(LiveScript *live)
{
  *live = (LiveScript){0};
  strbuf_init(&live->text, 0);
}

void live_script_deinit(LiveScript *live)
{
  strbuf_deinit(&live->text);
  VEC_FREE(&live->pieces);
  script_outline_deinit(&live->outline);
}

void live_script_add(LiveScript *live, const char *bytes, size_t length)
{
  strbuf_add(&live->text, bytes, length);
}

void live_script_look(LiveScript *live)
{
  script_outline_deinit(&live->outline);
  script_outline_read(live->text.bytes, live->text.length, &live->outline);
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

bool live_script_has_boxes(const LiveScript *live)
{
  return live->outline.boxes;
}

bool live_script_has_check(const LiveScript *live)
{
  return live->outline.asks_model.count > live->checks;
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
  FileText copy = {mem_alloc_zero(text.length + FILE_PADDING, 1), text.length};
  if (text.length) memcpy(copy.bytes, text.bytes, text.length);
  strbuf_deinit(&text);
  return copy;
}

/* Behind the line of the last mark, and behind the success that some solvers add to an echo; NULL: it is not there. */
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
