/* Signals: windows to taper them with, Fourier transforms, mel filters. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/infer/kernel.h"

#define TURN 6.283185307179586476925

Status compute_taper(const KernelTask *task)
{
  Tensor *y = &task->out[0];
  bool periodic = graph_attribute_int(task->node, "periodic") != 0;
  double size = (double)y->count - (periodic ? 0 : 1);
  for (size_t i = 0; i < y->count; i++) {
    double angle = size > 0 ? TURN * (double)i / size : 0, value;
    switch (task->node->op->kind) {
    case OP_HannWindow: value = 0.5 - 0.5 * cos(angle); break;
    case OP_HammingWindow: value = 25.0 / 46 - 21.0 / 46 * cos(angle); break;
    default: value = 0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle); break;
    }
    tensor_set_double(y, i, value);
  }
  return STATUS_OK;
}

/* A line of complex numbers of which the result has `out`. */
typedef struct {
  const double *re, *im; /* `count` of them, then zeros */
  size_t count, length;
  bool inverse;
} Transform;

static void transform_at(const Transform *t, size_t k, double *re, double *im)
{
  *re = *im = 0;
  for (size_t i = 0; i < t->count; i++) {
    /* The product is reduced before it becomes an angle, so that it stays exact. */
    double angle = TURN * (double)(i * k % t->length) / (double)t->length;
    double c = cos(angle), s = t->inverse ? sin(angle) : -sin(angle);
    *re += t->re[i] * c - t->im[i] * s;
    *im += t->re[i] * s + t->im[i] * c;
  }
  if (t->inverse) {
    *re /= (double)t->length;
    *im /= (double)t->length;
  }
}

Status compute_dft(const KernelTask *task)
{
  const Tensor *x = task->in[0], *length = compute_input(task, 1);
  Tensor *y = &task->out[0];
  int64_t axis = graph_attribute_int(task->node, "axis");
  uint32_t rank = x->shape.rank, along = (uint32_t)(axis < 0 ? axis + rank : axis);
  size_t parts = (size_t)x->shape.dims[rank - 1], extent = (size_t)x->shape.dims[along];
  size_t inner = tensor_shape_extent(&x->shape, along + 1, rank - 1);
  size_t out = (size_t)y->shape.dims[along];
  size_t points = length && length->count ? (size_t)tensor_get_int(length, 0) : extent;
  size_t outer = tensor_shape_extent(&x->shape, 0, along);
  double *re = mem_alloc_zero(extent + 1, sizeof *re), *im = mem_alloc_zero(extent + 1, sizeof *im);
  Transform t = {re, im, extent < points ? extent : points, points,
                 graph_attribute_int(task->node, "inverse") != 0};
  for (size_t line = 0; line < outer * inner; line++) {
    size_t base = line / inner * extent * inner + line % inner;
    for (size_t i = 0; i < extent; i++) {
      re[i] = tensor_get_double(x, (base + i * inner) * parts);
      im[i] = parts == 2 ? tensor_get_double(x, (base + i * inner) * parts + 1) : 0;
    }
    for (size_t k = 0; k < out; k++) {
      double real, imaginary;
      size_t to = (line / inner * out * inner + line % inner + k * inner) * 2;
      transform_at(&t, k, &real, &imaginary);
      tensor_set_double(y, to, real);
      tensor_set_double(y, to + 1, imaginary);
    }
  }
  free(re);
  free(im);
  return STATUS_OK;
}

Status compute_stft(const KernelTask *task)
{
  const Tensor *x = task->in[0], *window = compute_input(task, 2);
  Tensor *y = &task->out[0];
  size_t frames = (size_t)y->shape.dims[1], bins = (size_t)y->shape.dims[2];
  size_t signal = (size_t)x->shape.dims[1], parts = (size_t)x->shape.dims[2];
  const Tensor *given = compute_input(task, 3);
  size_t length = given && given->count ? (size_t)tensor_get_int(given, 0) : window->count;
  size_t step = (size_t)tensor_get_int(task->in[1], 0);
  double *re = mem_alloc_zero(length + 1, sizeof *re), *im = mem_alloc_zero(length + 1, sizeof *im);
  Transform t = {re, im, length, length, false};
  for (size_t f = 0; f < (size_t)x->shape.dims[0] * frames; f++) {
    size_t base = (f / frames * signal + f % frames * step) * parts;
    for (size_t i = 0; i < length; i++) {
      double weight = window ? tensor_get_double(window, i) : 1;
      re[i] = weight * tensor_get_double(x, base + i * parts);
      im[i] = parts == 2 ? weight * tensor_get_double(x, base + i * parts + 1) : 0;
    }
    for (size_t k = 0; k < bins; k++) {
      double real, imaginary;
      transform_at(&t, k, &real, &imaginary);
      tensor_set_double(y, (f * bins + k) * 2, real);
      tensor_set_double(y, (f * bins + k) * 2 + 1, imaginary);
    }
  }
  free(re);
  free(im);
  return STATUS_OK;
}

static double to_mel(double hertz)
{
  return 2595 * log10(1 + hertz / 700);
}

static double to_hertz(double mel)
{
  return 700 * (pow(10, mel / 2595) - 1);
}

/* The bin of the spectrum for edge number i of bins + 2. */
static int64_t mel_edge(const KernelTask *task, int64_t i)
{
  double bins = (double)tensor_get_int(task->in[0], 0),
         length = (double)tensor_get_int(task->in[1], 0);
  double rate = (double)tensor_get_int(task->in[2], 0);
  double low = to_mel(tensor_get_double(task->in[3], 0));
  double high = to_mel(tensor_get_double(task->in[4], 0));
  double mel = low + (double)i * ((high - low) / (bins + 2));
  double bin = floor((length + 1) * to_hertz(mel) / rate);
  return bin > -0x1p40 && bin < 0x1p40 ? (int64_t)bin : 0;
}

Status compute_mel(const KernelTask *task)
{
  Tensor *y = &task->out[0];
  int64_t rows = y->shape.dims[0], columns = y->shape.dims[1];
  for (size_t i = 3; i < 5; i++)
    if (task->in[i]->count != 1) return compute_fail(task, "an edge is not a single number");
  for (int64_t c = 0; c < columns; c++) {
    int64_t low = mel_edge(task, c), middle = mel_edge(task, c + 1), high = mel_edge(task, c + 2);
    for (int64_t r = low < 0 ? 0 : low; r <= high && r < rows; r++) {
      double value = 0;
      if (r <= middle) value = middle == low ? 1 : (double)(r - low) / (double)(middle - low);
      if (r >= middle && high > middle && r < high)
        value = (double)(high - r) / (double)(high - middle);
      if (r > middle && r == high) value = 0;
      tensor_set_double(y, (size_t)(r * columns + c), value);
    }
  }
  return STATUS_OK;
}
