#include "record/report/overview.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "find/fuzz/campaign.h"
#include "record/report/title.h"
#include "record/store/vocabulary.h"

static const char *copy(StoreOverview *overview, const char *text)
{
  assert(text);
  return arena_copy_string(&overview->texts, text, strlen(text));
}

static Status load_campaigns(StoreOverview *overview, Store *store, Error *error)
{
  StoreCursor *cursor;
  StoreCampaign campaign;
  Status status = store_open_campaigns(store, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_campaign(cursor, &campaign)) {
    campaign.name = copy(overview, campaign.name);
    VEC_PUSH(&overview->campaigns,
             ((CampaignOverview){
                 .campaign = campaign, .unit = "", .logic = "", .objective = "", .solvers = ""}));
  }
  return store_end(cursor, error);
}

static Status load_state(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                         Error *error)
{
  StrBuf end;
  bool found;
  strbuf_init(&end, 0);
  Status status = store_get_state(store, campaign->campaign.id, 0,
                                  store_state_word(STORE_STATE_END), &end, &found, error);
  if (status == STATUS_OK && found)
    campaign->end = copy(overview, campaign_present_end(strbuf_text(&end)));
  strbuf_deinit(&end);
  if (status != STATUS_OK || found) return status;
  return store_campaign_owned(store, campaign->campaign.id, &campaign->running, error);
}

static Status load_best(CampaignOverview *campaign, Store *store, Error *error)
{
  StoreCursor *cursor;
  StoreBest best;
  Status status = store_open_best(store, campaign->campaign.id, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_best(cursor, &best)) {
    campaign->has_best = isfinite(best.margin);
    campaign->margin = best.margin;
  }
  return store_end(cursor, error);
}

static Status load_settings(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                            Error *error)
{
  const struct {
    StoreSettingName name;
    const char **value;
  } wanted[] = {{STORE_SETTING_UNIT, &campaign->unit},
                {STORE_SETTING_LOGIC, &campaign->logic},
                {STORE_SETTING_OBJECTIVE, &campaign->objective}};
  StoreCursor *cursor;
  StoreSetting setting;
  Status status = store_open_settings(store, campaign->campaign.id, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_setting(cursor, &setting))
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
      if (strcmp(setting.name, store_setting_word(wanted[i].name)) == 0)
        *wanted[i].value = copy(overview, setting.value.bytes);
  return store_end(cursor, error);
}

static Status load_solvers(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                           Error *error)
{
  StoreCursor *cursor;
  StoreSolver solver;
  StrBuf names;
  Status status = store_open_solvers(store, campaign->campaign.id, &cursor, error);
  if (status != STATUS_OK) return status;
  strbuf_init(&names, 0);
  while (store_next_solver(cursor, &solver))
    strbuf_printf(&names, "%s%s", names.length ? "," : "", solver.name);
  campaign->solvers = copy(overview, strbuf_text(&names));
  strbuf_deinit(&names);
  return store_end(cursor, error);
}

static Status load_groups(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                          Error *error)
{
  StoreCursor *cursor;
  StoreGroup group;
  Status status = store_open_groups(store, campaign->campaign.id, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_group(cursor, &group)) {
    group.kind = copy(overview, group.kind);
    group.signature.bytes =
        arena_copy_string(&overview->texts, group.signature.bytes, group.signature.length);
    campaign->confirmed_groups += group.confirmed > 0;
    VEC_PUSH(&campaign->groups, ((OverviewGroup){.group = group, .title = group.signature.bytes}));
  }
  return store_end(cursor, error);
}

/* "REMARK ABOUT: " before a title. */
static void mark(StoreOverview *overview, OverviewGroup *group, const char *remark,
                 const char *about)
{
  StrBuf title;
  strbuf_init(&title, 0);
  strbuf_printf(&title, "%s%s: %s", remark, about, group->title);
  group->title = copy(overview, strbuf_text(&title));
  strbuf_deinit(&title);
}

