#include <assert.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/mem.h"
#include "language/smt/smtlib.h"
#include "smt/term/traverse.h"
#include "smt/text/logic.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"

/* Everything that `assay check` tells, once, so that asking for it changes nothing. */
static void examine(assay_script *self)
{
  const Bank *bank = self->bank;
  const Script *script = &self->script;
  U32Vec roots = {0};
  script_collect_assertions(script, &roots);
  self->assertions = roots.count;
  self->nodes = traverse_size(bank, roots.items, roots.count).dag_size;
  VEC_FREE(&roots);
  StrBuf text;
  strbuf_init(&text, 0);
  Logic needed = logic_infer(bank, script);
  logic_name(&needed, &text);
  self->needed_logic = api_take_text(&text);
  strbuf_clear(&text);
  logic_warn(bank, script, &text);
  if (text.length) self->warning = api_take_text(&text);
  strbuf_deinit(&text);
  const SymbolTable *symbols = &bank->symbols;
  if (script->logic)
    self->logic = mem_copy_string(symbols_text(symbols, script->logic),
                                  symbols_length(symbols, script->logic));
}

assay_status assay_script_read(const assay_context *context, const char *text, size_t length,
                               assay_script **script, assay_error *error)
{
  assert(context && script);
  assay_script *self = mem_alloc_zero(1, sizeof *self);
  self->context = context;
  self->language = &smtlib_interface;
  self->text = api_copy_text(text, length);
  self->length = length;
  self->bank = bank_copy(context->theories);
  Error own;
  *script = NULL;
  if (script_read(self->bank, self->text, length, &self->script, &own) != STATUS_OK) {
    assay_script_destroy(self);
    return api_fail(&own, error);
  }
  examine(self);
  *script = self;
  return ASSAY_OK;
}

void assay_script_destroy(assay_script *script)
{
  if (!script) return;
  script_deinit(&script->script);
  bank_destroy(script->bank);
  free(script->text);
  free(script->logic);
  free(script->needed_logic);
  free(script->warning);
  free(script);
}

const char *assay_script_text(const assay_script *script, size_t *length)
{
  assert(script);
  if (length) *length = script->length;
  return script->text;
}

const char *assay_script_logic(const assay_script *script)
{
  assert(script);
  return script->logic;
}

const char *assay_script_needed_logic(const assay_script *script)
{
  assert(script);
  return script->needed_logic;
}

const char *assay_script_warning(const assay_script *script)
{
  assert(script);
  return script->warning;
}

uint64_t assay_script_assertions(const assay_script *script)
{
  assert(script);
  return script->assertions;
}

uint64_t assay_script_nodes(const assay_script *script)
{
  assert(script);
  return script->nodes;
}

assay_status assay_script_print(const assay_script *script, assay_print_style style, bool pretty,
                                size_t limit, char **text, size_t *length, assay_error *error)
{
  static const ShareStyle styles[] = {[ASSAY_PRINT_LET] = SHARE_LET,
                                      [ASSAY_PRINT_DEFINE] = SHARE_DEFINE,
                                      [ASSAY_PRINT_TREE] = SHARE_TREE};
  assert(script && text && (size_t)style < sizeof styles / sizeof *styles);
  PrintOptions options = {.share = styles[style], .pretty = pretty};
  Printer *printer = printer_create(script->bank, &options);
  StrBuf out;
  strbuf_init(&out, limit);
  printer_script(printer, &out, &script->script);
  printer_destroy(printer);
  bool fits = !out.overflow;
  *text = fits ? api_take_text(&out) : NULL;
  if (length) *length = fits ? out.length : 0;
  strbuf_deinit(&out);
  if (fits) return ASSAY_OK;
  return api_refuse(error, ASSAY_LIMIT, "the text takes more than %zu bytes", limit);
}
