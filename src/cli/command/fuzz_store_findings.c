#include <stdio.h>
#include <string.h>

#include "cli/command/fuzz_store_parts.h"

/* A text of a finding, by its place among those of an input. */
static void put_text(FuzzStore *store, uint64_t instance, uint32_t place, const char *role,
                     StoreText text)
{
  Error error;
  fuzz_store_queued(
      store_put_finding_text(store->store, store->campaign, instance, place, role, text, &error));
}

static void put_report(FuzzStore *store, const FindingGroup *group)
{
  StrBuf report;
  strbuf_init(&report, 0);
  fuzz_folder_report(store->folder, group, &report);
  put_text(store, group->number, group->place, "report", fuzz_store_text(strbuf_text(&report)));
  strbuf_deinit(&report);
}

/* What is known of a group may also be found out, or change, when its example gets smaller. */
static void put_remark(FuzzStore *store, const FindingGroup *group, const char *role,
                       const char *remark)
{
  Error error;
  if (remark)
    put_text(store, group->number, group->place, role, fuzz_store_text(remark));
  else
    fuzz_store_queued(store_drop_finding_text(store->store, store->campaign, group->number,
                                              group->place, role, &error));
}

/* "NOTE (LINK)", or what there is of it. */
static void add_note(const KnownEntry *known, StrBuf *out)
{
  const char *note = known->note ? known->note : "", *link = known->link ? known->link : "";
  strbuf_add_text(out, note);
  if (*link) strbuf_printf(out, *note ? " (%s)" : "%s", link);
}

static void put_remarks(FuzzStore *store, const FindingGroup *group)
{
  char same[32];
  StrBuf note;
  strbuf_init(&note, 0);
  if (group->known) add_note(group->known, &note);
  snprintf(same, sizeof same, "finding-%02zu", group->same_as);
  put_remark(store, group, "known", group->known ? strbuf_text(&note) : NULL);
  put_remark(store, group, "same_as", group->same_as ? same : NULL);
  strbuf_deinit(&note);
}

/* Groups before this one that have the same signature. */
static uint32_t part_of(const FindingGroups *groups, const FindingGroup *group)
{
  uint32_t part = 0;
  for (const FindingGroup *other = groups->items; other < group; other++)
    part += other->kind == group->kind && strcmp(other->signature, group->signature) == 0;
  return part;
}

void fuzz_store_add_finding(FuzzStore *store, const FindingGroups *groups,
                            const CampaignEvent *event)
{
  const Finding *finding = event->finding;
  uint64_t number = event->bred->number;
  Error error;
  StoreFinding row = {.instance = number,
                      .place = event->place,
                      .at_ms = fuzz_store_ms(event->at_ns),
                      .kind = finding_name(finding->kind),
                      .signature = fuzz_store_text(finding->signature),
                      .part = part_of(groups, event->group),
                      .accused = finding->accused,
                      .concerned = finding->concerned,
                      .query = finding->query,
                      .line = finding->line,
                      .confirmed = finding->confirmed,
                      .evidence = fuzz_store_text(finding->evidence)};
  fuzz_store_queued(store_add_finding(store->store, store->campaign, &row, &error));
  put_text(store, number, event->place, "answers", fuzz_store_text(event->answers));
  if (finding->script)
    put_text(store, number, event->place, "script", fuzz_store_text(finding->script));
  if (event->options)
    put_text(store, number, event->place, "options", fuzz_store_text(event->options));
  bool example = event->group->number == number && event->group->place == event->place;
  if (!example) return;
  fuzz_store_add_text(store, event);
  put_report(store, event->group);
  put_remarks(store, event->group);
  fuzz_store_queued(store_put_example(store->store, store->campaign, number, event->place, &error));
}

void fuzz_store_put_reduction(FuzzStore *store, const FindingGroup *group)
{
  const Reduction *reduction = &group->reduction;
  if (!reduction->text) return;
  put_remarks(store, group);
  put_text(store, group->number, group->place, "reduced", fuzz_store_text(reduction->text));
}

void fuzz_store_put_groups(FuzzStore *store, const FindingGroups *groups)
{
  for (size_t i = 0; i < groups->count; i++) {
    const FindingGroup *group = &groups->items[i];
    put_report(store, group);
    fuzz_store_put_reduction(store, group);
    if (group->alone)
      put_text(store, group->number, group->place, "alone", fuzz_store_text("confirmed"));
  }
}
