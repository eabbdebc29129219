#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "campaign/recorder_parts.h"

/* A text of a finding, by its place among those of an input. */
static void put_text(Recorder *recorder, uint64_t instance, uint32_t place, StoreTextRole role,
                     StoreText text)
{
  Error error;
  recorder_queued(store_put_finding_text(recorder->store, recorder->campaign, instance, place,
                                         store_text_word(role), text, &error));
}

static void put_report(Recorder *recorder, const FindingGroup *group)
{
  StrBuf report;
  strbuf_init(&report, 0);
  folder_report(recorder->folder, group, &report);
  put_text(recorder, group->number, group->place, STORE_TEXT_REPORT,
           recorder_text(strbuf_text(&report)));
  strbuf_deinit(&report);
}

/* What is known of a group may also be found out, or change, when its example gets smaller. */
static void put_remark(Recorder *recorder, const FindingGroup *group, StoreTextRole role,
                       const char *remark)
{
  Error error;
  if (remark)
    put_text(recorder, group->number, group->place, role, recorder_text(remark));
  else
    recorder_queued(store_drop_finding_text(recorder->store, recorder->campaign, group->number,
                                            group->place, store_text_word(role), &error));
}

/* "NOTE (LINK)", or what there is of it. */
static void add_note(const KnownEntry *known, StrBuf *out)
{
  const char *note = known->note ? known->note : "", *link = known->link ? known->link : "";
  strbuf_add_text(out, note);
  if (*link) strbuf_printf(out, *note ? " (%s)" : "%s", link);
}

static void put_remarks(Recorder *recorder, const FindingGroup *group)
{
  char same[STORE_FINDING_NAME] = "";
  StrBuf note;
  strbuf_init(&note, 0);
  if (group->known) add_note(group->known, &note);
  if (group->same_as) store_finding_name(group->same_as, same);
  put_remark(recorder, group, STORE_TEXT_KNOWN, group->known ? strbuf_text(&note) : NULL);
  put_remark(recorder, group, STORE_TEXT_SAME_AS, group->same_as ? same : NULL);
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

void recorder_add_finding(Recorder *recorder, const FindingGroups *groups,
                          const CampaignEvent *event)
{
  const Finding *finding = event->finding;
  assert(finding && event->group >= groups->items && event->group < groups->items + groups->count);
  uint64_t number = event->candidate->number;
  Error error;
  StoreFinding row = {
      .instance = number,
      .place = event->place,
      .at_ms = recorder_ms(event->at_ns),
      .kind = finding_name(finding->kind),
      /* That of the group, which may have begun in another logic: groups of the store are
                       * those of the campaign, in the same order. */
      .signature = recorder_text(event->group->signature),
      .part = part_of(groups, event->group),
      .accused = finding->accused,
      .concerned = finding->concerned,
      .query = finding->query,
      .line = finding->line,
      .confirmed = finding->confirmed,
      .evidence = recorder_text(finding->evidence)};
  recorder_queued(store_add_finding(recorder->store, recorder->campaign, &row, &error));
  put_text(recorder, number, event->place, STORE_TEXT_ANSWERS, recorder_text(event->answers));
  if (finding->script)
    put_text(recorder, number, event->place, STORE_TEXT_SCRIPT, recorder_text(finding->script));
  if (event->options)
    put_text(recorder, number, event->place, STORE_TEXT_OPTIONS, recorder_text(event->options));
  bool example = event->group->number == number && event->group->place == event->place;
  if (!example) return;
  recorder_add_text(recorder, event);
  put_report(recorder, event->group);
  put_remarks(recorder, event->group);
  recorder_put_details(recorder, event->group);
  recorder_queued(
      store_put_example(recorder->store, recorder->campaign, number, event->place, &error));
}

void recorder_put_reduction(Recorder *recorder, const FindingGroup *group)
{
  const Reduction *reduction = &group->reduction;
  if (!reduction->text) return;
  put_remarks(recorder, group);
  put_text(recorder, group->number, group->place, STORE_TEXT_REDUCED,
           recorder_text(reduction->text));
}

void recorder_put_groups(Recorder *recorder, const FindingGroups *groups)
{
  for (size_t i = 0; i < groups->count; i++) {
    const FindingGroup *group = &groups->items[i];
    put_report(recorder, group);
    recorder_put_reduction(recorder, group);
    recorder_put_details(recorder, group);
    if (group->alone)
      put_text(recorder, group->number, group->place, STORE_TEXT_ALONE, recorder_text("confirmed"));
  }
}
