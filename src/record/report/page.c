#include "record/report/page.h"

#include <assert.h>
#include <string.h>

#include "record/report/document.h"
#include "record/report/embedded.h"
#include "record/report/figure.h"
#include "record/report/page_html.h"

typedef struct {
  const json_t *report, *figures;
  bool live;
} Content;

/* JSON inside a script element: a '<' could end the element or begin a comment. All of these
 * stand in strings only, where they can be escaped, and everything beyond ASCII is escaped anyway. */
static int add_json(const char *bytes, size_t length, void *user)
{
  StrBuf *out = user;
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] == '<' || bytes[i] == '>' || bytes[i] == '&')
      strbuf_printf(out, "\\u%04x", (unsigned)bytes[i]);
    else
      strbuf_add_char(out, bytes[i]);
  }
  return 0;
}

static void add_member(StrBuf *out, const char *name, const json_t *value)
{
  strbuf_printf(out, ",\"%s\":", name);
  json_dump_callback(value, add_json, out, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ENCODE_ANY);
}

static const char *campaign_name(const json_t *report)
{
  const char *name =
      json_string_value(json_object_get(json_object_get(report, "campaign"), "name"));
  return name ? name : "campaign";
}

static bool is(const char *name, size_t length, const char *word)
{
  return strlen(word) == length && memcmp(name, word, length) == 0;
}

/* The part of the page that has this name. */
static void fill(StrBuf *out, const Content *content, const char *name, size_t length)
{
  if (is(name, length, "data")) {
    strbuf_printf(out, "{\"live\":%s", content->live ? "true" : "false");
    add_member(out, "report", content->report);
    add_member(out, "figures", content->figures);
    strbuf_add_char(out, '}');
  } else if (is(name, length, "plain")) {
    html_add_essentials(out, content->report);
  } else if (is(name, length, "name")) {
    html_add_text(out, campaign_name(content->report));
  } else {
    assert(is(name, length, "connect"));
    strbuf_add_text(out, content->live ? "'self'" : "'none'");
  }
}

void page_write(const json_t *report, const json_t *figures, bool live, StrBuf *out)
{
  assert(report && figures);
  const Content content = {report, figures, live};
  const char *at = embedded_page[0].text;
  for (const char *open; (open = strstr(at, "{{")) != NULL;) {
    const char *close = strstr(open, "}}");
    assert(close);
    strbuf_add(out, at, (size_t)(open - at));
    fill(out, &content, open + 2, (size_t)(close - open) - 2);
    at = close + 2;
  }
  strbuf_add_text(out, at);
}

static json_t *drawing(const ReportData *data, FigureKind kind)
{
  Error error;
  StrBuf svg;
  strbuf_init(&svg, 0);
  json_t *text = NULL;
  if (figure_render(data, kind, FIGURE_SVG, &svg, &error) == STATUS_OK) {
    text = json_stringn(strbuf_text(&svg), svg.length);
    if (!text) error_set(&error, STATUS_IO, "what gnuplot has drawn is not UTF-8");
  }
  strbuf_deinit(&svg);
  return text ? json_pack("{s:o}", "svg", text) : json_pack("{s:s}", "error", error.message);
}

json_t *page_figures(const ReportData *data)
{
  json_t *figures = json_object();
  for (int kind = 0; kind < FIGURE_COUNT; kind++)
    json_object_set_new(figures, figure_kind_words[kind], drawing(data, (FigureKind)kind));
  return figures;
}

void page_render(const ReportData *data, bool live, StrBuf *out)
{
  json_t *report = report_document(data);
  json_t *figures = page_figures(data);
  page_write(report, figures, live, out);
  json_decref(figures);
  json_decref(report);
}
