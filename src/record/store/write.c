/* Records become statements with values, in the order of STATEMENT_LIST. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/digest.h"
#include "record/store/internal.h"

#define TAKE(store, statement, values, error)                                                      \
  store_take(store, statement, values, sizeof(values) / sizeof *(values), error)

static DbValue number(uint64_t value)
{
  return db_integer((int64_t)value);
}

static DbValue optional(uint64_t value)
{
  return value == STORE_NONE ? (DbValue){.kind = DB_NULL} : number(value);
}

static DbValue real(double value)
{
  return isnan(value) ? (DbValue){.kind = DB_NULL} : (DbValue){.kind = DB_REAL, .real = value};
}

/* A word of ours. */
static DbValue word(const char *text)
{
  return (DbValue){.kind = DB_TEXT, .bytes = text, .length = strlen(text)};
}

static DbValue bytes(const Store *store, StoreText text)
{
  size_t limit = store->options.text_limit;
  return (DbValue){
      .kind = DB_BYTES, .bytes = text.bytes, .length = text.length < limit ? text.length : limit};
}

static DbValue optional_bytes(const Store *store, StoreText text)
{
  return text.length ? bytes(store, text) : (DbValue){.kind = DB_NULL};
}

static DbValue name_bytes(const Store *store, const char *name)
{
  return bytes(store, (StoreText){.bytes = name, .length = strlen(name)});
}

static Status insert_campaign(Store *store, void *user, Error *error)
{
  StoreCampaign *campaign = user;
  DbValue values[] = {name_bytes(store, campaign->name), number(campaign->seed),
                      db_integer(campaign->started_ms)};
  Database *db = store->db;
  DbCursor *cursor;
  bool more = false;
  Status status = db->class->query(
      db, "INSERT INTO campaign (name, seed, started_ms) VALUES ($1, $2, $3) RETURNING id", values,
      3, &cursor, error);
  if (status != STATUS_OK) return status;
  status = db->class->next(cursor, &more, error);
  if (status == STATUS_OK) campaign->id = cursor->row[0].integer;
  db->class->end(cursor);
  return status;
}

Status store_begin_campaign(Store *store, StoreCampaign *campaign, Error *error)
{
  assert(campaign->name);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  campaign->started_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
  return store_transact(store, insert_campaign, campaign, error);
}

Status store_add_setting(Store *store, int64_t campaign, const char *name, StoreText value,
                         Error *error)
{
  assert(campaign > 0 && name && *name);
  DbValue values[] = {db_integer(campaign), word(name), bytes(store, value)};
  return TAKE(store, ADD_SETTING, values, error);
}

Status store_add_solver(Store *store, int64_t campaign, const StoreSolver *solver, Error *error)
{
  assert(campaign > 0 && solver->name && solver->role);
  DbValue values[] = {db_integer(campaign), number(solver->number), name_bytes(store, solver->name),
                      name_bytes(store, solver->version), word(solver->role)};
  return TAKE(store, ADD_SOLVER, values, error);
}

Status store_add_construct(Store *store, int64_t campaign, const StoreName *name, Error *error)
{
  assert(campaign > 0 && name->name);
  DbValue values[] = {db_integer(campaign), number(name->number), name_bytes(store, name->name)};
  return TAKE(store, ADD_CONSTRUCT, values, error);
}

Status store_add_agent(Store *store, int64_t campaign, const StoreName *name, Error *error)
{
  assert(campaign > 0 && name->name);
  DbValue values[] = {db_integer(campaign), number(name->number), word(name->name)};
  return TAKE(store, ADD_AGENT, values, error);
}

Status store_add_instance(Store *store, int64_t campaign, const StoreInstance *instance,
                          Error *error)
{
  assert(campaign > 0 && instance->parent != instance->number);
  DbValue values[] = {db_integer(campaign),
                      number(instance->number),
                      number(instance->worker),
                      number(instance->at_ms),
                      number(instance->seed),
                      optional(instance->parent),
                      optional(instance->construct),
                      number(instance->placed),
                      number(instance->scale),
                      number(instance->size),
                      real(instance->margin),
                      real(instance->reward),
                      optional_bytes(store, instance->options)};
  return TAKE(store, ADD_INSTANCE, values, error);
}

Status store_add_origin(Store *store, int64_t campaign, uint64_t instance, const char *name,
                        Error *error)
{
  assert(campaign > 0 && name && *name);
  DbValue values[] = {db_integer(campaign), number(instance), name_bytes(store, name)};
  return TAKE(store, ADD_ORIGIN, values, error);
}

Status store_add_text(Store *store, int64_t campaign, uint64_t instance, StoreText text,
                      Error *error)
{
  assert(campaign > 0 && (text.bytes || !text.length));
  DbValue values[] = {db_integer(campaign), number(instance), number(text.length),
                      bytes(store, text)};
  return TAKE(store, ADD_TEXT, values, error);
}

Status store_add_run(Store *store, int64_t campaign, const StoreRun *run, Error *error)
{
  assert(campaign > 0 && run->outcome && *run->outcome);
  DbValue values[] = {db_integer(campaign),    number(run->instance), number(run->solver),
                      number(run->attempt),    word(run->outcome),    db_integer(run->exit_code),
                      db_integer(run->signal), number(run->wall_ns),  number(run->cpu_ns),
                      number(run->peak_bytes), number(run->limit_ns), optional(run->instructions),
                      optional(run->counter)};
  return TAKE(store, ADD_RUN, values, error);
}

