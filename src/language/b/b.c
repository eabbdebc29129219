#include "language/b/b.h"

#include <assert.h>
#include <stdlib.h>

#include "b/known/known.h"
#include "b/mutate/mutate.h"
#include "base/bug.h"
#include "language/b/examiner.h"
#include "language/b/fit.h"
#include "language/b/predicate.h"
#include "language/b/reducer.h"
#include "language/b/settings.h"
#include "language/text_instance.h"

typedef struct {
  Language base;
  BGenSettings generator;
  BFit fit;
  bool known;      /* some of what is generated has a known answer */
  BOperator theme; /* what is generated has this operator; B_NONE: it need not */
  VEC(BOperator) constructs;
  uint32_t construct_of[B_OPERATOR_COUNT]; /* its number from 1; 0: none */
} BLanguage;

static BLanguage *b_of(Language *language)
{
  return (BLanguage *)language;
}

/* --- instances --- */

static uint64_t size_of_goal(const BPredicate *predicate)
{
  uint64_t size;
  b_term_size(predicate->bank, predicate->goal, &size);
  return size;
}

/* We have written the text, or read it before. */
static void read_again(const Instance *instance, BPredicate *predicate)
{
  Error error;
  if (b_predicate_read(predicate, instance->text, instance->length, &error))
    BUG("own instance is wrong: %s", error.message);
}

static Instance *read_instance(Language *base, const char *text, size_t length, Error *error)
{
  (void)base;
  BPredicate predicate;
  if (b_predicate_read(&predicate, text, length, error)) return NULL;
  Instance *instance = text_instance_create(text, length, size_of_goal(&predicate));
  b_predicate_deinit(&predicate);
  return instance;
}

/* Of a term of the predicate's bank, after what is known of it, if anything is; NULL if it cannot be read back, as what mutation has nested too deeply. */
static Instance *instance_of_term(BPredicate *predicate, BTerm term, const char *status)
{
  StrBuf text;
  Error error;
  strbuf_init(&text, 0);
  if (status) strbuf_printf(&text, "%s\n", status);
  b_predicate_print(predicate, term, &text);
  strbuf_text(&text);
  Instance *instance = read_instance(NULL, text.bytes, text.length, &error);
  strbuf_deinit(&text);
  return instance;
}

/* What is generated in vain for the solvers is regenerated, from other numbers. */
enum { TRY_BITS = 48 };

static uint64_t number_of_try(uint64_t number, uint64_t attempt)
{
  return number ^ attempt << TRY_BITS;
}

/* Has the operator of the theme, if it can be placed. */
static BTerm generate_for_theme(BLanguage *language, BGenerator *generator, uint64_t number,
                                BModule *module)
{
  BTerm term = b_generate(generator, number);
  BTerm placed = b_mutate(generator, term, language->theme, number);
  if (placed) term = placed;
  b_generate_module(generator, term, module);
  return term;
}

/* Of a bug campaign every fourth input has a solution that is known, and every fourth none. */
static BTerm generate_term(BLanguage *language, BGenerator *generator, uint64_t number,
                           BModule *module, const char **status)
{
  BTerm term = B_TERM_NONE;
  *status = NULL;
  if (language->theme) return generate_for_theme(language, generator, number, module);
  if (language->known && number % 4 == 1) {
    *status = B_KNOWN_SAT;
    term = b_known_sat(generator, number, module, NULL);
  } else if (language->known && number % 4 == 3) {
    *status = B_KNOWN_UNSAT;
    term = b_known_unsat(generator, number, module);
  }
  if (!term) {
    *status = NULL;
    term = b_generate(generator, number);
    b_generate_module(generator, term, module);
  }
  return term;
}

static Instance *generate_once(BLanguage *language, uint64_t number, bool last)
{
  BPredicate predicate = {.bank = b_bank_create()};
  BGenerator generator;
  const char *status;
  b_generator_init(&generator, predicate.bank, &language->generator);
  BTerm term = generate_term(language, &generator, number, &predicate.module, &status);
  Instance *instance = NULL;
  if (last || b_fit_takes(&language->fit, predicate.bank, &predicate.module, term))
    instance = instance_of_term(&predicate, term, status);
  b_generator_deinit(&generator);
  b_predicate_deinit(&predicate);
  return instance;
}

static Instance *generate(Language *base, uint64_t number)
{
  BLanguage *language = b_of(base);
  Instance *instance = NULL;
  for (uint64_t i = 0; i < B_FIT_TRIES && !instance; i++)
    instance = generate_once(language, number_of_try(number, i), false);
  for (uint64_t i = 0; i < B_FIT_TRIES && !instance; i++)
    instance = generate_once(language, number_of_try(number, i), true);
  if (!instance) BUG("generated predicate %llu cannot be read", (unsigned long long)number);
  return instance;
}

/* The sets of a machine take the place of those that the generator has. */
static void take_sets(BGenerator *generator, const BModule *module)
{
  if (module->sets.count == 0) return;
  generator->sets.sets.count = generator->sets.elements.count = 0;
  VEC_APPEND(&generator->sets.sets, module->sets.items, module->sets.count);
  VEC_APPEND(&generator->sets.elements, module->elements.items, module->elements.count);
}

