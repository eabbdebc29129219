#include "language/smt/smtlib.h"

#include <assert.h>
#include <string.h>

#include "language/smt/create.h"
#include "language/smt/examiner.h"
#include "language/smt/instance.h"
#include "language/smt/reduce/reducer.h"
#include "language/smt/shape.h"
#include "smt/mutate/fuse.h"
#include "smt/mutate/skeleton.h"
#include "smt/mutate/transform.h"
#include "smt/text/theory.h"

typedef struct {
  Language base;
  uint32_t first_asserts, first_depth; /* as they were given */
  size_t kind;                         /* of what is generated: index of the settings */
  VEC(char *) names;                   /* of the constructs */
  VEC(ConstructKind) classes;          /* of these */
  SmtlibLacks lacks;
  uint64_t solvers; /* bits of all that it was made for */
  GenKinds kinds;
  GenContext context;
} SmtlibLanguage;

enum { STREAM_MUTATION = 16, STREAM_TRANSFORM = 17, ASSERTS_MAX = 4096, DEPTH_MAX = 12 };

static SmtlibLanguage *smtlib_of(Language *language)
{
  return (SmtlibLanguage *)language;
}

static GenSettings *settings_of(SmtlibLanguage *language)
{
  return &language->kinds.settings.items[0];
}

/* To be called before anything is made. */
static GenContext *context_of(SmtlibLanguage *language)
{
  gen_context_refresh(&language->context, &language->kinds);
  return &language->context;
}

/* --- instances ---------------------------------------------------------------------------- */

static Instance *generate(Language *base, uint64_t number)
{
  SmtlibLanguage *language = smtlib_of(base);
  GenContext *context = context_of(language);
  Generator *generator = gen_context_generator(context, &language->kinds, language->kind);
  return smtlib_instance_generated(context, generator, number);
}

/* Mutants are as large as common scripts, whatever was generated last. */
static Mutator *resize_mutator(SmtlibLanguage *language)
{
  GenMaker *maker = language->context.parent_of;
  size_t kind = (size_t)(maker - language->context.makers);
  const GenSettings *settings = settings_of(language);
  if (kind)
    theme_resize(&language->kinds.themes.items[kind - 1], settings->asserts, settings->depth,
                 &language->kinds.settings.items[kind]);
  return &maker->mutator;
}

/* Many mutants in a row have one parent. */
static Mutator *start_mutator(SmtlibLanguage *language, const Instance *parent)
{
  GenContext *context = context_of(language);
  StrBuf *last = &context->parent;
  size_t length;
  const char *text = smtlib_instance_text(parent, &length);
  if (last->length == length && length && memcmp(last->bytes, text, length) == 0)
    return resize_mutator(language);
  const Script *script = smtlib_instance_script(context, parent);
  gen_context_mutator(context, &language->kinds, script->logic);
  Mutator *mutator = resize_mutator(language);
  mutator_start(mutator, script);
  strbuf_clear(last);
  strbuf_add(last, text, length);
  return mutator;
}

static Instance *mutate_instance(Language *base, const Instance *instance, size_t construct,
                                 uint64_t number)
{
  assert(instance && construct < smtlib_of(base)->names.count);
  SmtlibLanguage *language = smtlib_of(base);
  Mutator *mutator = start_mutator(language, instance);
  ConstructId id = constructs_find(&mutator->constructs, language->names.items[construct]);
  if (id == CONSTRUCT_NONE) return NULL; /* the logic of the instance does not have it */
  Script result = {0};
  Error error;
  Choice choice;
  choice_init(&choice, random_stream(settings_of(language)->seed, STREAM_MUTATION, number));
  Status status = mutator_mutate(mutator, id, &choice, &result, &error);
  Instance *mutant = status ? NULL : smtlib_instance_of_script(&language->context, &result);
  choice_deinit(&choice);
  script_deinit(&result);
  return mutant;
}

/* --- transforms --------------------------------------------------------------------------- */

static const char *const transforms[] = {"operators", "skeleton", "fusion", "nest", NULL};
enum { TRANSFORM_OPERATORS, TRANSFORM_SKELETON, TRANSFORM_FUSION };

static Status fuse(SmtlibLanguage *language, const Instance *first, const Instance *second,
                   Choice *choice, Script *result, Error *error)
{
  GenContext *context = context_of(language);
  const Script *one = smtlib_instance_script(context, first),
               *other = smtlib_instance_script(context, second);
  FuseAnswer answer = fuse_answer_of(context->bank, one);
  if (answer != fuse_answer_of(context->bank, other)) answer = FUSE_UNKNOWN;
  return fuse_pair(context->bank, one, other, answer, choice, result, error);
}

