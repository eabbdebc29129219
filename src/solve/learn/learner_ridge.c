/* Ridge regression: linear in the principal components of the scaled features, with a penalty on the size of the
 * coefficients. How many components and which penalty is decided for each output by leaving out each row once, which in
 * the basis of the components has a closed form. */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "solve/learn/learner_method.h"
#include "solve/learn/pack.h"
#include "solve/learn/scale.h"

enum { PENALTIES = 7, SIZES = 3 };

/* As parts of the mean eigenvalue. */
static const double penalties[PENALTIES] = {1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};
static const size_t sizes[SIZES] = {35, 100, SIZE_MAX}; /* numbers of components that are tried */
/* Smaller eigenvalues, as parts of the largest one, are rounding. */
static const double NEGLIGIBLE = 1e-6;

typedef struct {
  Scale scale;
  size_t outputs;
  float *coefficients; /* of each output: scale.used of them, then the constant */
} Ridge;

/* What fitting works with. Rows are multiplied by the square root of their weight. */
typedef struct {
  size_t rows, used, components;
  double *axes;      /* of used features: a column for each component */
  double *eigen;     /* of each component, the largest first */
  double *projected; /* of each row: its components */
  double *root;      /* of the weight of each row */
  double *left;      /* what is to be explained, of each row */
  double *shares;    /* of each component: how much it says about the output */
} Fit;

static void find_components(Fit *fit, const Matrix *scaled)
{
  size_t used = fit->used;
  int size = (int)used;
  double *covariance = mem_alloc_zero(used * used, sizeof *covariance);
  double *values = mem_alloc(used, sizeof *values);
  double *rows = mem_alloc(fit->rows * used, sizeof *rows);
  for (size_t r = 0; r < fit->rows; r++)
    for (size_t i = 0; i < used; i++)
      rows[r * used + i] = fit->root[r] * (double)matrix_row(scaled, r)[i];
  cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, size, (int)fit->rows, 1, rows, size, 0,
              covariance, size);
  bool fine = LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', size, covariance, size, values) == 0;
  while (fine && fit->components < used && fit->components < fit->rows &&
         values[used - 1 - fit->components] > NEGLIGIBLE * values[used - 1])
    fit->components++;
  size_t count = fit->components;
  fit->axes = mem_alloc(used * count + 1, sizeof *fit->axes);
  fit->eigen = mem_alloc(count + 1, sizeof *fit->eigen);
  fit->projected = mem_alloc(fit->rows * count + 1, sizeof *fit->projected);
  fit->shares = mem_alloc(count + 1, sizeof *fit->shares);
  for (size_t k = 0; k < count; k++) { /* eigenvalues ascend */
    fit->eigen[k] = values[used - 1 - k];
    for (size_t i = 0; i < used; i++)
      fit->axes[i * count + k] = covariance[i * used + used - 1 - k];
  }
  if (count > 0)
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)fit->rows, (int)count, size, 1,
                rows, size, fit->axes, (int)count, 0, fit->projected, (int)count);
  free(covariance);
  free(values);
  free(rows);
}

/* The sum of squared errors on each row when it is left out. */
static double leave_one_out(const Fit *fit, double penalty, size_t components)
{
  double sum = 0, weights = 0;
  for (size_t r = 0; r < fit->rows; r++) weights += fit->root[r] * fit->root[r];
  for (size_t r = 0; r < fit->rows; r++) {
    const double *row = fit->projected + r * fit->components;
    double said = 0, own = fit->root[r] * fit->root[r] / weights;
    for (size_t k = 0; k < components; k++) {
      double part = row[k] / (fit->eigen[k] + penalty);
      said += part * fit->shares[k];
      own += part * row[k];
    }
    double error = (fit->left[r] - said) / fmax(1 - own, 1e-3);
    sum += error * error;
  }
  return sum;
}

