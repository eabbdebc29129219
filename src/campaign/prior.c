#include "campaign/prior.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "record/store/store.h"
#include "record/store/vocabulary.h"

static const double OLDER = 0.5; /* what counts of a campaign when there is a newer one */

typedef struct {
  Store *store;
  const CampaignSetup *setup;
  Arm *arms;          /* of each construct of the language */
  size_t count, used; /* constructs, campaigns */
} Reading;

/* --- which campaigns --- */

typedef VEC(char *) Lines;

static int compare_lines(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_line(Lines *lines, const char *role, const char *name)
{
  StrBuf line;
  strbuf_init(&line, 0);
  strbuf_printf(&line, "%s %s", role, name);
  VEC_PUSH(lines, mem_copy_string(strbuf_text(&line), line.length));
  strbuf_deinit(&line);
}

static void free_lines(Lines *lines)
{
  for (size_t i = 0; i < lines->count; i++) free(lines->items[i]);
  VEC_FREE(lines);
}

static void add_own_solvers(const CampaignSetup *setup, Lines *lines)
{
  bool bugs = setup->options.objective == OBJECTIVE_BUGS;
  for (size_t i = 0; i < setup->solvers.count; i++) {
    StoreRole role = i < setup->options.targets ? STORE_ROLE_TARGET : STORE_ROLE_REFERENCE;
    add_line(lines, store_role_word(bugs ? STORE_ROLE_SOLVER : role), setup->solvers.items[i].name);
  }
}

static Status add_stored_solvers(const Reading *reading, int64_t campaign, Lines *lines,
                                 Error *error)
{
  StoreCursor *cursor;
  StoreSolver solver;
  Status status = store_open_solvers(reading->store, campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_solver(cursor, &solver)) add_line(lines, solver.role, solver.name);
  return store_end(cursor, error);
}

static bool are_equal(Lines *a, Lines *b)
{
  if (a->count != b->count || !a->count) return false;
  qsort(a->items, a->count, sizeof *a->items, compare_lines);
  qsort(b->items, b->count, sizeof *b->items, compare_lines);
  for (size_t i = 0; i < a->count; i++)
    if (strcmp(a->items[i], b->items[i]) != 0) return false;
  return true;
}

/* The objectives time and memory are not about the same constructs. */
static Status has_objective(const Reading *reading, int64_t campaign, bool *same, Error *error)
{
  StoreCursor *cursor;
  StoreSetting setting;
  const char *objective = spec_objective_words[reading->setup->spec->objective];
  const char *name = store_setting_word(STORE_SETTING_OBJECTIVE);
  Status status = store_open_settings(reading->store, campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  *same = false;
  while (store_next_setting(cursor, &setting))
    *same |= strcmp(setting.name, name) == 0 && setting.value.length == strlen(objective) &&
             memcmp(setting.value.bytes, objective, setting.value.length) == 0;
  return store_end(cursor, error);
}

static Status is_alike(const Reading *reading, int64_t campaign, bool *alike, Error *error)
{
  Lines own = {0}, stored = {0};
  bool objective = false;
  Status status = has_objective(reading, campaign, &objective, error);
  if (status == STATUS_OK) status = add_stored_solvers(reading, campaign, &stored, error);
  add_own_solvers(reading->setup, &own);
  *alike = status == STATUS_OK && objective && are_equal(&own, &stored);
  free_lines(&own);
  free_lines(&stored);
  return status;
}

/* --- what they know --- */

static size_t find_construct(const Reading *reading, const char *name)
{
  const Language *language = reading->setup->language;
  size_t place = 0;
  while (place < reading->count &&
         strcmp(language->interface->construct(language, place).name, name) != 0)
    place++;
  return place;
}

/* The place of each construct of the store in the language, by its number there; `count` if it has none. */
static Status read_names(const Reading *reading, int64_t campaign, U32Vec *places, Error *error)
{
  StoreCursor *cursor;
  StoreName name;
  Status status = store_open_constructs(reading->store, campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &name)) {
    if (name.number != places->count) continue; /* they are stored in order, without gaps */
    VEC_PUSH(places, (uint32_t)find_construct(reading, name.name));
  }
  return store_end(cursor, error);
}

static Status find_agent(const Reading *reading, int64_t campaign, int64_t *number, Error *error)
{
  StoreCursor *cursor;
  StoreName name;
  Status status = store_open_agents(reading->store, campaign, &cursor, error);
  *number = -1;
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &name))
    if (strcmp(name.name, store_agent_word(STORE_AGENT_CONSTRUCT)) == 0) *number = name.number;
  return store_end(cursor, error);
}