static Status apply_named(Mutator *mutator, const char *name, const Script *script, Choice *choice,
                          Script *result, Error *error)
{
  size_t i = 0;
  while (strcmp(transform_list[i].name, name) != 0) i++;
  return transform_apply(&transform_list[i], mutator, script, choice, result, error);
}

static Instance *transform_instance(Language *base, size_t number_of, const Instance *first,
                                    const Instance *second, uint64_t number)
{
  assert(number_of < sizeof transforms / sizeof *transforms - 1);
  SmtlibLanguage *language = smtlib_of(base);
  Script result = {0};
  Error error;
  Choice choice;
  choice_init(&choice, random_stream(settings_of(language)->seed, STREAM_TRANSFORM, number));
  Status status;
  if (number_of == TRANSFORM_FUSION) {
    status = fuse(language, first, second, &choice, &result, &error);
  } else {
    Mutator *mutator = start_mutator(language, first);
    const Script *script = smtlib_instance_script(&language->context, first);
    status = number_of == TRANSFORM_SKELETON
                 ? skeleton_fill(mutator, &choice, &result, &error)
                 : apply_named(mutator, transforms[number_of], script, &choice, &result, &error);
  }
  Instance *instance = status ? NULL : smtlib_instance_of_script(&language->context, &result);
  choice_deinit(&choice);
  script_deinit(&result);
  return instance;
}

static Instance *read_instance(Language *base, const char *bytes, size_t length, Error *error)
{
  return smtlib_instance_read(context_of(smtlib_of(base)), bytes, length, error);
}

static void count_walked(GenContext *context, uint32_t *counts)
{
  const ConstructTable *table = &context->makers[0].generator.constructs;
  for (Term term; (term = smtlib_instance_next(context));) {
    ConstructId id = constructs_of_term(table, context->bank, term);
    if (id != CONSTRUCT_NONE) counts[id]++;
  }
}

static void count_constructs(Language *base, const Instance *instance, uint32_t *counts)
{
  GenContext *context = context_of(smtlib_of(base));
  smtlib_instance_walk(context, instance);
  count_walked(context, counts);
}

static void count_query(Language *base, const Instance *instance, uint32_t query, uint32_t *counts)
{
  GenContext *context = context_of(smtlib_of(base));
  smtlib_instance_walk_query(context, instance, query);
  count_walked(context, counts);
}

static uint64_t find_takers(Language *base, const Instance *instance, bool likely)
{
  SmtlibLanguage *language = smtlib_of(base);
  uint64_t takers = language->solvers;
  if (!language->lacks.count) return takers;
  GenContext *context = context_of(language);
  smtlib_instance_walk(context, instance);
  for (Term term; (term = smtlib_instance_next(context));)
    takers = smtlib_takers(&language->lacks, context->bank, term, likely, takers);
  return takers;
}

static uint64_t takers_of(Language *base, const Instance *instance)
{
  return find_takers(base, instance, false);
}

static uint64_t likely_takers_of(Language *base, const Instance *instance)
{
  return find_takers(base, instance, true);
}

static void add_excess(Language *base, const Instance *instance, StrBuf *out)
{
  SmtlibLanguage *language = smtlib_of(base);
  GenContext *context = context_of(language);
  Logic needed = logic_infer(context->bank, smtlib_instance_script(context, instance));
  logic_excess(&settings_of(language)->logic, &needed, out);
}

static ScriptTraits traits_of(const char *text, size_t length)
{
  return script_traits(text, length);
}

static void shape_of(const Instance *instance, StrBuf *out)
{
  size_t length;
  const char *text = smtlib_instance_text(instance, &length);
  smtlib_shape(text, length, out);
}

/* --- size --------------------------------------------------------------------------------- */

/* Larger inputs than this are not worth making: about so many nodes, of trees in which operators have three arguments. */
static bool is_large(const GenSettings *settings)
{
  enum { NODES_MAX = 10000, ARITY = 3 };
  uint64_t nodes = settings->asserts;
  for (uint32_t i = 0; i < settings->depth && nodes < NODES_MAX; i++) nodes *= ARITY;
  return nodes >= NODES_MAX;
}

/* Assertions double, up to a limit; then the depth grows. Smaller is the other way round, down to one
 * assertion of half the depth. */
static bool grow_settings(SmtlibLanguage *language)
{
  GenSettings *settings = settings_of(language);
  if (is_large(settings)) return false;
  if (settings->asserts * 2 <= language->first_asserts * 4 && settings->asserts * 2 <= ASSERTS_MAX)
    settings->asserts *= 2;
  else if (settings->depth < DEPTH_MAX)
    settings->depth++;
  else
    return false;
  return true;
}

static bool shrink_settings(SmtlibLanguage *language)
{
  GenSettings *settings = settings_of(language);
  if (settings->depth > language->first_depth || (settings->asserts <= 1 && settings->depth > 1))
    settings->depth--;
  else if (settings->asserts > 1)
    settings->asserts /= 2;
  else
    return false;
  return true;
}