static void fit_output(Fit *fit, const LearnerData *data, size_t output, float *coefficients)
{
  double mean = 0, weights = 0, total = 0;
  for (size_t r = 0; r < fit->rows; r++) {
    double weight = fit->root[r] * fit->root[r];
    mean += weight * (double)matrix_row(data->targets, r)[output];
    weights += weight;
  }
  mean /= weights;
  for (size_t r = 0; r < fit->rows; r++)
    fit->left[r] = fit->root[r] * ((double)matrix_row(data->targets, r)[output] - mean);
  int count = (int)fit->components;
  if (count > 0)
    cblas_dgemv(CblasRowMajor, CblasTrans, (int)fit->rows, count, 1, fit->projected, count,
                fit->left, 1, 0, fit->shares, 1);
  for (size_t k = 0; k < fit->components; k++) total += fit->eigen[k];
  double least = leave_one_out(fit, 1, 0), best = 0;
  size_t best_size = 0;
  for (size_t s = 0; s < SIZES; s++) {
    size_t size = sizes[s] < fit->components ? sizes[s] : fit->components;
    if (s > 0 && sizes[s - 1] >= fit->components) break;
    for (size_t p = 0; p < PENALTIES && size > 0; p++) {
      double penalty = penalties[p] * total / (double)fit->components;
      double error = leave_one_out(fit, penalty, size);
      if (!(error < least)) continue;
      least = error;
      best = penalty;
      best_size = size;
    }
  }
  for (size_t i = 0; i < fit->used; i++) {
    double sum = 0;
    for (size_t k = 0; k < best_size; k++)
      sum += fit->axes[i * fit->components + k] * fit->shares[k] / (fit->eigen[k] + best);
    coefficients[i] = (float)sum;
  }
  coefficients[fit->used] = (float)mean;
}

static void *train(const LearnerData *data, const LearnerSettings *settings, Error *error)
{
  (void)settings;
  (void)error;
  openblas_set_num_threads(1);
  Ridge *ridge = mem_alloc_zero(1, sizeof *ridge);
  scale_make(&ridge->scale, data->features, data->weights, true);
  ridge->outputs = data->targets->columns;
  Fit fit = {.rows = data->features->rows, .used = ridge->scale.used};
  ridge->coefficients = mem_alloc(ridge->outputs * (fit.used + 1), sizeof(float));
  fit.root = mem_alloc(fit.rows, sizeof *fit.root);
  fit.left = mem_alloc(fit.rows, sizeof *fit.left);
  for (size_t r = 0; r < fit.rows; r++)
    fit.root[r] = data->weights ? sqrt((double)data->weights[r]) : 1;
  Matrix scaled = scale_apply_all(&ridge->scale, data->features);
  if (fit.used > 0) find_components(&fit, &scaled);
  for (size_t o = 0; o < ridge->outputs; o++)
    fit_output(&fit, data, o, ridge->coefficients + o * (fit.used + 1));
  matrix_free(&scaled);
  free(fit.axes);
  free(fit.eigen);
  free(fit.projected);
  free(fit.shares);
  free(fit.root);
  free(fit.left);
  return ridge;
}

static void destroy(void *state)
{
  Ridge *ridge = state;
  scale_free(&ridge->scale);
  free(ridge->coefficients);
  free(ridge);
}

static void predict(const void *state, const float *row, float *outputs)
{
  const Ridge *ridge = state;
  size_t used = ridge->scale.used;
  float *scaled = mem_alloc(used + 1, sizeof *scaled);
  scale_apply(&ridge->scale, row, scaled);
  for (size_t o = 0; o < ridge->outputs; o++) {
    const float *coefficients = ridge->coefficients + o * (used + 1);
    float sum = coefficients[used];
    for (size_t i = 0; i < used; i++) sum += coefficients[i] * scaled[i];
    outputs[o] = sum;
  }
  free(scaled);
}

static void write(const void *state, StrBuf *out)
{
  const Ridge *ridge = state;
  scale_write(&ridge->scale, out);
  for (size_t i = 0; i < ridge->outputs * (ridge->scale.used + 1); i++)
    pack_put_float(out, ridge->coefficients[i]);
}

static void *read(ByteReader *in, size_t inputs, size_t outputs)
{
  Ridge *ridge = mem_alloc_zero(1, sizeof *ridge);
  ridge->outputs = outputs;
  scale_read(&ridge->scale, in, inputs);
  size_t width = ridge->scale.used + 1;
  in->failed |= outputs > (in->length - in->at) / sizeof(float) / width;
  if (!in->failed) {
    ridge->coefficients = mem_alloc(outputs * width, sizeof(float));
    for (size_t i = 0; i < outputs * width; i++) ridge->coefficients[i] = pack_get_float(in);
  }
  if (!in->failed) return ridge;
  destroy(ridge);
  return NULL;
}

const LearnerMethod learner_ridge = {
    .train = train, .destroy = destroy, .predict = predict, .write = write, .read = read};
