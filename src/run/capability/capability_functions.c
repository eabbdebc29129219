/* What to ask about the functions of theories. */
#include <string.h>

#include "run/capability/capability_instance.h"
#include "run/capability/capability_list.h"
#include "smt/draw/draw_literal.h"
#include "smt/draw/draw_value.h"
#include "smt/term/build.h"
#include "smt/text/logic.h"
#include "smt/text/print.h"
#include "smt/text/print_rank.h"

enum {
  BATCH = 8, /* functions that are asked about at once */
  SCRIPT_MAX = 1 << 20
};

typedef struct {
  CapabilityList *list;
  Bank *bank;
  Printer *printer;
  const CapabilityFilter *filter;
  Script family; /* everything that is asked about one function */
  uint32_t family_uses, family_probes;
  CapabilityBatch batch;
  Script batch_script; /* the same for a batch */
  uint32_t batch_uses;
  uint32_t constants; /* made so far in this batch */
} Maker;

/* --- scripts --- */

/* A constant of its own; no name comes twice in a batch, so that scripts can be joined. */
static Term declare(Maker *maker, Script *script, char letter, Sort sort)
{
  Bank *bank = maker->bank;
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_printf(&name, "%c%u", letter, maker->constants++);
  FunInfo info = {.name = symbols_intern(&bank->symbols, strbuf_text(&name), name.length),
                  .origin = FUN_DECLARED};
  strbuf_deinit(&name);
  Fun fun = bank_script_fun(bank, &info, &sort);
  Command command = {.kind = CMD_DECLARE_FUN, .a = fun};
  VEC_PUSH(&script->commands, command);
  VEC_PUSH(&maker->family.commands, command);
  return bank_term(bank, bank_apply_operator(bank, fun, NULL, 0, 0), sort, NULL, 0);
}

static Term string_literal(Bank *bank)
{
  Symbol text = symbols_intern(&bank->symbols, "a", 1);
  return bank_literal(bank, OP_STRING, bank->string_sort, text);
}

/* Few solvers have variables for regular expressions; that is a question of its own. */
static Term make_variable(Maker *maker, Script *script, Sort sort)
{
  Bank *bank = maker->bank;
  if (sorts_class(&bank->sorts, sort) != SORT_REGLAN) return declare(maker, script, 'x', sort);
  Term word = string_literal(bank);
  return build(bank, "str.to_re", 0, &word, 1);
}

/* A small one, for exponents and counts may be among them. */
static Term make_value(Maker *maker, Sort sort)
{
  Bank *bank = maker->bank;
  Random random = random_stream(0, 0, 0);
  switch (sorts_class(&bank->sorts, sort)) {
  case SORT_INT: return draw_natural(bank, sort, 2);
  case SORT_REAL: return bank_coerce_to_real(bank, draw_natural(bank, bank->int_sort, 2));
  case SORT_STRING: return string_literal(bank);
  default: return draw_value(bank, &random, sort);
  }
}

/* The application equals one of two constants: that can be, whatever the function, and no solver can
 * replace the one by the other and never look. Languages have no constants: a string is a member or
 * not. */
static Term make_assertion(Maker *maker, Script *script, Term term)
{
  Bank *bank = maker->bank;
  if (sorts_class(&bank->sorts, bank_sort(bank, term)) == SORT_REGLAN) {
    Term member[2] = {declare(maker, script, 's', bank->string_sort), term};
    term = build(bank, "str.in_re", 0, member, 2);
  }
  Term equations[2];
  for (int i = 0; i < 2; i++) {
    Term sides[2] = {declare(maker, script, 'r', bank_sort(bank, term)), term};
    equations[i] = build(bank, "=", 0, sides, 2);
  }
  return build(bank, "or", 0, equations, 2);
}

/* The logic of everything first, for few solvers know all names of logics; but solvers of bit-vectors do
 * not know that one, and want theirs for truth values, too. */
static void add_logics(const Maker *maker, const Script *script, uint32_t uses, StrBuf *logics)
{
  Logic logic = logic_infer(maker->bank, script);
  const char *all = logic.parts & LOGIC_HIGHER_ORDER ? "HO_ALL" : "ALL";
  bool bits = (uses & ~INSTANCE_BIT_SORTS) == 0;
  if (!bits) strbuf_printf(logics, "%s ", all);
  logic_name(&logic, logics);
  if (bits) strbuf_printf(logics, " %s", all);
  if (!uses) strbuf_add_text(logics, " QF_BV");
  if (!(uses & ~INSTANCE_FLOAT_SORTS) && !bits) strbuf_add_text(logics, " QF_BVFP");
}