/* The generator reads the settings whenever it makes something; the mutator has plans for its parent. */
static void forget_parent(SmtlibLanguage *language)
{
  strbuf_clear(&language->context.parent);
}

static bool resize(Language *base, bool larger)
{
  SmtlibLanguage *language = smtlib_of(base);
  if (!(larger ? grow_settings(language) : shrink_settings(language))) return false;
  forget_parent(language);
  return true;
}

/* Assertions, depth and kind, from the lowest bits on. */
enum { DEPTH_SHIFT = 32, KIND_SHIFT = 52, KIND_BITS = 11 };

static uint64_t scale_of(const Language *base)
{
  const SmtlibLanguage *language = (const SmtlibLanguage *)base;
  const GenSettings *settings = &language->kinds.settings.items[0];
  return (uint64_t)language->kind << KIND_SHIFT | (uint64_t)settings->depth << DEPTH_SHIFT |
         settings->asserts;
}

static uint32_t larger_of(uint32_t a, uint32_t b)
{
  return a > b ? a : b;
}

static bool set_scale(Language *base, uint64_t scale)
{
  SmtlibLanguage *language = smtlib_of(base);
  uint64_t kind = scale >> KIND_SHIFT;
  uint32_t depth = (uint32_t)(scale >> DEPTH_SHIFT) & ((1U << (KIND_SHIFT - DEPTH_SHIFT)) - 1);
  uint32_t asserts = (uint32_t)scale;
  if (scale == scale_of(base)) return true;
  if (kind >= language->kinds.settings.count) return false;
  if (!depth || depth > larger_of(DEPTH_MAX, language->first_depth)) return false;
  if (!asserts || asserts > larger_of(ASSERTS_MAX, language->first_asserts)) return false;
  GenSettings *settings = settings_of(language);
  if (settings->depth != depth || settings->asserts != asserts) forget_parent(language);
  settings->depth = depth;
  settings->asserts = asserts;
  language->kind = (size_t)kind;
  if (kind)
    theme_resize(&language->kinds.themes.items[kind - 1], asserts, depth,
                 &language->kinds.settings.items[kind]);
  return true;
}

static void add_themes(const Language *base, U64Vec *scales)
{
  const SmtlibLanguage *language = (const SmtlibLanguage *)base;
  const GenSettings *settings = &language->kinds.settings.items[0];
  for (size_t i = 0; i < language->kinds.themes.count; i++) {
    uint64_t kind = (uint64_t)(i + 1) << KIND_SHIFT;
    VEC_PUSH(scales, kind | (uint64_t)settings->depth << DEPTH_SHIFT | settings->asserts);
    if (language->kinds.themes.items[i].form == THEME_SCRIPT && settings->depth < DEPTH_MAX)
      VEC_PUSH(scales, kind | (uint64_t)(settings->depth + 1) << DEPTH_SHIFT | 1);
  }
}

/* Parts and multiples of what was given, of which agents choose one. */
typedef enum { SIZE_ASSERTIONS, SIZE_DEPTH, SIZE_DIMENSIONS } SizeDimension;
enum { ASSERTION_SIZES = 4, DEPTH_SIZES = 3 };

static LanguageDimension dimension(const Language *base, size_t number)
{
  static const LanguageDimension dimensions[SIZE_DIMENSIONS] = {
      [SIZE_ASSERTIONS] = {"assertions", ASSERTION_SIZES}, [SIZE_DEPTH] = {"depth", DEPTH_SIZES}};
  (void)base;
  return number < SIZE_DIMENSIONS ? dimensions[number] : (LanguageDimension){NULL, 0};
}

static const char *dimension_value(const Language *base, size_t number, size_t value)
{
  static const char *const assertions[ASSERTION_SIZES] = {"assertions / 4", "assertions / 2",
                                                          "assertions", "assertions * 2"};
  static const char *const depths[DEPTH_SIZES] = {"depth - 1", "depth", "depth + 1"};
  (void)base;
  assert(number < SIZE_DIMENSIONS && value < dimension(base, number).count);
  return number == SIZE_ASSERTIONS ? assertions[value] : depths[value];
}

/* Sizes that cannot be are the nearest that can. */
static uint64_t scale_of_values(const Language *base, const uint8_t *values)
{
  const SmtlibLanguage *language = (const SmtlibLanguage *)base;
  uint64_t asserts = ((uint64_t)language->first_asserts << values[SIZE_ASSERTIONS]) / 4;
  uint32_t asserts_max = larger_of(ASSERTS_MAX, language->first_asserts);
  uint32_t depth = language->first_depth + values[SIZE_DEPTH];
  depth = depth > 1 ? depth - 1 : 1;
  if (depth > larger_of(DEPTH_MAX, language->first_depth)) depth--;
  if (asserts > asserts_max) asserts = asserts_max;
  return (uint64_t)depth << DEPTH_SHIFT | (asserts ? asserts : 1);
}

