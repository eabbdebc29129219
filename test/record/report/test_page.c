/* record/report/page: what is in the page is exactly the document, and nothing of it is markup. test/page.py opens pages in a
 * browser. */
#include "testing.h"

#include <jansson.h>
#include <string.h>

#include "record/report/page.h"
#include "record/report/page_html.h"

/* Everything that could end a string, an element, a comment or a line. */
#define HOSTILE "</script><script>x()</script><!--<img src=x>]]>&amp;'\"\\{{data}}\xE2\x80\xA8\x01"

static json_t *hostile_report(void)
{
  return json_pack("{s:{s:s}, s:{s:i, s:i}, s:{s:i, s:f}, s:[{s:s, s:s, s:[s, s], s:i, s:{s:s, "
                   "s:s}}], s:[{s:s, s:s}], "
                   "s:[{s:s, s:f}]}",
                   "campaign", "name", HOSTILE, "counts", "inputs", 41, "runs", 82, "best",
                   "instance", 7, "margin", 1.5, "groups", "signature", HOSTILE, "kind", "crash",
                   "blamed", "z3", HOSTILE, "findings", 3, "example", "reduced", HOSTILE, "command",
                   "assay replay 'x'", "solvers", "name", HOSTILE, "version", "1", "ranking",
                   "construct", HOSTILE, "mean", 0.25);
}

static size_t count(const char *text, const char *part)
{
  size_t number = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at++) number++;
  return number;
}

static char *render(const json_t *report, bool live, StrBuf *page)
{
  json_t *figures = json_pack("{s:{s:s}}", "cactus", "svg", "<svg>" HOSTILE "</svg>");
  strbuf_init(page, 0);
  page_write(report, figures, live, page);
  json_decref(figures);
  strbuf_text(page);
  return page->bytes;
}

static void test_data_is_the_document(void **state)
{
  (void)state;
  static const char begin[] = "<script type=\"application/json\" id=\"data\">";
  StrBuf page;
  json_t *report = hostile_report();
  assert_non_null(report);
  char *text = render(report, true, &page);
  char *data = strstr(text, begin);
  assert_non_null(data);
  data += strlen(begin);
  char *end = strchr(data, '<'); /* the first one is that of the end */
  assert_non_null(end);
  assert_int_equal(strncmp(end, "</script>", strlen("</script>")), 0);
  json_error_t error;
  json_t *read = json_loadb(data, (size_t)(end - data), 0, &error);
  if (!read) fail_msg("%s", error.text);
  assert_true(json_equal(json_object_get(read, "report"), report));
  assert_true(json_is_true(json_object_get(read, "live")));
  const json_t *cactus = json_object_get(json_object_get(read, "figures"), "cactus");
  assert_string_equal(json_string_value(json_object_get(cactus, "svg")), "<svg>" HOSTILE "</svg>");
  json_decref(read);
  json_decref(report);
  strbuf_deinit(&page);
}

static void test_nothing_becomes_markup(void **state)
{
  (void)state;
  StrBuf page;
  json_t *report = hostile_report();
  const char *text = render(report, false, &page);
  assert_int_equal(count(text, "<script"), 2);
  assert_int_equal(count(text, "</script"), 2);
  assert_int_equal(count(text, "<img"), 0);
  assert_int_equal(count(text, "<!--"), 0);
  assert_int_equal(count(text, "\x01"), 0);
  assert_non_null(strstr(text, "connect-src 'none'"));
  assert_null(strstr(text, "unsafe-inline"));
  /* No address but the name of a namespace. */
  assert_int_equal(count(text, "http"),
                   count(text, "http://www.w3.org/2000/svg") + count(text, "http-equiv"));
  json_decref(report);
  strbuf_deinit(&page);
}

static void test_essentials_without_scripts(void **state)
{
  (void)state;
  StrBuf out;
  strbuf_init(&out, 0);
  json_t *report = hostile_report();
  html_add_essentials(&out, report);
  const char *text = strbuf_text(&out);
  static const char *const parts[] = {
      "<td>41</td>",  "<td>82</td>",   "<td>1.5</td>",         "<td>crash</td>",
      "<td>z3, &lt;", "<td>0.25</td>", "<pre>&lt;/script&gt;", "assay replay &#39;x&#39;"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strstr(text, parts[i])) fail_msg("no '%s' in '%s'", parts[i], text);
  json_decref(report);
  strbuf_deinit(&out);
}

/* Documents of other versions may lack anything. */
static void test_document_without_anything(void **state)
{
  (void)state;
  StrBuf page;
  json_t *report = json_object();
  assert_non_null(strstr(render(report, true, &page), "connect-src 'self'"));
  json_decref(report);
  strbuf_deinit(&page);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_data_is_the_document),
      cmocka_unit_test(test_nothing_becomes_markup),
      cmocka_unit_test(test_essentials_without_scripts),
      cmocka_unit_test(test_document_without_anything),
  };
  return cmocka_run_group_tests_name("report_page", tests, NULL, NULL);
}
