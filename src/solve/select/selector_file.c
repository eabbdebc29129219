#include "solve/select/selector_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "solve/learn/pack.h"
#include "solve/select/selector_internal.h"
#include "solve/select/zip.h"

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
  for (size_t i = 0; i < outcomes->rows * outcomes->solvers; i++) {
    pack_put_float(out, outcomes->solved_at[i]);
    pack_put_float(out, outcomes->ended_at[i]);
  }
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
  bytes_put_u64(out, policy->fixed);
  bytes_put_u64(out, policy->slots);
  bytes_put_double(out, policy->prior);
  for (size_t i = 0; i < PLAN_SLOTS; i++) put_schedule(out, &policy->fallback[i]);
  bytes_put_u64(out, policy->background.items.count);
  for (size_t i = 0; i < policy->background.items.count; i++) {
    pack_put(out, policy->background.items.items[i].row);
    pack_put_float(out, policy->background.items.items[i].weight);
  }
}

/* Most values are small whole numbers: their number plus 2; 0: not known; 1: four bytes follow. */
static void put_value(StrBuf *out, float value)
{
  bool whole = value >= 0 && value < 1e6f && value == floorf(value);
  pack_put(out, isnan(value) ? 0 : whole ? (uint32_t)value + 2 : 1);
  if (!isnan(value) && !whole) pack_put_float(out, value);
}

static void put_selector(StrBuf *out, const Selector *selector)
{
  put_names(out, &selector->solvers);
  put_names(out, &selector->features);
  put_names(out, &selector->logics);
  bytes_put_double(out, selector->limit);
  bytes_put_double(out, selector->penalty);
  put_outcomes(out, &selector->outcomes);
  for (size_t i = 0; i < selector->policies.count; i++)
    put_policy(out, &selector->policies.items[i]);
  bytes_put_u64(out, selector->forest != NULL);
  if (!selector->forest) return;
  forest_write(selector->forest, out);
  for (size_t i = 0; i < selector->values.rows * selector->values.columns; i++)
    put_value(out, selector->values.values[i]);
}

Status selector_save(const Selector *selector, const char *path, Error *error)
{
  StrBuf body, file;
  strbuf_init(&body, 0);
  strbuf_init(&file, 0);
  put_selector(&body, selector);
  strbuf_add(&file, MAGIC, MAGIC_LENGTH);
  bytes_put_u64(&file, SELECTOR_VERSION);
  bytes_put_u64(&file, digest_bytes(0, body.bytes, body.length));
  strbuf_add(&file, body.bytes, body.length);
  Status status = file_write(path, file.bytes, file.length, error);
  strbuf_deinit(&body);
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

static float get_seconds(ByteReader *in, float most, bool endless)
{
  float seconds = pack_get_float(in);
  in->failed |= seconds < 0 || (seconds > most && !(endless && seconds == INFINITY));
  return seconds;
}

static void get_outcomes(ByteReader *in, Outcomes *outcomes, size_t solvers, double limit)
{
  size_t rows = bytes_get_count(in, OUTCOME_BYTES * solvers);
  *outcomes = (Outcomes){.rows = rows, .solvers = solvers, .limit = limit};
  outcomes->solved_at = mem_alloc(rows * solvers + 1, sizeof(float));
  outcomes->ended_at = mem_alloc(rows * solvers + 1, sizeof(float));
  for (size_t i = 0; i < rows * solvers; i++) {
    outcomes->solved_at[i] = get_seconds(in, (float)limit, true);
    outcomes->ended_at[i] = get_seconds(in, (float)limit, false);
  }
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
  policy->fixed = bytes_get_bool(in);
  policy->slots = (uint32_t)bytes_get_below(in, PLAN_SLOTS + 1);
  policy->prior = bytes_get_double(in, 0, 1);
  in->failed |= policy->slots == 0;
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

static float get_value(ByteReader *in)
{
  uint32_t code = pack_get(in);
  if (code >= 2) return (float)(code - 2);
  return code == 0 ? NAN : pack_get_float(in);
}

static void get_values(ByteReader *in, size_t rows, size_t columns, Matrix *values)
{
  in->failed |= rows > 0 && columns > (in->length - in->at) / rows;
  if (in->failed) return;
  *values = matrix_make(rows, columns);
  for (size_t i = 0; i < rows * columns && !in->failed; i++) values->values[i] = get_value(in);
}

static void get_selector(ByteReader *in, Selector *selector)
{
  get_names(in, &selector->solvers);
  get_names(in, &selector->features);
  get_names(in, &selector->logics);
  selector->limit = bytes_get_double(in, 1e-6, 1e9);
  selector->penalty = bytes_get_double(in, 1, 1e6);
  size_t solvers = names_count(&selector->solvers);
  in->failed |= solvers == 0 || solvers > RUNS_SOLVERS_MAX;
  if (in->failed) return;
  get_outcomes(in, &selector->outcomes, solvers, selector->limit);
  for (size_t i = 0; i <= names_count(&selector->logics) && !in->failed; i++) {
    VEC_PUSH(&selector->policies, (Policy){0});
    get_policy(in, &selector->outcomes, &selector->policies.items[i]);
  }
  if (!bytes_get_bool(in) || in->failed) return;
  selector->forest = forest_read(in);
  if (!selector->forest) return;
  in->failed |= forest_rows(selector->forest) > selector->outcomes.rows;
  in->failed |=
      forest_features(selector->forest) != names_count(&selector->features) + LOGIC_COLUMNS;
  get_values(in, forest_rows(selector->forest), forest_features(selector->forest),
             &selector->values);
}

static Status read_model(const FileText *text, const char *path, Selector *selector, Error *error)
{
  ByteReader in = {.bytes = text->bytes, .length = text->length, .at = MAGIC_LENGTH};
  if (text->length < HEAD_LENGTH || memcmp(text->bytes, MAGIC, MAGIC_LENGTH) != 0)
    return error_set(error, STATUS_SYNTAX, "'%s' is not a model that 'assay train' has written",
                     path);
  uint64_t version = bytes_get_u64(&in);
  if (version != SELECTOR_VERSION)
    return error_set(
        error, STATUS_SYNTAX,
        "'%s' is a model of version %llu, and this assay reads version %d: train it again", path,
        (unsigned long long)version, SELECTOR_VERSION);
  uint64_t digest = bytes_get_u64(&in);
  if (digest != digest_bytes(0, text->bytes + HEAD_LENGTH, text->length - HEAD_LENGTH))
    return error_set(error, STATUS_SYNTAX, "the model '%s' is damaged: its digest is wrong", path);
  get_selector(&in, selector);
  if (!bytes_all_read(&in))
    return error_set(error, STATUS_SYNTAX, "the model '%s' is damaged", path);
  return STATUS_OK;
}

Selector *selector_load(const char *path, Error *error)
{
  FileText text;
  if (zip_read(path, &text, error) != STATUS_OK) return NULL;
  Selector *selector = mem_alloc_zero(1, sizeof *selector);
  Status status = read_model(&text, path, selector, error);
  file_text_free(&text);
  if (status == STATUS_OK) return selector;
  selector_destroy(selector);
  return NULL;
}