static Instance *mutate_once(BLanguage *language, const Instance *instance, BOperator construct,
                             uint64_t number, bool last)
{
  BPredicate predicate;
  BGenerator generator;
  read_again(instance, &predicate);
  b_generator_init(&generator, predicate.bank, &language->generator);
  take_sets(&generator, &predicate.module);
  BTerm term = b_mutate(&generator, predicate.goal, construct, number);
  Instance *mutant = NULL;
  if (term) {
    b_module_deinit(&predicate.module);
    b_generate_module(&generator, term, &predicate.module);
    if (last || b_fit_takes(&language->fit, predicate.bank, &predicate.module, term))
      mutant = instance_of_term(&predicate, term, NULL);
  }
  b_generator_deinit(&generator);
  b_predicate_deinit(&predicate);
  return mutant;
}

static Instance *mutate(Language *base, const Instance *instance, size_t construct, uint64_t number)
{
  BLanguage *language = b_of(base);
  assert(construct < language->constructs.count);
  BOperator op = language->constructs.items[construct];
  Instance *mutant = NULL;
  for (uint64_t i = 0; i < B_FIT_TRIES && !mutant; i++)
    mutant = mutate_once(language, instance, op, number_of_try(number, i), false);
  return mutant ? mutant : mutate_once(language, instance, op, number, true);
}

/* Terms come after their parts, so that going down finds each once; a shared one counts once. */
static void count(Language *base, const Instance *instance, uint32_t *counts)
{
  const BLanguage *language = b_of(base);
  BPredicate predicate;
  read_again(instance, &predicate);
  const BBank *bank = predicate.bank;
  uint8_t *seen = mem_alloc_zero((size_t)predicate.goal + 1, 1);
  seen[predicate.goal] = 1;
  for (BTerm at = predicate.goal; at > B_TERM_NONE; at--) {
    if (!seen[at]) continue;
    uint32_t number = language->construct_of[b_op(bank, at)];
    if (number) counts[number - 1]++;
    for (uint32_t i = 0; i < b_arg_count(bank, at); i++) seen[b_arg(bank, at, i)] = 1;
  }
  free(seen);
  b_predicate_deinit(&predicate);
}

/* The operators of the tree, parents first. */
static void shape(const Instance *instance, StrBuf *out)
{
  BPredicate predicate;
  read_again(instance, &predicate);
  const BBank *bank = predicate.bank;
  U32Vec open = {0};
  VEC_PUSH(&open, predicate.goal);
  while (open.count > 0) {
    BTerm term = open.items[--open.count];
    strbuf_printf(out, "%s ", b_operator(b_op(bank, term))->node);
    for (uint32_t i = b_arg_count(bank, term); i > 0; i--)
      VEC_PUSH(&open, b_arg(bank, term, i - 1));
  }
  VEC_FREE(&open);
  b_predicate_deinit(&predicate);
}

/* --- sizes --- */

/* A scale: the theme, the depth, and the conjuncts. */
enum { CONJUNCTS_MAX = 8, SCALE_BITS = 16, THEME_CONJUNCTS = 2 };

static uint64_t scale_of(BOperator theme, uint32_t depth, uint32_t least, uint32_t most)
{
  return (uint64_t)theme << 3 * SCALE_BITS | (uint64_t)depth << 2 * SCALE_BITS |
         (uint64_t)most << SCALE_BITS | least;
}

static uint32_t part_of_scale(uint64_t scale, uint32_t part)
{
  return (uint32_t)(scale >> part * SCALE_BITS) & ((1u << SCALE_BITS) - 1);
}

static bool resize(Language *base, bool larger)
{
  BGenSettings *size = &b_of(base)->generator;
  if (larger && size->most < CONJUNCTS_MAX) {
    size->least++;
    size->most++;
  } else if (larger && size->depth < B_GEN_DEPTH_MAX) {
    size->depth++;
    size->least = 1;
    size->most = 2;
  } else if (!larger && size->most > 1) {
    size->most--;
    if (size->least > 1) size->least--;
  } else if (!larger && size->depth > 1) {
    size->depth--;
  } else {
    return false;
  }
  return true;
}

static uint64_t scale(const Language *base)
{
  const BLanguage *language = (const BLanguage *)base;
  const BGenSettings *size = &language->generator;
  return scale_of(language->theme, size->depth, size->least, size->most);
}

static bool set_scale(Language *base, uint64_t number)
{
  BLanguage *language = b_of(base);
  uint32_t theme = part_of_scale(number, 3), depth = part_of_scale(number, 2);
  uint32_t most = part_of_scale(number, 1), least = part_of_scale(number, 0);
  if (depth < 1 || depth > B_GEN_DEPTH_MAX || least < 1 || most < least) return false;
  if (theme && (theme >= B_OPERATOR_COUNT || !language->construct_of[theme])) return false;
  language->theme = (BOperator)theme;
  language->generator.depth = depth;
  language->generator.most = most;
  language->generator.least = least;
  return true;
}

