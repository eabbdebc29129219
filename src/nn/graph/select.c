#include "nn/graph/select.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* The elements that are not 0. */
static size_t select_count_nonzero(const Tensor *tensor)
{
  size_t count = 0;
  for (size_t i = 0; i < tensor->count; i++) count += tensor_get_double(tensor, i) != 0;
  return count;
}

Status select_slices(const ShapeTask *task, const TensorShape *x, SelectSlices *slices)
{
  const GraphAttribute *given = graph_attribute(task->node, "axis");
  *slices = (SelectSlices){1, tensor_shape_extent(x, 0, x->rank), 1};
  if (!given) return STATUS_OK;
  uint32_t axis;
  Status status = shape_axis(task, given->number, x->rank, &axis);
  if (status != STATUS_OK) return status;
  slices->inner = tensor_shape_extent(x, axis + 1, x->rank);
  slices->extent = (size_t)x->dims[axis];
  slices->outer = tensor_shape_extent(x, 0, axis);
  return STATUS_OK;
}

/* Doubles do not tell large whole numbers apart. */
static int compare_elements(const Tensor *tensor, size_t a, size_t b)
{
  if (tensor_type_is_float(tensor->shape.type)) {
    double x = tensor_get_double(tensor, a), y = tensor_get_double(tensor, b);
    return (x > y) - (x < y);
  }
  int64_t x = tensor_get_int(tensor, a), y = tensor_get_int(tensor, b);
  if (tensor->shape.type == TENSOR_UINT64)
    return ((uint64_t)x > (uint64_t)y) - ((uint64_t)x < (uint64_t)y);
  return (x > y) - (x < y);
}

/* Orders two slices: below 0, 0, or above. */
static int select_compare(const Tensor *tensor, const SelectSlices *slices, size_t a, size_t b)
{
  for (size_t o = 0; o < slices->outer; o++)
    for (size_t i = 0; i < slices->inner; i++) {
      size_t base = o * slices->extent * slices->inner + i;
      int order = compare_elements(tensor, base + a * slices->inner, base + b * slices->inner);
      if (order) return order;
    }
  return 0;
}

typedef struct {
  const Tensor *tensor;
  const SelectSlices *slices;
} SortContext;

/* Equal slices stay in their order, so that the first of each kind is found. */
static int compare_slices(const void *a, const void *b, void *context)
{
  const SortContext *sort = context;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  int order = select_compare(sort->tensor, sort->slices, x, y);
  return order ? order : (x > y) - (x < y);
}

static int compare_numbers(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void select_unique(const Tensor *tensor, const SelectSlices *slices, bool sorted, U32Vec *firsts,
                   U32Vec *groups)
{
  SortContext sort = {tensor, slices};
  uint32_t count = (uint32_t)slices->extent;
  uint32_t *order = mem_alloc(count + 1, sizeof *order), *first_of = mem_alloc(count + 1, 4);
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  qsort_r(order, count, sizeof *order, compare_slices, &sort);
  firsts->count = groups->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i == 0 || select_compare(tensor, slices, order[i - 1], order[i]) != 0)
      VEC_PUSH(firsts, order[i]);
    first_of[order[i]] = firsts->items[firsts->count - 1];
  }
  uint32_t *place = mem_alloc_zero(count + 1, sizeof *place);
  if (!sorted && firsts->count)
    qsort(firsts->items, firsts->count, sizeof *firsts->items, compare_numbers);
  for (uint32_t i = 0; i < firsts->count; i++) place[firsts->items[i]] = i;
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(groups, place[first_of[i]]);
  free(place);
  free(first_of);
  free(order);
}

/* A box by two corners. */
typedef struct {
  double y1, x1, y2, x2;
} Box;

static Box read_box(const ShapeTask *task, const Tensor *boxes, size_t number)
{
  double v[4];
  for (size_t i = 0; i < 4; i++) v[i] = tensor_get_double(boxes, number * 4 + i);
  if (graph_attribute_int(task->node, "center_point_box") != 0)
    return (Box){v[1] - v[3] / 2, v[0] - v[2] / 2, v[1] + v[3] / 2, v[0] + v[2] / 2};
  return (Box){fmin(v[0], v[2]), fmin(v[1], v[3]), fmax(v[0], v[2]), fmax(v[1], v[3])};
}

static double overlap(const Box *a, const Box *b)
{
  double height = fmin(a->y2, b->y2) - fmax(a->y1, b->y1);
  double width = fmin(a->x2, b->x2) - fmax(a->x1, b->x1);
  if (height <= 0 || width <= 0) return 0;
  double both = height * width;
  double all = (a->y2 - a->y1) * (a->x2 - a->x1) + (b->y2 - b->y1) * (b->x2 - b->x1) - both;
  return all > 0 ? both / all : 0;
}

/* The boxes of one class of one image, best first. */
typedef struct {
  const ShapeTask *task;
  const Tensor *boxes, *scores;
  size_t boxes_at, scores_at, count;
  double overlap_most, score_least;
  int64_t most;
  uint32_t batch, class;
} Suppression;

static int compare_scores(const void *a, const void *b, void *context)
{
  const Suppression *s = context;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  double p = tensor_get_double(s->scores, s->scores_at + x);
  double q = tensor_get_double(s->scores, s->scores_at + y);
  return p > q ? -1 : p < q ? 1 : (x > y) - (x < y);
}