static const char *keep(Maker *maker, StrBuf *text)
{
  const char *kept = arena_copy_string(&maker->list->arena, strbuf_text(text), text->length);
  strbuf_deinit(text);
  return kept;
}

static Probe make_probe(Maker *maker, const Script *script, uint32_t uses)
{
  StrBuf text, logics;
  strbuf_init(&text, SCRIPT_MAX);
  strbuf_init(&logics, 0);
  strbuf_add_text(&text, "(set-logic {logic})\n");
  for (size_t i = 0; i < script->commands.count; i++)
    printer_command(maker->printer, &text, script, &script->commands.items[i]);
  strbuf_add_text(&text, "(check-sat)\n(exit)\n");
  add_logics(maker, script, uses, &logics);
  return (Probe){
      .script = keep(maker, &text), .logics = keep(maker, &logics), .responses = 1, .uses = uses};
}

static void end_script(Maker *maker, Script *script, Term assertion)
{
  Command command = {.kind = CMD_ASSERT, .a = assertion};
  VEC_PUSH(&script->commands, command);
  VEC_PUSH(&maker->family.commands, command);
}

static void add_instance(Maker *maker, const DrawnRank *rank)
{
  Script script = {0};
  Term args[DRAW_ARGS];
  for (uint32_t i = 0; i < rank->arg_count; i++)
    args[i] = make_variable(maker, &script, rank->args[i]);
  Term application = draw_apply(maker->bank, rank, args);
  end_script(maker, &script, make_assertion(maker, &script, application));
  Probe probe = make_probe(maker, &script, instance_uses(maker->bank, rank));
  maker->family_uses |= probe.uses;
  maker->family_probes++;
  VEC_PUSH(&maker->list->probes, probe);
  script_deinit(&script);
}

/* The same with values for arguments; not among what is asked together. */
static void add_values(Maker *maker, const DrawnRank *rank)
{
  Script script = {0};
  Term args[DRAW_ARGS];
  size_t before = maker->family.commands.count;
  for (uint32_t i = 0; i < rank->arg_count; i++)
    if (!(args[i] = make_value(maker, rank->args[i]))) return;
  Term application = draw_apply(maker->bank, rank, args);
  end_script(maker, &script, make_assertion(maker, &script, application));
  maker->family.commands.count = before;
  Probe probe = make_probe(maker, &script, instance_uses(maker->bank, rank));
  probe.values = true;
  VEC_PUSH(&maker->list->probes, probe);
  script_deinit(&script);
}

/* --- items --- */

static bool is_overloaded(const Bank *bank, Fun fun)
{
  const FunInfo *info = funs_info(&bank->funs, fun);
  for (Fun other = bank_theory_fun(bank, info->name); other;
       other = funs_info(&bank->funs, other)->next) {
    const FunInfo *beside = funs_info(&bank->funs, other);
    if (other != fun && beside->theory == info->theory && beside->index_count == info->index_count)
      return true;
  }
  return false;
}

static const char *make_name(Maker *maker, Fun fun, CapabilityForm form)
{
  StrBuf name;
  strbuf_init(&name, 0);
  rank_print_name(&name, maker->bank, fun);
  if (is_overloaded(maker->bank, fun)) {
    strbuf_add_text(&name, ": ");
    rank_print_sorts(&name, maker->bank, fun);
  }
  uint32_t arity = funs_info(&maker->bank->funs, fun)->arity;
  if (form == FORM_MANY) strbuf_printf(&name, " of %u arguments", arity + 1);
  if (form == FORM_FEW) strbuf_add_text(&name, " of one argument");
  return keep(maker, &name);
}

static void add_item(Maker *maker, const char *group, Fun fun, CapabilityForm form)
{
  CapabilityList *list = maker->list;
  Capability item = {.group = group,
                     .name = make_name(maker, fun, form),
                     .fun = fun,
                     .form = form,
                     .first = (uint32_t)list->probes.count};
  VEC_PUSH(&list->items, item);
}

static void end_item(CapabilityList *list)
{
  Capability *item = &list->items.items[list->items.count - 1];
  item->count = (uint32_t)list->probes.count - item->first;
}