/* What encodings and solvers make of an operator shows best where there is little else: a theme for each, of few conjuncts.
 * Comparisons are everywhere. */
static void add_themes(const Language *base, U64Vec *scales)
{
  const BLanguage *language = (const BLanguage *)base;
  const BGenSettings *size = &language->generator;
  VEC_PUSH(scales, scale_of(B_NONE, size->depth, size->least, size->most));
  uint32_t most = size->most < THEME_CONJUNCTS ? size->most : THEME_CONJUNCTS;
  for (size_t i = 0; i < language->constructs.count; i++) {
    BOperator op = language->constructs.items[i];
    if (b_operator(op)->form == B_FORM_LITERAL || b_operator_compares(op)) continue;
    VEC_PUSH(scales, scale_of(op, size->depth, 1, most));
  }
}

/* --- the language --- */

static size_t construct_count(const Language *base)
{
  return ((const BLanguage *)base)->constructs.count;
}

static LanguageConstruct construct(const Language *base, size_t number)
{
  const BLanguage *language = (const BLanguage *)base;
  assert(number < language->constructs.count);
  BOperator op = language->constructs.items[number];
  const BOperatorInfo *info = b_operator(op);
  return (LanguageConstruct){info->node, info->form == B_FORM_LITERAL ? "literal"
                                         : b_operator_binds(op)       ? "binder"
                                         : b_operator_compares(op)    ? "predicate"
                                                                      : "operator"};
}

static void destroy(Language *base)
{
  VEC_FREE(&b_of(base)->constructs);
  free(base);
}

static void list_constructs(BLanguage *language)
{
  BBank *bank = b_bank_create();
  BGenerator generator;
  b_generator_init(&generator, bank, &language->generator);
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) {
    if (!b_generator_has(&generator, op)) continue;
    VEC_PUSH(&language->constructs, op);
    language->construct_of[op] = (uint32_t)language->constructs.count;
  }
  b_generator_deinit(&generator);
  b_bank_destroy(bank);
}

/* Operators that an encoding of the solvers does not have. */
static void leave_out(BLanguage *language, const LanguageRequest *request)
{
  StrBuf names;
  strbuf_init(&names, 0);
  language->fit = b_fit_of_solvers(request->solvers, request->solver_count);
  b_fit_restrict(&language->fit, &language->generator, &names);
  if (names.length && request->note) {
    StrBuf line;
    strbuf_init(&line, 0);
    strbuf_printf(&line, "left out, since an encoding does not have it: %s", strbuf_text(&names));
    request->note(request->user, strbuf_text(&line));
    strbuf_deinit(&line);
  }
  strbuf_deinit(&names);
}

static Language *create(const LanguageRequest *request, StrBuf *name, Error *error)
{
  BLanguageSettings settings = {0};
  BLanguage *language = mem_alloc_zero(1, sizeof *language);
  language->base.interface = &b_interface;
  Status status = setting_read_rows(b_settings, request->rows, &settings, error);
  if (!status) status = b_settings_apply(&settings, request->seed, &language->generator, error);
  setting_free_values(b_settings, &settings);
  if (status) {
    destroy(&language->base);
    return NULL;
  }
  language->known = request->small;
  leave_out(language, request);
  list_constructs(language);
  strbuf_add_text(name, "B");
  return &language->base;
}

static const char *const alternatives[] = {".mch", NULL};

/* Two programs are started for an answer, which takes long on a busy machine. */
static const LanguageDefault bug_defaults[] = {{"timeout", "2s"}, {NULL, NULL}};

/* Solvers of B soon say unknown where quantifiers are left, which is not hard. A reference needs some 0.03 s, most of it to start two
 * programs: a campaign may go on until it needs no more than a hundredth of the usual limit of 5 s. */
static const LanguageDefault margin_defaults[] = {{"no-unknown", "true"},
                                                  {"min-gain", "0.05"},
                                                  {"min-gain-percent", "0"},
                                                  {"reference-percent", "5"},
                                                  {NULL, NULL}};

static const LanguageHighlight highlight = {
    .comment = "/\\*[\\s\\S]*?\\*/|//[^\\n]*",
    .literal = "\"(?:[^\"\\\\]|\\\\.)*\"|\\b\\d+(?:\\.\\d+)?\\b",
    .word = "\\b(?:MACHINE|SETS|CONSTANTS|PROPERTIES|VARIABLES|INVARIANT|ASSERTIONS|END|IF|THEN|"
            "ELSE|LET|BE|IN|SIGMA|PI|UNION|INTER|not|or|mod)\\b",
};

const LanguageInterface b_interface = {
    .name = "B",
    .extension = ".b",
    .highlight = &highlight,
    .alternatives = alternatives,
    .settings = b_settings,
    .bug_defaults = bug_defaults,
    .margin_defaults = margin_defaults,
    .create = create,
    .examiner = &b_examiner,
    .reducer = &b_reducer,
    .traits = b_traits,
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
    .themes = add_themes,
};
