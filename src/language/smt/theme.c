#include "language/smt/theme.h"

#include <assert.h>
#include <string.h>

#include "language/smt/restrict.h"

/* Parts by the name of their logic. `common`: solvers know the name, and treat it in ways of their own. */
static const struct {
  const char *logic;
  bool common;
} parts[] = {
    {"QF_BV", true},        {"QF_FP", true},        {"QF_BVFP", true},
    {"QF_FPLRA", true},     {"QF_S", true},         {"QF_SLIA", true},
    {"QF_LIA", true},       {"QF_NIA", true},       {"QF_LRA", true},
    {"QF_NRA", true},       {"QF_LIRA", true},      {"QF_IDL", true},
    {"QF_RDL", true},       {"QF_UF", true},        {"QF_UFLIA", true},
    {"QF_UFLRA", true},     {"QF_UFBV", true},      {"QF_UFNIA", true},
    {"QF_UFNRA", true},     {"QF_AX", true},        {"QF_ABV", true},
    {"QF_ALIA", true},      {"QF_AUFLIA", true},    {"QF_AUFBV", true},
    {"QF_ABVFP", true},     {"QF_DT", true},        {"QF_UFDT", true},
    {"UF", true},           {"LIA", true},          {"LRA", true},
    {"NIA", true},          {"NRA", true},          {"BV", true},
    {"FP", true},           {"BVFP", true},         {"UFDT", true},
    {"UFLIA", true},        {"UFBV", true},         {"ABV", true},
    {"ALIA", true},         {"AUFLIA", true},       {"AUFLIRA", true},
    {"QF_SNIA", false},     {"QF_NIRA", false},     {"QF_NRAT", false},
    {"QF_NIRAT", false},    {"QF_BVLIA", false},    {"QF_DTLIA", false},
    {"QF_AUFDTLIA", false}, {"QF_BVDT", false},     {"QF_BVFPDT", false},
    {"QF_DTSLIA", false},   {"QF_BVSLIA", false},   {"QF_FPSLIA", false},
    {"QF_UFSLIA", false},   {"QF_ASLIA", false},    {"UFDTLIA", false},
    {"ABVFP", false},       {"SLIA", false},        {"DTSLIA", false},
    {"QF_SEQLIA", false},   {"QF_BVSEQLIA", false}, {"QF_SSEQLIA", false},
    {"QF_FPSEQLIA", false}, {"QF_ASEQLIA", false},  {"QF_DTSEQLIA", false},
    {"QF_UFSEQLIA", false}, {"SEQLIA", false},      {"QF_LIAFS", false},
    {"QF_BVLIAFS", false},  {"QF_FPLIAFS", false},  {"QF_DTLIAFS", false},
    {"QF_SLIAFS", false},   {"QF_SEQLIAFS", false}, {"QF_ALIAFS", false},
    {"QF_UFLIAFS", false},  {"LIAFS", false},       {"QF_AUFBVFPDTSSEQNIRAFS", false},
    {"QF_BV", false},       {"QF_BVFP", false},     {"QF_LIA", false},
    {"QF_SLIA", false},     {"QF_DT", false},       {"QF_ABV", false},
    {"BV", false},          {"LIA", false},
};

/* How many of a common size. */
enum { QUERIES = 10, GROUND_QUERIES = 64, SMALL_WIDTH = 8 };

static bool has_numbers_of_bits(const Logic *logic)
{
  return logic->parts & (LOGIC_BITVECTORS | LOGIC_FLOATS);
}

/* Literals have to be all that there is: functions and arrays are constants of the script. */
static bool has_ground_terms(const Logic *logic)
{
  uint32_t open = LOGIC_UF | LOGIC_FREE_SORTS | LOGIC_ARRAYS | LOGIC_QUANTIFIERS;
  return !(logic->parts & open);
}

static void add_form(Theme theme, ThemeForm form, Themes *themes)
{
  theme.form = form;
  VEC_PUSH(themes, theme);
}

