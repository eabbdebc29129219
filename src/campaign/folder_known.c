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
  strbuf_add_text(out, "\n  note: \"\"\n  link: \"\"\n");
}
