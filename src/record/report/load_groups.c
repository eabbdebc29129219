#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "record/report/load.h"

static Status add_groups(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreGroup group;
  Status status = store_open_groups(loader->store, data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_group(cursor, &group)) {
    VEC_PUSH(&data->groups, ((ReportGroup){.id = group.id,
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

static Status add_findings(Loader *loader, Error *error)
{
  ReportData *data = loader->data;
  StoreCursor *cursor;
  StoreFinding finding;
  Status status = store_open_findings(loader->store, data->campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_finding(cursor, &finding)) {
    ReportGroup *group = find_group(data, finding.group);
    data->findings++;
    loader_note_time(loader, finding.at_ms);
    if (group == NULL) continue;
    group->seconds = fmin(group->seconds, (double)finding.at_ms / 1e3);
    if (finding.id != group->finding) continue;
    group->instance = finding.instance;
    group->accused = finding.accused;
    group->query = finding.query;
    group->line = finding.line;
    group->evidence = loader_copy_text(loader, finding.evidence);
  }
  return store_end(cursor, error);
}

static ReportText *text_of_role(ReportGroup *group, const char *role)
{
  const struct {
    const char *role;
    ReportText *text;
  } roles[] = {
      {"answers", &group->answers}, {"script", &group->script},   {"reduced", &group->reduced},
      {"report", &group->report},   {"options", &group->options}, {"alone", &group->alone},
      {"known", &group->known},
  };
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (strcmp(role, roles[i].role) == 0) return roles[i].text;
  return NULL;
}

/* "finding-02" is the second group that the campaign found. */
static void find_same(ReportData *data, ReportGroup *group, StoreText text)
{
  static const char start[] = "finding-";
  size_t number = 0, at = sizeof start - 1;
  if (text.length <= at || memcmp(text.bytes, start, at) != 0) return;
  for (; at < text.length; at++) {
    if (text.bytes[at] < '0' || text.bytes[at] > '9' || number > data->groups.count) return;
    number = number * 10 + (size_t)(text.bytes[at] - '0');
  }
  if (number == 0 || number > data->groups.count) return;
  const ReportGroup *other = &data->groups.items[number - 1];
  if (other != group) group->same_as = other->finding;
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
    if (strcmp(text.role, "same_as") == 0) find_same(loader->data, group, text.text);
  }
  return store_end(cursor, error);
}

static void set_command(Loader *loader, ReportGroup *group)
{
  StrBuf command;
  strbuf_init(&command, 0);
  strbuf_add_text(&command, "assay replay ");
  strbuf_add_shell_word(&command, loader->data->place);
  strbuf_printf(&command, " %" PRId64, group->finding);
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
    status = load_finding_texts(loader, group, error);
    if (status == STATUS_OK)
      status = loader_input_text(loader, group->instance, &group->text, error);
  }
  return status;
}

Status load_groups(Loader *loader, Error *error)
{
  Status status = add_groups(loader, error);
  if (status == STATUS_OK) status = add_findings(loader, error);
  return status == STATUS_OK ? add_examples(loader, error) : status;
}
