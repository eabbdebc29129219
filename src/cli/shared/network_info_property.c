#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/option/json.h"
#include "cli/option/style.h"
#include "cli/shared/network_info.h"

enum { LABEL_WIDTH = 14, SHOWN_MAX = 10, PARTS_EXAMINED = 10000 };

/* One subproblem: the box of the inputs, and how many rows and bounds ask of the outputs. */
typedef struct {
  double low, high, widest; /* of the input box */
  uint32_t open;            /* inputs without both bounds */
  size_t rows, output_bounds;
  bool empty;
} Subproblem;

static Subproblem examine(const Property *property, const PropertyPart *part)
{
  Subproblem s = {
      .low = INFINITY, .high = -INFINITY, .rows = part->rows.count, .empty = part->empty};
  for (uint32_t i = 0; i < property->inputs; i++) {
    double low = property_lower(property, part, i), high = property_upper(property, part, i);
    s.open += isinf(low) || isinf(high);
    s.low = fmin(s.low, low);
    s.high = fmax(s.high, high);
    if (isfinite(high - low)) s.widest = fmax(s.widest, high - low);
  }
  for (uint32_t i = property->inputs; i < property->inputs + property->outputs; i++) {
    s.output_bounds += isfinite(property_lower(property, part, i));
    s.output_bounds += isfinite(property_upper(property, part, i));
  }
  return s;
}

static void print_subproblem(uint64_t number, const Subproblem *s)
{
  if (s->empty) {
    printf("%-*s%" PRIu64 ": no input satisfies it\n", LABEL_WIDTH, "subproblem", number);
    return;
  }
  printf("%-*s%" PRIu64 ": inputs from %g to %g, at most %g wide", LABEL_WIDTH, "subproblem",
         number, s->low, s->high, s->widest);
  if (s->open) printf(" (%u unbounded)", s->open);
  printf("; %zu bound%s of outputs, %zu row%s\n", s->output_bounds, text_plural(s->output_bounds),
         s->rows, text_plural(s->rows));
}

static json_t *subproblem_object(const Subproblem *s)
{
  json_t *object = json_object();
  json_object_set_new(object, "empty", json_boolean(s->empty));
  json_object_set_new(object, "input_low", json_number(s->low));
  json_object_set_new(object, "input_high", json_number(s->high));
  json_object_set_new(object, "input_width", json_number(s->widest));
  json_object_set_new(object, "inputs_unbounded", json_integer(s->open));
  json_object_set_new(object, "output_bounds", json_count(s->output_bounds));
  json_object_set_new(object, "rows", json_count(s->rows));
  return object;
}

void network_info_property(const Property *property, const char *path, json_t *object)
{
  PropertyPart part = {0};
  json_t *parts = json_array();
  uint64_t most = object ? PARTS_EXAMINED : SHOWN_MAX;
  if (!object)
    printf("\n%-*s%s\n%-*s%zu, in %zu comparisons\n%-*s%" PRIu64 "\n", LABEL_WIDTH, "property",
           path, LABEL_WIDTH, "assertions", property->assertions.count, property->atoms.count,
           LABEL_WIDTH, "subproblems", property->part_count);
  for (uint64_t i = 0; i < property->part_count && i < most; i++) {
    property_part(property, i, &part);
    Subproblem s = examine(property, &part);
    if (object)
      json_array_append_new(parts, subproblem_object(&s));
    else
      print_subproblem(i, &s);
  }
  if (!object && property->part_count > most)
    printf("%-*sand %" PRIu64 " more\n", LABEL_WIDTH, "", property->part_count - most);
  property_part_deinit(&part);
  if (!object) {
    json_decref(parts);
    return;
  }
  json_t *said = json_object();
  json_object_set_new(said, "file", json_text(path, strlen(path)));
  json_object_set_new(said, "assertions", json_count(property->assertions.count));
  json_object_set_new(said, "comparisons", json_count(property->atoms.count));
  json_object_set_new(said, "subproblem_count", json_count(property->part_count));
  json_object_set_new(said, "subproblems", parts);
  json_object_set_new(object, "property", said);
}
