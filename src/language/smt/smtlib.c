#include "language/smt/smtlib.h"

#include <assert.h>
#include <string.h>

#include "base/bug.h"
#include "language/smt/create.h"
#include "language/smt/examiner.h"
#include "language/smt/reduce/reducer.h"
#include "language/smt/shape.h"
#include "smt/gen/generate.h"
#include "smt/mutate/mutate.h"
#include "smt/term/traverse.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

/* Everything that holds terms. It is made anew when the bank has grown large: what is generated and
 * mutated does not depend on what was made before. */
typedef struct {
  Bank *bank;
  Generator generator;
  Mutator mutator;
  Printer *printer;
  Walk walk;     /* kept for its marks */
  StrBuf parent; /* the text of what the mutator has begun with; empty: nothing */
} GenContext;

typedef struct {
  Language base;
  GenSettings settings;
  uint32_t first_asserts, first_depth; /* as they were given */
  Bank *theories;                      /* what the bank of a context begins with */
  VEC(char *) names;                   /* of the constructs */
  VEC(ConstructKind) kinds;
  GenContext context;
} SmtlibLanguage;

/* Instances are texts: an instance outlives every bank. */
struct Instance {
  char *text;
  size_t length;
  uint64_t size;
};

enum { TERMS_MAX = 1 << 16, STREAM_MUTATION = 16, ASSERTS_MAX = 4096, DEPTH_MAX = 12 };

static SmtlibLanguage *smtlib_of(Language *language)
{
  return (SmtlibLanguage *)language;
}

/* --- the context ------------------------------------------------------------------------- */

static Status context_open(SmtlibLanguage *language, Error *error)
{
  GenContext *context = &language->context;
  *context = (GenContext){.bank = bank_copy(language->theories)};
  strbuf_init(&context->parent, 0);
  Status status = generator_init(&context->generator, context->bank, &language->settings, error);
  if (!status) status = mutator_init(&context->mutator, context->bank, &language->settings, error);
  PrintOptions options = {.share = SHARE_LET};
  context->printer = printer_create(context->bank, &options);
  return status;
}

static void context_close(GenContext *context)
{
  if (context->printer) {
    generator_deinit(&context->generator);
    mutator_deinit(&context->mutator);
    printer_destroy(context->printer);
    walk_deinit(&context->walk);
  }
  strbuf_deinit(&context->parent);
  bank_destroy(context->bank);
  *context = (GenContext){0};
}

static void context_renew(SmtlibLanguage *language)
{
  Error error;
  context_close(&language->context);
  if (context_open(language, &error)) BUG("was possible before: %s", error.message);
}

/* To be called before anything is made. */
static GenContext *context_of(SmtlibLanguage *language)
{
  if (language->context.bank->terms.count > TERMS_MAX) context_renew(language);
  return &language->context;
}

/* --- instances ---------------------------------------------------------------------------- */

/* A walk over all terms of the script. */
static Walk *walk_script(GenContext *context, const Script *script)
{
  U32Vec terms = {0};
  script_collect_terms(context->bank, script, &terms);
  walk_start(&context->walk, context->bank);
  for (size_t i = 0; i < terms.count; i++) walk_add_root(&context->walk, terms.items[i]);
  VEC_FREE(&terms);
  return &context->walk;
}

static uint64_t size_of_script(GenContext *context, const Script *script)
{
  uint64_t size = 0;
  for (Walk *walk = walk_script(context, script); walk_next(walk);) size++;
  return size;
}

static Instance *make_instance(const StrBuf *text, uint64_t size)
{
  Instance *instance = mem_alloc(1, sizeof *instance);
  *instance = (Instance){mem_copy_string(text->bytes, text->length), text->length, size};
  return instance;
}

static Instance *instance_of_script(GenContext *context, const Script *script)
{
  StrBuf text;
  strbuf_init(&text, 0);
  printer_script(context->printer, &text, script);
  Instance *instance = make_instance(&text, size_of_script(context, script));
  strbuf_deinit(&text);
  return instance;
}

/* The text of an instance has been read before, or we have written it. */
static void read_again(GenContext *context, const Instance *instance, Script *script)
{
  Error error;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add(&text, instance->text, instance->length);
  if (script_read(context->bank, strbuf_text(&text), text.length, script, &error))
    BUG("own instance is wrong: %s", error.message);
  strbuf_deinit(&text);
}

static Instance *generate(Language *base, uint64_t number)
{
  GenContext *context = context_of(smtlib_of(base));
  StrBuf text;
  strbuf_init(&text, 0);
  generator_text(&context->generator, number, &text);
  Instance *instance = make_instance(&text, context->generator.grower.draft.count);
  strbuf_deinit(&text);
  return instance;
}

/* Many mutants in a row have one parent. */
static void start_mutator(GenContext *context, const Instance *parent)
{
  StrBuf *last = &context->parent;
  if (last->length == parent->length && last->length &&
      memcmp(last->bytes, parent->text, parent->length) == 0)
    return;
  Script script = {0};
  read_again(context, parent, &script);
  mutator_start(&context->mutator, &script);
  script_deinit(&script);
  strbuf_clear(last);
  strbuf_add(last, parent->text, parent->length);
}

