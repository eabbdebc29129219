#include "support/source.h"

#include "testing.h"

#include <string.h>

#include "smt/text/theory.h"

void source_open(Source *source, const char *logic)
{
  Logic parsed;
  assert_true(logic_parse(logic, strlen(logic), &parsed));
  source->bank = theory_create_bank();
  gen_settings_init(&source->settings);
  gen_settings_logic(&source->settings, &parsed);
}

void source_start(Source *source)
{
  Error error;
  if (generator_init(&source->generator, source->bank, &source->settings, &error))
    fail_msg("%s", error.message);
}

void source_close(Source *source)
{
  generator_deinit(&source->generator);
  gen_settings_deinit(&source->settings);
  bank_destroy(source->bank);
}

void source_add_scripts(Source *source, uint64_t count, StrBuf *out)
{
  for (uint64_t i = 0; i < count; i++) {
    if (i) strbuf_add_text(out, "(reset)\n");
    generator_text(&source->generator, i, out);
  }
}

void assert_scripts_independent(void (*start)(Source *source), uint64_t count)
{
  Source all, one;
  StrBuf a, b;
  strbuf_init(&a, 0);
  strbuf_init(&b, 0);
  start(&all);
  for (uint64_t i = 0; i < count; i++) {
    strbuf_clear(&a);
    strbuf_clear(&b);
    generator_text(&all.generator, i, &a);
    start(&one);
    generator_text(&one.generator, i, &b);
    assert_string_equal(strbuf_text(&a), strbuf_text(&b));
    source_close(&one);
  }
  source_close(&all);
  strbuf_deinit(&a);
  strbuf_deinit(&b);
}
