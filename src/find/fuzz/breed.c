#include "find/fuzz/breed.h"

#include <assert.h>
#include <string.h>

/* Constructs that cannot be placed are rare; where many cannot, a new input is the better choice. */
enum { PICKS_MAX = 16, PLACES_MAX = 64, STREAM_AGENTS = 0xa9e };

/* Numbers of mutations beyond those of inputs. */
#define REPEAT_NUMBER ((uint64_t)1 << 40)

void breeder_init(Breeder *breeder, Language *language, AgentKind agent, uint64_t seed)
{
  *breeder = (Breeder){.language = language, .random = random_stream(seed, STREAM_AGENTS, 0)};
  agent_init(&breeder->inner, agent, language->interface->construct_count(language));
}

void breeder_deinit(Breeder *breeder)
{
  for (size_t i = 0; i < breeder->seeds.count; i++) {
    breeder->language->interface->release(breeder->seeds.items[i].instance);
    free(breeder->seeds.items[i].name);
  }
  VEC_FREE(&breeder->seeds);
  VEC_FREE(&breeder->ranges);
  agent_deinit(&breeder->inner);
  sizes_deinit(&breeder->sizes);
}

void breeder_share(Breeder *breeder, NumberSource source, uint64_t seed, uint32_t worker)
{
  assert(source.take && !breeder->source.take);
  breeder->source = source;
  breeder->random = random_stream(seed, STREAM_AGENTS, worker);
}

/* The number that the next input will have. */
static uint64_t next_number(Breeder *breeder)
{
  if (!breeder->source.take) return breeder->number + 1;
  if (!breeder->ranges.count) breeder->source.take(breeder->source.user, &breeder->ranges);
  assert(breeder->ranges.count);
  return breeder->ranges.items[0].next;
}

static uint64_t take_number(Breeder *breeder)
{
  uint64_t number = next_number(breeder);
  breeder->number = number;
  if (!breeder->source.take || breeder->ranges.items[0].next++ < breeder->ranges.items[0].last)
    return number;
  breeder->ranges.count--;
  memmove(breeder->ranges.items, breeder->ranges.items + 1,
          breeder->ranges.count * sizeof *breeder->ranges.items);
  return number;
}

void breeder_add_seed(Breeder *breeder, Instance *instance, const char *name)
{
  assert(instance && name);
  VEC_PUSH(&breeder->seeds, ((Seed){instance, mem_copy_string(name, strlen(name))}));
}

size_t breeder_tried_seeds(const Breeder *breeder)
{
  /* Where others try seeds, too, numbers say how far they are. */
  size_t tried = breeder->source.take ? (size_t)(breeder->number + 1) / 2 : breeder->next_seed;
  return tried < breeder->seeds.count ? tried : breeder->seeds.count;
}

void breeder_add_origin(const Breeder *breeder, const Candidate *candidate, StrBuf *out)
{
  for (size_t i = 0; i < 2 && candidate->seeds[i]; i++) {
    assert(candidate->seeds[i] <= breeder->seeds.count);
    strbuf_printf(out, "%s%s", i ? ", " : "", breeder->seeds.items[candidate->seeds[i] - 1].name);
  }
}

static Candidate make(Breeder *breeder, CandidateKind kind)
{
  return (Candidate){.kind = kind,
                     .number = take_number(breeder),
                     .scale = breeder->language->interface->scale(breeder->language)};
}

static bool has_seed(const Breeder *breeder)
{
  return breeder->next_seed < breeder->seeds.count;
}

/* Where others try seeds, too, the number says which: odd ones are those of seeds. */
static bool is_turn_of_seed(Breeder *breeder)
{
  if (!breeder->seeds.count) return false;
  if (!breeder->source.take)
    return has_seed(breeder) && (!breeder->number || random_below(&breeder->random, 2));
  uint64_t number = next_number(breeder);
  breeder->next_seed = (size_t)(number - 1) / 2;
  return number % 2 && has_seed(breeder);
}

/* Seeds are tried as they are without being given away: a copy is read from their text. */
bool breed_seed(Breeder *breeder, Candidate *candidate)
{
  const LanguageInterface *interface = breeder->language->interface;
  if (!is_turn_of_seed(breeder)) return false;
  size_t length, number = breeder->next_seed++;
  Error error;
  const char *text = interface->text(breeder->seeds.items[number].instance, &length);
  Instance *copy = interface->read(breeder->language, text, length, &error);
  if (!copy) return false;
  *candidate = make(breeder, CANDIDATE_SEED);
  candidate->seeds[0] = number + 1;
  candidate->instance = copy;
  candidate->size = interface->size(copy);
  return true;
}

static Instance *mutated_seed(Breeder *breeder, uint64_t number, size_t *seed_number)
{
  const LanguageInterface *interface = breeder->language->interface;
  for (int picks = 0; picks < PICKS_MAX; picks++) {
    size_t seed = random_below(&breeder->random, breeder->seeds.count);
    size_t construct = random_below(&breeder->random, breeder->inner.count);
    Instance *instance = interface->mutate(breeder->language, breeder->seeds.items[seed].instance,
                                           construct, number);
    *seed_number = instance ? seed + 1 : 0;
    if (instance) return instance;
  }
  return NULL;
}

/* Something new: generated or, if there are seeds, one of them with one mutation: *seed is 1 + its number. */
static Instance *make_new(Breeder *breeder, uint64_t number, size_t *seed)
{
  *seed = 0;
  Instance *instance = breeder->seeds.count ? mutated_seed(breeder, number, seed) : NULL;
  return instance ? instance : breeder->language->interface->generate(breeder->language, number);
}

