#include "find/fuzz/guide.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Less than FIRST_EXAMPLES tell nothing; of more than EXAMPLES_MAX easy ones are forgotten. It is trained again when there is a
 * twelfth more. */
enum { FIRST_EXAMPLES = 5, EXAMPLES_MAX = 1000, NEW_LEAST = 1, NEW_PART = 12 };
enum { STREAM_FOREST = 0x90de, STREAM_FORGET = 0x90df };

/* A run that met the whole limit would have needed so many times as much, since times have heavy tails; one that was ended because
 * it could not win is less hard; 1 / FACTORS of all inputs each need so much of what an input like them needed: the logarithm has a
 * Laplace distribution. */
static const double BEYOND = 5, STOPPED = 1.5;
static const double factors[] = {0.25, 0.65, 1, 1.55, 4};
enum { FACTORS = sizeof factors / sizeof *factors };

/* How much it matters to tell void inputs from others, in logarithms of what solvers need. */
static const double VOID_WEIGHT = 2;
/* Where there is nothing to gain, what is hard for targets is better than what is not. */
static const double HARD_WORTH = 1e-6;
/* Predictions are not believed beyond this. */
static const double NEED_LOG_MAX = 100, NEED_LIMITS = 4;

/* What targets and references need, without a penalty. */
typedef struct {
  double target, reference;
} Needs;

void guide_init(Guide *guide, uint64_t seed, double perfect, const LeastGain *least)
{
  *guide = (Guide){.seed = seed, .perfect = perfect, .least = *least};
  guide_forest_init(&guide->forest);
}

void guide_deinit(Guide *guide)
{
  VEC_FREE(&guide->examples);
  VEC_FREE(&guide->rest);
  guide_forest_deinit(&guide->forest);
}

/* --- results --- */

static double limit_of(const Guide *guide)
{
  return guide->perfect / 2;
}

/* Less than this is noise. */
static double floor_of(const Guide *guide)
{
  return fmax(guide->least.absolute, DBL_MIN);
}

/* What solvers usually need, in place of what is not known. */
static Needs usual_needs(const Guide *guide)
{
  double targets = 0, references = 0, least = floor_of(guide), limit = limit_of(guide);
  size_t target_count = 0, reference_count = 0;
  for (size_t i = 0; i < guide->trained; i++) {
    const TrialResult *result = &guide->examples.items[i].result;
    if (result->target_ran) {
      targets += log(fmin(result->target, limit) + least);
      target_count++;
    }
    if (result->reference_ran) {
      references += log(fmin(result->reference, limit) + least);
      reference_count++;
    }
  }
  return (Needs){target_count ? exp(targets / (double)target_count) : least,
                 reference_count ? exp(references / (double)reference_count) : least};
}

static double without_penalty(const Guide *guide, double score)
{
  return score > limit_of(guide) ? BEYOND * limit_of(guide) : score;
}

/* Of a reference that was stopped: one that did not decide in a time of its own would hardly do so in a little more. */
static double stopped_need(const Guide *guide, const TrialResult *result)
{
  return (result->dropped ? BEYOND : STOPPED) * fmin(result->reference, limit_of(guide));
}

static Needs needs_of(const Guide *guide, const TrialResult *result, Needs usual)
{
  Needs needs = usual;
  if (result->target_ran) needs.target = without_penalty(guide, result->target);
  if (result->reference_ran && result->reference_stopped)
    needs.reference = stopped_need(guide, result);
  else if (result->reference_ran)
    needs.reference = without_penalty(guide, result->reference);
  return needs;
}

static double score_of(const Guide *guide, double need)
{
  return need > limit_of(guide) ? guide->perfect : need;
}

double guide_margin(const Guide *guide, const TrialResult *result)
{
  if (result->is_void) return -guide->perfect;
  Needs needs = needs_of(guide, result, usual_needs(guide));
  return score_of(guide, needs.target) - score_of(guide, needs.reference);
}

void guide_learn(Guide *guide, const char *text, size_t length, const TrialResult *result)
{
  GuideExample example = {.result = *result};
  assert(result->target >= 0 && result->reference >= 0);
  guide_features(text, length, &example.row);
  VEC_PUSH(&guide->examples, example);
}

/* --- training --- */

/* Of two at random the easier one goes. */
static void forget(Guide *guide)
{
  Random random = random_stream(guide->seed, STREAM_FORGET, guide->trainings);
  while (guide->examples.count > EXAMPLES_MAX) {
    size_t one = random_below(&random, guide->examples.count);
    size_t other = random_below(&random, guide->examples.count);
    bool easier =
        guide->examples.items[one].result.target < guide->examples.items[other].result.target;
    guide->examples.items[easier ? one : other] = guide->examples.items[--guide->examples.count];
  }
}

