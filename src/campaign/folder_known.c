#include <string.h>

#include "campaign/folder.h"

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

static bool has_operator(const Language *language, const FindingGroup *group)
{
  for (size_t i = 0; i < group->constructs.count; i++)
    if (strcmp(language->interface->construct(language, group->constructs.items[i]).class,
               "operator") == 0)
      return true;
  return false;
}

void folder_known_entry(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out)
{
  const Language *language = folder->setup->language;
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
  /* What every other input has, too, says nothing: then only the same reduced form is known. */
  if (group->shape && !has_operator(language, group)) {
    char digest[REGISTRY_SHAPE];
    registry_shape(group->shape, digest);
    strbuf_printf(out, "\n  shape: \"%s\"", digest);
  }
  strbuf_add_text(out, "\n  note: \"\"\n  link: \"\"\n");
}
