#include "record/report/page_html.h"

#include <assert.h>
#include <stdio.h>

void html_add_text(StrBuf *out, const char *text)
{
  assert(text);
  for (const char *at = text; *at; at++) {
    unsigned char c = (unsigned char)*at;
    if (c == '<')
      strbuf_add_text(out, "&lt;");
    else if (c == '>')
      strbuf_add_text(out, "&gt;");
    else if (c == '&')
      strbuf_add_text(out, "&amp;");
    else if (c == '"')
      strbuf_add_text(out, "&quot;");
    else if (c == '\'')
      strbuf_add_text(out, "&#39;");
    else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
      strbuf_add_text(out, "\xEF\xBF\xBD");
    else
      strbuf_add_char(out, *at);
  }
}

/* A value of JSON as a reader would write it; lists become their items. */
static void add_value(StrBuf *out, const json_t *value)
{
  size_t index;
  json_t *item;
  if (json_is_string(value))
    html_add_text(out, json_string_value(value));
  else if (json_is_integer(value))
    strbuf_printf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
  else if (json_is_real(value))
    strbuf_printf(out, "%.4g", json_real_value(value));
  else if (json_is_array(value))
    json_array_foreach(value, index, item)
    {
      if (index > 0) strbuf_add_text(out, ", ");
      if (json_is_string(item)) html_add_text(out, json_string_value(item));
    }
}

typedef struct {
  const char *key, *title;
} Column;

static void add_table(StrBuf *out, const char *title, const json_t *rows, const Column *columns,
                      size_t column_count)
{
  if (json_array_size(rows) == 0) return;
  strbuf_printf(out, "<h2>%s</h2>\n<table>\n<tr>", title);
  for (size_t i = 0; i < column_count; i++) strbuf_printf(out, "<th>%s</th>", columns[i].title);
  strbuf_add_text(out, "</tr>\n");
  size_t index;
  json_t *row;
  json_array_foreach(rows, index, row)
  {
    strbuf_add_text(out, "<tr>");
    for (size_t i = 0; i < column_count; i++) {
      strbuf_add_text(out, "<td>");
      add_value(out, json_object_get(row, columns[i].key));
      strbuf_add_text(out, "</td>");
    }
    strbuf_add_text(out, "</tr>\n");
  }
  strbuf_add_text(out, "</table>\n");
}

static void add_facts(StrBuf *out, const char *title, const json_t *object, const Column *columns,
                      size_t column_count)
{
  if (!json_is_object(object)) return;
  strbuf_printf(out, "<h2>%s</h2>\n<table>\n", title);
  for (size_t i = 0; i < column_count; i++) {
    strbuf_printf(out, "<tr><th>%s</th><td>", columns[i].title);
    add_value(out, json_object_get(object, columns[i].key));
    strbuf_add_text(out, "</td></tr>\n");
  }
  strbuf_add_text(out, "</table>\n");
}

static const Column count_columns[] = {
    {"inputs", "Inputs"},
    {"runs", "Runs"},
    {"groups", "Groups of findings"},
    {"confirmed_groups", "Confirmed groups"},
};
static const Column best_columns[] = {
    {"instance", "Input"},
    {"margin", "Margin"},
    {"seconds", "Found after seconds"},
};
static const Column solver_columns[] = {
    {"name", "Solver"}, {"version", "Version"}, {"role", "Role"},
    {"runs", "Runs"},   {"decided", "Decided"}, {"cpu_seconds", "CPU seconds"},
};
static const Column group_columns[] = {
    {"name", "Finding"},  {"title", "What"},        {"kind", "Kind"},
    {"blamed", "Blamed"}, {"findings", "Findings"}, {"confirmed", "Confirmed"},
    {"known", "Known"},   {"same_as", "Same as"},   {"regression", "Regression since"},
};
static const Column ranking_columns[] = {
    {"construct", "Name"}, {"mean", "Expected reward"}, {"low", "From"},
    {"high", "To"},        {"pulls", "Played"},
};

static const Column lift_columns[] = {
    {"construct", "Name"}, {"lift", "Lift"},     {"low", "From"},
    {"high", "To"},        {"inputs", "Inputs"}, {"paid", "Paid"},
};

#define COLUMNS(list) (list), sizeof(list) / sizeof *(list)

static void add_examples(StrBuf *out, const json_t *groups)
{
  static const char *const texts[] = {"command", "evidence", "answers", "reduced"};
  size_t index;
  json_t *group;
  json_array_foreach(groups, index, group)
  {
    const json_t *example = json_object_get(group, "example");
    if (!json_is_object(example)) continue;
    strbuf_add_text(out, "<h3>");
    add_value(out, json_object_get(group, "name"));
    strbuf_add_text(out, ": ");
    add_value(out, json_object_get(group, "title"));
    strbuf_add_text(out, "</h3>\n");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
      const json_t *text = json_object_get(example, texts[i]);
      if (!json_is_string(text)) continue;
      strbuf_add_text(out, "<pre>");
      add_value(out, text);
      strbuf_add_text(out, "</pre>\n");
    }
  }
}

void html_add_essentials(StrBuf *out, const json_t *report)
{
  const json_t *groups = json_object_get(report, "groups");
  add_facts(out, "Summary", json_object_get(report, "counts"), COLUMNS(count_columns));
  add_facts(out, "Best input", json_object_get(report, "best"), COLUMNS(best_columns));
  add_table(out, "Findings", groups, COLUMNS(group_columns));
  add_examples(out, groups);
  add_table(out, "Solvers", json_object_get(report, "solvers"), COLUMNS(solver_columns));
  add_table(out, "Constructs", json_object_get(report, "ranking"), COLUMNS(ranking_columns));
  add_table(out, "Constructs of inputs that paid", json_object_get(report, "lift"),
            COLUMNS(lift_columns));
  add_table(out, "Options of solvers", json_object_get(report, "options"),
            COLUMNS(ranking_columns));
}
