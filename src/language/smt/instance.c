#include "language/smt/instance.h"

#include <assert.h>
#include <string.h>

#include "base/bug.h"
#include "smt/eval/assertions.h"
#include "smt/gen/draft_copy.h"
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

static bool has_definitions(const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    CommandKind kind = script->commands.items[i].kind;
    if (kind == CMD_DEFINE_CONST || kind == CMD_DEFINE_FUN || kind == CMD_DEFINE_FUN_REC ||
        kind == CMD_DEFINE_FUNS_REC)
      return true;
  }
  return false;
}

void smtlib_instance_walk_query(GenContext *context, const Instance *instance, uint32_t query)
{
  assert(query);
  const Script *script = smtlib_instance_script(context, instance);
  if (has_definitions(script)) {
    smtlib_instance_walk(context, instance);
    return;
  }
  Assertions assertions = {0};
  for (size_t i = 0; i < script->commands.count && assertions.queries < query; i++)
    assertions_take(&assertions, script, &script->commands.items[i]);
  walk_start(&context->walk, context->bank);
  for (size_t i = 0; i < assertions.claims.count; i++)
    walk_add_root(&context->walk, assertions.claims.items[i].term);
  assertions_deinit(&assertions);
}

Term smtlib_instance_next(GenContext *context)
{
  return walk_next(&context->walk);
}

/* --- life --- */

/* Other terms than those of the script stand for what is read of the text: (_ char #x41) is the literal "A", and what is made of the one
 * is made of the other. */
static bool reads_otherwise(StrBuf *text)
{
  return strstr(strbuf_text(text), "(_ char ") != NULL;
}

Instance *smtlib_instance_generated(GenContext *context, Generator *generator, uint64_t number)
{
  StrBuf text;
  strbuf_init(&text, 0);
  bool drawn = generator_text(generator, number, &text) && !reads_otherwise(&text);
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
  instance->parse->known = !reads_otherwise(&text);
  if (!instance->parse->known) VEC_FREE(&instance->parse->terms);
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
