#include "language/nn/nn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "language/nn/constructs.h"
#include "language/nn/examiner.h"
#include "language/nn/make.h"
#include "language/nn/reduce/reducer.h"
#include "language/nn/settings.h"
#include "language/text_instance.h"

enum { STREAM_MUTATION = 32 };

typedef struct {
  Language base;
  NnMaker maker;
  NnSizes sizes;
} NnLanguage;

static NnLanguage *nn_of(Language *language)
{
  return (NnLanguage *)language;
}

/* --- instances --- */

static uint64_t size_of_model(const NnModel *model)
{
  return model->graph.nodes.count + graph_parameter_count(&model->graph) +
         model->property.atoms.count;
}

/* We have written the text, or read it before. */
static void read_again(const Instance *instance, NnModel *model)
{
  Error error;
  if (nn_model_read(model, instance->text, instance->length, &error))
    BUG("own instance is wrong: %s", error.message);
}

static Instance *instance_of_bundle(const Bundle *bundle)
{
  StrBuf text;
  strbuf_init(&text, 0);
  bundle_print(bundle, &text);
  NnModel model;
  Error error;
  Instance *instance = NULL;
  if (nn_model_read(&model, text.bytes, text.length, &error) == STATUS_OK) {
    instance = text_instance_create(text.bytes, text.length, size_of_model(&model));
    nn_model_deinit(&model);
  }
  strbuf_deinit(&text);
  return instance;
}

static Instance *generate(Language *base, uint64_t number)
{
  NnLanguage *language = nn_of(base);
  Bundle bundle;
  bundle_init(&bundle);
  nn_make(&language->maker, &language->sizes, number, &bundle);
  Instance *instance = instance_of_bundle(&bundle);
  bundle_deinit(&bundle);
  if (!instance) BUG("a generated network cannot be read");
  return instance;
}

static Instance *mutate(Language *base, const Instance *instance, size_t construct, uint64_t number)
{
  NnLanguage *language = nn_of(base);
  Random random = random_stream(language->maker.generator.seed, STREAM_MUTATION, number);
  NnModel model;
  Bundle bundle;
  read_again(instance, &model);
  bundle_init(&bundle);
  Instance *mutant = NULL;
  if (nn_construct_place(construct, &model, &random, &bundle)) mutant = instance_of_bundle(&bundle);
  bundle_deinit(&bundle);
  nn_model_deinit(&model);
  return mutant;
}

static Instance *read_instance(Language *base, const char *text, size_t length, Error *error)
{
  (void)base;
  NnModel model;
  if (nn_model_read(&model, text, length, error)) return NULL;
  Instance *instance = text_instance_create(text, length, size_of_model(&model));
  nn_model_deinit(&model);
  return instance;
}

static bool knows_all(const NnLanguage *language)
{
  return language->maker.generator.class != NETWORK_VNNLIB;
}

static void count(Language *base, const Instance *instance, uint32_t *counts)
{
  NnModel model;
  read_again(instance, &model);
  nn_construct_count_in(&model, nn_construct_count(knows_all(nn_of(base))), counts);
  nn_model_deinit(&model);
}

/* The operators in their order, and the form of the property. */
static void shape(const Instance *instance, StrBuf *out)
{
  NnModel model;
  read_again(instance, &model);
  for (size_t i = 0; i < model.graph.nodes.count; i++)
    if (!model.graph.nodes.items[i].constant)
      strbuf_printf(out, "%s ", model.graph.nodes.items[i].op->name);
  for (size_t i = 0; i < model.property.nodes.count; i++) {
    static const char *const words[] = {
        [PROPERTY_ATOM] = "atom ", [PROPERTY_AND] = "and ", [PROPERTY_OR] = "or "};
    const PropertyNode *node = &model.property.nodes.items[i];
    /* bounds of inputs are there by the number of inputs, which is a size */
    if (node->kind == PROPERTY_ATOM) {
      const PropertyAtom *atom = &model.property.atoms.items[node->first];
      if (atom->count &&
          model.property.coefficients.items[atom->first].variable < model.property.inputs)
        continue;
    }
    strbuf_add_text(out, words[node->kind]);
  }
  nn_model_deinit(&model);
}

/* --- sizes --- */

static bool resize(Language *base, bool larger)
{
  return nn_sizes_step(&nn_of(base)->sizes, larger);
}

static uint64_t scale(const Language *base)
{
  return nn_sizes_pack(&((const NnLanguage *)base)->sizes);
}

static bool set_scale(Language *base, uint64_t number)
{
  return nn_sizes_unpack(number, &nn_of(base)->sizes);
}

