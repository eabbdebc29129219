#include "nn/graph/einsum.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* Letters are 0 to 51; the axes of an ellipsis, counted from its end, follow them. */
enum { ELLIPSIS = 52, LABELS = 52 + TENSOR_RANK_MAX };

typedef struct {
  uint8_t labels[TENSOR_RANK_MAX];
  uint32_t count;
} Term;

/* Reads the labels of one term up to a comma, an arrow or the end; `rank` is that of the input, or of the ellipsis
 * alone for the result. */
static Status read_term(const ShapeTask *task, const char **at, uint32_t rank, bool result,
                        Term *term)
{
  const char *text = *at;
  uint32_t letters = 0, dots = 0;
  for (; *text && *text != ',' && strncmp(text, "->", 2) != 0; text++) {
    if (isalpha((unsigned char)*text))
      letters++;
    else if (strncmp(text, "...", 3) == 0 && dots == 0) {
      dots = 1;
      text += 2;
    } else if (*text != ' ')
      return shape_fail(task, "'equation' is not an equation");
  }
  uint32_t hidden = result ? rank : dots && letters <= rank ? rank - letters : 0;
  if (!result && letters + hidden != rank)
    return shape_fail(task, "a term of the equation does not have the rank of its input, %u", rank);
  if (letters + (dots ? hidden : 0) > TENSOR_RANK_MAX)
    return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
  *term = (Term){.count = 0};
  for (text = *at; *text && *text != ',' && strncmp(text, "->", 2) != 0; text++) {
    char c = *text;
    if (c >= 'a' && c <= 'z') term->labels[term->count++] = (uint8_t)(c - 'a');
    if (c >= 'A' && c <= 'Z') term->labels[term->count++] = (uint8_t)(26 + c - 'A');
    if (c != '.') continue;
    for (uint32_t i = hidden; i-- > 0;) term->labels[term->count++] = (uint8_t)(ELLIPSIS + i);
    text += 2;
  }
  *at = text;
  return STATUS_OK;
}

/* Without an arrow: the ellipsis, then letters that are there once, in alphabetical order (capitals first). */
static Status implicit_result(const ShapeTask *task, const uint32_t *uses, uint32_t hidden,
                              Term *result)
{
  *result = (Term){.count = 0};
  for (uint32_t i = hidden; i-- > 0;) result->labels[result->count++] = (uint8_t)(ELLIPSIS + i);
  for (uint32_t i = 0; i < 52; i++) {
    uint32_t letter = (i + 26) % 52;
    if (uses[letter] != 1) continue;
    if (result->count == TENSOR_RANK_MAX)
      return shape_fail(task, "the rank is above %d", TENSOR_RANK_MAX);
    result->labels[result->count++] = (uint8_t)letter;
  }
  return STATUS_OK;
}

typedef struct {
  Term terms[EINSUM_INPUTS_MAX], result;
  uint32_t uses[LABELS];
  uint32_t hidden; /* axes of the longest ellipsis */
} Equation;

static Status read_equation(const ShapeTask *task, Equation *equation)
{
  const GraphAttribute *given = graph_attribute(task->node, "equation");
  uint32_t count = task->node->input_count;
  if (!given) return shape_fail(task, "'equation' is missing");
  if (count > EINSUM_INPUTS_MAX)
    return shape_fail(task, "has more than %d inputs", EINSUM_INPUTS_MAX);
  const char *at = given->text;
  *equation = (Equation){.hidden = 0};
  for (uint32_t i = 0; i < count; i++) {
    Term *term = &equation->terms[i];
    Status status = read_term(task, &at, shape_input(task, i)->rank, false, term);
    if (status != STATUS_OK) return status;
    if (i + 1 < count && *at++ != ',')
      return shape_fail(task, "the equation does not have a term for each input");
    for (uint32_t k = 0; k < term->count; k++) {
      equation->uses[term->labels[k]]++;
      uint32_t dots = term->labels[k] >= ELLIPSIS ? term->labels[k] - ELLIPSIS + 1 : 0;
      if (dots > equation->hidden) equation->hidden = dots;
    }
  }
  if (*at == ',') return shape_fail(task, "the equation does not have a term for each input");
  if (!*at) return implicit_result(task, equation->uses, equation->hidden, &equation->result);
  at += 2;
  Status status = read_term(task, &at, equation->hidden, true, &equation->result);
  return status == STATUS_OK && *at ? shape_fail(task, "'equation' is not an equation") : status;
}

/* Gives a label its index. */
static uint32_t index_of(Einsum *einsum, uint32_t places[LABELS], uint8_t label)
{
  if (!places[label]) {
    assert(einsum->index_count < EINSUM_AXES_MAX);
    einsum->extent[einsum->index_count] = 1;
    places[label] = ++einsum->index_count;
  }
  return places[label] - 1;
}

Status einsum_read(const ShapeTask *task, Einsum *einsum)
{
  Equation equation;
  uint32_t places[LABELS] = {0};
  *einsum = (Einsum){.work = 1};
  Status status = read_equation(task, &equation);
  if (status != STATUS_OK) return status;
  for (uint32_t i = 0; i < equation.result.count; i++) {
    uint8_t label = equation.result.labels[i];
    if (places[label]) return shape_fail(task, "the result has an index twice");
    if (!equation.uses[label] && label < ELLIPSIS)
      return shape_fail(task, "the result has an index that no input has");
    index_of(einsum, places, label);
  }
  einsum->out_count = einsum->index_count;
  for (uint32_t i = 0; i < task->node->input_count; i++) {
    const TensorShape *shape = shape_input(task, i);
    size_t stride = 1;
    for (uint32_t k = shape->rank; k-- > 0;) {
      uint32_t index = index_of(einsum, places, equation.terms[i].labels[k]);
      int64_t extent = shape->dims[k], known = einsum->extent[index];
      if (extent != known && extent != 1 && known != 1)
        return shape_fail(task, "an index has the extents %lld and %lld", (long long)known,
                          (long long)extent);
      if (known == 1) einsum->extent[index] = extent;
      if (extent != 1) einsum->step[i][index] += stride;
      stride *= (size_t)extent;
    }
  }
  for (uint32_t i = 0; i < einsum->index_count; i++)
    if (__builtin_mul_overflow(einsum->work, (uint64_t)einsum->extent[i], &einsum->work))
      einsum->work = einsum->extent[i] ? UINT64_MAX : 0;
  return STATUS_OK;
}

Status shape_rule_einsum(const ShapeTask *task)
{
  Einsum einsum;
  Status status = einsum_read(task, &einsum);
  if (status != STATUS_OK) return status;
  if (einsum.work > (uint64_t)1 << 40) return shape_fail(task, "has more than 2^40 products");
  task->out[0].rank = einsum.out_count;
  for (uint32_t i = 0; i < einsum.out_count; i++) task->out[0].dims[i] = einsum.extent[i];
  return STATUS_OK;
}
