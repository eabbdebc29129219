#include "solve/select/selector_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/digest.h"
#include "base/file.h"
#include "solve/learn/pack.h"
#include "solve/select/selector_internal.h"

static const char MAGIC[] = "assay model\n";
enum { MAGIC_LENGTH = sizeof MAGIC - 1, HEAD_LENGTH = MAGIC_LENGTH + 16 };

/* --- writing ------------------------------------------------------------------------------ */

static void put_names(StrBuf *out, const Names *names)
{
  bytes_put_u64(out, names_count(names));
  for (uint32_t i = 0; i < names_count(names); i++)
    bytes_put_text(out, names_text(names, i), strlen(names_text(names, i)));
}

static void put_outcomes(StrBuf *out, const Outcomes *outcomes)
{
  bytes_put_u64(out, outcomes->rows);
  pack_put_words(out, outcomes->solved_at, outcomes->rows * outcomes->solvers);
  pack_put_words(out, outcomes->ended_at, outcomes->rows * outcomes->solvers);
}

static void put_schedule(StrBuf *out, const Schedule *schedule)
{
  bytes_put_u64(out, schedule->count);
  for (size_t i = 0; i < schedule->count; i++) {
    pack_put(out, schedule->slots[i].solver);
    pack_put_float(out, schedule->slots[i].seconds);
  }
}

static void put_policy(StrBuf *out, const Policy *policy)
{
  bytes_put_u64(out, policy->advice);
  bytes_put_u64(out, policy->slots);
  bytes_put_double(out, policy->prior);
  pack_put(out, policy->presolve.solver);
  pack_put_float(out, policy->presolve.seconds);
  for (size_t i = 0; i < PLAN_SLOTS; i++) put_schedule(out, &policy->fallback[i]);
  bytes_put_u64(out, policy->background.items.count);
  for (size_t i = 0; i < policy->background.items.count; i++) {
    pack_put(out, policy->background.items.items[i].row);
    pack_put_float(out, policy->background.items.items[i].weight);
  }
}

/* The parts of a file, in this order. */
typedef enum {
  PART_CORE,
  PART_FOREST,
  PART_NEAREST,
  PART_RANKERS,
  PART_VALUES = PART_RANKERS + RANKERS,
  PARTS
} Part;

static void put_core(StrBuf *out, const Selector *selector)
{
  put_names(out, &selector->solvers);
  put_names(out, &selector->features);
  put_names(out, &selector->logics);
  bytes_put_double(out, selector->limit);
  bytes_put_double(out, selector->penalty);
  bytes_put_u64(out, selector->cpu);
  put_outcomes(out, &selector->outcomes);
  for (size_t i = 0; i < selector->policies.count; i++)
    put_policy(out, &selector->policies.items[i]);
}

/* A part that the selector does not have is empty. */
static void put_part(StrBuf *out, const Selector *selector, size_t part)
{
  const Matrix *values = &selector->values;
  if (part == PART_CORE) put_core(out, selector);
  if (part == PART_FOREST && selector->forest) forest_write(selector->forest, out);
  if (part == PART_NEAREST && selector->nearest) nearest_write(selector->nearest, out);
  if (part >= PART_RANKERS && part < PART_VALUES && selector->rankers[part - PART_RANKERS])
    ranker_write(selector->rankers[part - PART_RANKERS], out);
  if (part == PART_VALUES && selector->forest)
    pack_put_words(out, values->values, values->rows * values->columns);
}

Status selector_save(const Selector *selector, const char *path, Error *error)
{
  StrBuf bodies, table, file;
  strbuf_init(&bodies, 0);
  strbuf_init(&table, 0);
  strbuf_init(&file, 0);
  for (size_t part = 0; part < PARTS; part++) {
    size_t begin = bodies.length;
    put_part(&bodies, selector, part);
    bytes_put_u64(&table, bodies.length - begin);
    bytes_put_u64(&table, digest_bytes(0, bodies.bytes + begin, bodies.length - begin));
  }
  strbuf_add(&file, MAGIC, MAGIC_LENGTH);
  bytes_put_u64(&file, SELECTOR_VERSION);
  bytes_put_u64(&file, digest_bytes(0, table.bytes, table.length));
  strbuf_add(&file, table.bytes, table.length);
  strbuf_add(&file, bodies.bytes, bodies.length);
  Status status = file_write(path, file.bytes, file.length, error);
  strbuf_deinit(&bodies);
  strbuf_deinit(&table);
  strbuf_deinit(&file);
  return status;
}