static LanguageDimension dimension(const Language *base, size_t number)
{
  (void)base;
  return number < NN_DIMENSION_COUNT ? nn_dimension((NnDimension)number)
                                     : (LanguageDimension){NULL, 0};
}

static const char *dimension_value(const Language *base, size_t number, size_t value)
{
  (void)base;
  return nn_dimension_value((NnDimension)number, value);
}

static uint64_t scale_of(const Language *base, const uint8_t *values)
{
  (void)base;
  NnSizes sizes;
  for (size_t i = 0; i < NN_DIMENSION_COUNT; i++) {
    assert(values[i] < nn_dimension((NnDimension)i).count);
    sizes.places[i] = values[i];
  }
  return nn_sizes_pack(&sizes);
}

/* --- the language --- */

static size_t construct_count(const Language *base)
{
  return nn_construct_count(knows_all((const NnLanguage *)base));
}

static LanguageConstruct construct(const Language *base, size_t number)
{
  (void)base;
  return (LanguageConstruct){nn_construct(number)->name, nn_construct(number)->class};
}

static void destroy(Language *base)
{
  free(base);
}

static Status set_number(NetworkSettings *settings, const char *text, Error *error)
{
  const char *equals = strchr(text, '=');
  char *end = NULL;
  double number = equals ? strtod(equals + 1, &end) : 0;
  if (!equals || end == equals + 1 || *end)
    return error_set(error, STATUS_USAGE, "'%s' is not NAME=NUMBER", text);
  char *name = mem_copy_string(text, (size_t)(equals - text));
  Status status = network_settings_set(settings, name, number, error);
  free(name);
  return status;
}

static Status apply_settings(NnLanguage *language, const NnSettings *settings, bool small,
                             Error *error)
{
  NnMaker *maker = &language->maker;
  Status status = STATUS_OK;
  maker->spec = settings->spec;
  maker->parameters_min = settings->parameters_min ? settings->parameters_min : small ? 1 : 10000;
  maker->parameters_max = settings->parameters_max ? settings->parameters_max : small ? 500 : 50000;
  if (!settings->parameters_max && maker->parameters_max < maker->parameters_min)
    maker->parameters_max = 5 * maker->parameters_min;
  if (!settings->parameters_min && maker->parameters_min > maker->parameters_max)
    maker->parameters_min = maker->parameters_max / 5 + 1;
  if (maker->parameters_min > maker->parameters_max)
    status = error_set(error, STATUS_USAGE, "--parameters-min is above --parameters-max");
  for (size_t i = 0; i < settings->set.count && !status; i++)
    status = set_number(&maker->generator, settings->set.items[i], error);
  return status ? status : network_settings_check(&maker->generator, error);
}

static Language *create(const LanguageRequest *request, StrBuf *name, Error *error)
{
  NnSettings settings = {0};
  NnLanguage *language = mem_alloc_zero(1, sizeof *language);
  language->base.interface = &nn_interface;
  Status status = setting_read_rows(nn_settings, request->rows, &settings, error);
  if (!status) {
    network_settings_init(&language->maker.generator, settings.class, SPEC_RAND);
    language->maker.generator.seed = request->seed;
    language->sizes = nn_sizes_initial(request->small);
    status = apply_settings(language, &settings, request->small, error);
    strbuf_printf(name, "networks (%s)", nn_settings[0].words[settings.class]);
  }
  setting_free_values(nn_settings, &settings);
  if (!status) return &language->base;
  destroy(&language->base);
  return NULL;
}

static const char *const alternatives[] = {".vnnlib", ".vnnlib.gz", NULL};
static const char *const parts[] = {".onnx", ".onnx.gz", NULL};

const LanguageInterface nn_interface = {
    .name = "nn",
    .extension = ".nn",
    .alternatives = alternatives,
    .parts = parts,
    .load = bundle_load,
    .joins = bundle_joins,
    .settings = nn_settings,
    .create = create,
    .examiner = &nn_examiner,
    .reducer = &nn_reducer,
    .traits = nn_traits,
    .destroy = destroy,
    .construct_count = construct_count,
    .construct = construct,
    .generate = generate,
    .mutate = mutate,
    .read = read_instance,
    .release = text_instance_release,
    .text = text_instance_text,
    .size = text_instance_size,
    .count = count,
    .shape = shape,
    .resize = resize,
    .scale = scale,
    .set_scale = set_scale,
    .sizes_by_agents = true,
    .dimension = dimension,
    .dimension_value = dimension_value,
    .scale_of = scale_of,
};
