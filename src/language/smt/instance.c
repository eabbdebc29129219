#include "language/smt/instance.h"

#include <assert.h>

#include "base/bug.h"
#include "smt/gen/draft_copy.h"
#include "smt/text/literal.h"
#include "smt/text/parser.h"

/* All of a bank of some age (GenContext.age): of another bank it says nothing. */
typedef struct {
  uint64_t age;
  bool read;  /* `script` is what the text says */
  bool drawn; /* `draft` has the terms */
  bool known; /* `terms` are those of the script that are not parts of others */
  Script script;
  DraftCopy draft;
  U32Vec terms;
} Parse;

struct Instance {
  char *text; /* followed by a zero byte */
  size_t length;
  uint64_t size;
  Parse *parse;
};

static Instance *make_instance(const GenContext *context, const StrBuf *text, uint64_t size)
{
  Instance *instance = mem_alloc(1, sizeof *instance);
  *instance = (Instance){.text = mem_copy_string(text->bytes, text->length),
                         .length = text->length,
                         .size = size,
                         .parse = mem_alloc_zero(1, sizeof(Parse))};
  instance->parse->age = context->age;
  return instance;
}

static void parse_deinit(Parse *parse)
{
  script_deinit(&parse->script);
  draft_copy_deinit(&parse->draft);
  VEC_FREE(&parse->terms);
}

static void forget_other_banks(const GenContext *context, Parse *parse)
{
  if (parse->age == context->age) return;
  parse_deinit(parse);
  *parse = (Parse){.age = context->age};
}

static void take_script(Parse *parse, Script script)
{
  assert(!parse->read);
  parse->script = script;
  parse->read = true;
}

const Script *smtlib_instance_script(GenContext *context, const Instance *instance)
{
  Error error;
  Script script = {0};
  Parse *parse = instance->parse;
  forget_other_banks(context, parse);
  if (parse->read) return &parse->script;
  if (script_read(context->bank, instance->text, instance->length, &script, &error))
    BUG("own instance is wrong: %s", error.message);
  take_script(parse, script);
  return &parse->script;
}

/* --- terms --- */

static void find_terms(GenContext *context, const Instance *instance)
{
  Parse *parse = instance->parse;
  forget_other_banks(context, parse);
  if (parse->known) return;
  if (parse->drawn)
    draft_copy_terms(&parse->draft, &parse->terms);
  else
    script_collect_terms(context->bank, smtlib_instance_script(context, instance), &parse->terms);
  draft_copy_deinit(&parse->draft);
  parse->drawn = false;
  parse->known = true;
}

static void start_walk(GenContext *context, const U32Vec *terms)
{
  walk_start(&context->walk, context->bank);
  for (size_t i = 0; i < terms->count; i++) walk_add_root(&context->walk, terms->items[i]);
}

void smtlib_instance_walk(GenContext *context, const Instance *instance)
{
  find_terms(context, instance);
  start_walk(context, &instance->parse->terms);
}

/* What (_ char #x41) is when it is read; 0: the term is something else. */
static Term character_literal(const GenContext *context, Term term)
{
  Bank *bank = context->bank;
  Op op = bank_node(bank, term)->op;
  if (bank_fun(bank, term) != context->character || !context->character) return 0;
  Numeral code = bank->index_pool.items[bank_operator(bank, op)->first];
  if (!numeral_is_plain(code) || code > LITERAL_CHAR_MAX) return 0;
  return bank_literal(bank, OP_STRING, bank->string_sort, literal_char(&bank->symbols, code));
}

Term smtlib_instance_next(GenContext *context)
{
  for (Term term; (term = walk_next(&context->walk));) {
    Term literal = character_literal(context, term);
    if (!literal) return term;
    walk_add_root(&context->walk, literal);
  }
  return 0;
}

/* --- life --- */

Instance *smtlib_instance_generated(GenContext *context, Generator *generator, uint64_t number)
{
  StrBuf text;
  strbuf_init(&text, 0);
  bool drawn = generator_text(generator, number, &text);
  Instance *instance = make_instance(context, &text, generator->grower.draft.count);
  if (drawn) draft_copy_take(&instance->parse->draft, generator);
  instance->parse->drawn = drawn;
  strbuf_deinit(&text);
  return instance;
}

/* With the terms that the script has: the script itself would be another than the one that is read of the text if it had
 * anything that does not show there. */
static Instance *make_known(GenContext *context, const StrBuf *text, const Script *script)
{
  U32Vec terms = {0};
  uint64_t size = 0;
  script_collect_terms(context->bank, script, &terms);
  start_walk(context, &terms);
  while (walk_next(&context->walk)) size++;
  Instance *instance = make_instance(context, text, size);
  instance->parse->terms = terms;
  instance->parse->known = true;
  return instance;
}

Instance *smtlib_instance_of_script(GenContext *context, const Script *script)
{
  StrBuf text;
  strbuf_init(&text, 0);
  printer_script(context->printer, &text, script);
  Instance *instance = make_known(context, &text, script);
  strbuf_deinit(&text);
  return instance;
}

Instance *smtlib_instance_read(GenContext *context, const char *bytes, size_t length, Error *error)
{
  Script script = {0};
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add(&text, bytes, length);
  Instance *instance = NULL;
  if (!script_read(context->bank, strbuf_text(&text), length, &script, error)) {
    instance = make_known(context, &text, &script);
    take_script(instance->parse, script);
  } else {
    script_deinit(&script);
  }
  strbuf_deinit(&text);
  return instance;
}

void smtlib_instance_release(Instance *instance)
{
  if (!instance) return;
  parse_deinit(instance->parse);
  free(instance->parse);
  free(instance->text);
  free(instance);
}

const char *smtlib_instance_text(const Instance *instance, size_t *length)
{
  *length = instance->length;
  return instance->text;
}

uint64_t smtlib_instance_size(const Instance *instance)
{
  return instance->size;
}
