#include "language/smt/reduce/work.h"

#include <assert.h>
#include <string.h>

#include "language/smt/reduce/lenient.h"
#include "smt/term/traverse.h"
#include "smt/text/parser.h"
#include "smt/text/roots.h"
#include "smt/text/theory.h"

/* --- costs --- */

static uint64_t count_nodes(const Work *work, const Script *script)
{
  U32Vec terms = {0};
  script_collect_terms(work->bank, script, &terms);
  uint64_t nodes = traverse_size(work->bank, terms.items, terms.count).dag_size;
  VEC_FREE(&terms);
  return nodes;
}

static uint64_t count_assertions(const Script *script)
{
  uint64_t count = 0;
  for (size_t i = 0; i < script->commands.count; i++)
    count += script->commands.items[i].kind == CMD_ASSERT;
  return count;
}

Cost work_cost(const Work *work, const Script *script, const StrBuf *text)
{
  switch (work->base->goal) {
  case GOAL_NODES: return (Cost){count_nodes(work, script), text->length};
  case GOAL_ASSERTS: return (Cost){count_assertions(script), text->length};
  default: return (Cost){text->length, 0};
  }
}

/* --- candidates --- */

/* Edits of scripts with levels can put declarations out of reach of their uses, or two of one name
 * into one scope. */
static bool reads_back(Work *work, StrBuf *text)
{
  Script script = {0};
  Error error;
  reduce_pad_text(text);
  Status status = script_read(work->bank, text->bytes, text->length, &script, &error);
  script_deinit(&script);
  return status == STATUS_OK;
}

bool work_candidate(Work *work, const Edit *edits, size_t count, Script *script, StrBuf *text,
                    TextHash *hash)
{
  assert(work->bank && work->editor && work->renderer);
  text->overflow = false;
  return editor_apply(work->editor, &work->script, edits, count, work->prune, script) &&
         renderer_print(work->renderer, script, text, hash) &&
         (!work->reread || reads_back(work, text));
}

static bool has_levels(const Script *script)
{
  for (size_t i = 0; i < script->commands.count; i++) {
    CommandKind kind = script->commands.items[i].kind;
    if (kind == CMD_PUSH || kind == CMD_POP || kind == CMD_RESET || kind == CMD_RESET_ASSERTIONS)
      return true;
  }
  return false;
}

void work_take_script(Work *work, Script *script)
{
  assert(work->renderer);
  script_deinit(&work->script);
  work->script = *script;
  *script = (Script){0};
  TextHash hash;
  work->base->text.limit = 0;
  renderer_print(work->renderer, &work->script, &work->base->text, &hash);
  work->cost = work_cost(work, &work->script, &work->base->text);
  work->reread = !work->opaque && has_levels(&work->script);
  work->base->statistics.bytes = work->base->text.length;
  work->base->statistics.assertions = count_assertions(&work->script);
}

/* --- beginning and end --- */

/* Uses of names that annotations give become what they stand for, so that annotations can go. */
static void inline_named(Work *work)
{
  Edits edits = {0};
  U32Vec defined = {0};
  for (size_t i = 0; i < work->bank->funs.items.count; i++) VEC_PUSH(&defined, 0);
  for (size_t i = 0; i < work->script.commands.count; i++) {
    const Command *command = &work->script.commands.items[i];
    if (command->kind == CMD_DEFINE_FUN || command->kind == CMD_DEFINE_CONST)
      defined.items[command->a] = 1;
  }
  Walk walk = {0};
  roots_walk(&walk, work->bank, &work->script);
  for (Term term; (term = walk_next(&walk));) {
    Fun fun = bank_fun(work->bank, term);
    const FunInfo *info = funs_info(&work->bank->funs, fun);
    if (!fun || info->origin != FUN_DEFINED || info->arity || defined.items[fun]) continue;
    VEC_PUSH(&edits, ((Edit){EDIT_TERM, term, info->definition}));
  }
  walk_deinit(&walk);
  Script script = {0};
  if (edits.count &&
      editor_apply(work->editor, &work->script, edits.items, edits.count, false, &script))
    work_take_script(work, &script);
  VEC_FREE(&edits);
  VEC_FREE(&defined);
}

/* Leaves the script and its bank. */
static void leave_script(Work *work)
{
  script_deinit(&work->script);
  work->script = (Script){0};
  if (work->editor) editor_destroy(work->editor);
  if (work->renderer) renderer_destroy(work->renderer);
  if (work->bank) bank_destroy(work->bank);
  work->editor = NULL;
  work->renderer = NULL;
  work->bank = NULL;
}

/* The script is the best from now on. */
static void enter_script(Work *work, Bank *bank, Script *script)
{
  leave_script(work);
  work->bank = bank;
  work->editor = editor_create(bank);
  work->renderer = renderer_create(bank, &work->print);
  work_take_script(work, script);
}

/* Some solvers know only the names, some only what they stand for: what the script has is fine. */
static bool has_brief_sorts(StrBuf *text)
{
  static const char *const names[] = {"Float16", "Float32", "Float64", "Float128"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strstr(strbuf_text(text), names[i])) return true;
  return false;
}

void work_init(Work *work, ReduceContext *context)
{
  *work = (Work){.base = context};
  reduce_pad_text(&context->text);
  work->print = (PrintOptions){
      .share = SHARE_LET, .min_share_size = 6, .brief_sorts = has_brief_sorts(&context->text)};
}

Status work_read(Work *work, Error *error)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  reduce_pad_text(&work->base->text);
  Status status =
      script_read(bank, work->base->text.bytes, work->base->text.length, &script, error);
  if (status != STATUS_OK) {
    script_deinit(&script);
    bank_destroy(bank);
    return status;
  }
  work->opaque = 0;
  enter_script(work, bank, &script);
  inline_named(work);
  return STATUS_OK;
}

bool work_read_leniently(Work *work)
{
  Bank *bank = theory_create_bank();
  Script script = {0};
  reduce_pad_text(&work->base->text);
  if (!lenient_read(bank, work->base->text.bytes, work->base->text.length, &script,
                    &work->opaque)) {
    bank_destroy(bank);
    return false;
  }
  enter_script(work, bank, &script);
  inline_named(work);
  return true;
}

void work_deinit(Work *work)
{
  leave_script(work);
}

void work_restyle(Work *work, const PrintOptions *print)
{
  assert(work->renderer && work->bank);
  work->print = *print;
  renderer_destroy(work->renderer);
  work->renderer = renderer_create(work->bank, print);
  Script script = work->script;
  work->script = (Script){0};
  work_take_script(work, &script);
}

void work_refresh(Work *work)
{
  Error error;
  if (!work->opaque) (void)work_read(work, &error);
}
