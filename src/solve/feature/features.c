#include "solve/feature/features.h"

#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "solve/feature/collect.h"

static const char *const names[FEATURE_COUNT] = {
#define CONSTRUCT(text, word) text,
#include "solve/feature/constructs.def"
#undef CONSTRUCT
#define FEATURE_NAME(code, name) name,
    MACHSMT_SHAPES(FEATURE_NAME) OWN_FEATURES(FEATURE_NAME)
#undef FEATURE_NAME
};

static_assert(FEATURES_MACHSMT == 196, "as the paper has");

const char *feature_name(size_t feature)
{
  assert(feature < FEATURE_COUNT);
  return names[feature];
}

static double ratio(double a, double b)
{
  return b > 0 ? a / b : 0;
}

static double count_of(const Collector *collector, const char *construct)
{
  for (size_t i = 0; i < FEATURE_CONSTRUCTS; i++)
    if (strcmp(names[i], construct) == 0) return collector->values[i];
  assert(!"a construct");
  return 0;
}

static void finish_adders(Collector *collector)
{
  double sum = 0, squares = 0, count = 0, median = 0, before = 0;
  for (size_t i = 0; i < CHAIN_BINS; i++) {
    double chains = (double)collector->adders[i];
    sum += chains * (double)i;
    squares += chains * (double)i * (double)i;
    count += chains;
  }
  for (size_t i = 0; i < CHAIN_BINS && 2 * before < count; i++) {
    median = (double)i;
    before += (double)collector->adders[i];
  }
  double mean = ratio(sum, count);
  collector->values[FEATURE_ADDER_CHAIN_MEAN] = mean;
  collector->values[FEATURE_ADDER_CHAIN_MEDIAN] = median;
  collector->values[FEATURE_ADDER_CHAIN_DEVIATION] =
      sqrt(fmax(ratio(squares, count) - mean * mean, 0));
}

static void finish_symbols(Collector *collector)
{
  double symbols = 0, uses = 0, once = 0, most = 0;
  for (size_t i = 0; i < collector->facts.count; i++) {
    const SymbolFacts *facts = &collector->facts.items[i];
    if (facts->declared != SYMBOL_CONSTANT && facts->declared != SYMBOL_FUNCTION) continue;
    double used = facts->uses ? facts->uses - 1 : 0; /* without the declaration */
    symbols++;
    uses += used;
    once += used == 1;
    most = fmax(most, used);
  }
  collector->values[FEATURE_USES_MAX] = most;
  collector->values[FEATURE_USES_MEAN] = ratio(uses, symbols);
  collector->values[FEATURE_USED_ONCE] = ratio(once, symbols);
}

static void finish_terms(Collector *collector)
{
  double *values = collector->values;
  double assertions = count_of(collector, "assert");
  double numbers = values[FEATURE_NUMERALS] + values[FEATURE_DECIMALS];
  values[FEATURE_TREE_SIZE] = log2(1 + collector->tree);
  values[FEATURE_SHARING] = log2(fmax(ratio(collector->tree, values[FEATURE_NODES]), 1));
  values[FEATURE_DEPTH_MEAN] = ratio(collector->depth, assertions);
  values[FEATURE_ASSERTION_MEAN] = ratio(values[FEATURE_NODES], assertions);
  values[FEATURE_BINDING_USES] = ratio((double)collector->binding_uses, values[FEATURE_BINDINGS]);
  values[FEATURE_WIDTH_MEAN] = ratio(collector->width, (double)collector->widths);
  values[FEATURE_NUMERAL_BITS_MEAN] = ratio(collector->bits, numbers);
  values[FEATURE_NUMERALS_SMALL] = ratio((double)collector->small, numbers);
  values[FEATURE_SUM_MEAN] = ratio(collector->plus_arity, (double)collector->pluses);
  values[FEATURE_OR_MEAN] = ratio(collector->or_arity, count_of(collector, "or"));
  values[FEATURE_ASSERTIONS_PER_CHECK] = ratio(assertions, (double)collector->checks);
}

static void finish_machsmt(Collector *collector)
{
  double *values = collector->values;
  for (size_t i = 1; i < FEATURE_CONSTRUCTS; i++)
    if (strchr(names[i], '#')) values[i] = values[i - 1];
  values[FEATURE_SELECTS_PER_ARRAY] =
      ratio(count_of(collector, "select"), fmax(values[FEATURE_ARRAYS], 1));
  values[FEATURE_STORE_CHAIN] = ratio(collector->store_chain, (double)collector->store_chains);
  values[FEATURE_VARIABLES_RATIO] =
      ratio(values[FEATURE_FORALL_VARIABLES], values[FEATURE_EXISTS_VARIABLES]);
  values[FEATURE_QUANTIFIER_NESTING] = ratio(collector->nesting, (double)collector->quantifiers);
  values[FEATURE_UF_ARITY] = ratio(collector->uf_arity, values[FEATURE_UF_APPLICATIONS]);
  finish_adders(collector);
}

enum { TOKENS_PER_LOOK = 1 << 14 };

/* False if the time was over before the text. */
static bool read_tokens(Collector *collector, double seconds)
{
  uint64_t end = clock_process_cpu_ns() + (uint64_t)(seconds * 1e9);
  for (uint64_t count = 1;; count++) {
    TokenKind kind = lexer_next(collector->lexer);
    if (kind == TOKEN_END || kind == TOKEN_BAD) return true;
    collect_token(collector);
    if (count % TOKENS_PER_LOOK == 0 && clock_process_cpu_ns() > end) return false;
  }
}

void features_compute(const char *text, uint64_t length, double seconds, FeatureVector *vector)
{
  assert(seconds >= 0 && seconds < 1e9);
  *vector = (FeatureVector){0};
  SymbolTable symbols;
  symbols_init(&symbols);
  Lexer lexer;
  Error error;
  lexer_init(&lexer, &symbols, text, length, &error);
  Collector collector;
  collect_init(&collector, &lexer);
  bool in_time = read_tokens(&collector, seconds);
  finish_terms(&collector);
  finish_symbols(&collector);
  finish_machsmt(&collector);
  for (size_t i = 0; i < FEATURE_COUNT; i++)
    vector->values[i] = in_time ? (float)collector.values[i] : -1;
  vector->values[FEATURE_FILE_SIZE] = (float)length;
  memcpy(vector->logic, collector.logic, sizeof vector->logic);
  vector->complete = in_time && lexer.kind == TOKEN_END;
  collect_deinit(&collector);
  symbols_deinit(&symbols);
}
