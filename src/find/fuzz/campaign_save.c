/* Campaigns as bytes: everything that the next input and the results depend on, but what follows from the options. */
#include <assert.h>
#include <float.h>
#include <math.h>

#include "base/digest.h"
#include "find/fuzz/campaign_internal.h"
#include "find/fuzz/save.h"

/* A record begins with what it is and its version, and ends with the digest of all that is before. */
typedef enum { RECORD_CAMPAIGN = 0x706d6163 /* "camp" */, RECORD_GROUP } RecordKind;
enum {
  RECORD_VERSION = 7,
  VERSION_WITHOUT_ESCAPES =
      6,                     /* that no run had an outcome of its own if something was left of it */
  VERSION_WITHOUT_WAYS = 5,  /* that there was no choice between ways of asking */
  VERSION_WITHOUT_YIELD = 4, /* that campaigns looking for bugs had no model of what inputs cost */
  DIGEST_BYTES = 8
};

static void open_record(StrBuf *out, RecordKind kind)
{
  strbuf_clear(out);
  bytes_put_u64(out, kind);
  bytes_put_u64(out, RECORD_VERSION);
}

static void close_record(StrBuf *out)
{
  bytes_put_u64(out, digest_bytes(0, out->bytes, out->length));
}

static Status read_record(const char *bytes, size_t length, RecordKind kind, ByteReader *reader,
                          uint64_t *version, Error *error)
{
  *reader = (ByteReader){.bytes = bytes, .length = length};
  if (bytes_get_u64(reader) != kind)
    return error_set(error, STATUS_SYNTAX, "this is not the state of a campaign");
  *version = bytes_get_u64(reader);
  if (*version > RECORD_VERSION || *version < VERSION_WITHOUT_YIELD)
    return error_set(error, STATUS_SYNTAX,
                     "the state of the campaign was written by another version of assay");
  if (reader->failed || length - reader->at < DIGEST_BYTES)
    return error_set(error, STATUS_SYNTAX, "the state of the campaign is damaged");
  reader->length = length - DIGEST_BYTES;
  ByteReader end = {.bytes = bytes, .length = length, .at = reader->length};
  if (bytes_get_u64(&end) != digest_bytes(0, bytes, reader->length))
    return error_set(error, STATUS_SYNTAX, "the state of the campaign is damaged");
  return STATUS_OK;
}

static Status end_of_record(const ByteReader *reader, Error *error)
{
  if (bytes_all_read(reader)) return STATUS_OK;
  return error_set(error, STATUS_SYNTAX,
                   "the state of the campaign does not fit its settings, constructs and seeds");
}

/* --- groups --- */

void campaign_save_group(const Campaign *campaign, size_t number, StrBuf *out)
{
  assert(number < campaign->groups.count);
  open_record(out, RECORD_GROUP);
  group_save(&campaign->groups.items[number], out);
  close_record(out);
}

Status campaign_read_group(const Campaign *campaign, const char *bytes, size_t length,
                           FindingGroups *groups, Error *error)
{
  ByteReader reader;
  uint64_t version;
  Status status = read_record(bytes, length, RECORD_GROUP, &reader, &version, error);
  if (status != STATUS_OK) return status;
  groups_restore(groups, &campaign->tweaks, &reader);
  FindingGroup *group = &groups->items[groups->count - 1];
  if (!reader.failed && group->in_defaults) campaign_use_defaults(campaign, group);
  return end_of_record(&reader, error);
}

Status campaign_restore_group(Campaign *campaign, const char *bytes, size_t length, Error *error)
{
  Status status = campaign_read_group(campaign, bytes, length, &campaign->groups, error);
  if (status != STATUS_OK) return status;
  FindingGroup *group = &campaign->groups.items[campaign->groups.count - 1];
  if (group->reduction.confirmed) campaign_describe(campaign, group);
  campaign_recognise(campaign, group);
  return STATUS_OK;
}

/* --- what solvers did --- */

