#include "cli/command/gen_boxes.h"

#include "cli/shared/script_output.h"

int gen_boxes(const Subcommand *command, const BoxgenSettings *settings, const char *folder,
              uint64_t from, uint64_t count)
{
  ScriptOutput output;
  StrBuf source;
  strbuf_init(&source, 0);
  int code = script_output_begin(&output, command, folder);
  for (uint64_t i = from; i < from + count && code == EXIT_FINE; i++) {
    strbuf_clear(&source);
    script_output_next(&output);
    boxgen_make(settings, i, &output.text, &source);
    code = script_output_end(&output, i);
    if (code == EXIT_FINE) code = script_output_file(&output, i, "c", &source);
  }
  strbuf_deinit(&source);
  return script_output_close(&output, code);
}
