#include "smt/gen/generate.h"

#include <assert.h>

#include "smt/gen/balance.h"
#include "smt/gen/define.h"
#include "smt/gen/incremental.h"
#include "smt/gen/layers.h"
#include "smt/gen/share.h"

/* How large full trees of a depth are depends on the arities of what the logic has: one is tried. */
static Status check_depth(Generator *generator, Error *error)
{
  enum { DEPTH_SURE = 12 };
  const GenSettings *settings = generator->settings;
  if (settings->shape != SHAPE_TREE || settings->depth <= DEPTH_SURE) return STATUS_OK;
  generator_draw(generator, 0);
  if (!generator->grower.cut) return STATUS_OK;
  return error_set(error, STATUS_USAGE,
                   "trees of depth %u are too large: a script has more than %u nodes",
                   settings->depth, DRAFT_MAX);
}

Status generator_init(Generator *generator, Bank *bank, const GenSettings *settings, Error *error)
{
  assert(bank && settings);
  *generator = (Generator){.bank = bank, .settings = settings};
  Status status = gen_settings_check(settings, error);
  if (!status) status = constructs_init(&generator->constructs, bank, settings, error);
  if (status) return status;
  generator->negation = constructs_find(&generator->constructs, "not");
  generator->worlds = mem_alloc_zero(settings->worlds, sizeof *generator->worlds);
  choice_init(&generator->choice, random_stream(settings->seed, STREAM_SCRIPT, 0));
  grower_init(&generator->grower, NULL, &generator->choice);
  draft_text_init(&generator->text, bank);
  generator->text.declare_fun = settings->declare_fun;
  PrintOptions options = {.share = SHARE_LET};
  generator->printer = printer_create(bank, &options);
  StrBuf name;
  strbuf_init(&name, 0);
  logic_name(&settings->logic, &name);
  generator->logic = symbols_intern(&bank->symbols, name.bytes, name.length);
  strbuf_deinit(&name);
  Script script = {0};
  strbuf_init(&generator->preamble, 0);
  generator_set_logic(generator, &script);
  printer_script(generator->printer, &generator->preamble, &script);
  script_deinit(&script);
  return check_depth(generator, error);
}

void generator_deinit(Generator *generator)
{
  for (uint32_t i = 0; generator->worlds && i < generator->settings->worlds; i++) {
    if (!generator->worlds[i].made) continue;
    draft_evaluator_destroy(generator->worlds[i].evaluator);
    grammar_deinit(&generator->worlds[i].grammar);
    universe_deinit(&generator->worlds[i].universe);
    strbuf_deinit(&generator->worlds[i].declarations);
    VEC_FREE(&generator->worlds[i].starts);
  }
  if (generator->worlds) {
    strbuf_deinit(&generator->preamble);
    draft_text_deinit(&generator->text);
    printer_destroy(generator->printer);
  }
  free(generator->worlds);
  constructs_deinit(&generator->constructs);
  choice_deinit(&generator->choice);
  grower_deinit(&generator->grower);
  VEC_FREE(&generator->asserts);
  VEC_FREE(&generator->shared);
}

bool generator_is_large(const Generator *generator)
{
  enum { MANY_TERMS = 1 << 22 };
  return generator->bank->terms.count > MANY_TERMS;
}

/* --- drawing ------------------------------------------------------------------------------ */

static void print_universe(Generator *generator, World *world)
{
  const Script *script = &world->universe.declarations;
  strbuf_init(&world->declarations, 0);
  for (size_t i = 0; i < script->commands.count; i++) {
    VEC_PUSH(&world->starts, (uint32_t)world->declarations.length);
    printer_command(generator->printer, &world->declarations, script, &script->commands.items[i]);
  }
  VEC_PUSH(&world->starts, (uint32_t)world->declarations.length);
}

World *generator_world(Generator *generator, uint32_t number)
{
  assert(number < generator->settings->worlds);
  World *world = &generator->worlds[number];
  if (world->made) return world;
  const GenSettings *settings = generator->settings;
  Random random = random_stream(settings->seed, STREAM_WORLD, number);
  uint64_t seed = random_u64(&random);
  universe_draw(&world->universe, generator->bank, settings, &random);
  grammar_init(&world->grammar, generator->bank, settings, &generator->constructs, &world->universe,
               seed, false);
  draft_define_functions(&world->universe, &world->grammar, &random);
  print_universe(generator, world);
  world->made = true;
  return world;
}

Grower *generator_begin(Generator *generator, uint32_t world)
{
  generator->world = generator_world(generator, world);
  grower_restart(&generator->grower, &generator->world->grammar);
  generator->asserts.count = generator->shared.count = 0;
  VEC_PUSH(&generator->asserts, 0);
  return &generator->grower;
}

void generator_end_assert(Generator *generator)
{
  assert(generator->asserts.count > 0);
  VEC_PUSH(&generator->asserts, (uint32_t)generator->grower.draft.count);
}

World *generator_start(Generator *generator, uint64_t stream, uint64_t index)
{
  const GenSettings *settings = generator->settings;
  generator->choice.random = random_stream(settings->seed, stream, index);
  generator_begin(generator, choose(&generator->choice, settings->worlds));
  return generator->world;
}

uint32_t generator_draw_asserts(Generator *generator)
{
  const GenSettings *settings = generator->settings;
  return gen_settings_draw(settings->asserts, settings->asserts_spread, &generator->choice);
}