static Instance *mutate_instance(Language *base, const Instance *instance, size_t construct,
                                 uint64_t number)
{
  assert(instance && construct < smtlib_of(base)->names.count);
  SmtlibLanguage *language = smtlib_of(base);
  GenContext *context = context_of(language);
  Script result = {0};
  Error error;
  Choice choice;
  start_mutator(context, instance);
  choice_init(&choice, random_stream(language->settings.seed, STREAM_MUTATION, number));
  Status status = mutate(&context->mutator, (ConstructId)construct, &choice, &result, &error);
  Instance *mutant = status ? NULL : instance_of_script(context, &result);
  choice_deinit(&choice);
  script_deinit(&result);
  return mutant;
}

static Instance *read_instance(Language *base, const char *bytes, size_t length, Error *error)
{
  GenContext *context = context_of(smtlib_of(base));
  Script script = {0};
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add(&text, bytes, length);
  Status status = script_read(context->bank, strbuf_text(&text), length, &script, error);
  Instance *instance = status ? NULL : make_instance(&text, size_of_script(context, &script));
  strbuf_deinit(&text);
  script_deinit(&script);
  return instance;
}

static void release(Instance *instance)
{
  if (instance) free(instance->text);
  free(instance);
}

static const char *text_of(const Instance *instance, size_t *length)
{
  *length = instance->length;
  return instance->text;
}

static uint64_t size_of(const Instance *instance)
{
  return instance->size;
}

static void count_constructs(Language *base, const Instance *instance, uint32_t *counts)
{
  GenContext *context = context_of(smtlib_of(base));
  Script script = {0};
  read_again(context, instance, &script);
  Walk *walk = walk_script(context, &script);
  for (Term term; (term = walk_next(walk));) {
    ConstructId id = constructs_of_term(&context->generator.constructs, context->bank, term);
    if (id != CONSTRUCT_NONE) counts[id]++;
  }
  script_deinit(&script);
}

static ScriptTraits traits_of(const char *text, size_t length)
{
  return script_traits(text, length);
}

static void shape_of(const Instance *instance, StrBuf *out)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add(&text, instance->text, instance->length);
  smtlib_shape(strbuf_text(&text), text.length, out);
  strbuf_deinit(&text);
}

/* --- size --------------------------------------------------------------------------------- */

/* Assertions double, up to a limit; then the depth grows. Smaller is the other way round, down to one
 * assertion of half the depth. */
static bool grow_settings(SmtlibLanguage *language)
{
  GenSettings *settings = &language->settings;
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
  GenSettings *settings = &language->settings;
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

/* The depth in the upper half, assertions in the lower one. */
static uint64_t scale_of(const Language *base)
{
  const GenSettings *settings = &((const SmtlibLanguage *)base)->settings;
  return (uint64_t)settings->depth << 32 | settings->asserts;
}

static uint32_t larger_of(uint32_t a, uint32_t b)
{
  return a > b ? a : b;
}

static bool set_scale(Language *base, uint64_t scale)
{
  SmtlibLanguage *language = smtlib_of(base);
  uint32_t depth = (uint32_t)(scale >> 32), asserts = (uint32_t)scale;
  if (scale == scale_of(base)) return true;
  if (!depth || depth > larger_of(DEPTH_MAX, language->first_depth)) return false;
  if (!asserts || asserts > larger_of(ASSERTS_MAX, language->first_asserts)) return false;
  language->settings.depth = depth;
  language->settings.asserts = asserts;
  forget_parent(language);
  return true;
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
                             construct_kind_name(language->kinds.items[number])};
}

static void destroy(Language *base)
{
  SmtlibLanguage *language = smtlib_of(base);
  context_close(&language->context);
  for (size_t i = 0; i < language->names.count; i++) free(language->names.items[i]);
  bank_destroy(language->theories);
  VEC_FREE(&language->names);
  VEC_FREE(&language->kinds);
  gen_settings_deinit(&language->settings);
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
    .read = read_instance,
    .release = release,
    .text = text_of,
    .size = size_of,
    .count = count_constructs,
    .shape = shape_of,
    .resize = resize,
    .scale = scale_of,
    .set_scale = set_scale,
};

Language *smtlib_language(const GenSettings *settings, const char *const *theories, size_t count,
                          Error *error)
{
  SmtlibLanguage *language = mem_alloc_zero(1, sizeof *language);
  language->base.interface = &smtlib_interface;
  gen_settings_copy(&language->settings, settings);
  language->first_asserts = settings->asserts;
  language->first_depth = settings->depth;
  language->theories = theory_create_bank();
  Status status = STATUS_OK;
  for (size_t i = 0; i < count && !status; i++)
    status = theory_read(language->theories, theories[i], strlen(theories[i]), error);
  if (status || context_open(language, error)) {
    destroy(&language->base);
    return NULL;
  }
  const ConstructTable *table = &language->context.generator.constructs;
  for (size_t i = 0; i < table->items.count; i++) {
    const Construct *item = &table->items.items[i];
    VEC_PUSH(&language->names, mem_copy_string(item->name, strlen(item->name)));
    VEC_PUSH(&language->kinds, item->kind);
  }
  return &language->base;
}
