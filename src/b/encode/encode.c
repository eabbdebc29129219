#include "b/encode/encode.h"

#include <assert.h>
#include <string.h>

#include "b/encode/internal.h"
#include "b/encode/minizinc.h"

const char *const b_encodings[] = {"constructive", "axiomatic", "sets", "minizinc", NULL};

/* Names of the module are constants. */
static void declare_names(Encoder *encoder)
{
  for (size_t i = 0; i < encoder->module->identifiers.count; i++) {
    BTerm identifier = encoder->module->identifiers.items[i];
    BType type = b_type(encoder->bank, identifier);
    const char *name = encode_print(
        encoder, "b.%s", encode_symbol(encoder, b_node(encoder->bank, identifier)->data));
    const char *sort = encode_sort(encoder, type);
    strbuf_printf(&encoder->declarations, "(declare-const %s %s)\n", name, sort);
    encode_bind(encoder, identifier, encode_atom(encoder, name));
    if (encode_is_sets(encoder) && encode_may_be_infinite(encoder, type))
      encoder->result.unsat_shows = false;
  }
}

static void assert_goal(Encoder *encoder, StrBuf *out)
{
  bool several = b_op(encoder->bank, encoder->goal) == B_AND;
  uint32_t count = several ? b_arg_count(encoder->bank, encoder->goal) : 1;
  for (uint32_t i = 0; i < count; i++) {
    BTerm conjunct = several ? b_arg(encoder->bank, encoder->goal, i) : encoder->goal;
    const char *text = encode_predicate(encoder, conjunct);
    if (strcmp(text, "true") != 0) strbuf_printf(out, "(assert %s)\n", text);
  }
}

static void ask_values(const Encoder *encoder, StrBuf *out)
{
  if (!encoder->options.values || encoder->module->identifiers.count == 0) return;
  strbuf_add_text(out, "(get-model)\n");
}

static void write_script(const Encoder *encoder, const StrBuf *assertions, StrBuf *out)
{
  static const char pair[] =
      "(declare-datatypes ((Pair 2)) ((par (A B) ((pair (fst A) (snd B))))))\n";
  if (encoder->options.values) strbuf_add_text(out, "(set-option :produce-models true)\n");
  if (encode_is_sets(encoder)) strbuf_add_text(out, "(set-logic ALL)\n");
  if (!encode_is_sets(encoder)) strbuf_add_text(out, pair);
  strbuf_add(out, encoder->declarations.bytes, encoder->declarations.length);
  if (encoder->options.native && !encode_is_sets(encoder)) strbuf_add_text(out, "(push 1)\n");
  strbuf_add(out, encoder->axioms.bytes, encoder->axioms.length);
  strbuf_add(out, assertions->bytes, assertions->length);
  strbuf_add_text(out, "(check-sat)\n");
  ask_values(encoder, out);
}

Status b_encode(BBank *bank, const BModule *module, const BEncodeOptions *options, StrBuf *out,
                BEncodeResult *result, Error *error)
{
  assert(bank && module && options && out && result && error);
  if (options->encoding == B_ENCODING_MINIZINC)
    return b_minizinc(bank, module, options->scope ? options->scope : B_ENCODE_SCOPE, out, result,
                      error);
  Encoder encoder = {.bank = bank,
                     .module = module,
                     .options = *options,
                     .result = {true, true},
                     .goal = b_module_goal(bank, module),
                     .error = error};
  StrBuf assertions;
  strbuf_init(&assertions, 0);
  strbuf_init(&encoder.declarations, 0);
  strbuf_init(&encoder.axioms, 0);
  declare_names(&encoder);
  assert_goal(&encoder, &assertions);
  if (!encoder.failed) write_script(&encoder, &assertions, out);
  *result = encoder.result;
  strbuf_deinit(&assertions);
  strbuf_deinit(&encoder.declarations);
  strbuf_deinit(&encoder.axioms);
  VEC_FREE(&encoder.scope);
  VEC_FREE(&encoder.bound);
  VEC_FREE(&encoder.sorts);
  VEC_FREE(&encoder.known);
  arena_deinit(&encoder.arena);
  return encoder.failed ? error->status : STATUS_OK;
}