static void mark_regression(StoreOverview *overview, OverviewGroup *group, StoreText details)
{
  json_t *object = json_loadb(details.bytes, details.length, 0, NULL);
  const char *since = json_string_value(json_object_get(object, "regression"));
  if (since) mark(overview, group, "regression since ", since);
  json_decref(object);
}

/* What a text says of the group. */
static void add_remark(StoreOverview *overview, OverviewGroup *group, const StoreRoleText *text)
{
  StoreText bytes = text->text;
  if (strcmp(text->role, store_text_word(STORE_TEXT_DETAILS)) == 0) {
    mark_regression(overview, group, bytes);
  } else if (strcmp(text->role, store_text_word(STORE_TEXT_KNOWN)) == 0) {
    group->known = arena_copy_string(&overview->texts, bytes.bytes, bytes.length);
  } else if (strcmp(text->role, store_text_word(STORE_TEXT_SAME_AS)) == 0) {
    group->same_as = arena_copy_string(&overview->texts, bytes.bytes, bytes.length);
  }
}

static Status load_remarks(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                           Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < campaign->groups.count && status == STATUS_OK; i++) {
    OverviewGroup *group = &campaign->groups.items[i];
    StoreCursor *cursor;
    StoreRoleText text;
    status = store_open_finding_texts(store, group->group.first, &cursor, error);
    if (status != STATUS_OK) break;
    while (store_next_role_text(cursor, &text)) add_remark(overview, group, &text);
    status = store_end(cursor, error);
    if (group->same_as) mark(overview, group, "likely the same as ", group->same_as);
    if (group->known) mark(overview, group, "known", "");
    campaign->known_groups += group->known != NULL;
  }
  return status;
}

/* By the evidence of their examples. */
static Status load_titles(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                          Error *error)
{
  StoreCursor *cursor;
  StoreFinding finding;
  StrBuf title;
  Status status = store_open_findings(store, campaign->campaign.id, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  strbuf_init(&title, 0);
  while (store_next_finding(cursor, &finding))
    for (size_t i = 0; i < campaign->groups.count; i++) {
      OverviewGroup *group = &campaign->groups.items[i];
      if (group->group.first != finding.id) continue;
      strbuf_clear(&title);
      title_add(&title, group->group.kind,
                (TitlePart){group->group.signature.bytes, group->group.signature.length},
                (TitlePart){finding.evidence.bytes, finding.evidence.length});
      group->title = copy(overview, strbuf_text(&title));
    }
  strbuf_deinit(&title);
  return store_end(cursor, error);
}

Status overview_load(StoreOverview *overview, Store *store, Error *error)
{
  *overview = (StoreOverview){0};
  Status status = load_campaigns(overview, store, error);
  for (size_t i = 0; i < overview->campaigns.count && status == STATUS_OK; i++) {
    CampaignOverview *campaign = &overview->campaigns.items[i];
    status = load_state(overview, campaign, store, error);
    if (status == STATUS_OK)
      status = store_count(store, campaign->campaign.id, &campaign->counts, error);
    if (status == STATUS_OK) status = load_best(campaign, store, error);
    if (status == STATUS_OK) status = load_settings(overview, campaign, store, error);
    if (status == STATUS_OK) status = load_solvers(overview, campaign, store, error);
    if (status == STATUS_OK) status = load_groups(overview, campaign, store, error);
    if (status == STATUS_OK) status = load_titles(overview, campaign, store, error);
    if (status == STATUS_OK) status = load_remarks(overview, campaign, store, error);
  }
  return status;
}

void overview_deinit(StoreOverview *overview)
{
  for (size_t i = 0; i < overview->campaigns.count; i++)
    VEC_FREE(&overview->campaigns.items[i].groups);
  VEC_FREE(&overview->campaigns);
  arena_deinit(&overview->texts);
}

const char *overview_state(const CampaignOverview *campaign)
{
  assert(!(campaign->end && campaign->running));
  if (campaign->end != NULL) return campaign->end;
  return campaign->running ? "running" : "stopped";
}
