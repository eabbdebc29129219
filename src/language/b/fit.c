#include "language/b/fit.h"

#include <assert.h>
#include <string.h>

#include "b/eval/eval.h"
#include "b/mutate/mutate.h"
#include "b/wd/wd.h"

/* The encoding that words of a command line name. */
static uint32_t encoding_in(char *const *words, size_t count)
{
  uint32_t found = 0;
  static const char option[] = "--encoding";
  for (size_t i = 0; i < count; i++) {
    const char *value = NULL;
    if (strcmp(words[i], option) == 0 && i + 1 < count) value = words[i + 1];
    if (strncmp(words[i], "--encoding=", sizeof option) == 0) value = words[i] + sizeof option;
    for (uint32_t k = 0; value && k < B_ENCODING_COUNT; k++)
      if (strcmp(value, b_encodings[k]) == 0) found = 1u << k;
  }
  return found;
}

BFit b_fit_of_solvers(const Solver *solvers, size_t count)
{
  BFit fit = {0};
  for (size_t i = 0; i < count; i++) {
    const ProfileWords *always = &solvers[i].profile->always;
    uint32_t changed = encoding_in(solvers[i].parameters.items, solvers[i].parameters.count);
    fit.encodings |= changed ? changed : encoding_in(always->items, always->items_count);
  }
  return fit;
}

static bool translates(BBank *bank, const BModule *module, BEncoding encoding)
{
  assert(encoding < B_ENCODING_COUNT);
  BEvalSettings defaults = b_eval_settings_default();
  BEncodeOptions options = {
      .encoding = encoding, .maxint = defaults.maxint, .minint = defaults.minint};
  BEncodeResult result;
  Error ignored;
  StrBuf script;
  strbuf_init(&script, 0);
  bool fine = b_encode(bank, module, &options, &script, &result, &ignored) == STATUS_OK;
  strbuf_deinit(&script);
  return fine;
}

bool b_fit_takes(const BFit *fit, BBank *bank, const BModule *module, BTerm predicate)
{
  assert(predicate != B_TERM_NONE && fit->encodings >> B_ENCODING_COUNT == 0);
  if (fit->encodings == 0) return true;
  BTerm rewritten = b_wd_rewrite(bank, module, predicate, &(BWdOptions){.prove = true});
  if (!rewritten) return false;
  BModule whole;
  b_module_of_predicate(bank, module, rewritten, &whole);
  bool fine = true;
  for (uint32_t k = 0; k < B_ENCODING_COUNT && fine; k++)
    if (fit->encodings >> k & 1) fine = translates(bank, &whole, (BEncoding)k);
  b_module_deinit(&whole);
  return fine;
}

static bool takes_operator(const BFit *fit, const BGenSettings *settings, BOperator op)
{
  assert(op > B_NONE && op < B_OPERATOR_COUNT);
  enum { SAMPLES = 24 };
  BBank *bank = b_bank_create();
  BGenerator generator;
  b_generator_init(&generator, bank, settings);
  bool fine = !b_generator_has(&generator, op), made = false;
  BTerm nothing = b_make_constant(bank, B_BTRUE);
  for (uint64_t i = 0; i < SAMPLES && !fine; i++) {
    BTerm predicate = b_mutate(&generator, nothing, op, i);
    if (!predicate) continue;
    made = true;
    fine = b_fit_takes(fit, bank, &generator.sets, predicate);
  }
  b_generator_deinit(&generator);
  b_bank_destroy(bank);
  return fine || !made;
}

void b_fit_restrict(const BFit *fit, BGenSettings *settings, StrBuf *left_out)
{
  assert(settings && left_out);
  BGenSettings all = *settings;
  all.depth = 2;
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT && fit->encodings; op++) {
    if (settings->weights[op] == 0 || takes_operator(fit, &all, op)) continue;
    settings->weights[op] = 0;
    strbuf_printf(left_out, "%s%s", left_out->length ? ", " : "", b_operator(op)->node);
  }
}