static void add_forms(Logic logic, bool quantified, Themes *themes)
{
  Theme theme = {.logic = logic, .width = has_numbers_of_bits(&logic) ? WIDTH_SMALL : WIDTH_ANY};
  add_form(theme, THEME_SCRIPT, themes);
  if (!quantified) add_form(theme, THEME_QUERIES, themes);
  add_form(theme, THEME_COMMANDS, themes);
  if (!has_ground_terms(&logic)) return;
  add_form(theme, THEME_GROUND, themes);
  if (theme.width == WIDTH_ANY) return;
  theme.width = WIDTH_ANY;
  add_form(theme, THEME_GROUND, themes);
  theme.width = WIDTH_TINY;
  if (logic.parts & LOGIC_FLOATS) add_form(theme, THEME_GROUND, themes);
}

/* What is only called ALL may be without them. */
static bool has_quantifiers(const GenSettings *settings)
{
  return gen_settings_weight(settings, "forall") > 0 || gen_settings_weight(settings, "exists") > 0;
}

void themes_of(const GenSettings *settings, Themes *themes)
{
  if (settings->incremental || settings->shape != SHAPE_TREE) return;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    Logic logic;
    bool known = logic_parse(parts[i].logic, strlen(parts[i].logic), &logic);
    assert(known);
    if (!known || (logic.parts & ~settings->logic.parts) ||
        logic.arithmetic > settings->logic.arithmetic)
      continue;
    if (logic.parts & LOGIC_QUANTIFIERS && !has_quantifiers(settings)) continue;
    logic.all = settings->logic.all && !parts[i].common;
    if (!logic.all && !parts[i].common) continue; /* no name that all solvers know */
    add_forms(logic, logic.parts & LOGIC_QUANTIFIERS, themes);
  }
}

/* --- settings --- */

/* The smallest formats have hardly a number that is no corner case. */
static void set_width(ThemeWidth width, GenSettings *made)
{
  static const DrawFormat formats[][2] = {
      [WIDTH_SMALL] = {{3, 5}, {5, 11}}, [WIDTH_TINY] = {{2, 3}, {4, 3}}};
  assert(width != WIDTH_ANY);
  if (!made->formats.count && made->max_width >= 11)
    for (size_t i = 0; i < 2; i++) VEC_PUSH(&made->formats, formats[width][i]);
  if (!made->widths.count && made->max_width > SMALL_WIDTH) made->max_width = SMALL_WIDTH + 3;
}

void theme_settings(const Theme *theme, const GenSettings *settings, GenSettings *made)
{
  assert(theme->form < THEME_FORM_COUNT);
  gen_settings_copy(made, settings);
  made->logic = theme->logic;
  if (theme->logic.all) smtlib_write_all(made);
  /* The names need not be those of this part. */
  for (size_t i = 0; i < made->weights.count; i++) made->weights.items[i].optional = true;
  if (theme->width != WIDTH_ANY) set_width(theme->width, made);
  made->incremental = theme->form == THEME_COMMANDS;
  made->queries = theme->form == THEME_QUERIES || theme->form == THEME_GROUND;
  /* Solvers that know the name have less under it. */
  if (!theme->logic.all) made->extensions = false;
  /* Its commands are another matter than its functions: not every solver says that it lacks one. */
  if (theme->form == THEME_COMMANDS) made->standard_27 = false;
  if (theme->form == THEME_GROUND) made->literal_percent = 100;
  theme_resize(theme, settings->asserts, settings->depth, made);
}

void theme_resize(const Theme *theme, uint32_t asserts, uint32_t depth, GenSettings *made)
{
  assert(asserts && depth);
  made->asserts = asserts;
  made->depth = depth;
  if (theme->form == THEME_QUERIES) made->asserts = QUERIES;
  if (theme->form != THEME_GROUND) return;
  made->asserts = GROUND_QUERIES;
  made->depth = depth + 1;
}
