#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/report/load.h"
#include "record/report/title.h"
#include "record/store/vocabulary.h"

static Status add_groups(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreGroup group;
  Status status = store_open_groups(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_group(cursor, &group)) {
    char name[STORE_FINDING_NAME];
    store_finding_name(data->groups.count + 1, name);
    VEC_PUSH(&data->groups, ((ReportGroup){.id = group.id,
                                           .name = loader_copy(loader, name),
                                           .kind = loader_copy(loader, group.kind),
                                           .signature = loader_copy_text(loader, group.signature),
                                           .findings = group.findings,
                                           .confirmed = group.confirmed,
                                           .seconds = INFINITY,
                                           .finding = group.first}));
    data->confirmed_groups += group.confirmed > 0;
  }
  return store_end(cursor, error);
}

static ReportGroup *find_group(const ReportData *data, int64_t id)
{
  size_t low = 0, high = data->groups.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (data->groups.items[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < data->groups.count && data->groups.items[low].id == id ? &data->groups.items[low]
                                                                      : NULL;
}

static int compare_numbers(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* An input may have several findings. */
static void add_reveals(ReportData *data, const U64Vec *numbers)
{
  if (numbers->count)
    qsort(numbers->items, numbers->count, sizeof *numbers->items, compare_numbers);
  for (size_t i = 0; i < numbers->count; i++)
    if (i == 0 || numbers->items[i] != numbers->items[i - 1])
      VEC_PUSH(&data->reveals, ((ReportReveal){.instance = numbers->items[i]}));
}

static Status add_findings(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  U64Vec revealing = {0};
  StoreCursor *cursor;
  StoreFinding finding;
  Status status = store_open_findings(loader->store, data->campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_finding(cursor, &finding)) {
    ReportGroup *group = find_group(data, finding.group);
    data->findings++;
    if (finding.confirmed) VEC_PUSH(&revealing, finding.instance);
    loader_note_time(loader, finding.at_ms);
    if (group == NULL) continue;
    group->seconds = fmin(group->seconds, (double)finding.at_ms / 1e3);
    if (finding.confirmed && (!group->first_input || finding.instance < group->first_input))
      group->first_input = finding.instance;
    if (finding.id != group->finding) continue;
    group->instance = finding.instance;
    group->accused = finding.accused;
    group->query = finding.query;
    group->line = finding.line;
    group->evidence = loader_copy_text(loader, finding.evidence);
  }
  add_reveals(data, &revealing);
  VEC_FREE(&revealing);
  return store_end(cursor, error);
}

static ReportText *text_of_role(ReportGroup *group, const char *role)
{
  const struct {
    StoreTextRole role;
    ReportText *text;
  } roles[] = {
      {STORE_TEXT_ANSWERS, &group->answers}, {STORE_TEXT_SCRIPT, &group->script},
      {STORE_TEXT_REDUCED, &group->reduced}, {STORE_TEXT_REPORT, &group->report},
      {STORE_TEXT_OPTIONS, &group->options}, {STORE_TEXT_ALONE, &group->alone},
      {STORE_TEXT_KNOWN, &group->known},
  };
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (strcmp(role, store_text_word(roles[i].role)) == 0) return roles[i].text;
  return NULL;
}

static void find_same(const ReportData *data, ReportGroup *group, StoreText text)
{
  assert(group >= data->groups.items && group < data->groups.items + data->groups.count);
  uint64_t number = store_finding_number(text.bytes, text.length);
  if (number == 0 || number > data->groups.count) return;
  if (&data->groups.items[number - 1] != group) group->same_as = (size_t)number;
}

static void set_title(Loader *loader, ReportGroup *group)
{
  assert(group->kind);
  StrBuf title;
  strbuf_init(&title, 0);
  title_add(&title, group->kind, (TitlePart){group->signature.bytes, group->signature.length},
            (TitlePart){group->evidence.bytes, group->evidence.length});
  group->title = loader_copy_text(loader, (StoreText){.bytes = strbuf_text(&title),
                                                      .length = title.length,
                                                      .full_length = title.length});
  strbuf_deinit(&title);
}

static Status load_finding_texts(Loader *loader, ReportGroup *group, Error *error)
{
  StoreCursor *cursor;
  StoreRoleText text;
  Status status = store_open_finding_texts(loader->store, group->finding, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_role_text(cursor, &text)) {
    ReportText *place = text_of_role(group, text.role);
    if (place != NULL) *place = loader_copy_text(loader, text.text);
    if (strcmp(text.role, store_text_word(STORE_TEXT_SAME_AS)) == 0)
      find_same(loader->data, group, text.text);
    if (strcmp(text.role, store_text_word(STORE_TEXT_DETAILS)) == 0)
      load_details(loader, group, text.text);
  }
  return store_end(cursor, error);
}

static void set_command(Loader *loader, ReportGroup *group)
{
  assert(group->name && loader->data->place);
  StrBuf command;
  strbuf_init(&command, 0);
  strbuf_add_text(&command, "assay replay ");
  strbuf_add_shell_word(&command, loader->data->place);
  strbuf_printf(&command, " %s", group->name);
  if (loader->data->campaigns > 1)
    strbuf_printf(&command, " --campaign %" PRId64, loader->data->campaign);
  group->command = loader_copy(loader, strbuf_text(&command));
  strbuf_deinit(&command);
}

static Status add_examples(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  Status status = STATUS_OK;
  for (size_t i = 0; i < data->groups.count && status == STATUS_OK; i++) {
    ReportGroup *group = &data->groups.items[i];
    set_command(loader, group);
    set_title(loader, group);
    status = load_finding_texts(loader, group, error);
    if (status == STATUS_OK)
      status = loader_input_text(loader, group->instance, &group->text, error);
    if (status == STATUS_OK) status = loader_origin(loader, group->instance, &group->origin, error);
  }
  return status;
}

Status load_groups(Loader *loader, Error *error)
{
  Status status = add_groups(loader, error);
  if (status == STATUS_OK) status = add_findings(loader, error);
  return status == STATUS_OK ? add_examples(loader, error) : status;
}
