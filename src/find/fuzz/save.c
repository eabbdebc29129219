#include "find/fuzz/save.h"

#include <float.h>
#include <math.h>

#include "base/digest.h"

/* --- instances --- */

static void put_instance(const Breeder *breeder, const Instance *instance, StrBuf *out)
{
  size_t length;
  const char *text = breeder->language->interface->text(instance, &length);
  bytes_put_text(out, text, length);
}

/* NULL: it is not one, and the reader has failed. */
static Instance *get_instance(Breeder *breeder, ByteReader *reader)
{
  Error error;
  size_t length;
  char *text = bytes_get_text(reader, &length);
  Instance *instance = NULL;
  if (!reader->failed)
    instance = breeder->language->interface->read(breeder->language, text, length, &error);
  reader->failed |= !instance;
  free(text);
  return instance;
}

/* --- breeders --- */

static Digest digest_of_seeds(const Breeder *breeder)
{
  Digest digest = 0;
  for (size_t i = 0; i < breeder->seeds.count; i++) {
    size_t length;
    const char *text =
        breeder->language->interface->text(breeder->seeds.items[i].instance, &length);
    digest = digest_bytes(digest, text, length);
  }
  return digest;
}

static void breeder_save(const Breeder *breeder, StrBuf *out)
{
  for (int i = 0; i < 4; i++) bytes_put_u64(out, breeder->random.state[i]);
  agent_save(&breeder->inner, out);
  bytes_put_u64(out, breeder->number);
  bytes_put_u64(out, breeder->seeds.count);
  bytes_put_u64(out, digest_of_seeds(breeder));
  bytes_put_u64(out, breeder->next_seed < breeder->seeds.count ? breeder->next_seed
                                                               : breeder->seeds.count);
  bytes_put_u64(out, breeder->misplaced);
  sizes_save(&breeder->sizes, out);
}

static void breeder_restore(Breeder *breeder, ByteReader *reader)
{
  uint64_t any = 0;
  for (int i = 0; i < 4; i++) any |= breeder->random.state[i] = bytes_get_u64(reader);
  reader->failed |= !any; /* of which nothing but zeros would follow */
  agent_restore(&breeder->inner, reader);
  breeder->number = bytes_get_below(reader, INT64_MAX);
  reader->failed |= bytes_get_u64(reader) != breeder->seeds.count;
  reader->failed |= bytes_get_u64(reader) != digest_of_seeds(breeder);
  breeder->next_seed = bytes_get_below(reader, breeder->seeds.count + 1);
  breeder->misplaced = bytes_get_u64(reader);
  sizes_restore(&breeder->sizes, reader);
}

/* Kind and way of a candidate are one number. */
enum { WAY_SHIFT = 8, WAYS_MAX = 256 };

void candidate_save(const Breeder *breeder, const Candidate *candidate, StrBuf *out)
{
  bytes_put_u64(out, candidate->kind | candidate->way << WAY_SHIFT);
  bytes_put_u64(out, candidate->number);
  bytes_put_u64(out, candidate->parent);
  bytes_put_u64(out, candidate->construct);
  bytes_put_u64(out, candidate->placed);
  bytes_put_u64(out, candidate->scale);
  bytes_put_u64(out, candidate->chosen);
  bytes_put_u64(out, candidate->chosen_kind);
  bytes_put_u64(out, candidate->size);
  size_choice_save(&breeder->sizes, &candidate->sizes, out);
  bytes_put_u64(out, candidate->instance != NULL);
  if (candidate->instance) put_instance(breeder, candidate->instance, out);
}

void candidate_restore(Breeder *breeder, Candidate *candidate, ByteReader *reader)
{
  uint64_t kind = bytes_get_below(reader, (uint64_t)WAYS_MAX << WAY_SHIFT);
  *candidate = (Candidate){.way = kind >> WAY_SHIFT};
  candidate->kind = (CandidateKind)(kind & ((1U << WAY_SHIFT) - 1));
  reader->failed |= candidate->kind >= CANDIDATE_KIND_COUNT;
  if (reader->failed) candidate->kind = CANDIDATE_SAMPLE;
  candidate->number = bytes_get_below(reader, breeder->number + 1);
  candidate->parent = bytes_get_below(reader, candidate->number + 1);
  candidate->construct = bytes_get_below(reader, breeder->inner.count);
  candidate->placed = (uint32_t)bytes_get_below(reader, UINT32_MAX);
  candidate->scale = bytes_get_u64(reader);
  candidate->chosen = bytes_get_bool(reader);
  candidate->chosen_kind = bytes_get_below(reader, OUTER_ARMS);
  candidate->size = bytes_get_u64(reader);
  size_choice_restore(&breeder->sizes, &candidate->sizes, reader);
  if (bytes_get_bool(reader)) candidate->instance = get_instance(breeder, reader);
}

/* --- members --- */

static void put_member(const Breeder *breeder, const Member *member, StrBuf *out)
{
  bytes_put_u64(out, member->number);
  bytes_put_double(out, member->margin);
  put_instance(breeder, member->instance, out);
}

