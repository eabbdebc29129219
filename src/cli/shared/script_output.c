#include "cli/shared/script_output.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

enum { FLUSH_BYTES = 1 << 16 };

int script_output_begin(ScriptOutput *output, const Subcommand *command, const char *folder)
{
  *output = (ScriptOutput){.command = command, .folder = folder};
  strbuf_init(&output->text, 0);
  if (!folder || mkdir(folder, 0777) == 0 || errno == EEXIST) return EXIT_FINE;
  return command_error(command, EXIT_ENVIRONMENT, "cannot make the directory '%s': %s", folder,
                       strerror(errno));
}

void script_output_next(ScriptOutput *output)
{
  if (output->any && !output->folder) strbuf_add_text(&output->text, "(reset)\n");
  output->any = true;
}

int script_output_file(const ScriptOutput *output, uint64_t number, const char *ending,
                       const StrBuf *text)
{
  assert(output->folder && ending);
  StrBuf path;
  Error error;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/%08llu.%s", output->folder, (unsigned long long)number, ending);
  Status status = file_write(strbuf_text(&path), text->bytes, text->length, &error);
  strbuf_deinit(&path);
  return status ? command_error(output->command, EXIT_ENVIRONMENT, "%s", error.message) : EXIT_FINE;
}

static int write_text(ScriptOutput *output)
{
  StrBuf *text = &output->text;
  bool good = fwrite(text->bytes, 1, text->length, stdout) == text->length;
  strbuf_clear(text);
  return good ? EXIT_FINE
              : command_error(output->command, EXIT_ENVIRONMENT, "cannot write: %s",
                              strerror(errno));
}

int script_output_end(ScriptOutput *output, uint64_t number)
{
  if (output->folder) {
    int code = script_output_file(output, number, "smt2", &output->text);
    strbuf_clear(&output->text);
    return code;
  }
  return output->text.length >= FLUSH_BYTES ? write_text(output) : EXIT_FINE;
}

int script_output_close(ScriptOutput *output, int code)
{
  if (code == EXIT_FINE && !output->folder) code = write_text(output);
  strbuf_deinit(&output->text);
  return code;
}
