#include "cli/shared/capability_report.h"

#include <assert.h>
#include <string.h>

#include "cli/option/table.h"

static const char *group_of(const CapabilityList *list, size_t item)
{
  assert(item < list->items.count);
  return list->items.items[item].group;
}

/* Groups are runs of items. */
static size_t group_end(const CapabilityList *list, size_t first)
{
  size_t end = first;
  while (end < list->items.count && strcmp(group_of(list, end), group_of(list, first)) == 0) end++;
  assert(end > first);
  return end;
}

static size_t count_usable(const Capabilities *capabilities, size_t first, size_t end)
{
  assert(first <= end);
  size_t usable = 0;
  for (size_t i = first; i < end; i++)
    usable += capability_is_usable(capabilities->results[i].status);
  return usable;
}

typedef VEC(TableColumn) Columns;

static Columns make_columns(const CapabilityReport *report, const char *const *titles,
                            size_t title_count)
{
  Columns columns = {0};
  for (size_t i = 0; i < title_count; i++) VEC_PUSH(&columns, ((TableColumn){titles[i], false}));
  for (size_t i = 0; i < report->count; i++)
    if (report->all[i].list) VEC_PUSH(&columns, ((TableColumn){report->names[i], false}));
  return columns;
}

void capability_print_counts(const CapabilityReport *report, Style style)
{
  static const char *const titles[] = {"usable of"};
  const CapabilityList *list = report->list;
  Columns columns = make_columns(report, titles, 1);
  Table table;
  table_init(&table, columns.items, columns.count);
  for (size_t first = 0, end; first < list->items.count; first = end) {
    end = group_end(list, first);
    table_add_text(&table, group_of(list, first));
    for (size_t i = 0; i < report->count; i++)
      if (report->all[i].list)
        strbuf_printf(table_cell(&table), "%zu/%zu", count_usable(&report->all[i], first, end),
                      end - first);
  }
  if (columns.count > 1) table_print(stdout, &table, style);
  table_deinit(&table);
  VEC_FREE(&columns);
}

static bool is_all_refused(const Capabilities *capabilities, size_t first, size_t end)
{
  for (size_t i = first; i < end; i++)
    if (capabilities->results[i].status != CAPABILITY_UNSUPPORTED) return false;
  return true;
}

static void add_names(const Capabilities *capabilities, size_t first, size_t end, StrBuf *line)
{
  const char *separator = "";
  for (size_t i = first; i < end; i++) {
    CapabilityStatus status = capabilities->results[i].status;
    if (capability_is_usable(status)) continue;
    strbuf_printf(line, "%s%s", separator, capabilities->list->items.items[i].name);
    if (status != CAPABILITY_UNSUPPORTED)
      strbuf_printf(line, " (%s)", capability_status_name(status));
    separator = "; ";
  }
}

/* "  Ints: **; (_ divisible n) (fails)", or "  Bags: all 28". */
static void print_group(const Capabilities *capabilities, size_t first, size_t end)
{
  const char *group = group_of(capabilities->list, first);
  if (count_usable(capabilities, first, end) == end - first) return;
  StrBuf line;
  strbuf_init(&line, 0);
  if (end - first > 1 && is_all_refused(capabilities, first, end))
    strbuf_printf(&line, "all %zu", end - first);
  else
    add_names(capabilities, first, end, &line);
  printf("  %s: ", group);
  text_wrap(stdout, strbuf_text(&line), strlen(group) + 4, 4, style_width(stdout));
  strbuf_deinit(&line);
}

/* What a failure or a wrong answer looked like. */
static void print_failures(const Capabilities *capabilities)
{
  for (size_t i = 0; i < capabilities->list->items.count; i++) {
    const CapabilityResult *result = &capabilities->results[i];
    if (result->status < CAPABILITY_FAILS) continue;
    const Capability *item = &capabilities->list->items.items[i];
    printf("  %s, %s: %s", item->group, item->name, capability_status_name(result->status));
    if (result->message) {
      printf(": ");
      text_print_visible(stdout, result->message, strlen(result->message));
    }
    putchar('\n');
  }
}

/* What scripts for all of the solvers can be made of. */
static void print_common(const CapabilityReport *report)
{
  size_t total = report->list->items.count;
  LeftOuts left_out = {0};
  for (size_t i = 0; i < report->count; i++)
    if (!report->all[i].list) return;
  if (report->count < 2 || report->count > LEFT_OUT_SOLVERS) return;
  capabilities_left_out(report->all, report->count, &left_out);
  printf("\nusable by all of them: %zu of %zu\n", total - left_out.count, total);
  VEC_FREE(&left_out);
}

void capability_print_missing(const CapabilityReport *report)
{
  const CapabilityList *list = report->list;
  for (size_t i = 0; i < report->count; i++) {
    const Capabilities *capabilities = &report->all[i];
    if (!capabilities->list) continue;
    size_t missing = list->items.count - count_usable(capabilities, 0, list->items.count);
    printf("\n%s: %zu of %zu not usable\n", report->names[i], missing, list->items.count);
    for (size_t first = 0, end; first < list->items.count; first = end) {
      end = group_end(list, first);
      print_group(capabilities, first, end);
    }
    print_failures(capabilities);
  }
  print_common(report);
}

void capability_print_table(const CapabilityReport *report, Style style)
{
  static const char *const titles[] = {"group", "name"};
  const CapabilityList *list = report->list;
  Columns columns = make_columns(report, titles, 2);
  Table table;
  table_init(&table, columns.items, columns.count);
  for (size_t item = 0; item < list->items.count; item++) {
    table_add_text(&table, group_of(list, item));
    table_add_text(&table, list->items.items[item].name);
    for (size_t i = 0; i < report->count; i++)
      if (report->all[i].list)
        table_add_text(&table, capability_status_name(report->all[i].results[item].status));
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
  VEC_FREE(&columns);
}

json_t *capability_object(const Capabilities *capabilities)
{
  assert(capabilities->list && capabilities->results);
  const CapabilityList *list = capabilities->list;
  json_t *object = json_object();
  for (size_t first = 0, end; first < list->items.count; first = end) {
    end = group_end(list, first);
    json_t *group = json_object();
    for (size_t i = first; i < end; i++) {
      const CapabilityResult *result = &capabilities->results[i];
      json_t *entry = json_object();
      json_object_set_new(entry, "status", json_string(capability_status_name(result->status)));
      if (result->message)
        json_object_set_new(entry, "message", json_text(result->message, strlen(result->message)));
      if (result->script)
        json_object_set_new(entry, "script", json_text(result->script, strlen(result->script)));
      json_object_set_new(group, list->items.items[i].name, entry);
    }
    json_object_set_new(object, group_of(list, first), group);
  }
  return object;
}