static void put_health(const Health *health, StrBuf *out)
{
  bytes_put_u64(out, health->runs);
  for (size_t i = 0; i < OUTCOME_COUNT; i++) bytes_put_u64(out, health->outcomes[i]);
  bytes_put_u64(out, health->complained);
}

static void get_health(Health *health, size_t outcomes, ByteReader *reader)
{
  health->runs = bytes_get_u64(reader);
  for (size_t i = 0; i < outcomes; i++) health->outcomes[i] = bytes_get_u64(reader);
  health->complained = bytes_get_bool(reader);
}

static void put_measurement(const Measurement *measured, StrBuf *out)
{
  bytes_put_u64(out, measured->ran);
  bytes_put_u64(out, measured->cut);
  bytes_put_u64(out, measured->outcome);
  bytes_put_u64(out, measured->wall_ns);
  bytes_put_u64(out, measured->cpu_ns);
  bytes_put_u64(out, measured->peak_bytes);
  bytes_put_u64(out, measured->has_counter);
  bytes_put_u64(out, measured->counter);
}

static void get_measurement(Measurement *measured, ByteReader *reader)
{
  measured->ran = bytes_get_bool(reader);
  measured->cut = bytes_get_bool(reader);
  measured->outcome = (OutcomeKind)bytes_get_below(reader, OUTCOME_COUNT);
  measured->wall_ns = bytes_get_u64(reader);
  measured->cpu_ns = bytes_get_u64(reader);
  measured->peak_bytes = bytes_get_u64(reader);
  measured->has_counter = bytes_get_bool(reader);
  measured->counter = bytes_get_u64(reader);
}

void campaign_put_measured(const Campaign *campaign, StrBuf *out)
{
  for (size_t i = 0; i < campaign->solver_count; i++)
    put_measurement(&campaign->record.measured[i], out);
}

void campaign_get_measured(const Campaign *campaign, Measurement *measured, ByteReader *reader)
{
  for (size_t i = 0; i < campaign->solver_count; i++) get_measurement(&measured[i], reader);
}

static void put_solvers(const Campaign *campaign, StrBuf *out)
{
  bytes_put_double(out, campaign->record.margin);
  for (size_t i = 0; i < campaign->solver_count; i++) {
    put_health(&campaign->health[i], out);
    put_measurement(&campaign->record.measured[i], out);
  }
}

static void get_solvers(Campaign *campaign, size_t outcomes, ByteReader *reader)
{
  campaign->record.margin = bytes_get_double(reader, -DBL_MAX, DBL_MAX);
  for (size_t i = 0; i < campaign->solver_count; i++) {
    get_health(&campaign->health[i], outcomes, reader);
    get_measurement(&campaign->record.measured[i], reader);
  }
}

static void put_failures(const Campaign *campaign, StrBuf *out)
{
  bytes_put_u64(out, campaign->failures.count);
  for (size_t i = 0; i < campaign->failures.count; i++) {
    const Failure *failure = &campaign->failures.items[i];
    bytes_put_u64(out, failure->solver);
    bytes_put_u64(out, failure->outcome);
    bytes_put_text(out, failure->group, strlen(failure->group));
    bytes_put_u64(out, failure->count);
  }
}

static void get_failures(Campaign *campaign, ByteReader *reader)
{
  size_t count = bytes_get_count(reader, 4 * 8), ignored;
  for (size_t i = 0; i < count && !reader->failed; i++) {
    Failure failure = {.solver = bytes_get_below(reader, campaign->solver_count)};
    failure.outcome = (OutcomeKind)bytes_get_below(reader, OUTCOME_COUNT);
    failure.group = bytes_get_text(reader, &ignored);
    failure.count = bytes_get_u64(reader);
    VEC_PUSH(&campaign->failures, failure);
  }
}

/* --- inputs that are not done --- */

static size_t unjudged(const Campaign *campaign)
{
  size_t count = 0;
  for (size_t i = 0; i < campaign->suspects.count; i++)
    count += !campaign->suspects.items[i].judged;
  return count;
}