uint32_t generator_draw_depth(Generator *generator)
{
  const GenSettings *settings = generator->settings;
  return gen_settings_draw(settings->depth, settings->depth_spread, &generator->choice);
}

World *generator_draw(Generator *generator, uint64_t index)
{
  const GenSettings *settings = generator->settings;
  World *world = generator_start(generator, STREAM_SCRIPT, index);
  Grower *grower = &generator->grower;
  Goal goal = grammar_goal(&world->grammar, generator->bank->bool_sort, POSITION_ANY);
  uint32_t asserts = generator_draw_asserts(generator);
  bool likely = balance_draw(generator);
  for (uint32_t i = 0; i < asserts; i++) {
    uint32_t depth = generator_draw_depth(generator);
    grower_grow(grower, goal, likely && depth > 1 ? depth - 1 : depth);
    generator_end_assert(generator);
  }
  if (choose_percent(&generator->choice, settings->let_percent))
    share_subterms(grower, &generator->asserts, &generator->shared);
  if (likely) balance_asserts(generator);
  return world;
}

/* --- commands ----------------------------------------------------------------------------- */

void generator_set_logic(const Generator *generator, Script *script)
{
  script->logic = generator->logic;
  VEC_PUSH(&script->commands, ((Command){.kind = CMD_SET_LOGIC, .a = generator->logic}));
}

void generator_declare(const Grower *grower, Script *script)
{
  const Script *declarations = &grower->grammar->universe->declarations;
  for (size_t i = 0; i < declarations->commands.count && i < UNIVERSE_DECLARATIONS_MAX; i++)
    if (grower->needs >> i & 1)
      script_copy_command(declarations, &declarations->commands.items[i], script);
  for (size_t i = 0; i < grower->used.count; i++) {
    Fun fun = grower->used.items[i];
    bool constant = funs_info(&grower->grammar->bank->funs, fun)->arity == 0 &&
                    !grower->grammar->settings->declare_fun;
    VEC_PUSH(&script->commands,
             ((Command){.kind = constant ? CMD_DECLARE_CONST : CMD_DECLARE_FUN, .a = fun}));
  }
}

/* --- scripts ------------------------------------------------------------------------------ */

/* Draws the assertions of a script as terms. */
static void draw_terms(Generator *generator, uint64_t index, U32Vec *terms)
{
  if (generator->settings->shape == SHAPE_LAYERS) {
    generator_start(generator, STREAM_SCRIPT, index);
    grow_layers(&generator->grower, generator_draw_asserts(generator), terms);
    return;
  }
  const U32Vec *asserts = &generator->asserts;
  generator_draw(generator, index);
  for (size_t i = 0; i + 1 < asserts->count; i++)
    VEC_PUSH(terms, draft_term(&generator->grower, asserts->items[i], asserts->items[i + 1]));
}

void generator_script(Generator *generator, uint64_t index, Script *script)
{
  U32Vec terms = {0};
  if (generator->settings->incremental) {
    generator->choice.random = random_stream(generator->settings->seed, STREAM_SCRIPT, index);
    incremental_script(generator, script);
    return;
  }
  draw_terms(generator, index, &terms);
  generator_set_logic(generator, script);
  generator_declare(&generator->grower, script);
  for (size_t i = 0; i < terms.count; i++)
    VEC_PUSH(&script->commands, ((Command){.kind = CMD_ASSERT, .a = terms.items[i]}));
  VEC_PUSH(&script->commands, ((Command){.kind = CMD_CHECK_SAT}));
  VEC_FREE(&terms);
}

static void print_declarations(Generator *generator, const World *world, StrBuf *out)
{
  assert(world->starts.count > 0);
  const Grower *grower = &generator->grower;
  const uint32_t *starts = world->starts.items;
  strbuf_add(out, generator->preamble.bytes, generator->preamble.length);
  for (size_t i = 0; i + 1 < world->starts.count && i < UNIVERSE_DECLARATIONS_MAX; i++)
    if (grower->needs >> i & 1)
      strbuf_add(out, world->declarations.bytes + starts[i], starts[i + 1] - starts[i]);
  for (size_t i = 0; i < grower->used.count; i++)
    draft_print_declaration(&generator->text, out, grower->used.items[i]);
}

/* Straight from the drafts, so that the bank does not grow. */
void generator_print(Generator *generator, StrBuf *out)
{
  assert(generator->world && generator->asserts.count > 0);
  const SharedPlaces none = {0};
  const U32Vec *asserts = &generator->asserts;
  bool queries = generator->settings->queries;
  print_declarations(generator, generator->world, out);
  for (size_t i = 0; i + 1 < asserts->count; i++) {
    const SharedPlaces *shared = i < generator->shared.count ? &generator->shared.items[i] : &none;
    if (queries) strbuf_add_text(out, "(push 1)\n");
    strbuf_add_text(out, "(assert");
    draft_print(&generator->text, out, &generator->grower, asserts->items[i], asserts->items[i + 1],
                shared);
    strbuf_add_text(out, ")\n");
    if (queries) strbuf_add_text(out, "(check-sat)\n(pop 1)\n");
  }
  if (!queries) strbuf_add_text(out, "(check-sat)\n");
}

bool generator_text(Generator *generator, uint64_t index, StrBuf *out)
{
  if (generator->settings->shape == SHAPE_TREE && !generator->settings->incremental) {
    generator_draw(generator, index);
    generator_print(generator, out);
    return true;
  }
  Script script = {0};
  generator_script(generator, index, &script);
  printer_script(generator->printer, out, &script);
  script_deinit(&script);
  return false;
}
