#include "smt/known/known.h"

#include <assert.h>

#include "smt/known/plant.h"
#include "smt/known/plant_model.h"
#include "smt/known/refute.h"

Status known_check(const Generator *generator, KnownAnswer answer, Error *error)
{
  if (answer != KNOWN_UNSAT) return STATUS_OK;
  if (generator->settings->asserts == 0)
    return error_set(error, STATUS_USAGE, "a script without assertions is not unsatisfiable");
  if (generator->negation == CONSTRUCT_NONE)
    return error_set(error, STATUS_USAGE, "there is no known contradiction without 'not'");
  return STATUS_OK;
}

static void print(const Generator *generator, const Script *script, StrBuf *out)
{
  printer_script(generator->printer, out, script);
}

void known_text(Generator *generator, KnownAnswer answer, uint64_t index, StrBuf *out,
                StrBuf *model, const char *prefix)
{
  assert(out && (!model || prefix));
  Script script = {0};
  Model planted = {0};
  const U32Vec *used = &generator->grower.used;
  switch (answer) {
  case KNOWN_NOTHING: generator_text(generator, index, out); break;
  case KNOWN_SAT:
    plant_script(generator, index, &script, &planted);
    print(generator, &script, out);
    if (model)
      plant_print_model(&planted, generator->bank, used->items, used->count, prefix, model);
    break;
  case KNOWN_UNSAT:
    refute_script(generator, index, &script);
    print(generator, &script, out);
    break;
  }
  model_deinit(&planted);
  script_deinit(&script);
}
