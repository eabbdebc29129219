#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "smt/gen/generate.h"
#include "smt/mutate/mutate.h"
#include "smt/text/print.h"

struct assay_generator {
  const assay_context *context;
  GenSettings settings;
  bool started; /* bank and generator are there, and the settings are fixed */
  Bank *bank;
  Generator generator;
};

assay_status assay_generator_create(const assay_context *context, const char *logic, uint64_t seed,
                                    assay_generator **generator, assay_error *error)
{
  assert(context && logic && generator);
  Logic parsed;
  *generator = NULL;
  if (!logic_parse(logic, strlen(logic), &parsed))
    return api_refuse(error, ASSAY_USAGE, "unknown logic '%s'", logic);
  assay_generator *self = mem_alloc_zero(1, sizeof *self);
  self->context = context;
  gen_settings_init(&self->settings);
  gen_settings_logic(&self->settings, &parsed);
  self->settings.seed = seed;
  *generator = self;
  return ASSAY_OK;
}

static void stop(assay_generator *self)
{
  if (!self->started) return;
  generator_deinit(&self->generator);
  bank_destroy(self->bank);
  self->started = false;
}

void assay_generator_destroy(assay_generator *generator)
{
  if (!generator) return;
  stop(generator);
  gen_settings_deinit(&generator->settings);
  free(generator);
}

/* Numbers by name, with their bounds. */
static const struct {
  const char *name;
  size_t offset;
  uint32_t low, high;
} numbers[] = {
    {"asserts", offsetof(GenSettings, asserts), 0, 100000000},
    {"vars", offsetof(GenSettings, vars), 1, 1000000},
    {"ufs", offsetof(GenSettings, ufs), 0, 10000},
    {"uf-arity", offsetof(GenSettings, uf_arity), 1, 64},
    {"depth", offsetof(GenSettings, depth), 1, 1000000},
    {"max-width", offsetof(GenSettings, max_width), 1, 65536},
    {"literals", offsetof(GenSettings, literal_percent), 0, 100},
    {"lets", offsetof(GenSettings, let_percent), 0, 100},
    {"likely-sat", offsetof(GenSettings, likely_percent), 0, 100},
    {"nodes", offsetof(GenSettings, nodes), 1, 100000000},
    {"reuse", offsetof(GenSettings, reuse_percent), 0, 100},
    {"signatures", offsetof(GenSettings, worlds), 1, 65536},
    {"worlds", offsetof(GenSettings, worlds), 1, 65536},
};

static bool *flag_of(GenSettings *settings, const char *name)
{
  if (strcmp(name, "incremental") == 0) return &settings->incremental;
  if (strcmp(name, "extensions") == 0) return &settings->extensions;
  return NULL;
}

assay_status assay_generator_set(assay_generator *generator, const char *setting, uint64_t value,
                                 assay_error *error)
{
  assert(generator && setting && !generator->started);
  GenSettings *settings = &generator->settings;
  bool *flag = flag_of(settings, setting), layers = strcmp(setting, "layers") == 0;
  if (flag || layers) {
    if (value > 1) return api_refuse(error, ASSAY_USAGE, "'%s' has to be 0 or 1", setting);
    if (flag) *flag = value;
    if (layers) settings->shape = value ? SHAPE_LAYERS : SHAPE_TREE;
    return ASSAY_OK;
  }
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (strcmp(numbers[i].name, setting) != 0) continue;
    if (value < numbers[i].low || value > numbers[i].high)
      return api_refuse(error, ASSAY_USAGE, "'%s' has to be from %u to %u", setting, numbers[i].low,
                        numbers[i].high);
    uint32_t number = (uint32_t)value;
    memcpy((char *)settings + numbers[i].offset, &number, sizeof number);
    return ASSAY_OK;
  }
  return api_refuse(error, ASSAY_USAGE, "unknown setting '%s'", setting);
}

/* What is generated does not depend on what was made before, so that a large bank can be replaced. */
static Status start(assay_generator *self, Error *error)
{
  if (self->started && generator_is_large(&self->generator)) stop(self);
  if (self->started) return STATUS_OK;
  Status status = gen_settings_check(&self->settings, error);
  if (status != STATUS_OK) return status;
  self->bank = bank_copy(self->context->theories);
  self->started = true;
  status = generator_init(&self->generator, self->bank, &self->settings, error);
  if (status != STATUS_OK) stop(self);
  return status;
}

assay_status assay_generator_script(assay_generator *generator, uint64_t number,
                                    assay_script **script, assay_error *error)
{
  assert(generator && script);
  Error own;
  *script = NULL;
  if (start(generator, &own) != STATUS_OK) return api_fail(&own, error);
  StrBuf text;
  strbuf_init(&text, 0);
  generator_text(&generator->generator, number, &text);
  assay_status status =
      assay_script_read(generator->context, text.bytes, text.length, script, error);
  strbuf_deinit(&text);
  return status;
}

/* --- mutating --- */

enum { STREAM_MUTANT = 4 };

static Status mutate_script(const assay_script *script, Mutator *mutator, const char *construct,
                            Random random, Script *mutant, Error *error)
{
  ConstructId id = construct ? constructs_find(&mutator->constructs, construct) : CONSTRUCT_NONE;
  if (construct && id == CONSTRUCT_NONE)
    return error_set(error, STATUS_USAGE, "the logic has no construct '%s'", construct);
  Choice choice;
  mutator_start(mutator, &script->script);
  choice_init(&choice, random);
  Status status = construct ? mutator_mutate(mutator, id, &choice, mutant, error)
                            : mutate_any(mutator, &choice, mutant, error);
  choice_deinit(&choice);
  return status;
}

assay_status assay_script_mutate(const assay_script *script, const char *construct, uint64_t seed,
                                 uint64_t number, assay_script **mutant, assay_error *error)
{
  assert(script && mutant);
  GenSettings settings;
  Mutator mutator;
  Script changed = {0};
  Error own;
  Logic logic = mutate_logic_of_script(script->bank, &script->script);
  gen_settings_init(&settings);
  gen_settings_logic(&settings, &logic);
  *mutant = NULL;
  Status status = mutator_init(&mutator, script->bank, &settings, &own);
  if (status == STATUS_OK)
    status = mutate_script(script, &mutator, construct, random_stream(seed, STREAM_MUTANT, number),
                           &changed, &own);
  mutator_deinit(&mutator);
  gen_settings_deinit(&settings);
  assay_status result = status == STATUS_OK ? ASSAY_OK : api_fail(&own, error);
  if (result == ASSAY_OK) {
    PrintOptions options = {.share = SHARE_LET};
    Printer *printer = printer_create(script->bank, &options);
    StrBuf text;
    strbuf_init(&text, 0);
    printer_script(printer, &text, &changed);
    result = assay_script_read(script->context, text.bytes, text.length, mutant, error);
    strbuf_deinit(&text);
    printer_destroy(printer);
  }
  script_deinit(&changed);
  return result;
}