/* --- reading ------------------------------------------------------------------------------ */

enum { NAME_BYTES = 8, POLICY_BYTES = 40, OUTCOME_BYTES = 8, NAMES_MAX = 1 << 20 };

static void get_names(ByteReader *in, Names *names)
{
  size_t count = bytes_get_count(in, NAME_BYTES);
  in->failed |= count > NAMES_MAX;
  for (size_t i = 0; i < count && !in->failed; i++) {
    size_t length;
    char *text = bytes_get_text(in, &length);
    in->failed |= strlen(text) != length;
    names_add(names, text);
    free(text);
  }
  in->failed |= names_count(names) != count; /* a name occurs twice */
}

static void get_outcomes(ByteReader *in, Outcomes *outcomes, size_t solvers, double limit)
{
  size_t rows = bytes_get_count(in, OUTCOME_BYTES * solvers);
  *outcomes = (Outcomes){.rows = rows, .solvers = solvers, .limit = limit};
  size_t count = rows * solvers;
  outcomes->solved_at = mem_alloc(count + 1, sizeof(float));
  outcomes->ended_at = mem_alloc(count + 1, sizeof(float));
  if (!pack_get_words(in, outcomes->solved_at, count) ||
      !pack_get_words(in, outcomes->ended_at, count))
    return;
  float most = (float)limit;
  bool fine = true;
  for (size_t i = 0; i < count; i++) {
    float solved = outcomes->solved_at[i], ended = outcomes->ended_at[i];
    fine &= solved >= 0 && (solved <= most || solved == INFINITY) && ended >= 0 && ended <= most;
  }
  in->failed |= !fine;
}

static void get_schedule(ByteReader *in, size_t solvers, Schedule *schedule)
{
  schedule->count = (size_t)bytes_get_below(in, SCHEDULE_SLOTS + 1);
  for (size_t i = 0; i < schedule->count; i++) {
    schedule->slots[i].solver = pack_get_below(in, (uint32_t)solvers);
    schedule->slots[i].seconds = pack_get_float(in);
    in->failed |= !(schedule->slots[i].seconds > 0);
  }
  in->failed |= schedule->count == 0;
}

static void get_policy(ByteReader *in, const Outcomes *outcomes, Policy *policy)
{
  policy->advice = (Advice)bytes_get_below(in, ADVICE_COUNT);
  policy->slots = (uint32_t)bytes_get_below(in, PLAN_SLOTS + 1);
  policy->prior = bytes_get_double(in, 0, 1);
  in->failed |= policy->slots == 0;
  policy->presolve.solver = pack_get_below(in, (uint32_t)outcomes->solvers);
  policy->presolve.seconds = pack_get_float(in);
  in->failed |= !(policy->presolve.seconds >= 0);
  for (size_t i = 0; i < PLAN_SLOTS; i++) get_schedule(in, outcomes->solvers, &policy->fallback[i]);
  size_t count = bytes_get_count(in, 5);
  for (size_t i = 0; i < count && !in->failed; i++) {
    Neighbour one;
    one.row = pack_get_below(in, (uint32_t)outcomes->rows);
    one.weight = pack_get_float(in);
    in->failed |= !(one.weight > 0 && one.weight <= 1);
    VEC_PUSH(&policy->background.items, one);
  }
  in->failed |= count == 0;
}