static Member get_member(Breeder *breeder, ByteReader *reader)
{
  Member member = {.number = bytes_get_below(reader, breeder->number + 1)};
  member.margin = bytes_get_double(reader, -DBL_MAX, DBL_MAX);
  member.instance = get_instance(breeder, reader);
  return member;
}

/* A member takes at least its number, its margin and the length of its text. */
enum { MEMBER_BYTES = 3 * 8 };

/* --- strategies --- */

/* Of evolution the best is one of the pool, which its number says. */
void strategy_save(const Strategy *strategy, StrBuf *out)
{
  const Breeder *breeder = &strategy->breeder;
  breeder_save(breeder, out);
  agent_save(&strategy->outer, out);
  blame_save(&strategy->blame, out);
  bytes_put_u64(out, strategy->sampled_last);
  bytes_put_u64(out, strategy->step);
  bytes_put_u64(out, strategy->best.instance != NULL);
  if (strategy->best.instance && strategy->options.kind == STRATEGY_EVOLUTIONARY)
    bytes_put_u64(out, strategy->best.number);
  else if (strategy->best.instance)
    put_member(breeder, &strategy->best, out);
  bytes_put_u64(out, strategy->pool.count);
  for (size_t i = 0; i < strategy->pool.count; i++)
    put_member(breeder, &strategy->pool.items[i], out);
  if (strategy->options.kind == STRATEGY_GUIDE) guide_save(&strategy->guide, out);
}

static void restore_pool(Strategy *strategy, ByteReader *reader)
{
  size_t count = bytes_get_count(reader, MEMBER_BYTES);
  reader->failed |= count && strategy->options.kind != STRATEGY_EVOLUTIONARY &&
                    strategy->options.kind != STRATEGY_GUIDE;
  for (size_t i = 0; i < count && !reader->failed; i++) {
    Member member = get_member(&strategy->breeder, reader);
    if (member.instance) VEC_PUSH(&strategy->pool, member);
  }
}

static void find_best(Strategy *strategy, uint64_t number, ByteReader *reader)
{
  for (size_t i = 0; i < strategy->pool.count; i++)
    if (strategy->pool.items[i].number == number) strategy->best = strategy->pool.items[i];
  reader->failed |= !strategy->best.instance;
}

void strategy_restore(Strategy *strategy, ByteReader *reader)
{
  Breeder *breeder = &strategy->breeder;
  bool evolution = strategy->options.kind == STRATEGY_EVOLUTIONARY;
  uint64_t best_number = 0;
  breeder_restore(breeder, reader);
  agent_restore(&strategy->outer, reader);
  blame_restore(&strategy->blame, reader);
  strategy->sampled_last = bytes_get_bool(reader);
  strategy->step = bytes_get_below(reader, POPULATION + 1);
  bool has_best = bytes_get_bool(reader);
  if (has_best && evolution)
    best_number = bytes_get_u64(reader);
  else if (has_best)
    strategy->best = get_member(breeder, reader);
  restore_pool(strategy, reader);
  if (has_best && evolution) find_best(strategy, best_number, reader);
  if (strategy->options.kind == STRATEGY_GUIDE) guide_restore(&strategy->guide, reader);
}

/* --- hunts --- */

/* Only weights that have moved. */
static void yield_save(const Yield *yield, StrBuf *out)
{
  uint64_t count = 0;
  for (size_t i = 0; i < YIELD_BUCKETS; i++) count += yield->squares[i] > 0;
  bytes_put_u64(out, yield->seen);
  bytes_put_double(out, yield->mean);
  bytes_put_u64(out, count);
  for (size_t i = 0; i < YIELD_BUCKETS; i++) {
    if (!(yield->squares[i] > 0)) continue;
    bytes_put_u64(out, i);
    bytes_put_double(out, (double)yield->weights[i]);
    bytes_put_double(out, (double)yield->squares[i]);
  }
}

static void yield_restore(Yield *yield, ByteReader *reader)
{
  enum { WEIGHT_BYTES = 3 * 8 };
  yield->seen = bytes_get_below(reader, INT64_MAX);
  yield->mean = bytes_get_double(reader, -FLT_MAX, FLT_MAX);
  size_t count = bytes_get_count(reader, WEIGHT_BYTES);
  for (size_t i = 0; i < count && !reader->failed; i++) {
    size_t bucket = bytes_get_below(reader, YIELD_BUCKETS);
    double weight = bytes_get_double(reader, -FLT_MAX, FLT_MAX);
    double square = bytes_get_double(reader, 0, FLT_MAX);
    if (reader->failed) break;
    yield->weights[bucket] = (float)weight;
    yield->squares[bucket] = (float)square;
  }
}

void hunt_save(const Hunt *hunt, StrBuf *out)
{
  breeder_save(&hunt->breeder, out);
  agent_save(&hunt->outer, out);
  bytes_put_u64(out, hunt->clean.count);
  for (size_t i = 0; i < hunt->clean.count; i++)
    put_member(&hunt->breeder, &hunt->clean.items[i], out);
  if (hunt->candidates > 1) yield_save(&hunt->yield, out);
  if (hunt->themes) prospect_save(&hunt->prospect, out);
  if (hunt->ways.count) prospect_save(&hunt->ways, out);
}