/* What there is to know of the examples: logarithms of what solvers need, and which ones are void. */
static void collect(const Guide *guide, GuideRow *rows, GuideValues *values)
{
  double floor = floor_of(guide);
  Needs usual = usual_needs(guide);
  for (size_t i = 0; i < guide->trained; i++) {
    const GuideExample *example = &guide->examples.items[i];
    Needs needs = needs_of(guide, &example->result, usual);
    rows[i] = example->row;
    values[i].values[GUIDE_TARGET] = log(needs.target + floor);
    values[i].values[GUIDE_REFERENCE] = log(needs.reference + floor);
    values[i].values[GUIDE_VOID] = example->result.is_void ? VOID_WEIGHT : 0;
  }
}

/* Leaves what the linear function does not explain. */
static void fit_linear(Guide *guide, int what, const GuideRow *rows, GuideValues *values)
{
  double *one = mem_alloc(guide->trained, sizeof *one);
  for (size_t i = 0; i < guide->trained; i++) one[i] = values[i].values[what];
  guide_linear_fit(&guide->linear[what], rows, one, guide->trained);
  for (size_t i = 0; i < guide->trained; i++)
    values[i].values[what] -= guide_linear_value(&guide->linear[what], &rows[i]);
  free(one);
}

static void train_models(Guide *guide)
{
  guide->rest.count = 0;
  VEC_RESERVE(&guide->rest, guide->trained);
  guide->rest.count = guide->trained;
  GuideRow *rows = mem_alloc(guide->trained, sizeof *rows);
  GuideValues *values = guide->rest.items;
  collect(guide, rows, values);
  fit_linear(guide, GUIDE_TARGET, rows, values);
  fit_linear(guide, GUIDE_REFERENCE, rows, values);
  guide_forest_train(&guide->forest, rows, values, guide->trained,
                     random_stream(guide->seed, STREAM_FOREST, guide->trainings));
  free(rows);
}

static void train(Guide *guide)
{
  size_t least = guide->trained / NEW_PART > NEW_LEAST ? guide->trained / NEW_PART : NEW_LEAST;
  if (guide->examples.count < guide->trained + least) return;
  guide->trainings++;
  forget(guide);
  guide->trained = guide->examples.count;
  train_models(guide);
}

/* --- worth --- */

static double expected_gain(const Guide *guide, Needs needs, double best)
{
  double bar = score_bar(&guide->least, best), sum = 0;
  double most = guide->patience > 0 ? guide->patience : limit_of(guide);
  if (score_of(guide, needs.target * factors[FACTORS - 1]) <= bar) return 0;
  for (size_t i = 0; i < FACTORS; i++) {
    double target = score_of(guide, needs.target * factors[i]);
    if (target <= bar) continue;
    for (size_t j = 0; j < FACTORS; j++) {
      double margin = target - needs.reference * factors[j];
      if (needs.reference * factors[j] <= most && margin > bar) sum += margin - best;
    }
  }
  return sum / (FACTORS * FACTORS);
}

/* References run only if the target leaves room above the best; where they have a limit of their own they run first, and the target
 * only if they decide. */
static double expected_cost(const Guide *guide, Needs needs, double best)
{
  double limit = limit_of(guide), target = fmin(needs.target, limit), least = guide->least.absolute;
  if (guide->patience > 0)
    return least + (needs.reference < guide->patience ? needs.reference + target : guide->patience);
  return least + target + (needs.target > best ? fmin(needs.reference, limit) : 0);
}

bool guide_prepare(Guide *guide, double best)
{
  assert(isfinite(best));
  guide->best = best;
  if (guide->examples.count < FIRST_EXAMPLES) return false;
  train(guide);
  return true;
}

/* What the logarithm stands for, within what makes sense. */
static double need_of(const Guide *guide, double logarithm)
{
  double need = exp(fmin(logarithm, NEED_LOG_MAX)) - floor_of(guide);
  return fmin(fmax(need, 0), NEED_LIMITS * limit_of(guide));
}

/* How much each of the examples is like a row: in the leaves that it gets to. The weights sum up to 1. */
static void find_likeness(const Guide *guide, const GuideRow *row, double *weights)
{
  size_t trees = guide->forest.roots.count;
  for (size_t tree = 0; tree < trees; tree++) {
    uint32_t number = guide_forest_leaf(&guide->forest, tree, row);
    const GuideNode *leaf = &guide->forest.nodes.items[number];
    for (uint32_t i = leaf->first; i < leaf->first + leaf->count; i++)
      weights[guide->forest.order.items[i]] += 1 / ((double)trees * leaf->count);
  }
}

