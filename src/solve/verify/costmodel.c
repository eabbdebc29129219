#include "solve/verify/costmodel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "solve/learn/learner.h"
#include "solve/verify/embedded.h"
#include "solve/verify/netfeature_layout.h"

static const char MAGIC[] = "assay verify model 1\n";
enum {
  MAGIC_LENGTH = sizeof MAGIC - 1,
  OUTPUTS = 4,
  WIDTH = NETFEATURE_COUNT + NETFEATURE_ENGINES
};

struct CostModel {
  Learner *learner;
};

void costmodel_destroy(CostModel *model)
{
  if (!model) return;
  learner_destroy(model->learner);
  free(model);
}

/* --- training --- */

static double least_time(const CostRun *runs, size_t count, size_t at)
{
  assert(at < count);
  double least = INFINITY;
  for (size_t i = 0; i < count; i++)
    if (runs[i].instance == runs[at].instance && runs[i].answer != COST_UNKNOWN)
      least = fmin(least, runs[i].seconds);
  return least;
}

/* A run counts once as it is, and once more for each threshold that no engine solved the instance before: then the features
 * say so, for the rounds of the loop in which that is known. */
typedef struct {
  size_t run;
  double waited; /* 0: nothing was tried */
} Row;
typedef VEC(Row) RowVec;

static void list_rows(const CostRun *runs, size_t count, double limit, RowVec *rows)
{
  for (size_t i = 0; i < count; i++) {
    double least = least_time(runs, count, i);
    VEC_PUSH(rows, ((Row){i, 0}));
    for (size_t k = 1; k < NETFEATURE_THRESHOLDS; k++)
      if (netfeature_threshold(k) < limit && least > netfeature_threshold(k))
        VEC_PUSH(rows, ((Row){i, netfeature_threshold(k)}));
  }
}

static void fill_row(const CostRun *run, double waited, double limit, float *row, float *target)
{
  assert(run->engine < NETFEATURE_ENGINES);
  memcpy(row, run->features, NETFEATURE_COUNT * sizeof *row);
  memset(row + NETFEATURE_COUNT, 0, NETFEATURE_ENGINES * sizeof *row);
  row[NETFEATURE_COUNT + run->engine] = 1;
  double seconds[NETFEATURE_ENGINES];
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) seconds[e] = waited;
  netfeature_set_flags(seconds, row);
  bool solved = run->answer != COST_UNKNOWN && run->seconds <= limit;
  target[0] = (float)log(fmax(0.001, solved ? run->seconds : 2 * limit));
  for (CostAnswer answer = 0; answer <= COST_UNKNOWN; answer++)
    target[1 + answer] = (solved ? run->answer : COST_UNKNOWN) == answer;
}

CostModel *costmodel_train(const CostRun *runs, size_t count, const CostSettings *settings,
                           Error *error)
{
  LearnerSettings learner = {
      .size = settings->size, .seed = settings->seed, .leaf = 3, .depth = 12};
  if (!learner_find(settings->learner, &learner.kind)) {
    error_set(error, STATUS_USAGE, "there is no learner '%s'", settings->learner);
    return NULL;
  }
  RowVec rows = {0};
  list_rows(runs, count, settings->limit, &rows);
  if (rows.count == 0) {
    error_set(error, STATUS_USAGE, "there is no run of an engine that the loop chooses among");
    return NULL;
  }
  Matrix features = matrix_make(rows.count, WIDTH), targets = matrix_make(rows.count, OUTPUTS);
  for (size_t i = 0; i < rows.count; i++)
    fill_row(&runs[rows.items[i].run], rows.items[i].waited, settings->limit,
             matrix_row(&features, i), matrix_row(&targets, i));
  CostModel *model = mem_alloc_zero(1, sizeof *model);
  model->learner =
      learner_train(&(LearnerData){.features = &features, .targets = &targets}, &learner, error);
  matrix_free(&features);
  matrix_free(&targets);
  VEC_FREE(&rows);
  if (model->learner) return model;
  free(model);
  return NULL;
}

/* --- predictions --- */

/* What a learner says may be anything, if it was read from a file: here it is a number, and not so large that shares overflow. */
static double tame(float number)
{
  const double most = 50;
  return isnan(number) ? 0 : fmin(most, fmax(-most, (double)number));
}

void costmodel_predict(const CostModel *model, const float *features, CostPrediction *predictions)
{
  assert(model && features);
  float row[WIDTH], out[OUTPUTS];
  memcpy(row, features, NETFEATURE_COUNT * sizeof *row);
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) {
    for (size_t k = 0; k < NETFEATURE_ENGINES; k++) row[NETFEATURE_COUNT + k] = k == e;
    learner_predict(model->learner, row, out);
    double total = 0, chances[3];
    for (size_t k = 0; k < 3; k++) total += chances[k] = exp(tame(out[1 + k]));
    predictions[e] = (CostPrediction){.log_par2 = tame(out[0]),
                                      .sat = chances[COST_SAT] / total,
                                      .unsat = chances[COST_UNSAT] / total,
                                      .unknown = chances[COST_UNKNOWN] / total};
  }
}

/* --- files --- */

Status costmodel_save(const CostModel *model, const char *path, Error *error)
{
  StrBuf out;
  strbuf_init(&out, 0);
  strbuf_add(&out, MAGIC, MAGIC_LENGTH);
  learner_write(model->learner, &out);
  Status status = file_write(path, out.bytes, out.length, error);
  strbuf_deinit(&out);
  return status;
}

/* NULL if the bytes are no model, or one of other features. */
static CostModel *read_model(const char *bytes, size_t length)
{
  if (length < MAGIC_LENGTH || memcmp(bytes, MAGIC, MAGIC_LENGTH) != 0) return NULL;
  ByteReader in = {.bytes = bytes, .length = length, .at = MAGIC_LENGTH};
  Learner *learner = learner_read(&in);
  if (!learner) return NULL;
  if (!bytes_all_read(&in) || learner_inputs(learner) != WIDTH ||
      learner_outputs(learner) != OUTPUTS) {
    learner_destroy(learner);
    return NULL;
  }
  CostModel *model = mem_alloc_zero(1, sizeof *model);
  model->learner = learner;
  return model;
}

CostModel *costmodel_load(const char *path, Error *error)
{
  FileText text;
  if (file_read(path, 0, &text, error)) return NULL;
  CostModel *model = read_model(text.bytes, text.length);
  file_text_free(&text);
  if (!model)
    error_set(error, STATUS_SYNTAX,
              "'%s' is not a model of 'assay train --language nn', or one of another version",
              path);
  return model;
}

CostModel *costmodel_default(void)
{
  for (size_t i = 0; i < embedded_models_count; i++)
    if (strcmp(embedded_models[i].name, "verify.model") == 0)
      return read_model(embedded_models[i].text, embedded_models[i].length);
  return NULL;
}
