#include "smt/text/logic.h"

/* Compares what a part of the script uses with the logic it sets, if it sets one. */
static void warn_about_part(const Bank *bank, const Script *part, StrBuf *out)
{
  Symbol set = SYMBOL_NONE;
  for (size_t i = 0; i < part->commands.count; i++)
    if (part->commands.items[i].kind == CMD_SET_LOGIC) set = part->commands.items[i].a;
  if (!set) return;
  Logic declared, used = logic_infer(bank, part);
  StrBuf name, needs;
  strbuf_init(&name, 0);
  strbuf_init(&needs, 0);
  strbuf_add(&name, symbols_text(&bank->symbols, set), symbols_length(&bank->symbols, set));
  logic_name(&used, &needs);
  if (!logic_parse(strbuf_text(&name), name.length, &declared)) {
    strbuf_printf(out, "unknown logic '%s' (needs %s)", strbuf_text(&name), strbuf_text(&needs));
  } else if (!logic_includes(&declared, &used)) {
    strbuf_add_text(out, "uses ");
    logic_excess(&declared, &used, out);
    strbuf_printf(out, ", outside of its logic %s (needs %s)", strbuf_text(&name),
                  strbuf_text(&needs));
  }
  strbuf_deinit(&name);
  strbuf_deinit(&needs);
}

void logic_warn(const Bank *bank, const Script *script, StrBuf *out)
{
  size_t before = out->length;
  for (size_t first = 0; first < script->commands.count && out->length == before;) {
    Script part = *script;
    size_t end = first;
    while (end < script->commands.count && script->commands.items[end].kind != CMD_RESET) end++;
    part.commands.items += first;
    part.commands.count = end - first;
    warn_about_part(bank, &part, out);
    first = end + 1;
  }
}