/* In each instance, for a solver may be without the sorts of the first. */
static void add_form(Maker *maker, const char *group, const DrawnRank *instances, uint32_t count,
                     CapabilityForm form)
{
  DrawnRank changed;
  bool begun = false;
  for (uint32_t i = 0; i < count; i++) {
    if (!instance_change_arity(maker->bank, &instances[i], form, &changed)) continue;
    if (!begun) add_item(maker, group, instances[i].fun, form);
    begun = true;
    add_instance(maker, &changed);
  }
  if (begun) end_item(maker->list);
}

static void add_forms(Maker *maker, const char *group, Fun fun)
{
  DrawnRank instances[INSTANCES];
  uint32_t count = instance_draw(maker->bank, fun, instances);
  if (!count) return;
  add_item(maker, group, fun, FORM_PLAIN);
  for (uint32_t i = 0; i < count; i++) add_instance(maker, &instances[i]);
  if (instances[0].arg_count) add_values(maker, &instances[0]);
  end_item(maker->list);
  for (CapabilityForm form = FORM_MANY; form <= FORM_FEW; form++)
    add_form(maker, group, instances, count, form);
}

static void end_family(Maker *maker, CapabilityFamily family)
{
  CapabilityList *list = maker->list;
  family.count = (uint32_t)list->items.count - family.first;
  if (!family.count) return;
  if (maker->family_probes > 1)
    family.together = make_probe(maker, &maker->family, maker->family_uses);
  VEC_PUSH(&list->families, family);
  VEC_APPEND(&maker->batch_script.commands, maker->family.commands.items,
             maker->family.commands.count);
  maker->batch_uses |= maker->family_uses;
}

static void end_batch(Maker *maker)
{
  CapabilityList *list = maker->list;
  CapabilityBatch batch = maker->batch;
  batch.count = (uint32_t)list->families.count - batch.first;
  if (batch.count > 1) batch.together = make_probe(maker, &maker->batch_script, maker->batch_uses);
  if (batch.count) VEC_PUSH(&list->batches, batch);
  maker->batch = (CapabilityBatch){.first = (uint32_t)list->families.count};
  maker->batch_script.commands.count = 0;
  maker->batch_uses = 0;
  maker->constants = 0;
}

/* A script by hand cannot be joined with others. */
static void add_special(Maker *maker, const char *group, Fun fun, const Probe *special)
{
  CapabilityList *list = maker->list;
  end_batch(maker);
  CapabilityFamily family = {.first = (uint32_t)list->items.count};
  add_item(maker, group, fun, FORM_PLAIN);
  VEC_PUSH(&list->probes, *special);
  end_item(list);
  end_family(maker, family);
  end_batch(maker);
}

static void add_function(Maker *maker, const char *group, Fun fun)
{
  const char *name = make_name(maker, fun, FORM_PLAIN);
  if (!maker->filter->wants(maker->filter->user, group, name, fun, 0)) return;
  const Probe *special = capability_special_probe(group, name);
  maker->family.commands.count = 0;
  maker->family_uses = maker->family_probes = 0;
  if (special) {
    add_special(maker, group, fun, special);
    return;
  }
  CapabilityFamily family = {.first = (uint32_t)maker->list->items.count};
  add_forms(maker, group, fun);
  end_family(maker, family);
  if (maker->list->families.count - maker->batch.first == BATCH) end_batch(maker);
}

static void add_theory(Maker *maker, uint32_t theory, size_t funs)
{
  Bank *bank = maker->bank;
  Symbol symbol = bank->theories.items[theory].name;
  const char *group = arena_copy_string(&maker->list->arena, symbols_text(&bank->symbols, symbol),
                                        symbols_length(&bank->symbols, symbol));
  for (Fun fun = 1; fun < funs; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin == FUN_THEORY && info->theory == theory) add_function(maker, group, fun);
  }
  end_batch(maker);
}

void capability_add_functions(CapabilityList *list, Bank *bank, const CapabilityFilter *filter)
{
  Maker maker = {.list = list, .bank = bank, .filter = filter};
  maker.batch.first = (uint32_t)list->families.count;
  maker.printer = printer_create(bank, &(PrintOptions){.share = SHARE_TREE});
  size_t funs = bank->funs.items.count; /* declarations come after them */
  for (uint32_t theory = 1; theory < bank->theories.count; theory++)
    add_theory(&maker, theory, funs);
  printer_destroy(maker.printer);
  script_deinit(&maker.family);
  script_deinit(&maker.batch_script);
}
