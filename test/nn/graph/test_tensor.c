#include "testing.h"

#include <math.h>

#include "nn/graph/half.h"
#include "nn/graph/tensor.h"

/* Every number of 16 bits survives; numbers between two go to the nearest. */
static void test_half(void **state)
{
  (void)state;
  for (uint32_t bits = 0; bits < 65536; bits++) {
    double half = half_to_double((uint16_t)bits), bfloat = bfloat_to_double((uint16_t)bits);
    if (!isnan(half)) assert_int_equal(half_from_double(half), bits);
    if (!isnan(bfloat)) assert_int_equal(bfloat_from_double(bfloat), bits);
    assert_int_equal(isnan(half_to_double(half_from_double(half))), isnan(half));
  }
  for (uint32_t bits = 0; bits < 0x7bff; bits++) {
    double low = half_to_double((uint16_t)bits), high = half_to_double((uint16_t)(bits + 1));
    assert_int_equal(half_from_double((low + high) / 2), bits + (bits & 1));
    assert_int_equal(half_from_double(nextafter((low + high) / 2, 0)), bits);
    assert_int_equal(half_from_double(-nextafter((low + high) / 2, 1e9)), 0x8000 | (bits + 1));
  }
  assert_int_equal(half_from_double(65519), 0x7bff);
  assert_int_equal(half_from_double(65520), 0x7c00);
  assert_int_equal(half_from_double(1e300), 0x7c00);
  assert_int_equal(half_from_double(1e-300), 0);
}

static void test_elements(void **state)
{
  (void)state;
  for (int type = 1; type < TENSOR_TYPE_COUNT; type++) {
    TensorShape shape = {(TensorType)type, 1, {3}};
    if (!tensor_type_is_float(shape.type) && !tensor_type_is_integer(shape.type)) continue;
    Tensor tensor;
    tensor_init(&tensor, shape);
    tensor_set_int(&tensor, 1, 100);
    assert_int_equal(tensor_get_int(&tensor, 1), 100);
    assert_true(tensor_get_double(&tensor, 1) == 100);
    tensor_set_double(&tensor, 2, 7);
    assert_int_equal(tensor_get_int(&tensor, 2), 7);
    assert_int_equal(tensor_get_int(&tensor, 0), 0);
    tensor_deinit(&tensor);
  }
}

static void test_conversions(void **state)
{
  (void)state;
  Tensor tensor;
  tensor_init(&tensor, (TensorShape){TENSOR_UINT8, 0, {0}});
  tensor_set_int(&tensor, 0, 257);
  assert_int_equal(tensor_get_int(&tensor, 0), 1);
  tensor_deinit(&tensor);
  tensor_init(&tensor, (TensorShape){TENSOR_UINT64, 0, {0}});
  tensor_set_double(&tensor, 0, 0x1p63);
  assert_true(tensor_get_double(&tensor, 0) == 0x1p63);
  tensor_deinit(&tensor);
  tensor_init(&tensor, (TensorShape){TENSOR_INT64, 0, {0}});
  tensor_set_double(&tensor, 0, NAN);
  assert_true(tensor_get_int(&tensor, 0) == INT64_MIN);
  tensor_deinit(&tensor);
}

static void test_count(void **state)
{
  (void)state;
  size_t count;
  TensorShape huge = {TENSOR_FLOAT, 3, {INT64_MAX, INT64_MAX, INT64_MAX}};
  assert_false(tensor_shape_count(&huge, SIZE_MAX, &count));
  huge.dims[2] = 0;
  assert_true(tensor_shape_count(&huge, 10, &count));
  assert_int_equal(count, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_half),
      cmocka_unit_test(test_elements),
      cmocka_unit_test(test_conversions),
      cmocka_unit_test(test_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