Status store_add_output(Store *store, int64_t campaign, uint64_t instance,
                        const StoreRoleText *output, Error *error)
{
  DbValue values[] = {db_integer(campaign),      number(instance),   number(output->solver),
                      number(output->attempt),   word(output->role), number(output->text.length),
                      bytes(store, output->text)};
  return TAKE(store, ADD_OUTPUT, values, error);
}

/* Databases limit what they can have in an index. */
static DbValue signature_bytes(StoreText text, char cut[STORE_SIGNATURE_MOST + 1])
{
  enum { DIGITS = 16 };
  if (text.length <= STORE_SIGNATURE_MOST)
    return (DbValue){.kind = DB_BYTES, .bytes = text.bytes, .length = text.length};
  memcpy(cut, text.bytes, STORE_SIGNATURE_MOST - DIGITS);
  snprintf(cut + STORE_SIGNATURE_MOST - DIGITS, DIGITS + 1, "%016" PRIx64,
           digest_bytes(0, text.bytes, text.length));
  return (DbValue){.kind = DB_BYTES, .bytes = cut, .length = STORE_SIGNATURE_MOST};
}

Status store_add_finding(Store *store, int64_t campaign, const StoreFinding *finding, Error *error)
{
  assert(campaign > 0 && finding->kind && finding->signature.length);
  char cut[STORE_SIGNATURE_MOST + 1];
  DbValue kind = word(finding->kind), signature = signature_bytes(finding->signature, cut);
  DbValue part = number(finding->part);
  DbValue group[] = {db_integer(campaign), kind, signature, part};
  DbValue values[] = {db_integer(campaign),
                      number(finding->instance),
                      number(finding->place),
                      kind,
                      signature,
                      part,
                      number(finding->at_ms),
                      number(finding->accused),
                      number(finding->concerned),
                      number(finding->query),
                      number(finding->line),
                      number(finding->confirmed),
                      bytes(store, finding->evidence)};
  /* If the group fills a batch and that cannot be written, the finding waits after it all the same. */
  Error first;
  Status status = TAKE(store, ADD_GROUP, group, &first);
  Status second = TAKE(store, ADD_FINDING, values, error);
  return second != STATUS_OK || status == STATUS_OK ? second
                                                    : error_set(error, status, "%s", first.message);
}

Status store_add_best(Store *store, int64_t campaign, const StoreBest *best, Error *error)
{
  assert(campaign > 0 && !isnan(best->margin));
  DbValue values[] = {db_integer(campaign), number(best->instance), number(best->at_ms),
                      real(best->margin)};
  return TAKE(store, ADD_BEST, values, error);
}

Status store_add_arm(Store *store, int64_t campaign, const StoreArm *arm, Error *error)
{
  assert(campaign > 0 && arm->successes >= 0 && arm->failures >= 0);
  DbValue values[] = {db_integer(campaign), number(arm->agent),     number(arm->worker),
                      number(arm->at_ms),   number(arm->construct), real(arm->successes),
                      real(arm->failures),  number(arm->pulls),     real(arm->rewards)};
  return TAKE(store, ADD_ARM, values, error);
}

/* What is needed to go on is of no use if a part of it is missing. */
Status store_put_state(Store *store, int64_t campaign, uint32_t worker, const char *name,
                       StoreText value, Error *error)
{
  assert(campaign > 0 && name && *name);
  if (value.length > STORE_TEXT_MOST)
    return error_set(error, STATUS_LIMIT, "the state '%s' is too large for a store: %zu bytes",
                     name, value.length);
  DbValue whole = {.kind = DB_BYTES, .bytes = value.bytes, .length = value.length};
  DbValue values[] = {db_integer(campaign), number(worker), word(name), whole};
  return TAKE(store, PUT_STATE, values, error);
}

Status store_drop_state(Store *store, int64_t campaign, uint32_t worker, const char *name,
                        Error *error)
{
  DbValue values[] = {db_integer(campaign), number(worker), word(name)};
  return TAKE(store, DROP_STATE, values, error);
}

Status store_put_finding_text(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                              const char *role, StoreText text, Error *error)
{
  DbValue values[] = {db_integer(campaign), number(instance),    number(place),
                      word(role),           number(text.length), bytes(store, text)};
  return TAKE(store, PUT_FINDING_TEXT, values, error);
}

Status store_drop_finding_text(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                               const char *role, Error *error)
{
  DbValue values[] = {db_integer(campaign), number(instance), number(place), word(role)};
  return TAKE(store, DROP_FINDING_TEXT, values, error);
}

Status store_put_confirmed(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                           bool confirmed, Error *error)
{
  DbValue values[] = {number(confirmed), db_integer(campaign), number(instance), number(place)};
  return TAKE(store, PUT_CONFIRMED, values, error);
}

Status store_put_example(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                         Error *error)
{
  DbValue values[] = {db_integer(campaign), number(instance), number(place)};
  return TAKE(store, PUT_EXAMPLE, values, error);
}