static void get_core(ByteReader *in, Selector *selector)
{
  get_names(in, &selector->solvers);
  get_names(in, &selector->features);
  get_names(in, &selector->logics);
  selector->limit = bytes_get_double(in, 1e-6, 1e9);
  selector->penalty = bytes_get_double(in, 1, 1e6);
  selector->cpu = bytes_get_below(in, 2);
  size_t solvers = names_count(&selector->solvers);
  in->failed |= solvers == 0 || solvers > RUNS_SOLVERS_MAX;
  if (in->failed) return;
  get_outcomes(in, &selector->outcomes, solvers, selector->limit);
  for (size_t i = 0; i <= names_count(&selector->logics) && !in->failed; i++) {
    VEC_PUSH(&selector->policies, (Policy){0});
    get_policy(in, &selector->outcomes, &selector->policies.items[i]);
  }
}

static size_t inputs_of(const Selector *selector)
{
  return names_count(&selector->features) + LOGIC_COLUMNS;
}

static void get_forest(ByteReader *in, Selector *selector)
{
  selector->forest = forest_read(in);
  if (!selector->forest) return;
  in->failed |= forest_rows(selector->forest) > selector->outcomes.rows;
  in->failed |= forest_features(selector->forest) != inputs_of(selector);
}

static void get_nearest(ByteReader *in, Selector *selector)
{
  selector->nearest = nearest_read(in);
  if (!selector->nearest) return;
  in->failed |= nearest_rows(selector->nearest) > selector->outcomes.rows;
  in->failed |= nearest_inputs(selector->nearest) != inputs_of(selector);
}

static void get_ranker(ByteReader *in, Selector *selector, size_t number)
{
  Ranker *ranker = ranker_read(in);
  selector->rankers[number] = ranker;
  if (!ranker) return;
  in->failed |= ranker_inputs(ranker) != inputs_of(selector);
  in->failed |= ranker_solvers(ranker) != names_count(&selector->solvers);
}

static void get_values(ByteReader *in, Selector *selector)
{
  size_t columns = inputs_of(selector), rows = in->length / sizeof(float) / columns;
  in->failed |= rows == 0 || rows > selector->outcomes.rows;
  if (in->failed) return;
  selector->values = matrix_make(rows, columns);
  pack_get_words(in, selector->values.values, rows * columns);
}

/* --- parts of a file ---------------------------------------------------------------------- */

struct SelectorStore {
  int file;
  char *path;
  struct {
    uint64_t at, length, digest;
    bool read;
  } parts[PARTS];
};

void selector_store_close(struct SelectorStore *store)
{
  if (!store) return;
  if (store->file >= 0) close(store->file);
  free(store->path);
  free(store);
}

static bool read_bytes(int file, char *bytes, size_t length, uint64_t at)
{
  while (length > 0) {
    ssize_t got = descriptor_read_at(file, bytes, length, (off_t)at);
    if (got <= 0) return false;
    bytes += got;
    at += (uint64_t)got;
    length -= (size_t)got;
  }
  return true;
}

static void get_part(ByteReader *in, Selector *selector, size_t part)
{
  if (part == PART_CORE) get_core(in, selector);
  if (part == PART_FOREST) get_forest(in, selector);
  if (part == PART_NEAREST) get_nearest(in, selector);
  if (part >= PART_RANKERS && part < PART_VALUES) get_ranker(in, selector, part - PART_RANKERS);
  if (part == PART_VALUES) get_values(in, selector);
}

static Status read_part(Selector *selector, size_t part, Error *error)
{
  struct SelectorStore *store = selector->store;
  if (!store || store->parts[part].read) return STATUS_OK;
  store->parts[part].read = true;
  size_t length = (size_t)store->parts[part].length;
  if (length == 0 && part != PART_CORE) return STATUS_OK;
  char *bytes = mem_alloc(length + 1, 1);
  ByteReader in = {.bytes = bytes, .length = length};
  Status status = STATUS_OK;
  if (!read_bytes(store->file, bytes, length, store->parts[part].at) ||
      digest_bytes(0, bytes, length) != store->parts[part].digest) {
    status = error_set(error, STATUS_SYNTAX, "the model '%s' is damaged: its digest is wrong",
                       store->path);
  } else {
    get_part(&in, selector, part);
    if (!bytes_all_read(&in))
      status = error_set(error, STATUS_SYNTAX, "the model '%s' is damaged", store->path);
  }
  free(bytes);
  return status;
}

