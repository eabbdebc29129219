/* libFuzzer target: any bytes are read as a property. What is accepted must print to text that is accepted again, and
 * its canonical form must hold where the property does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/property/property.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VARIABLES_MAX = 64, PARTS_MAX = 256, POINTS = 4 };

static _Noreturn void complain(const char *what, const char *text, const Error *error)
{
  fprintf(stderr, "%s\n%s\n%u: %s\n", what, text, error->line, error->message);
  abort();
}

static bool some_part_holds(const Property *property, mpq_t *values)
{
  PropertyPart part = {0};
  bool holds = false;
  for (uint64_t i = 0; i < property->part_count && !holds; i++) {
    property_part(property, i, &part);
    holds = property_part_holds(property, &part, values);
  }
  property_part_deinit(&part);
  return holds;
}

/* At points with small numbers, where bounds are met often: are property and canonical form of one opinion? */
static void compare(const Property *property, const Property *again, const char *text)
{
  uint32_t count = property->inputs + property->outputs;
  mpq_t values[VARIABLES_MAX];
  Random random = random_stream(1, 0, 0);
  Error error = {0};
  for (uint32_t i = 0; i < count; i++) mpq_init(values[i]);
  for (int point = 0; point < POINTS; point++) {
    for (uint32_t i = 0; i < count; i++) {
      mpq_set_si(values[i], (long)random_below(&random, 9) - 4, 1 + random_below(&random, 2));
      mpq_canonicalize(values[i]);
    }
    bool holds = property_holds(property, values);
    if (holds != some_part_holds(property, values))
      complain("the canonical form differs:", text, &error);
    if (holds != property_holds(again, values)) complain("printed text differs:", text, &error);
  }
  for (uint32_t i = 0; i < count; i++) mpq_clear(values[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *text = malloc(size + 16);
  if (size) memcpy(text, data, size);
  memset(text + size, 0, 16);
  Property property, again;
  Error error = {0};
  if (property_read(&property, text, size, &error) == STATUS_OK) {
    StrBuf printed;
    strbuf_init(&printed, 0);
    property_print(&property, &printed);
    if (property_read(&again, strbuf_text(&printed), printed.length, &error) != STATUS_OK)
      complain("printed text is not accepted:", strbuf_text(&printed), &error);
    if (property.inputs + property.outputs <= VARIABLES_MAX && property.part_count <= PARTS_MAX)
      compare(&property, &again, text);
    property_deinit(&again);
    property_deinit(&property);
    strbuf_deinit(&printed);
  }
  free(text);
  return 0;
}