static void put_suspects(const Campaign *campaign, StrBuf *out)
{
  bytes_put_u64(out, unjudged(campaign));
  for (size_t i = 0; i < campaign->suspects.count; i++) {
    const Suspect *suspect = &campaign->suspects.items[i];
    if (suspect->judged) continue;
    candidate_save(campaign_breeder_state(campaign), &suspect->candidate, out);
    bytes_put_text(out, suspect->text, suspect->length);
  }
}

/* Numbers of a Candidate, and the length of a text. */
enum { CANDIDATE_BYTES = 8 * 8 };

static void get_suspects(Campaign *campaign, ByteReader *reader)
{
  Breeder *breeder = campaign_breeder(campaign);
  size_t count = bytes_get_count(reader, CANDIDATE_BYTES);
  for (size_t i = 0; i < count && !reader->failed; i++) {
    Suspect suspect = {0};
    candidate_restore(breeder, &suspect.candidate, reader);
    candidate_release(breeder, &suspect.candidate);
    suspect.text = bytes_get_text(reader, &suspect.length);
    VEC_PUSH(&campaign->suspects, suspect);
  }
}

static void put_input(const Breeder *breeder, const Candidate *candidate, StrBuf *out)
{
  candidate_save(breeder, candidate, out);
  tweak_set_save(&candidate->tweaks, out);
}

static void put_inputs(const Campaign *campaign, StrBuf *out)
{
  const Breeder *breeder = campaign_breeder_state(campaign);
  bytes_put_u64(out, campaign->open.count + campaign->postponed.count);
  for (size_t i = 0; i < campaign->open.count; i++)
    put_input(breeder, campaign->open.items[i], out);
  for (size_t i = 0; i < campaign->postponed.count; i++)
    put_input(breeder, campaign->postponed.items[i], out);
}

static void get_inputs(Campaign *campaign, ByteReader *reader)
{
  size_t count = bytes_get_count(reader, CANDIDATE_BYTES);
  for (size_t i = 0; i < count && !reader->failed; i++) {
    Candidate *candidate = mem_alloc(1, sizeof *candidate);
    candidate_restore(campaign_breeder(campaign), candidate, reader);
    reader->failed |=
        !candidate->instance || candidate->chosen_kind >= campaign_state(campaign).outer->count;
    reader->failed |= candidate->way && candidate->way >= campaign->hunt.ways.count;
    tweak_set_restore(&campaign->tweaks, &candidate->tweaks, reader);
    VEC_PUSH(&campaign->postponed, candidate);
  }
}

/* Which seeds they were made of, in the same order. */
static void put_origins(const Campaign *campaign, StrBuf *out)
{
  for (size_t i = 0; i < campaign->open.count; i++)
    for (size_t j = 0; j < 2; j++) bytes_put_u64(out, campaign->open.items[i]->seeds[j]);
  for (size_t i = 0; i < campaign->postponed.count; i++)
    for (size_t j = 0; j < 2; j++) bytes_put_u64(out, campaign->postponed.items[i]->seeds[j]);
}

static void get_origins(Campaign *campaign, ByteReader *reader)
{
  size_t seeds = campaign_breeder(campaign)->seeds.count;
  for (size_t i = 0; i < campaign->postponed.count; i++)
    for (size_t j = 0; j < 2; j++)
      campaign->postponed.items[i]->seeds[j] = bytes_get_below(reader, seeds + 1);
}

/* --- the whole --- */

/* What has to be the same where it is restored. */
static void put_shape(const Campaign *campaign, StrBuf *out)
{
  bytes_put_u64(out, campaign->options.objective);
  bytes_put_u64(out, campaign->options.strategy.kind);
  bytes_put_u64(out, campaign->solver_count);
  bytes_put_u64(out, campaign->groups.count);
}

static void check_shape(const Campaign *campaign, ByteReader *reader)
{
  reader->failed |= bytes_get_u64(reader) != campaign->options.objective;
  reader->failed |= bytes_get_u64(reader) != campaign->options.strategy.kind;
  reader->failed |= bytes_get_u64(reader) != campaign->solver_count;
  reader->failed |= bytes_get_u64(reader) != campaign->groups.count;
}