Status selector_need(Selector *selector, const char *logic, bool explain, Error *error)
{
  const Policy *policy = selector_policy(selector, logic);
  bool needed[PARTS] = {[PART_FOREST] = advice_uses_forest(policy->advice) || explain,
                        [PART_NEAREST] = policy->advice == ADVICE_NEAREST,
                        [PART_VALUES] = explain};
  for (unsigned i = 0; i < RANKERS; i++)
    needed[PART_RANKERS + i] = advice_uses_ranker(policy->advice, i);
  Status status = STATUS_OK;
  for (size_t part = 0; part < PARTS && status == STATUS_OK; part++)
    if (needed[part]) status = read_part(selector, part, error);
  bool missing = (needed[PART_FOREST] && !explain && !selector->forest) ||
                 (policy->advice == ADVICE_NEAREST && !selector->nearest);
  for (unsigned i = 0; i < RANKERS; i++)
    missing |= policy->advice == ADVICE_HARDNESS + i && !selector->rankers[i];
  if (status == STATUS_OK && missing)
    status = error_set(error, STATUS_SYNTAX, "the model is damaged: a part is missing");
  return status;
}

static Status read_table(struct SelectorStore *store, uint64_t size, Error *error)
{
  char head[HEAD_LENGTH + PARTS * 16];
  ByteReader in = {.bytes = head, .length = sizeof head, .at = MAGIC_LENGTH};
  size_t there = size < sizeof head ? (size_t)size : sizeof head;
  memset(head, 0, sizeof head);
  if (!read_bytes(store->file, head, there, 0) || there < HEAD_LENGTH ||
      memcmp(head, MAGIC, MAGIC_LENGTH) != 0)
    return error_set(error, STATUS_SYNTAX, "'%s' is not a model that 'assay train' has written",
                     store->path);
  uint64_t version = bytes_get_u64(&in), digest = bytes_get_u64(&in), at = sizeof head;
  if (version != SELECTOR_VERSION)
    return error_set(
        error, STATUS_SYNTAX,
        "'%s' is a model of version %llu, and this assay reads version %d: train it again",
        store->path, (unsigned long long)version, SELECTOR_VERSION);
  bool fine = there == sizeof head && digest == digest_bytes(0, head + HEAD_LENGTH, PARTS * 16);
  for (size_t part = 0; part < PARTS && fine; part++) {
    store->parts[part].at = at;
    store->parts[part].length = bytes_get_u64(&in);
    store->parts[part].digest = bytes_get_u64(&in);
    fine = store->parts[part].length <= size - at;
    at += store->parts[part].length;
  }
  if (fine && at == size) return STATUS_OK;
  return error_set(error, STATUS_SYNTAX, "the model '%s' is damaged: its digest is wrong",
                   store->path);
}

static Status open_store(const char *path, struct SelectorStore *store, Error *error)
{
  struct stat about;
  store->path = mem_copy_string(path, strlen(path));
  store->file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (store->file < 0 || fstat(store->file, &about) != 0)
    return error_set(error, STATUS_IO, "cannot read '%s': %s", path, strerror(errno));
  if (!S_ISREG(about.st_mode))
    return error_set(error, STATUS_IO, "cannot read '%s': a model has to be a file", path);
  return read_table(store, (uint64_t)about.st_size, error);
}

Selector *selector_load(const char *path, Error *error)
{
  Selector *selector = mem_alloc_zero(1, sizeof *selector);
  selector->store = mem_alloc_zero(1, sizeof *selector->store);
  if (open_store(path, selector->store, error) == STATUS_OK &&
      read_part(selector, PART_CORE, error) == STATUS_OK)
    return selector;
  selector_destroy(selector);
  return NULL;
}
