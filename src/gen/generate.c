#include "gen/generate.h"

#include "gen/define.h"
#include "gen/share.h"

/* Streams of a seed. */
enum { STREAM_WORLD = 1, STREAM_SCRIPT = 2 };

Status generator_init(Generator *generator, Bank *bank, const GenSettings *settings, Error *error)
{
  *generator = (Generator){.bank = bank, .settings = settings};
  Status status = gen_settings_check(settings, error);
  if (!status) status = constructs_init(&generator->constructs, bank, settings, error);
  if (status) return status;
  generator->worlds = mem_alloc_zero(settings->worlds, sizeof *generator->worlds);
  choice_init(&generator->choice, random_stream(settings->seed, STREAM_SCRIPT, 0));
  grower_init(&generator->grower, NULL, &generator->choice);
  draft_text_init(&generator->text, bank);
  PrintOptions options = {.share = SHARE_LET};
  generator->printer = printer_create(bank, &options);
  StrBuf name;
  strbuf_init(&name, 0);
  logic_name(&settings->logic, &name);
  generator->logic = symbols_intern(&bank->symbols, name.bytes, name.length);
  strbuf_deinit(&name);
  return STATUS_OK;
}

void generator_deinit(Generator *generator)
{
  for (uint32_t i = 0; generator->worlds && i < generator->settings->worlds; i++) {
    if (!generator->worlds[i].made) continue;
    grammar_deinit(&generator->worlds[i].grammar);
    universe_deinit(&generator->worlds[i].universe);
  }
  if (generator->worlds) {
    draft_text_deinit(&generator->text);
    printer_destroy(generator->printer);
  }
  free(generator->worlds);
  constructs_deinit(&generator->constructs);
  choice_deinit(&generator->choice);
  grower_deinit(&generator->grower);
  VEC_FREE(&generator->asserts);
}

/* --- drawing ------------------------------------------------------------------------------ */

static World *use_world(Generator *generator, uint32_t number)
{
  World *world = &generator->worlds[number];
  if (world->made) return world;
  const GenSettings *settings = generator->settings;
  Random random = random_stream(settings->seed, STREAM_WORLD, number);
  uint64_t seed = random_u64(&random);
  universe_draw(&world->universe, generator->bank, settings, &random);
  grammar_init(&world->grammar, generator->bank, settings, &generator->constructs, &world->universe,
               seed);
  define_functions(&world->universe, &world->grammar, &random);
  world->made = true;
  return world;
}

World *generator_draw(Generator *generator, uint64_t index)
{
  const GenSettings *settings = generator->settings;
  generator->choice.random = random_stream(settings->seed, STREAM_SCRIPT, index);
  World *world = use_world(generator, choose(&generator->choice, settings->worlds));
  Grower *grower = &generator->grower;
  grower_restart(grower, &world->grammar);
  generator->asserts.count = 0;
  Goal goal = grammar_goal(&world->grammar, generator->bank->bool_sort, POSITION_ANY);
  for (uint32_t i = 0; i < settings->asserts; i++) {
    VEC_PUSH(&generator->asserts, (uint32_t)grower->draft.count);
    grow(grower, goal, settings->depth);
  }
  VEC_PUSH(&generator->asserts, (uint32_t)grower->draft.count);
  return world;
}

/* --- commands ----------------------------------------------------------------------------- */

void generator_set_logic(const Generator *generator, Script *script)
{
  script->logic = generator->logic;
  VEC_PUSH(&script->commands, ((Command){.kind = CMD_SET_LOGIC, .a = generator->logic}));
}

static void copy_command(const Script *from, const Command *command, Script *to)
{
  Command copy = *command;
  copy.first = (uint32_t)to->pool.count;
  VEC_APPEND(&to->pool, script_list(from, command), command->count);
  VEC_PUSH(&to->commands, copy);
}

void generator_declare(const Grower *grower, Script *script)
{
  const Grammar *grammar = grower->grammar;
  const Script *declarations = &grammar->universe->declarations;
  for (size_t i = 0; i < declarations->commands.count && i < UNIVERSE_DECLARATIONS_MAX; i++)
    if (grower->needs >> i & 1)
      copy_command(declarations, &declarations->commands.items[i], script);
  for (size_t i = 0; i < grower->used.count; i++) {
    Fun fun = grower->used.items[i];
    bool constant = funs_info(&grammar->bank->funs, fun)->arity == 0;
    VEC_PUSH(&script->commands,
             ((Command){.kind = constant ? CMD_DECLARE_CONST : CMD_DECLARE_FUN, .a = fun}));
  }
}

/* --- scripts ------------------------------------------------------------------------------ */

static void assertion_terms(const Generator *generator, U32Vec *terms)
{
  const U32Vec *asserts = &generator->asserts;
  for (size_t i = 0; i + 1 < asserts->count; i++)
    VEC_PUSH(terms, draft_term(&generator->grower, asserts->items[i], asserts->items[i + 1]));
}

/* Draws a script. True: its assertions are terms; false: they are still drafts. */
static bool draw_terms(Generator *generator, uint64_t index, U32Vec *terms)
{
  generator_draw(generator, index);
  if (!choose_percent(&generator->choice, generator->settings->let_percent)) return false;
  assertion_terms(generator, terms);
  share_subterms(generator->bank, &generator->choice, terms->items, terms->count);
  return true;
}

static void make_script(Generator *generator, const U32Vec *terms, Script *script)
{
  generator_set_logic(generator, script);
  generator_declare(&generator->grower, script);
  for (size_t i = 0; i < terms->count; i++)
    VEC_PUSH(&script->commands, ((Command){.kind = CMD_ASSERT, .a = terms->items[i]}));
  VEC_PUSH(&script->commands, ((Command){.kind = CMD_CHECK_SAT}));
}

void generator_script(Generator *generator, uint64_t index, Script *script)
{
  U32Vec terms = {0};
  if (!draw_terms(generator, index, &terms)) assertion_terms(generator, &terms);
  make_script(generator, &terms, script);
  VEC_FREE(&terms);
}

/* The fast way: nothing but the declarations goes through the printer. */
static void print_drafts(Generator *generator, StrBuf *out)
{
  Script script = {0};
  const U32Vec *asserts = &generator->asserts;
  generator_set_logic(generator, &script);
  generator_declare(&generator->grower, &script);
  printer_script(generator->printer, out, &script);
  script_deinit(&script);
  for (size_t i = 0; i + 1 < asserts->count; i++) {
    strbuf_add_text(out, "(assert");
    draft_print(&generator->text, out, &generator->grower, asserts->items[i],
                asserts->items[i + 1]);
    strbuf_add_text(out, ")\n");
  }
  strbuf_add_text(out, "(check-sat)\n");
}

void generator_text(Generator *generator, uint64_t index, StrBuf *out)
{
  U32Vec terms = {0};
  if (draw_terms(generator, index, &terms)) {
    Script script = {0};
    make_script(generator, &terms, &script);
    printer_script(generator->printer, out, &script);
    script_deinit(&script);
  } else {
    print_drafts(generator, out);
  }
  VEC_FREE(&terms);
}