void breed_sample(Breeder *breeder, Candidate *candidate)
{
  SizeChoice sizes;
  sizes_choose(&breeder->sizes, breeder->language, &breeder->random, &sizes);
  *candidate = make(breeder, CANDIDATE_SAMPLE);
  candidate->sizes = sizes;
  candidate->instance = make_new(breeder, candidate->number, &candidate->seeds[0]);
  candidate->size = breeder->language->interface->size(candidate->instance);
}

/* Once more, in an instance of which `placed` are made already. True: it was possible. */
static bool place_once_more(Language *language, Instance **instance, size_t construct,
                            uint64_t number, uint32_t placed)
{
  const LanguageInterface *interface = language->interface;
  Instance *more =
      interface->mutate(language, *instance, construct, number + placed * REPEAT_NUMBER);
  if (!more) return false;
  interface->release(*instance);
  *instance = more;
  return true;
}

/* Where a construct is to blame, a few occurrences of it get further than one: with many constructs to choose from, what
 * costs most is to choose the right one again and again. */
static uint32_t place_again(Breeder *breeder, Instance **instance, size_t construct)
{
  uint32_t placed = 1;
  while (placed < PLACES_MAX && breeder->repeat > 0 &&
         random_unit(&breeder->random) < breeder->repeat &&
         place_once_more(breeder->language, instance, construct, next_number(breeder), placed))
    placed++;
  return placed;
}

Instance *breed_again(Language *language, const Instance *parent, size_t construct, uint64_t number,
                      uint32_t placed)
{
  const LanguageInterface *interface = language->interface;
  if (construct >= interface->construct_count(language) || placed == 0 || placed > PLACES_MAX)
    return NULL;
  Instance *instance = interface->mutate(language, parent, construct, number);
  for (uint32_t i = 1; instance && i < placed; i++) {
    if (place_once_more(language, &instance, construct, number, i)) continue;
    interface->release(instance);
    instance = NULL;
  }
  return instance;
}

/* The construct placed in an instance, often enough; NULL: it cannot be placed. */
static Instance *place(Breeder *breeder, const Instance *parent, size_t construct, uint32_t *placed)
{
  Instance *instance = breeder->language->interface->mutate(breeder->language, parent, construct,
                                                            next_number(breeder));
  if (instance)
    *placed = place_again(breeder, &instance, construct);
  else
    breeder->misplaced++;
  return instance;
}

static Candidate make_placed(Breeder *breeder, CandidateKind kind, Instance *instance,
                             size_t construct, uint32_t placed)
{
  Candidate candidate = make(breeder, kind);
  candidate.instance = instance;
  candidate.size = breeder->language->interface->size(instance);
  candidate.construct = construct;
  candidate.placed = placed;
  return candidate;
}

bool breed_mutation(Breeder *breeder, const Instance *parent, uint64_t parent_number,
                    Candidate *candidate)
{
  assert(candidate && parent_number != UINT64_MAX);
  assert(parent);
  for (int picks = 0; picks < PICKS_MAX; picks++) {
    size_t construct = agent_choose(&breeder->inner, &breeder->random);
    uint32_t placed;
    Instance *instance = place(breeder, parent, construct, &placed);
    if (instance) {
      *candidate = make_placed(breeder, CANDIDATE_MUTATION, instance, construct, placed);
      candidate->parent = parent_number;
      return true;
    }
    agent_miss(&breeder->inner, construct);
  }
  return false;
}

bool breed_transform(Breeder *breeder, size_t transform, Candidate *candidate)
{
  const LanguageInterface *interface = breeder->language->interface;
  assert(interface->transform && breeder->seeds.count);
  for (int picks = 0; picks < PICKS_MAX; picks++) {
    size_t first = random_below(&breeder->random, breeder->seeds.count);
    size_t second = random_below(&breeder->random, breeder->seeds.count);
    Instance *instance =
        interface->transform(breeder->language, transform, breeder->seeds.items[first].instance,
                             breeder->seeds.items[second].instance, next_number(breeder));
    if (!instance) continue;
    *candidate = make(breeder, CANDIDATE_TRANSFORM);
    candidate->seeds[0] = first + 1;
    candidate->seeds[1] = transform == interface->pairing ? second + 1 : 0;
    candidate->instance = instance;
    candidate->size = interface->size(instance);
    return true;
  }
  return false;
}

bool breed_enriched(Breeder *breeder, size_t construct, Candidate *candidate)
{
  assert(construct < breeder->inner.count);
  SizeChoice sizes;
  sizes_choose(&breeder->sizes, breeder->language, &breeder->random, &sizes);
  size_t seed;
  Instance *plain = make_new(breeder, next_number(breeder), &seed);
  uint32_t placed;
  Instance *instance = place(breeder, plain, construct, &placed);
  breeder->language->interface->release(plain);
  if (!instance) return false;
  *candidate = make_placed(breeder, CANDIDATE_ENRICHED, instance, construct, placed);
  candidate->sizes = sizes;
  candidate->seeds[0] = seed;
  return true;
}

void breed_reward(Breeder *breeder, const Candidate *candidate, double reward)
{
  assert(reward >= 0 && reward <= 1);
  if (candidate->kind == CANDIDATE_MUTATION)
    agent_reward(&breeder->inner, candidate->construct, reward);
  sizes_reward(&breeder->sizes, &candidate->sizes, reward);
}

void candidate_release(Breeder *breeder, Candidate *candidate)
{
  if (candidate->instance) breeder->language->interface->release(candidate->instance);
  candidate->instance = NULL;
  solver_vec_free(&candidate->solvers);
}
