#include "cli/command/eval_report.h"

#include <string.h>

#include "cli/option/json.h"

/* Texts */

enum { TERM_SHOWN = 70 };

void eval_report_init(EvalReport *report, const Bank *bank)
{
  *report = (EvalReport){.printer = printer_create(bank, &(PrintOptions){.share = SHARE_LET})};
  strbuf_init(&report->buffer, 0);
}

void eval_report_deinit(EvalReport *report)
{
  printer_destroy(report->printer);
  strbuf_deinit(&report->buffer);
}

/* The text of a term, at most `limit` bytes of it (0: all). */
static const char *term_text(EvalReport *report, Term term, size_t limit)
{
  strbuf_clear(&report->buffer);
  printer_term(report->printer, &report->buffer, term);
  if (limit && report->buffer.length > limit) {
    report->buffer.length = limit;
    while (((unsigned char)report->buffer.bytes[report->buffer.length - 1] & 0xC0) == 0x80)
      report->buffer.length--;
    strbuf_add_text(&report->buffer, "...");
  }
  return strbuf_text(&report->buffer);
}

/* Assertions come in the order of the script, so that each line is counted once. */
static uint64_t line_of(EvalReport *report, uint64_t offset)
{
  if (offset < report->counted) report->counted = report->lines = 0;
  for (; report->counted < offset; report->counted++)
    report->lines += report->script[report->counted] == '\n';
  return report->lines + 1;
}

static const char *truth_name(Truth truth)
{
  static const char *const names[] = {"false", "true", "undetermined"};
  return names[truth];
}

static const char *truth_color(const Style *style, Truth truth)
{
  return truth == TRUTH_TRUE ? style->green : truth == TRUTH_FALSE ? style->red : style->yellow;
}

/* Assertions */

static void print_blame(EvalReport *report, Reason reason, Term blame)
{
  printf(": %s", reason_text(reason));
  if (!blame) return;
  printf(": ");
  const char *text = term_text(report, blame, TERM_SHOWN);
  text_print_visible(stdout, text, strlen(text));
}

static void print_verdict(EvalReport *report, const Style *style, const Claim *claim,
                          const Verdict *verdict)
{
  if (report->quiet && verdict->truth == TRUTH_TRUE) return;
  printf("%s:%llu: %s%s%s", report->script_name, (unsigned long long)line_of(report, claim->offset),
         truth_color(style, verdict->truth), truth_name(verdict->truth), style->reset);
  if (verdict->completed) printf(" with a choice for what the model leaves open");
  if (verdict->truth == TRUTH_UNKNOWN) print_blame(report, verdict->reason, verdict->blame);
  if (verdict->truth == TRUTH_FALSE) {
    printf(": ");
    const char *text = term_text(report, claim->term, TERM_SHOWN);
    text_print_visible(stdout, text, strlen(text));
  }
  putchar('\n');
}

void eval_report_count(const Check *check, uint32_t counts[3])
{
  counts[0] = counts[1] = counts[2] = 0;
  for (size_t i = 0; i < check->verdicts.count; i++) counts[check->verdicts.items[i].truth]++;
}

static void print_summary(const EvalReport *report, const Check *check)
{
  uint32_t counts[3];
  eval_report_count(check, counts);
  if (report->several) printf("check-sat %u: ", check->query);
  printf("%zu assertion%s: %u true, %u false, %u undetermined\n", check->verdicts.count,
         text_plural(check->verdicts.count), counts[TRUTH_TRUE], counts[TRUTH_FALSE],
         counts[TRUTH_UNKNOWN]);
}

void eval_report_verdicts(EvalReport *report, const Check *check)
{
  Style style = style_for(stdout, report->color);
  for (size_t i = 0; i < check->verdicts.count; i++)
    print_verdict(report, &style, &check->claims.items[i], &check->verdicts.items[i]);
  if (!report->quiet) print_summary(report, check);
}

/* Terms */

void eval_report_values(EvalReport *report, const Check *check)
{
  for (size_t i = 0; i < check->values.count; i++) {
    const TermValue *value = &check->values.items[i];
    if (value->value) {
      fputs(term_text(report, value->value, 0), stdout);
    } else {
      printf("undetermined");
      if (value->reason)
        print_blame(report, value->reason, value->blame);
      else
        printf(": the value has no form as a term");
    }
    putchar('\n');
  }
}

/* JSON */

static json_t *blame_object(EvalReport *report, json_t *object, Reason reason, Term blame)
{
  json_object_set_new(object, "reason", json_string(reason_text(reason)));
  if (blame) {
    const char *text = term_text(report, blame, 0);
    json_object_set_new(object, "blame", json_text(text, strlen(text)));
  }
  return object;
}

static json_t *verdict_object(EvalReport *report, const Claim *claim, const Verdict *verdict)
{
  json_t *object = json_object();
  json_object_set_new(object, "line", json_count(line_of(report, claim->offset)));
  json_object_set_new(object, "value", json_string(truth_name(verdict->truth)));
  if (verdict->completed) json_object_set_new(object, "completed", json_true());
  if (verdict->truth == TRUTH_UNKNOWN)
    blame_object(report, object, verdict->reason, verdict->blame);
  return object;
}

static json_t *value_object(EvalReport *report, const TermValue *value)
{
  json_t *object = json_object();
  const char *text = term_text(report, value->term, 0);
  json_object_set_new(object, "term", json_text(text, strlen(text)));
  if (!value->value) return blame_object(report, object, value->reason, value->blame);
  text = term_text(report, value->value, 0);
  json_object_set_new(object, "value", json_text(text, strlen(text)));
  return object;
}

void eval_report_json(EvalReport *report, const Check *check)
{
  json_t *object = json_object();
  json_object_set_new(object, "file", json_text(report->script_name, strlen(report->script_name)));
  json_object_set_new(object, "check_sat", json_integer(check->query));
  if (check->after_error) json_object_set_new(object, "after_error", json_true());
  if (check->status != STATUS_OK)
    json_object_set_new(object, "error",
                        json_text(check->error.message, strlen(check->error.message)));
  json_t *list = json_array();
  for (size_t i = 0; i < check->verdicts.count; i++)
    json_array_append_new(
        list, verdict_object(report, &check->claims.items[i], &check->verdicts.items[i]));
  json_object_set_new(object, "assertions", list);
  list = json_array();
  for (size_t i = 0; i < check->values.count; i++)
    json_array_append_new(list, value_object(report, &check->values.items[i]));
  json_object_set_new(object, "terms", list);
  json_print_line(stdout, object);
}