/* What is expected if the input is to the linear function as an example was. */
static void add_example(const Guide *guide, const GuideValues *rest, const double *linear,
                        double weight, double *gain, double *cost)
{
  Needs needs = {need_of(guide, linear[GUIDE_TARGET] + rest->values[GUIDE_TARGET]),
                 need_of(guide, linear[GUIDE_REFERENCE] + rest->values[GUIDE_REFERENCE])};
  bool useful = rest->values[GUIDE_VOID] <= 0;
  *cost += weight * expected_cost(guide, needs, guide->best);
  *gain += weight * HARD_WORTH * needs.target;
  if (useful) *gain += weight * expected_gain(guide, needs, guide->best);
}

double guide_rate(const Guide *guide, const char *text, size_t length)
{
  assert(guide->trained && guide->rest.count == guide->trained);
  GuideRow row;
  double linear[GUIDE_VOID], gain = 0, cost = 0;
  double *weights = mem_alloc_zero(guide->trained, sizeof *weights);
  guide_features(text, length, &row);
  for (size_t i = 0; i < GUIDE_VOID; i++) linear[i] = guide_linear_value(&guide->linear[i], &row);
  find_likeness(guide, &row, weights);
  for (size_t i = 0; i < guide->trained; i++)
    if (weights[i] > 0) add_example(guide, &guide->rest.items[i], linear, weights[i], &gain, &cost);
  free(weights);
  return cost > 0 ? gain / cost : 0;
}

/* --- as bytes --- */

/* Of a column that is not 0: its number and its value. */
enum {
  COLUMN_BYTES = 3,
  FLAG_VOID = 1,
  FLAG_RAN = 2,
  FLAG_STOPPED = 4,
  FLAG_TARGET = 8,
  FLAG_DROPPED = 16,
  FLAGS = 32
};

static void put_row(const GuideRow *row, StrBuf *out)
{
  char bytes[GUIDE_COLUMNS * COLUMN_BYTES];
  size_t length = 0;
  for (unsigned i = 0; i < GUIDE_COLUMNS; i++) {
    if (!row->columns[i]) continue;
    bytes[length++] = (char)(i & 0xff);
    bytes[length++] = (char)(i >> 8);
    bytes[length++] = (char)row->columns[i];
  }
  bytes_put_text(out, bytes, length);
}

static void get_row(GuideRow *row, ByteReader *reader)
{
  size_t length;
  char *bytes = bytes_get_text(reader, &length);
  memset(row, 0, sizeof *row);
  reader->failed |= length % COLUMN_BYTES != 0;
  for (size_t i = 0; i < length && !reader->failed; i += COLUMN_BYTES) {
    size_t column = (unsigned char)bytes[i] | (size_t)(unsigned char)bytes[i + 1] << 8;
    reader->failed |= column >= GUIDE_COLUMNS;
    if (!reader->failed) row->columns[column] = (unsigned char)bytes[i + 2];
  }
  free(bytes);
}

static void put_example(const GuideExample *example, StrBuf *out)
{
  const TrialResult *result = &example->result;
  bytes_put_double(out, result->target);
  bytes_put_double(out, result->reference);
  bytes_put_u64(out, (result->is_void ? FLAG_VOID : 0) | (result->reference_ran ? FLAG_RAN : 0) |
                         (result->reference_stopped ? FLAG_STOPPED : 0) |
                         (result->target_ran ? FLAG_TARGET : 0) |
                         (result->dropped ? FLAG_DROPPED : 0));
  put_row(&example->row, out);
}

static GuideExample get_example(ByteReader *reader)
{
  GuideExample example = {.result.target = bytes_get_double(reader, 0, DBL_MAX)};
  example.result.reference = bytes_get_double(reader, 0, DBL_MAX);
  uint64_t flags = bytes_get_below(reader, FLAGS);
  example.result.is_void = flags & FLAG_VOID;
  example.result.reference_ran = flags & FLAG_RAN;
  example.result.reference_stopped = flags & FLAG_STOPPED;
  example.result.target_ran = flags & FLAG_TARGET;
  example.result.dropped = flags & FLAG_DROPPED;
  get_row(&example.row, reader);
  return example;
}

void guide_save(const Guide *guide, StrBuf *out)
{
  bytes_put_u64(out, guide->examples.count);
  bytes_put_u64(out, guide->trained);
  bytes_put_u64(out, guide->trainings);
  for (size_t i = 0; i < guide->examples.count; i++) put_example(&guide->examples.items[i], out);
}

void guide_restore(Guide *guide, ByteReader *reader)
{
  enum { EXAMPLE_BYTES = 4 * 8 };
  size_t count = bytes_get_count(reader, EXAMPLE_BYTES);
  guide->trained = bytes_get_below(reader, EXAMPLES_MAX + 1);
  guide->trainings = bytes_get_u64(reader);
  reader->failed |= guide->trained > count;
  for (size_t i = 0; i < count && !reader->failed; i++)
    VEC_PUSH(&guide->examples, get_example(reader));
  if (reader->failed) guide->trained = 0;
  if (guide->trained) train_models(guide);
}
