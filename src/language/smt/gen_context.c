#include "language/smt/gen_context.h"

#include <assert.h>

#include "base/bug.h"
#include "language/smt/audience.h"

/* A generator or mutator takes 1 to 2 MB once it was used, and a few milliseconds to make. */
enum { TERMS_MAX = 1 << 16, MAKERS_MAX = 32 };

/* --- themes --- */

static bool is_possible(const GenKinds *kinds, const GenSettings *settings)
{
  Error error;
  Generator generator;
  Bank *bank = bank_copy(kinds->theories);
  bool possible = generator_init(&generator, bank, settings, &error) == STATUS_OK;
  /* Connectives and literals alone are no theme. */
  bool predicates = false;
  for (size_t i = 0; possible && i < generator.constructs.items.count; i++)
    predicates |= generator.constructs.items.items[i].kind == CONSTRUCT_PREDICATE;
  generator_deinit(&generator);
  bank_destroy(bank);
  return possible && predicates;
}

/* What is dear comes for the most solvers for which it can be made, and what is cheap for all audiences. */
static uint32_t audiences_of(ThemeForm form)
{
  switch (form) {
  case THEME_GROUND: return AUDIENCE_ONE;
  case THEME_QUERIES: return AUDIENCE_ALL | AUDIENCE_MOST | AUDIENCE_ONE;
  default: return AUDIENCE_ALL | AUDIENCE_MOST;
  }
}

static void add_theme(GenKinds *kinds, const Theme *theme, const SmtlibLacks *lacks,
                      uint64_t solvers)
{
  GenSettings common;
  AudienceSettings made = {0};
  bool dear = theme->form == THEME_SCRIPT || theme->form == THEME_COMMANDS, done = false;
  theme_settings(theme, &kinds->settings.items[0], &common);
  audience_settings(kinds->theories, lacks, solvers, audiences_of(theme->form), &common, &made);
  for (size_t i = 0; i < made.count; i++) {
    if ((dear && done) || !is_possible(kinds, &made.items[i])) {
      gen_settings_deinit(&made.items[i]);
      continue;
    }
    done = true;
    VEC_PUSH(&kinds->settings, made.items[i]);
    VEC_PUSH(&kinds->themes, *theme);
  }
  VEC_FREE(&made);
  gen_settings_deinit(&common);
}

void gen_kinds_add_themes(GenKinds *kinds, const SmtlibLacks *lacks, uint64_t solvers)
{
  assert(kinds->settings.count == 1 && !kinds->themes.count);
  Themes all = {0};
  themes_of(&kinds->settings.items[0], &all);
  for (size_t i = 0; i < all.count; i++) add_theme(kinds, &all.items[i], lacks, solvers);
  VEC_FREE(&all);
}

void gen_kinds_deinit(GenKinds *kinds)
{
  for (size_t i = 0; i < kinds->settings.count; i++) gen_settings_deinit(&kinds->settings.items[i]);
  VEC_FREE(&kinds->settings);
  VEC_FREE(&kinds->themes);
  bank_destroy(kinds->theories);
}

/* --- life --- */

static Status make_generator(GenContext *context, const GenKinds *kinds, size_t kind, Error *error)
{
  GenMaker *maker = &context->makers[kind];
  maker->generates = true;
  context->in_use++;
  return generator_init(&maker->generator, context->bank, &kinds->settings.items[kind], error);
}

Status gen_context_open(GenContext *context, const GenKinds *kinds, Error *error)
{
  assert(kinds->settings.count);
  *context = (GenContext){.bank = bank_copy(kinds->theories)};
  context->makers = mem_alloc_zero(kinds->settings.count, sizeof *context->makers);
  strbuf_init(&context->parent, 0);
  PrintOptions options = {.share = SHARE_LET};
  context->printer = printer_create(context->bank, &options);
  return make_generator(context, kinds, 0, error);
}

void gen_context_close(GenContext *context, const GenKinds *kinds)
{
  for (size_t i = 0; context->makers && i < kinds->settings.count; i++) {
    if (context->makers[i].generates) generator_deinit(&context->makers[i].generator);
    if (context->makers[i].mutates) mutator_deinit(&context->makers[i].mutator);
  }
  if (context->printer) {
    printer_destroy(context->printer);
    walk_deinit(&context->walk);
  }
  free(context->makers);
  strbuf_deinit(&context->parent);
  bank_destroy(context->bank);
  *context = (GenContext){0};
}

void gen_context_refresh(GenContext *context, const GenKinds *kinds)
{
  Error error;
  if (context->bank->terms.count <= TERMS_MAX && context->in_use <= MAKERS_MAX) return;
  uint64_t age = context->age;
  gen_context_close(context, kinds);
  if (gen_context_open(context, kinds, &error)) BUG("was possible before: %s", error.message);
  context->age = age + 1;
}

/* --- making --- */

Generator *gen_context_generator(GenContext *context, const GenKinds *kinds, size_t kind)
{
  assert(kind < kinds->settings.count);
  Error error;
  GenMaker *maker = &context->makers[kind];
  if (!maker->generates && make_generator(context, kinds, kind, &error))
    BUG("was possible before: %s", error.message);
  return &maker->generator;
}

/* Of the themes with this name the first, which is one script with one query. */
static size_t kind_of_logic(const GenContext *context, const GenKinds *kinds, Symbol name)
{
  Logic logic;
  const SymbolTable *symbols = &context->bank->symbols;
  if (!name || !logic_parse(symbols_text(symbols, name), symbols_length(symbols, name), &logic) ||
      logic.all)
    return 0;
  for (size_t i = 0; i < kinds->themes.count; i++) {
    const Logic *theme = &kinds->themes.items[i].logic;
    if (!theme->all && theme->parts == logic.parts && theme->arithmetic == logic.arithmetic)
      return i + 1;
  }
  return 0;
}

void gen_context_mutator(GenContext *context, const GenKinds *kinds, Symbol logic)
{
  Error error;
  size_t kind = kind_of_logic(context, kinds, logic);
  GenMaker *maker = &context->makers[kind];
  if (!maker->mutates &&
      mutator_init(&maker->mutator, context->bank, &kinds->settings.items[kind], &error))
    BUG("was possible before: %s", error.message);
  context->in_use += !maker->mutates;
  maker->mutates = true;
  context->parent_of = maker;
}
