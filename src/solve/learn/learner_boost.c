/* Gradient boosting by XGBoost, whose library is loaded when it is needed: training needs it, predicting does not. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "solve/learn/learner_method.h"
#include "solve/learn/tree_learner.h"

enum { ROUNDS_USUAL = 150, DEPTH_USUAL = 6 };

/* The functions of its C interface that we call. All but the last return 0 if they succeed. */
typedef struct {
  int (*make_matrix)(const float *values, uint64_t rows, uint64_t columns, float missing,
                     void **matrix);
  int (*set_floats)(void *matrix, const char *field, const float *values, uint64_t count);
  int (*free_matrix)(void *matrix);
  int (*make_booster)(void *const *matrices, uint64_t count, void **booster);
  int (*set_parameter)(void *booster, const char *name, const char *value);
  int (*update)(void *booster, int round, void *matrix);
  int (*dump)(void *booster, const char *map, int statistics, const char *format, uint64_t *count,
              const char ***texts);
  int (*free_booster)(void *booster);
  const char *(*last_error)(void);
} Library;

static void *find_function(void *library, const char *name, bool *missing)
{
  void *function = dlsym(library, name);
  if (!function) *missing = true;
  return function;
}

/* It stays loaded: its threads do not survive otherwise. */
static Status load(Library *functions, Error *error)
{
  void *library = dlopen("libxgboost.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libxgboost.so", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return error_set(error, STATUS_IO,
                     "XGBoost is not installed: there is no libxgboost.so.0 (Debian: package "
                     "libxgboost0)");
  bool missing = false;
#define FIND(member, name) *(void **)&functions->member = find_function(library, name, &missing)
  FIND(make_matrix, "XGDMatrixCreateFromMat");
  FIND(set_floats, "XGDMatrixSetFloatInfo");
  FIND(free_matrix, "XGDMatrixFree");
  FIND(make_booster, "XGBoosterCreate");
  FIND(set_parameter, "XGBoosterSetParam");
  FIND(update, "XGBoosterUpdateOneIter");
  FIND(dump, "XGBoosterDumpModelEx");
  FIND(free_booster, "XGBoosterFree");
  FIND(last_error, "XGBGetLastError");
#undef FIND
  if (missing)
    return error_set(error, STATUS_IO, "the library of XGBoost lacks functions that are used here");
  return STATUS_OK;
}

static Status check(Error *error)
{
  Library library;
  return load(&library, error);
}

/* --- its trees as ours -------------------------------------------------------------------- */

typedef struct {
  unsigned id, no;
} Named;

/* A line is "ID:[fFEATURE<CUT] yes=ID,no=ID,missing=ID" or "ID:leaf=VALUE"; a node is followed by its yes side. */
static bool add_line(Trees *trees, const char *line, Named *named)
{
  unsigned feature, yes, missing;
  float number;
  while (*line == '\t') line++;
  if (sscanf(line, "%u:leaf=%f", &named->id, &number) == 2) {
    VEC_PUSH(&trees->nodes, ((TreeNode){TREES_LEAF, (uint32_t)trees->values.count, 0}));
    VEC_PUSH(&trees->values, number);
    return true;
  }
  if (sscanf(line, "%u:[f%u<%f] yes=%u,no=%u,missing=%u", &named->id, &feature, &number, &yes,
             &named->no, &missing) != 6 ||
      feature >= trees->inputs)
    return false;
  if (missing != yes) feature |= TREES_NAN_RIGHT;
  VEC_PUSH(&trees->nodes, ((TreeNode){feature, 0, nextafterf(number, -INFINITY)}));
  return true;
}

static bool add_tree(Trees *trees, const char *text, uint32_t output)
{
  VEC(Named) named = {0};
  Tree tree = {(uint32_t)trees->nodes.count, output, 1};
  bool fine = true;
  for (const char *line = text; *line && fine;) {
    Named one = {0};
    fine = add_line(trees, line, &one);
    VEC_PUSH(&named, one);
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  for (size_t i = 0; i < named.count && fine; i++) {
    TreeNode *node = &trees->nodes.items[tree.root + i];
    if (node->feature == TREES_LEAF) continue;
    size_t at = i + 2;
    while (at < named.count && named.items[at].id != named.items[i].no) at++;
    fine = at < named.count;
    node->next = tree.root + (uint32_t)at;
  }
  fine &= named.count > 0;
  VEC_FREE(&named);
  VEC_PUSH(&trees->trees, tree);
  return fine;
}

/* --- training ----------------------------------------------------------------------------- */

static int set_number(const Library *library, void *booster, const char *name, double number)
{
  char text[40];
  snprintf(text, sizeof text, "%.9g", number);
  return library->set_parameter(booster, name, text);
}

static int set_parameters(const Library *library, void *booster, const LearnerSettings *settings,
                          double base)
{
  bool chances = settings->task == LEARN_CHANCES;
  int failed = library->set_parameter(booster, "verbosity", "0");
  failed |= library->set_parameter(booster, "nthread", "1");
  failed |= library->set_parameter(booster, "tree_method", "hist");
  failed |= library->set_parameter(booster, "objective",
                                   chances ? "binary:logistic" : "reg:squarederror");
  failed |= set_number(library, booster, "base_score", base);
  failed |=
      set_number(library, booster, "max_depth", settings->depth ? settings->depth : DEPTH_USUAL);
  failed |= set_number(library, booster, "eta", 0.1);
  failed |= set_number(library, booster, "subsample", 0.8);
  failed |= set_number(library, booster, "colsample_bynode", 0.5);
  failed |= set_number(library, booster, "min_child_weight", 0.1);
  failed |= set_number(library, booster, "seed", (double)(settings->seed % 1000000007));
  return failed;
}

/* Weights with 1 as their mean, so that settings mean the same for all; all 1 if there are none. */
static void scale_weights(const LearnerData *data, float *weights)
{
  double sum = 0;
  size_t rows = data->features->rows;
  for (size_t i = 0; i < rows; i++) sum += data->weights ? (double)data->weights[i] : 1;
  for (size_t i = 0; i < rows; i++)
    weights[i] = data->weights ? (float)((double)data->weights[i] * (double)rows / sum) : 1;
}

static double mean_target(const LearnerData *data, size_t output, const float *weights)
{
  double sum = 0, all = 0;
  for (size_t i = 0; i < data->targets->rows; i++) {
    sum += (double)(weights[i] * matrix_row(data->targets, i)[output]);
    all += (double)weights[i];
  }
  return sum / all;
}

/* False: the library says why. */
static bool boost_output(const Library *library, void *matrix, const LearnerData *data,
                         const LearnerSettings *settings, size_t output, Trees *trees)
{
  size_t rows = data->targets->rows;
  float *labels = mem_alloc(rows, sizeof *labels), *weights = mem_alloc(rows, sizeof *weights);
  for (size_t i = 0; i < rows; i++) labels[i] = matrix_row(data->targets, i)[output];
  scale_weights(data, weights);
  double base = settings->task == LEARN_CHANCES ? 0.5 : mean_target(data, output, weights);
  trees->base[output] = settings->task == LEARN_CHANCES ? 0 : (float)base;
  int failed = library->set_floats(matrix, "label", labels, rows);
  failed |= library->set_floats(matrix, "weight", weights, rows);
  void *booster = NULL;
  failed |= library->make_booster(&matrix, 1, &booster);
  if (!failed) failed = set_parameters(library, booster, settings, base);
  uint32_t rounds = settings->size ? settings->size : ROUNDS_USUAL;
  for (uint32_t r = 0; r < rounds && !failed; r++)
    failed = library->update(booster, (int)r, matrix);
  uint64_t count = 0;
  const char **texts = NULL;
  if (!failed) failed = library->dump(booster, "", 0, "text", &count, &texts);
  bool fine = !failed;
  for (uint64_t t = 0; t < count && fine; t++) fine = add_tree(trees, texts[t], (uint32_t)output);
  if (booster) library->free_booster(booster);
  free(labels);
  free(weights);
  return fine;
}

/* It refuses infinite values. */
static float *copy_finite(const Matrix *features)
{
  size_t count = features->rows * features->columns;
  float *values = mem_alloc(count + 1, sizeof *values);
  for (size_t i = 0; i < count; i++) {
    float value = features->values[i];
    values[i] = isinf(value) ? copysignf(3e38f, value) : value;
  }
  return values;
}

static void *train(const LearnerData *data, const LearnerSettings *settings, Error *error)
{
  Library library;
  if (load(&library, error) != STATUS_OK) return NULL;
  const Matrix *features = data->features;
  Trees *trees = trees_create(features->columns, data->targets->columns, TREES_SUM);
  trees->logistic = settings->task == LEARN_CHANCES;
  float *values = copy_finite(features);
  void *matrix = NULL;
  bool fine = library.make_matrix(values, features->rows, features->columns, NAN, &matrix) == 0;
  for (size_t o = 0; o < data->targets->columns && fine; o++)
    fine = boost_output(&library, matrix, data, settings, o, trees);
  if (matrix) library.free_matrix(matrix);
  free(values);
  if (fine) return trees;
  error_set(error, STATUS_IO, "XGBoost has failed: %.200s", library.last_error());
  trees_destroy(trees);
  return NULL;
}

const LearnerMethod learner_boost = {.check = check, TREE_LEARNER(train)};