static void suppress(Suppression *s, U32Vec *taken)
{
  uint32_t *order = mem_alloc(s->count + 1, sizeof *order);
  size_t count = 0, first = taken->count;
  for (uint32_t i = 0; i < s->count; i++)
    if (tensor_get_double(s->scores, s->scores_at + i) > s->score_least) order[count++] = i;
  qsort_r(order, count, sizeof *order, compare_scores, s);
  for (size_t i = 0; i < count && (int64_t)(taken->count - first) / 3 < s->most; i++) {
    Box box = read_box(s->task, s->boxes, s->boxes_at + order[i]);
    bool free_place = true;
    for (size_t k = first; k < taken->count && free_place; k += 3) {
      Box other = read_box(s->task, s->boxes, s->boxes_at + taken->items[k + 2]);
      free_place = !(overlap(&box, &other) > s->overlap_most);
    }
    if (!free_place) continue;
    VEC_PUSH(taken, s->batch);
    VEC_PUSH(taken, s->class);
    VEC_PUSH(taken, order[i]);
  }
  free(order);
}

static double single(const Tensor *tensor, double otherwise)
{
  return tensor && tensor->count ? tensor_get_double(tensor, 0) : otherwise;
}

Status select_boxes(const ShapeTask *task, const Tensor *const inputs[5], U32Vec *taken)
{
  const TensorShape *boxes = &inputs[0]->shape, *scores = &inputs[1]->shape;
  if (boxes->rank != 3 || scores->rank != 3 || boxes->dims[2] != 4 ||
      boxes->dims[0] != scores->dims[0] || boxes->dims[1] != scores->dims[2])
    return shape_fail(task, "boxes and scores do not have the shapes (n, m, 4) and (n, c, m)");
  if (scores->dims[0] > INT32_MAX || scores->dims[1] > INT32_MAX || scores->dims[2] > INT32_MAX)
    return shape_fail(task, "there are too many boxes");
  taken->count = 0;
  for (uint32_t n = 0; n < (uint32_t)scores->dims[0]; n++)
    for (uint32_t c = 0; c < (uint32_t)scores->dims[1]; c++) {
      size_t count = (size_t)boxes->dims[1];
      Suppression s = {.task = task,
                       .boxes = inputs[0],
                       .scores = inputs[1],
                       .boxes_at = n * count,
                       .scores_at = (n * (size_t)scores->dims[1] + c) * count,
                       .count = count,
                       .overlap_most = single(inputs[3], 0),
                       .score_least = single(inputs[4], -INFINITY),
                       .most = inputs[2] && inputs[2]->count ? tensor_get_int(inputs[2], 0) : 0,
                       .batch = n,
                       .class = c};
      suppress(&s, taken);
    }
  return STATUS_OK;
}

/* The value of an input that the shape depends on. */
static Status need_constant(const ShapeTask *task, size_t input, const Tensor **constant)
{
  *constant = graph_constant(task->graph, graph_node_input(task->node, input));
  return *constant
             ? STATUS_OK
             : shape_fail(task, "the shape of the result depends on the inputs of the network");
}

Status shape_rule_non_zero(const ShapeTask *task)
{
  const Tensor *x;
  Status status = need_constant(task, 0, &x);
  if (status != STATUS_OK) return status;
  task->out[0].rank = 2;
  task->out[0].dims[0] = x->shape.rank;
  task->out[0].dims[1] = (int64_t)select_count_nonzero(x);
  return STATUS_OK;
}

Status shape_rule_unique(const ShapeTask *task)
{
  const Tensor *x;
  SelectSlices slices;
  Status status = need_constant(task, 0, &x);
  if (status == STATUS_OK) status = select_slices(task, &x->shape, &slices);
  if (status != STATUS_OK) return status;
  U32Vec firsts = {0}, groups = {0};
  select_unique(x, &slices, true, &firsts, &groups);
  const GraphAttribute *axis = graph_attribute(task->node, "axis");
  TensorType type = task->out[0].type;
  task->out[0] = axis ? x->shape : (TensorShape){.rank = 1};
  task->out[0].type = type;
  uint32_t along =
      axis ? (uint32_t)(axis->number < 0 ? axis->number + x->shape.rank : axis->number) : 0;
  task->out[0].dims[along] = (int64_t)firsts.count;
  for (uint32_t i = 1; i < task->node->output_count; i++) {
    task->out[i].rank = 1;
    task->out[i].dims[0] = (int64_t)(i == 2 ? slices.extent : firsts.count);
  }
  VEC_FREE(&firsts);
  VEC_FREE(&groups);
  return STATUS_OK;
}

Status shape_rule_suppression(const ShapeTask *task)
{
  const Tensor *inputs[5] = {0};
  U32Vec taken = {0};
  Status status = STATUS_OK;
  for (size_t i = 0; i < 5 && status == STATUS_OK; i++)
    if (i < 2 || graph_node_input(task->node, i) != VALUE_NONE)
      status = need_constant(task, i, &inputs[i]);
  if (status == STATUS_OK) status = select_boxes(task, inputs, &taken);
  task->out[0].rank = 2;
  task->out[0].dims[0] = (int64_t)(taken.count / 3);
  task->out[0].dims[1] = 3;
  VEC_FREE(&taken);
  return status;
}
