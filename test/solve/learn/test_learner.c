/* All learners: what they learn, with weights and without, and bytes of all kinds. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "solve/learn/learner.h"

enum { ROWS = 600, COLUMNS = 5, OUTPUTS = 2 };

/* What the outputs are without noise: a slope with a step, and a class that a line divides. */
static void truth(const float *row, float *outputs)
{
  outputs[0] = 10 * row[0] + (row[1] > 0 ? 5 : 0);
  outputs[1] = row[0] + row[1] > 0;
}

/* The third feature is constant, the fourth has gaps and the fifth says nothing. */
static void make_data(Matrix *features, Matrix *targets, uint64_t seed)
{
  Random random = random_stream(seed, 0, 0);
  *features = matrix_make(ROWS, COLUMNS);
  *targets = matrix_make(ROWS, OUTPUTS);
  for (size_t r = 0; r < ROWS; r++) {
    float *row = matrix_row(features, r);
    for (size_t c = 0; c < COLUMNS; c++) row[c] = (float)(2 * random_unit(&random) - 1);
    row[2] = 7;
    row[3] = r % 3 ? row[0] : NAN;
    truth(row, matrix_row(targets, r));
  }
}

typedef struct {
  Matrix features, targets, unseen, expected;
} Fixture;

static int set_up(void **state)
{
  Fixture *fixture = malloc(sizeof *fixture);
  make_data(&fixture->features, &fixture->targets, 1);
  make_data(&fixture->unseen, &fixture->expected, 2);
  *state = fixture;
  return 0;
}

static int tear_down(void **state)
{
  Fixture *fixture = *state;
  matrix_free(&fixture->features);
  matrix_free(&fixture->targets);
  matrix_free(&fixture->unseen);
  matrix_free(&fixture->expected);
  free(fixture);
  return 0;
}

/* NULL if what it needs is not installed. */
static Learner *train(const Fixture *fixture, LearnerSettings settings, const float *weights)
{
  Error error;
  LearnerData data = {&fixture->features, &fixture->targets, weights};
  Learner *learner = learner_train(&data, &settings, &error);
  if (!learner) assert_int_equal(learner_check(settings.kind, &error), STATUS_IO);
  return learner;
}

/* The part of the variance of an output that is not explained on rows that were not seen. */
static double unexplained(const Learner *learner, const Fixture *fixture, size_t output)
{
  double mean = 0, error = 0, variance = 0;
  Matrix said = learner_predict_all(learner, &fixture->unseen);
  for (size_t r = 0; r < ROWS; r++)
    mean += (double)matrix_row(&fixture->expected, r)[output] / ROWS;
  for (size_t r = 0; r < ROWS; r++) {
    double right = (double)matrix_row(&fixture->expected, r)[output];
    error += pow((double)matrix_row(&said, r)[output] - right, 2);
    variance += pow(right - mean, 2);
  }
  matrix_free(&said);
  return error / variance;
}

static void test_learns_numbers_and_chances(void **state)
{
  const Fixture *fixture = *state;
  for (int task = LEARN_NUMBERS; task <= LEARN_CHANCES; task++) {
    for (int kind = 0; kind < LEARNER_COUNT; kind++) {
      LearnerSettings settings = {.kind = (LearnerKind)kind, .task = (LearnerTask)task, .seed = 3};
      Fixture one = *fixture;
      if (task == LEARN_CHANCES) { /* targets are classes: both columns */
        one.targets = matrix_make(ROWS, OUTPUTS);
        for (size_t r = 0; r < ROWS; r++) {
          matrix_row(&one.targets, r)[0] = matrix_row(&fixture->targets, r)[0] > 2;
          matrix_row(&one.targets, r)[1] = matrix_row(&fixture->targets, r)[1];
        }
      }
      Learner *learner = train(&one, settings, NULL);
      if (task == LEARN_CHANCES) matrix_free(&one.targets);
      if (!learner) continue;
      /* A line explains two thirds of a class. */
      if (task == LEARN_NUMBERS) assert_true(unexplained(learner, fixture, 0) < 0.15);
      assert_true(unexplained(learner, fixture, 1) < (kind == LEARNER_RIDGE ? 0.5 : 0.35));
      if (task == LEARN_CHANCES) {
        Matrix said = learner_predict_all(learner, &fixture->unseen);
        for (size_t i = 0; i < ROWS * OUTPUTS; i++)
          assert_true(said.values[i] >= 0 && said.values[i] <= 1);
        matrix_free(&said);
      }
      learner_destroy(learner);
    }
  }
}

