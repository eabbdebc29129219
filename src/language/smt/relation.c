#include "language/smt/relation.h"

#include <assert.h>
#include <string.h>

#include "smt/draw/choice.h"
#include "smt/known/rewrite.h"
#include "smt/text/logic.h"
#include "smt/text/print.h"

const char *const smtlib_relations[] = {"push and pop", "assumptions", "rewriting", "negation",
                                        NULL};
enum { RELATION_SCOPES, RELATION_ASSUMPTIONS, RELATION_REWRITING, RELATION_NEGATION };

typedef struct {
  Bank *bank;
  const Script *script;
  U32Vec assertions; /* Term */
  Random random;
  Printer *printer;
  StrBuf *out;
} Relater;

/* Declarations, then assertions, then one check-sat: nothing else, but what says nothing. */
static bool collect(Relater *relater)
{
  const Script *script = relater->script;
  bool asked = false;
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    switch (command->kind) {
    case CMD_ASSERT:
      if (asked) return false;
      VEC_PUSH(&relater->assertions, command->a);
      break;
    case CMD_CHECK_SAT:
      if (asked) return false;
      asked = true;
      break;
    case CMD_SET_LOGIC:
    case CMD_SET_INFO:
    case CMD_DECLARE_SORT:
    case CMD_DEFINE_SORT:
    case CMD_DECLARE_CONST:
    case CMD_DECLARE_FUN:
    case CMD_DEFINE_FUN:
    case CMD_DECLARE_DATATYPE:
    case CMD_DECLARE_DATATYPES: break;
    case CMD_EXIT: return asked && relater->assertions.count;
    default: return false;
    }
  }
  return asked && relater->assertions.count;
}

/* --- texts --- */

/* All that is before the assertions. */
static void add_head(Relater *relater)
{
  for (size_t i = 0; i < relater->script->commands.count; i++) {
    const Command *command = &relater->script->commands.items[i];
    if (command->kind != CMD_ASSERT && command->kind != CMD_CHECK_SAT &&
        command->kind != CMD_EXIT && command->kind != CMD_SET_INFO)
      printer_command(relater->printer, relater->out, relater->script, command);
  }
}

static void add_assertion(Relater *relater, Term term, const char *before, const char *after)
{
  strbuf_printf(relater->out, "(assert %s", before);
  printer_term(relater->printer, relater->out, term);
  strbuf_printf(relater->out, "%s)\n", after);
}

/* One assertion is asked about and taken back, then some are in a scope of their own. */
static RelationRule add_scopes(Relater *relater)
{
  size_t count = relater->assertions.count;
  const Term *terms = relater->assertions.items;
  size_t outside = random_below(&relater->random, count);
  strbuf_add_text(relater->out, "(push 1)\n");
  add_assertion(relater, terms[random_below(&relater->random, count)], "", "");
  strbuf_add_text(relater->out, "(check-sat)\n(pop 1)\n");
  for (size_t i = 0; i < outside; i++) add_assertion(relater, terms[i], "", "");
  strbuf_add_text(relater->out, "(push 1)\n");
  for (size_t i = outside; i < count; i++) add_assertion(relater, terms[i], "", "");
  strbuf_add_text(relater->out, "(check-sat)\n");
  return RELATED_LAST;
}

#define PREFIX "assay!"

/* Its own constants of these names would be declared twice, and mean something else. */
static bool can_assume(const FileText *text)
{
  return !memmem(text->bytes, text->length, PREFIX, strlen(PREFIX));
}

static RelationRule add_assumptions(Relater *relater)
{
  size_t count = relater->assertions.count;
  for (size_t i = 0; i < count; i++)
    strbuf_printf(relater->out, "(declare-fun " PREFIX "%zu () Bool)\n", i);
  for (size_t i = 0; i < count; i++) {
    char before[40];
    snprintf(before, sizeof before, "(=> " PREFIX "%zu ", i);
    add_assertion(relater, relater->assertions.items[i], before, ")");
  }
  strbuf_add_text(relater->out, "(check-sat-assuming (");
  for (size_t i = 0; i < count; i++)
    strbuf_printf(relater->out, "%s" PREFIX "%zu", i ? " " : "", i);
  strbuf_add_text(relater->out, "))\n");
  return RELATED_LAST;
}

/* If all of them are unsatisfiable, the last one is false wherever the others are true. */
static RelationRule add_negation(Relater *relater)
{
  size_t last = relater->assertions.count - 1;
  for (size_t i = 0; i < last; i++) add_assertion(relater, relater->assertions.items[i], "", "");
  strbuf_add_text(relater->out, "(check-sat)\n");
  add_assertion(relater, relater->assertions.items[last], "(not ", ")");
  strbuf_add_text(relater->out, "(check-sat)\n");
  return RELATED_IF_UNSAT;
}

/* --- rewriting --- */

/* In assertions, for the logic that they need. */
static Logic logic_of(const Relater *relater)
{
  Script script = {0};
  for (size_t i = 0; i < relater->assertions.count; i++) {
    Command command = {.kind = CMD_ASSERT, .a = relater->assertions.items[i]};
    VEC_PUSH(&script.commands, command);
  }
  Logic logic = logic_infer(relater->bank, &script);
  script_deinit(&script);
  return logic;
}

/* False: nothing was rewritten, or it needs more than before. */
static bool rewrite(Relater *relater)
{
  enum { PERCENT = 30 };
  Logic before = logic_of(relater);
  Choice choice;
  choice_init(&choice, relater->random);
  Rewriter rewriter = {.bank = relater->bank, .choice = &choice, .keep_numbers = true};
  bool changed = false;
  for (size_t i = 0; i < relater->assertions.count; i++) {
    Term *term = &relater->assertions.items[i];
    Term rewritten = rewriter_apply(&rewriter, *term, PERCENT);
    changed |= rewritten != *term;
    *term = rewritten;
  }
  choice_deinit(&choice);
  Logic after = logic_of(relater);
  return changed && logic_includes(&before, &after);
}

static RelationRule add_plain(Relater *relater)
{
  for (size_t i = 0; i < relater->assertions.count; i++)
    add_assertion(relater, relater->assertions.items[i], "", "");
  strbuf_add_text(relater->out, "(check-sat)\n");
  return RELATED_LAST;
}

bool smtlib_relate(Examination *examination, size_t relation, uint64_t number, RelationRule *rule,
                   StrBuf *out)
{
  assert(relation <= RELATION_NEGATION);
  Relater relater = {.bank = examination->bank,
                     .script = &examination->script,
                     .random = random_stream(number, relation, 0),
                     .out = out};
  bool done = collect(&relater) && (relation != RELATION_REWRITING || rewrite(&relater)) &&
              (relation != RELATION_ASSUMPTIONS || can_assume(examination->text));
  if (done) {
    relater.printer = printer_create(relater.bank, &(PrintOptions){.share = SHARE_LET});
    add_head(&relater);
    switch (relation) {
    case RELATION_SCOPES: *rule = add_scopes(&relater); break;
    case RELATION_ASSUMPTIONS: *rule = add_assumptions(&relater); break;
    case RELATION_NEGATION: *rule = add_negation(&relater); break;
    default: *rule = add_plain(&relater); break;
    }
    printer_destroy(relater.printer);
  }
  VEC_FREE(&relater.assertions);
  return done;
}