void hunt_restore(Hunt *hunt, bool has_yield, bool has_ways, ByteReader *reader)
{
  breeder_restore(&hunt->breeder, reader);
  agent_restore(&hunt->outer, reader);
  size_t count = bytes_get_count(reader, MEMBER_BYTES);
  for (size_t i = 0; i < count && !reader->failed; i++) {
    Member member = get_member(&hunt->breeder, reader);
    if (member.instance) VEC_PUSH(&hunt->clean, member);
  }
  if (hunt->candidates > 1 && has_yield) yield_restore(&hunt->yield, reader);
  if (hunt->themes) prospect_restore(&hunt->prospect, reader);
  if (hunt->ways.count && has_ways) prospect_restore(&hunt->ways, reader);
}

/* --- groups --- */

static void put_text(StrBuf *out, const char *text)
{
  bytes_put_text(out, text, strlen(text));
}

static void save_reduction(const Reduction *reduction, StrBuf *out)
{
  bytes_put_u64(out, reduction->confirmed);
  if (!reduction->confirmed) return;
  bytes_put_text(out, reduction->text, reduction->length);
  bytes_put_u64(out, reduction->minimal);
  bytes_put_u64(out, reduction->kind);
  bytes_put_u64(out, reduction->accused);
  put_text(out, reduction->signature);
  put_text(out, reduction->evidence);
  put_text(out, reduction->answers);
}

void group_save(const FindingGroup *group, StrBuf *out)
{
  put_text(out, group->signature);
  bytes_put_u64(out, group->kind);
  bytes_put_u64(out, group->accused);
  bytes_put_u64(out, group->count);
  bytes_put_u64(out, group->flaky);
  bytes_put_u64(out, group->number);
  bytes_put_u64(out, group->place);
  bytes_put_u64(out, group->at_ns);
  put_text(out, group->evidence);
  bytes_put_text(out, group->text, group->length);
  bytes_put_u64(out, group->script != NULL);
  if (group->script) put_text(out, group->script);
  put_text(out, group->answers);
  tweak_set_save(&group->tweaks, out);
  save_reduction(&group->reduction, out);
  bytes_put_u64(out, group->in_defaults);
  put_text(out, group->remarks ? group->remarks : "");
  put_text(out, group->regression ? group->regression : "");
}

/* Of earlier versions, too. */
static char *get_signature(ByteReader *reader)
{
  size_t length;
  char *signature = bytes_get_text(reader, &length);
  char *present = signature ? finding_present_signature(signature, length) : NULL;
  if (!present) return signature;
  free(signature);
  return present;
}

static void restore_reduction(Reduction *reduction, ByteReader *reader)
{
  size_t ignored;
  reduction->confirmed = bytes_get_bool(reader);
  if (!reduction->confirmed) return;
  reduction->text = bytes_get_text(reader, &reduction->length);
  reduction->minimal = reduction->ended = bytes_get_bool(reader);
  reduction->kind = (FindingKind)bytes_get_below(reader, FINDING_COUNT);
  reduction->accused = bytes_get_u64(reader);
  reduction->signature = get_signature(reader);
  reduction->evidence = bytes_get_text(reader, &ignored);
  reduction->answers = bytes_get_text(reader, &ignored);
}

void groups_restore(FindingGroups *groups, const Tweaks *tweaks, ByteReader *reader)
{
  size_t ignored;
  FindingGroup group = {.signature = get_signature(reader)};
  group.kind = (FindingKind)bytes_get_below(reader, FINDING_COUNT);
  group.accused = bytes_get_u64(reader);
  group.count = bytes_get_below(reader, INT64_MAX);
  group.flaky = bytes_get_below(reader, INT64_MAX);
  group.number = bytes_get_u64(reader);
  group.place = (uint32_t)bytes_get_below(reader, UINT32_MAX);
  group.at_ns = bytes_get_u64(reader);
  group.evidence = bytes_get_text(reader, &ignored);
  group.text = bytes_get_text(reader, &group.length);
  if (bytes_get_bool(reader)) group.script = bytes_get_text(reader, &ignored);
  group.answers = bytes_get_text(reader, &ignored);
  TweakSet set;
  tweak_set_restore(tweaks, &set, reader);
  group_set_tweaks(&group, tweaks, &set);
  restore_reduction(&group.reduction, reader);
  /* Records of older versions end here. */
  if (!reader->failed && reader->at < reader->length) {
    group.in_defaults = bytes_get_bool(reader);
    group.remarks = bytes_get_text(reader, &ignored);
  }
  if (!reader->failed && reader->at < reader->length) {
    size_t length;
    group.regression = bytes_get_text(reader, &length);
    if (!length) {
      free(group.regression);
      group.regression = NULL;
    }
  }
  VEC_PUSH(groups, group);
}
