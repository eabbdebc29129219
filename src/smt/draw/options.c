#include "smt/draw/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

const char *const gen_shape_words[] = {"tree", "layers", NULL};
const char *const gen_division_words[] = {"free", "guarded", "none", NULL};
const char *const gen_standard_words[] = {"2.6", "2.7", NULL};

/* --- the logic ---------------------------------------------------------------------------- */

static uint32_t chosen_parts(const GenOptions *options)
{
  const struct {
    bool chosen;
    uint32_t part;
  } parts[] = {
      {options->arrays, LOGIC_ARRAYS},
      {options->ufs, LOGIC_UF},
      {options->strings, LOGIC_STRINGS},
      {options->floats, LOGIC_FLOATS},
      {options->bitvectors, LOGIC_BITVECTORS},
      {options->ints, LOGIC_INTS},
      {options->reals, LOGIC_REALS},
      {options->datatypes, LOGIC_DATATYPES},
      {options->sequences, LOGIC_SEQUENCES},
      {options->sets, LOGIC_SETS},
      {options->quantifiers, LOGIC_QUANTIFIERS},
  };
  uint32_t chosen = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (parts[i].chosen) chosen |= parts[i].part;
  return chosen;
}

bool gen_options_have_theories(const GenOptions *options)
{
  return chosen_parts(options) & ~(uint32_t)LOGIC_QUANTIFIERS;
}

static Logic logic_of_theories(const GenOptions *options, uint32_t parts)
{
  Logic logic = {.parts = parts};
  /* Arrays alone are over declared sorts: QF_AX. */
  if ((parts & ~(uint32_t)LOGIC_QUANTIFIERS) == LOGIC_ARRAYS) logic.parts |= LOGIC_FREE_SORTS;
  if (parts & (LOGIC_INTS | LOGIC_REALS))
    logic.arithmetic = options->difference ? ARITH_DIFFERENCE
                       : options->linear   ? ARITH_LINEAR
                                           : ARITH_NONLINEAR;
  return logic;
}

static Status choose_logic(const GenOptions *options, GenSettings *settings, Error *error)
{
  uint32_t parts = chosen_parts(options);
  Logic logic;
  if (options->quantifiers && options->quantifier_free)
    return error_set(error, STATUS_USAGE, "-q and -qf exclude each other");
  if (options->logic && (parts || options->linear || options->difference))
    return error_set(error, STATUS_USAGE, "--logic and theories one by one exclude each other");
  if (options->difference && options->ints && options->reals)
    return error_set(error, STATUS_USAGE, "difference constraints are over integers or reals");
  if ((options->difference || options->linear) && !options->ints && !options->reals)
    return error_set(error, STATUS_USAGE, "-l and --difference need -int or -r");
  if (!options->logic && !gen_options_have_theories(options))
    return error_set(error, STATUS_USAGE, "which logic? Use --logic NAME, or theories such as -bv");
  if (!options->logic)
    logic = logic_of_theories(options, parts);
  else if (!logic_parse(options->logic, strlen(options->logic), &logic))
    return logic_refuse_name(options->logic, error);
  gen_settings_logic(settings, &logic);
  return STATUS_OK;
}

/* --- widths and formats ------------------------------------------------------------------- */

static void add_size(GenSettings *settings, uint32_t bits)
{
  static const struct {
    uint32_t bits;
    DrawFormat format;
  } formats[] = {{8, {4, 4}},    {16, {5, 11}},    {32, {8, 24}},
                 {64, {11, 53}}, {128, {15, 113}}, {256, {19, 237}}};
  if (settings->max_width < bits) settings->max_width = bits;
  VEC_PUSH(&settings->widths, ((WidthRange){bits, bits}));
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (formats[i].bits == bits) VEC_PUSH(&settings->formats, formats[i].format);
}

/* From the least to the most; the difference is what generators draw from. */
static void choose_range(ValueRange range, uint32_t *most, uint32_t *spread)
{
  *most = (uint32_t)range.high;
  *spread = (uint32_t)(range.high - range.low);
}

static bool read_number(const char **at, uint32_t *number)
{
  char *end = NULL;
  if (**at < '0' || **at > '9') return false;
  unsigned long value = strtoul(*at, &end, 10);
  *number = (uint32_t)value;
  *at = end;
  return value <= UINT32_MAX;
}

