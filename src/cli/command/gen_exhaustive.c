#include "cli/command/gen_exhaustive.h"

#include <inttypes.h>

#include "cli/option/json.h"
#include "cli/shared/script_output.h"
#include "smt/gen/enumerate.h"

static void print_counts(const Enumeration *enumeration, uint32_t max_size)
{
  json_t *sizes = json_array();
  for (uint32_t size = 1; size <= max_size; size++)
    json_array_append_new(sizes, json_count(enumeration_count_of_size(enumeration, size)));
  json_print_pretty(stdout, json_pack("{s:o, s:o}", "count",
                                      json_count(enumeration_count(enumeration)), "sizes", sizes));
}

static int write_formulas(Generator *generator, Enumeration *enumeration, const FormulaRange *range,
                          uint64_t count)
{
  ScriptOutput output;
  int code = script_output_begin(&output, range->command, range->folder);
  for (uint64_t i = 0; i < count && code == EXIT_FINE; i++) {
    script_output_next(&output);
    enumeration_draw(enumeration, range->from + i);
    generator_print(generator, &output.text);
    if (range->folder) strbuf_add_text(&output.text, "(exit)\n");
    code = script_output_end(&output, range->from + i);
  }
  return script_output_close(&output, code);
}

static int write_range(Generator *generator, Enumeration *enumeration, const FormulaRange *range)
{
  uint64_t total = enumeration_count(enumeration);
  if (range->from >= total)
    return command_usage_error(range->command,
                               "there are %" PRIu64 " formulas of at most %u node%s, numbered from "
                               "0: none has number %" PRIu64,
                               total, range->max_size, text_plural(range->max_size), range->from);
  uint64_t left = total - range->from;
  int code =
      write_formulas(generator, enumeration, range, range->count < left ? range->count : left);
  if (code == EXIT_FINE && range->count > left)
    fprintf(stderr,
            "assay gen: that was the last of all %" PRIu64 " formulas of at most %u node%s\n",
            total, range->max_size, text_plural(range->max_size));
  return code;
}

int gen_exhaustive(Generator *generator, const FormulaRange *range)
{
  Enumeration *enumeration;
  Error error;
  int code = EXIT_FINE;
  if (enumeration_create(generator, range->max_size, &enumeration, &error))
    return command_usage_error(range->command, "%s", error.message);
  if (range->count_only)
    print_counts(enumeration, range->max_size);
  else
    code = write_range(generator, enumeration, range);
  enumeration_destroy(enumeration);
  return code;
}