/* Half of the rows contradict the others; those with weight are believed. */
static void test_weights(void **state)
{
  Fixture one = *(const Fixture *)*state;
  float weights[ROWS];
  one.targets = matrix_make(ROWS, OUTPUTS);
  for (size_t r = 0; r < ROWS; r++) {
    weights[r] = r % 2 ? 1 : 0.001f;
    for (size_t o = 0; o < OUTPUTS; o++)
      matrix_row(&one.targets, r)[o] =
          (r % 2 ? 1.0f : -1.0f) * matrix_row(&((Fixture *)*state)->targets, r)[o];
  }
  for (int kind = 0; kind < LEARNER_COUNT; kind++) {
    LearnerSettings settings = {.kind = (LearnerKind)kind, .seed = 4};
    Learner *believing = train(&one, settings, weights), *doubting = train(&one, settings, NULL);
    if (!believing) continue;
    /* AdaBoost gives rows that it is bad at more weight again. */
    assert_true(unexplained(believing, &one, 0) < (kind == LEARNER_ADABOOST ? 0.5 : 0.3));
    assert_true(unexplained(doubting, &one, 0) > 0.5);
    learner_destroy(believing);
    learner_destroy(doubting);
  }
  matrix_free(&one.targets);
}

/* One row; no features; all alike. */
static void test_degenerate(void **state)
{
  (void)state;
  for (int kind = 0; kind < LEARNER_COUNT; kind++) {
    for (size_t rows = 1; rows <= 60; rows += 59) {
      for (size_t columns = 0; columns <= 2; columns++) {
        if (columns == 0 && kind == LEARNER_BOOST) continue; /* XGBoost refuses it, with an error */
        Matrix features = matrix_make(rows, columns), targets = matrix_make(rows, 1);
        for (size_t r = 0; r < rows; r++) targets.values[r] = 4;
        Error error;
        LearnerSettings settings = {.kind = (LearnerKind)kind, .size = 5};
        Learner *learner =
            learner_train(&(LearnerData){&features, &targets, NULL}, &settings, &error);
        float said = 0;
        if (learner) learner_predict(learner, (float[]){1, NAN}, &said);
        if (learner) assert_true(fabsf(said - 4) < 0.5f);
        learner_destroy(learner);
        matrix_free(&features);
        matrix_free(&targets);
      }
    }
  }
}

static void damage(const StrBuf *bytes, const float *row)
{
  Random random = random_stream(9, 0, 0);
  for (size_t i = 0; i < 3000; i++) {
    size_t at = (size_t)random_below(&random, bytes->length < 4000 || i % 2 ? bytes->length : 4000);
    char before = bytes->bytes[at];
    bytes->bytes[at] = (char)random_u64(&random);
    size_t cut = i % 3 ? 0 : (size_t)random_below(&random, bytes->length);
    ByteReader in = {.bytes = bytes->bytes, .length = bytes->length - cut};
    Learner *copy = learner_read(&in);
    if (copy && learner_inputs(copy) == COLUMNS && learner_outputs(copy) == OUTPUTS) {
      float said[OUTPUTS];
      learner_predict(copy, row, said);
    }
    learner_destroy(copy);
    bytes->bytes[at] = before;
  }
}

/* The bytes give the same learner; damaged ones give none or one that can be asked. */
static void test_bytes(void **state)
{
  const Fixture *fixture = *state;
  for (int kind = 0; kind < LEARNER_COUNT; kind++) {
    LearnerSettings settings = {.kind = (LearnerKind)kind, .size = 5, .seed = 5};
    Learner *learner = train(fixture, settings, NULL);
    if (!learner) continue;
    StrBuf bytes;
    strbuf_init(&bytes, 0);
    learner_write(learner, &bytes);
    ByteReader in = {.bytes = bytes.bytes, .length = bytes.length};
    Learner *copy = learner_read(&in);
    assert_non_null(copy);
    assert_true(bytes_all_read(&in));
    Matrix one = learner_predict_all(learner, &fixture->unseen);
    Matrix other = learner_predict_all(copy, &fixture->unseen);
    assert_memory_equal(one.values, other.values, ROWS * OUTPUTS * sizeof(float));
    matrix_free(&one);
    matrix_free(&other);
    learner_destroy(copy);
    damage(&bytes, matrix_row(&fixture->unseen, 0));
    strbuf_deinit(&bytes);
    learner_destroy(learner);
  }
}

static void test_names(void **state)
{
  (void)state;
  for (int kind = 0; kind < LEARNER_COUNT; kind++) {
    LearnerKind found = LEARNER_COUNT;
    assert_true(learner_find(learner_name((LearnerKind)kind), &found));
    assert_int_equal(found, kind);
  }
  LearnerKind none;
  assert_false(learner_find("oracle", &none));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_learns_numbers_and_chances),
      cmocka_unit_test(test_weights),
      cmocka_unit_test(test_degenerate),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