static Status choose_sizes(const GenOptions *options, GenSettings *settings, Error *error)
{
  const bool flags[] = {options->width_8,  options->width_16,  options->width_32,
                        options->width_64, options->width_128, options->width_256};
  for (uint32_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (flags[i]) add_size(settings, 8u << i);
  for (size_t i = 0; i < options->widths.count; i++) {
    ValueRange range;
    if (value_parse_range(options->widths.items[i], &range) || range.high > UINT32_MAX)
      return error_set(error, STATUS_USAGE, "'%s' is not a width, nor a range such as 3-5",
                       options->widths.items[i]);
    WidthRange width = {(uint32_t)range.low, (uint32_t)range.high};
    VEC_PUSH(&settings->widths, width);
  }
  for (size_t i = 0; i < options->formats.count; i++) {
    const char *at = options->formats.items[i];
    DrawFormat format;
    if (!read_number(&at, &format.exponent) || *at++ != ',' ||
        !read_number(&at, &format.significand) || *at)
      return error_set(error, STATUS_USAGE, "'%s' is not a format such as 8,24",
                       options->formats.items[i]);
    VEC_PUSH(&settings->formats, format);
  }
  return STATUS_OK;
}

/* --- weights ------------------------------------------------------------------------------ */

/* Every name of lists separated by commas. */
static void weigh_names(GenSettings *settings, const TextList *lists, double weight)
{
  for (size_t i = 0; i < lists->count; i++)
    for (const char *at = lists->items[i]; *at;) {
      size_t length = strcspn(at, ",");
      if (length) gen_settings_weigh(settings, at, length, weight);
      at += length + (at[length] == ',');
    }
}

static Status choose_weights(const GenOptions *options, GenSettings *settings, Error *error)
{
  settings->only = options->only.count > 0;
  if (options->weights) {
    FileText text;
    if (file_read(options->weights, 0, &text, error)) return error->status;
    Status status = gen_settings_read_weights(settings, text.bytes, text.length, error);
    file_text_free(&text);
    if (status)
      return error_set(error, STATUS_USAGE, "%s:%u: %s", options->weights, error->line,
                       error->message);
  }
  weigh_names(settings, &options->only, 1);
  weigh_names(settings, &options->without, 0);
  return STATUS_OK;
}

/* What needs no look at a text. */
static void choose_numbers(const GenOptions *options, GenSettings *settings)
{
  settings->seed = options->seed;
  choose_range(options->num_asserts, &settings->asserts, &settings->asserts_spread);
  choose_range(options->num_vars, &settings->vars, &settings->vars_spread);
  choose_range(options->depth, &settings->depth, &settings->depth_spread);
  settings->ufs = (uint32_t)options->num_ufs;
  settings->uf_arity = (uint32_t)options->uf_arity;
  settings->max_width = (uint32_t)options->max_width;
  settings->literal_percent = (uint32_t)options->literals;
  settings->let_percent = (uint32_t)options->lets;
  settings->likely_percent = (uint32_t)options->likely;
  settings->incremental = options->incremental;
  settings->shape = (GenShape)options->shape;
  settings->nodes = (uint32_t)options->nodes;
  settings->reuse_percent = (uint32_t)options->reuse;
  settings->worlds = (uint32_t)options->worlds;
  settings->division = (DivisionMode)options->division;
  settings->standard_27 = options->standard == 1;
  settings->extensions = options->extensions;
}

static Status choose_rest(const GenOptions *options, GenSettings *settings, Error *error)
{
  Status status = choose_sizes(options, settings, error);
  if (status == STATUS_OK) status = choose_weights(options, settings, error);
  if (status == STATUS_OK && gen_settings_check(settings, error))
    status = error_set(error, STATUS_USAGE, "%s", error->message);
  return status;
}

/* What names a size must be able to mean something. -8 to -256 and --max-width are for whatever has a size. */
static Status check_sizes(const GenOptions *options, const GenSettings *settings, Error *error)
{
  uint32_t parts = settings->logic.parts;
  if (options->formats.count && !(parts & LOGIC_FLOATS))
    return error_set(error, STATUS_USAGE, "--format: the logic has no floating-point numbers");
  if (options->widths.count && !(parts & (LOGIC_BITVECTORS | LOGIC_FLOATS)))
    return error_set(error, STATUS_USAGE, "--width: the logic has no bit-vectors");
  return STATUS_OK;
}

Status gen_options_read(const GenOptions *options, GenSettings *settings, Error *error)
{
  gen_settings_init(settings);
  choose_numbers(options, settings);
  Status status = choose_logic(options, settings, error);
  if (status == STATUS_OK) status = check_sizes(options, settings, error);
  return status == STATUS_OK ? choose_rest(options, settings, error) : status;
}

Status gen_options_read_for(const GenOptions *options, const Logic *logic, GenSettings *settings,
                            Error *error)
{
  gen_settings_init(settings);
  choose_numbers(options, settings);
  gen_settings_logic(settings, logic);
  Status status = check_sizes(options, settings, error);
  return status == STATUS_OK ? choose_rest(options, settings, error) : status;
}
