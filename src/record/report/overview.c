#include "record/report/overview.h"

#include <math.h>
#include <string.h>

static const char *copy(StoreOverview *overview, const char *text)
{
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
    VEC_PUSH(&overview->campaigns, ((CampaignOverview){.campaign = campaign, .unit = ""}));
  }
  return store_end(cursor, error);
}

static Status load_state(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                         Error *error)
{
  StrBuf end;
  bool found;
  strbuf_init(&end, 0);
  Status status = store_get_state(store, campaign->campaign.id, 0, "end", &end, &found, error);
  if (status == STATUS_OK && found) campaign->end = copy(overview, strbuf_text(&end));
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

static Status load_unit(StoreOverview *overview, CampaignOverview *campaign, Store *store,
                        Error *error)
{
  StoreCursor *cursor;
  StoreSetting setting;
  Status status = store_open_settings(store, campaign->campaign.id, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_setting(cursor, &setting))
    if (strcmp(setting.name, "unit") == 0) campaign->unit = copy(overview, setting.value.bytes);
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
    VEC_PUSH(&campaign->groups, group);
  }
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
    if (status == STATUS_OK) status = load_unit(overview, campaign, store, error);
    if (status == STATUS_OK) status = load_groups(overview, campaign, store, error);
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
  if (campaign->end != NULL) return campaign->end;
  return campaign->running ? "running" : "stopped";
}