static Status read_arms(Reading *reading, int64_t campaign, Error *error)
{
  StoreCursor *cursor;
  StoreArm arm;
  U32Vec places = {0};
  int64_t agent;
  Status status = find_agent(reading, campaign, &agent, error);
  if (status == STATUS_OK) status = read_names(reading, campaign, &places, error);
  if (status == STATUS_OK) status = store_open_arms(reading->store, campaign, true, &cursor, error);
  if (status != STATUS_OK) {
    VEC_FREE(&places);
    return status;
  }
  while (store_next_arm(cursor, &arm)) {
    bool known = arm.agent == agent && arm.construct < places.count && store_arm_makes_sense(&arm);
    uint32_t place = known ? places.items[arm.construct] : (uint32_t)reading->count;
    if (place >= reading->count) continue;
    reading->arms[place].successes += arm.successes;
    reading->arms[place].failures += arm.failures;
  }
  VEC_FREE(&places);
  return store_end(cursor, error);
}

/* --- all of it --- */

typedef VEC(int64_t) Numbers;

/* They come in the order in which they were begun. */
static Status list_campaigns(Store *store, Numbers *numbers, Error *error)
{
  StoreCursor *cursor;
  StoreCampaign row;
  Status status = store_open_campaigns(store, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_campaign(cursor, &row)) VEC_PUSH(numbers, row.id);
  return store_end(cursor, error);
}

static Status read_campaign(Reading *reading, int64_t campaign, Error *error)
{
  bool alike;
  Status status = is_alike(reading, campaign, &alike, error);
  if (status != STATUS_OK || !alike) return status;
  reading->used++;
  for (size_t i = 0; i < reading->count; i++) {
    reading->arms[i].successes *= OLDER;
    reading->arms[i].failures *= OLDER;
  }
  return read_arms(reading, campaign, error);
}

static Status read_store(Reading *reading, const char *where, int64_t own, Error *error)
{
  Numbers campaigns = {0};
  Status status = store_open(&reading->store, where, &(StoreOptions){0}, error);
  if (status != STATUS_OK) return status;
  status = list_campaigns(reading->store, &campaigns, error);
  for (size_t i = 0; i < campaigns.count && status == STATUS_OK; i++)
    if (campaigns.items[i] != own) status = read_campaign(reading, campaigns.items[i], error);
  VEC_FREE(&campaigns);
  store_close(reading->store);
  return status;
}

Status prior_read(const CampaignSetup *setup, Campaign *campaign, int64_t own,
                  const CampaignListener *listener, Error *error)
{
  const char *prior = setup->spec->prior;
  if (!prior) return STATUS_OK;
  Reading reading = {.setup = setup};
  reading.count = setup->language->interface->construct_count(setup->language);
  reading.arms = mem_alloc_zero(reading.count, sizeof *reading.arms);
  char *where = strstr(prior, "://") ? mem_copy_string(prior, strlen(prior))
                                     : path_from(setup->spec->directory, prior);
  Status status = read_store(&reading, where, own, error);
  if (status == STATUS_OK && !reading.used)
    listener_warn(listener, "--prior: '%s' has no campaign with this objective and these solvers",
                  prior);
  if (status == STATUS_OK) campaign_set_prior(campaign, reading.arms);
  free(where);
  free(reading.arms);
  return status;
}