/* --- the language ------------------------------------------------------------------------- */

static size_t construct_count(const Language *base)
{
  return ((const SmtlibLanguage *)base)->names.count;
}

static LanguageConstruct construct(const Language *base, size_t number)
{
  assert(number < ((const SmtlibLanguage *)base)->names.count);
  const SmtlibLanguage *language = (const SmtlibLanguage *)base;
  return (LanguageConstruct){language->names.items[number],
                             construct_kind_name(language->classes.items[number])};
}

static void destroy(Language *base)
{
  SmtlibLanguage *language = smtlib_of(base);
  gen_context_close(&language->context, &language->kinds);
  for (size_t i = 0; i < language->names.count; i++) free(language->names.items[i]);
  VEC_FREE(&language->names);
  VEC_FREE(&language->classes);
  VEC_FREE(&language->lacks);
  gen_kinds_deinit(&language->kinds);
  free(language);
}

static const LanguageHighlight highlight = {
    .comment = ";[^\\n]*",
    .literal = "\"(?:[^\"]|\"\")*\"|#[xb][0-9a-fA-F]+|\\b\\d+(?:\\.\\d+)?\\b",
    .word = "(?<=\\()(?:assert|check|declare|define|echo|exists|exit|forall|get|let|match|pop|push|"
            "reset|set)(?:-[a-z-]+)?(?=[\\s)])|:[\\w.-]+",
    .plain = "\\|[^|]*\\|",
};

const LanguageInterface smtlib_interface = {
    .name = "SMT-LIB",
    .extension = ".smt2",
    .highlight = &highlight,
    .settings = smtlib_settings,
    .create = smtlib_create,
    .examiner = &smtlib_examiner,
    .reducer = &smtlib_reducer,
    .traits = traits_of,
    .destroy = destroy,
    .construct_count = construct_count,
    .construct = construct,
    .generate = generate,
    .mutate = mutate_instance,
    .transforms = transforms,
    .pairing = TRANSFORM_FUSION,
    .transform = transform_instance,
    .read = read_instance,
    .release = smtlib_instance_release,
    .text = smtlib_instance_text,
    .size = smtlib_instance_size,
    .count = count_constructs,
    .count_query = count_query,
    .takers = takers_of,
    .likely_takers = likely_takers_of,
    .excess = add_excess,
    .shape = shape_of,
    .resize = resize,
    .scale = scale_of,
    .set_scale = set_scale,
    .themes = add_themes,
    .dimension = dimension,
    .dimension_value = dimension_value,
    .scale_of = scale_of_values,
};

/* The generator of all scripts says what constructs there are. */
static void name_constructs(SmtlibLanguage *language)
{
  const ConstructTable *table = &language->context.makers[0].generator.constructs;
  for (size_t i = 0; i < table->items.count; i++) {
    const Construct *item = &table->items.items[i];
    VEC_PUSH(&language->names, mem_copy_string(item->name, strlen(item->name)));
    VEC_PUSH(&language->classes, item->kind);
  }
}

Language *smtlib_language_for(const SmtlibRequest *request, Error *error)
{
  const GenSettings *settings = request->settings;
  SmtlibLanguage *language = mem_alloc_zero(1, sizeof *language);
  language->base.interface = &smtlib_interface;
  GenSettings copy;
  gen_settings_copy(&copy, settings);
  VEC_PUSH(&language->kinds.settings, copy);
  language->first_asserts = settings->asserts;
  language->first_depth = settings->depth;
  language->solvers = request->solvers;
  if (request->lacks) VEC_APPEND(&language->lacks, request->lacks->items, request->lacks->count);
  language->kinds.theories = theory_create_bank();
  Status status = STATUS_OK;
  for (size_t i = 0; i < request->theory_count && !status; i++)
    status = theory_read(language->kinds.theories, request->theories[i],
                         strlen(request->theories[i]), error);
  if (!status && request->themes)
    gen_kinds_add_themes(&language->kinds, &language->lacks, language->solvers);
  assert(language->kinds.settings.count < 1U << KIND_BITS);
  if (status || gen_context_open(&language->context, &language->kinds, error)) {
    destroy(&language->base);
    return NULL;
  }
  name_constructs(language);
  return &language->base;
}

Language *smtlib_language(const GenSettings *settings, const char *const *theories, size_t count,
                          Error *error)
{
  return smtlib_language_for(
      &(SmtlibRequest){.settings = settings, .theories = theories, .theory_count = count}, error);
}
