#include "cli/command/fuzz_known.h"

#include <unistd.h>

static const char usual_path[] = "known";

int fuzz_known_read(FuzzSetup *setup)
{
  const OptionList *given = &setup->given->known;
  Error error;
  Status status = STATUS_OK;
  for (size_t i = 0; i < given->count && status == STATUS_OK; i++)
    status = known_read_path(&setup->known, given->items[i], &error);
  if (!given->count && access(usual_path, F_OK) == 0)
    status = known_read_path(&setup->known, usual_path, &error);
  if (status != STATUS_OK)
    return command_error(setup->command, status == STATUS_IO ? EXIT_ENVIRONMENT : EXIT_USAGE, "%s",
                         error.message);
  setup->options.known = &setup->known;
  return EXIT_FINE;
}

/* In double quotes, as YAML has them. Bytes that are no text become question marks. */
static void add_quoted(const char *text, StrBuf *out)
{
  strbuf_add_char(out, '"');
  for (const char *at = text; *at; at++) {
    if (*at == '"' || *at == '\\') strbuf_add_char(out, '\\');
    strbuf_add_char(out, (unsigned char)*at < ' ' || (unsigned char)*at > '~' ? '?' : *at);
  }
  strbuf_add_char(out, '"');
}

void fuzz_known_entry(const FuzzSetup *setup, const FindingGroup *group, StrBuf *out)
{
  const Language *language = setup->language;
  strbuf_add_text(
      out, "# Copy this into a file for --known, or into the folder ./known.\n- signature: ");
  add_quoted(group->signature, out);
  if (group->constructs.count) {
    strbuf_add_text(out, "\n  constructs: [");
    for (size_t i = 0; i < group->constructs.count; i++) {
      if (i) strbuf_add_text(out, ", ");
      add_quoted(language->interface->construct(language, group->constructs.items[i]).name, out);
    }
    strbuf_add_char(out, ']');
  }
  strbuf_add_text(out, "\n  note: \"\"\n  link: \"\"\n");
}