void campaign_save(const Campaign *campaign, StrBuf *out)
{
  open_record(out, RECORD_CAMPAIGN);
  put_shape(campaign, out);
  bytes_put_u64(out, campaign_time_ns(campaign));
  bytes_put_u64(out, campaign->inputs);
  bytes_put_u64(out, campaign->void_inputs);
  bytes_put_u64(out, campaign->undecided);
  bytes_put_u64(out, campaign->runs);
  bytes_put_u64(out, campaign->solver_ns);
  bytes_put_u64(out, campaign->since_gain);
  bytes_put_u64(out, campaign->reducing_ns);
  bytes_put_u64(out, campaign->language->interface->scale(campaign->language));
  if (campaign->options.objective == OBJECTIVE_BUGS)
    hunt_save(&campaign->hunt, out);
  else
    strategy_save(&campaign->strategy, out);
  tweaks_save(&campaign->tweaks, out);
  put_solvers(campaign, out);
  put_failures(campaign, out);
  put_suspects(campaign, out);
  put_inputs(campaign, out);
  bytes_put_u64(out, campaign->queries);
  bytes_put_u64(out, campaign->decided_queries);
  put_origins(campaign, out);
  lift_save(&campaign->lift, out);
  bytes_put_double(out, campaign->plan.least_reference);
  if (campaign->options.prior) agent_save(&campaign->prior, out);
  close_record(out);
}

static void get_counts(Campaign *campaign, ByteReader *reader)
{
  /* Whatever comes now is later than all before, also in milliseconds. */
  campaign->before_ns = (bytes_get_below(reader, INT64_MAX) / 1000000 + 1) * 1000000;
  campaign->inputs = bytes_get_below(reader, INT64_MAX);
  campaign->void_inputs = bytes_get_u64(reader);
  campaign->undecided = bytes_get_u64(reader);
  campaign->runs = bytes_get_u64(reader);
  campaign->solver_ns = bytes_get_u64(reader);
  campaign->since_gain = bytes_get_below(reader, INT64_MAX);
  campaign->reducing_ns = bytes_get_u64(reader);
  uint64_t scale = bytes_get_u64(reader);
  Language *language = campaign->language;
  reader->failed |= reader->failed || !language->interface->set_scale(language, scale);
}

Status campaign_restore(Campaign *campaign, const char *bytes, size_t length, Error *error)
{
  ByteReader reader;
  uint64_t version;
  Status status = read_record(bytes, length, RECORD_CAMPAIGN, &reader, &version, error);
  if (status != STATUS_OK) return status;
  check_shape(campaign, &reader);
  get_counts(campaign, &reader);
  if (campaign->options.objective == OBJECTIVE_BUGS)
    hunt_restore(&campaign->hunt, version > VERSION_WITHOUT_YIELD, version > VERSION_WITHOUT_WAYS,
                 &reader);
  else
    strategy_restore(&campaign->strategy, &reader);
  tweaks_restore(&campaign->tweaks, &reader);
  get_solvers(campaign, version > VERSION_WITHOUT_ESCAPES ? OUTCOME_COUNT : OUTCOME_ESCAPED,
              &reader);
  get_failures(campaign, &reader);
  get_suspects(campaign, &reader);
  get_inputs(campaign, &reader);
  /* Records of older versions end here, or after one of the next. */
  if (!reader.failed && reader.at < reader.length) {
    campaign->queries = bytes_get_u64(&reader);
    campaign->decided_queries = bytes_get_u64(&reader);
  }
  if (!reader.failed && reader.at < reader.length) get_origins(campaign, &reader);
  if (!reader.failed && reader.at < reader.length) lift_restore(&campaign->lift, &reader);
  if (!reader.failed && reader.at < reader.length)
    campaign->plan.least_reference = bytes_get_double(&reader, 0, DBL_MAX);
  if (campaign->options.prior) agent_restore(&campaign->prior, &reader);
  return end_of_record(&reader, error);
}
