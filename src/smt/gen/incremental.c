#include "smt/gen/incremental.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "smt/gen/define.h"
#include "smt/term/build.h"
#include "smt/text/parser.h"

/* What is declared, as what, and in which scope. */
typedef struct {
  Fun fun, as;
  uint32_t level;
} Visible;

typedef struct {
  Generator *generator;
  Bank *bank;
  Choice *choice;
  Script *script;
  VEC(Visible) visible;
  U32Vec random; /* by level: has it assertions of which nothing is known? */
  U32Vec named;  /* by level: has it named ones? */
  uint32_t names;
  bool global, models, cores, proofs, assumptions, assignments, assertions;
} Builder;

enum { NESTING = 4 };

static void add(Builder *builder, CommandKind kind, uint32_t a, uint32_t b)
{
  VEC_PUSH(&builder->script->commands, ((Command){.kind = kind, .a = a, .b = b}));
}

static void add_list(Builder *builder, CommandKind kind, const uint32_t *items, uint32_t count)
{
  assert(items && count > 0);
  Script *script = builder->script;
  VEC_PUSH(&script->commands,
           ((Command){.kind = kind, .first = (uint32_t)script->pool.count, .count = count}));
  VEC_APPEND(&script->pool, items, count);
}

static Symbol intern(const Builder *builder, const char *text)
{
  return symbols_intern(&builder->bank->symbols, text, strlen(text));
}

/* Commands that are easier said than made. */
static void add_text(const Builder *builder, const char *text)
{
  Script read = {0};
  Error error;
  if (script_read(builder->bank, text, strlen(text), &read, &error))
    BUG("own commands are wrong: %s", error.message);
  for (size_t i = 0; i < read.commands.count; i++)
    script_copy_command(&read, &read.commands.items[i], builder->script);
  script_deinit(&read);
}

static void add_level(Builder *builder)
{
  VEC_PUSH(&builder->random, 0);
  VEC_PUSH(&builder->named, 0);
}

static void drop_levels(Builder *builder)
{
  builder->random.count = builder->named.count = 0;
  add_level(builder);
}

static uint32_t level(const Builder *builder)
{
  assert(builder->random.count > 0 && builder->random.count == builder->named.count);
  return (uint32_t)builder->random.count - 1;
}

/* --- names and declarations --------------------------------------------------------------- */

static bool is_taken(const Builder *builder, Symbol name)
{
  for (size_t i = 0; i < builder->visible.count; i++)
    if (funs_info(&builder->bank->funs, builder->visible.items[i].as)->name == name) return true;
  return false;
}

/* Names that several sorts share, one after the other. */
static Fun draw_alias(const Builder *builder, Fun fun)
{
  static const char *const names[] = {"x", "y", "z", "a b", "x'", "(y)", "x.1", "~", "1", "Int x"};
  Symbol name = intern(builder, names[choose(builder->choice, sizeof names / sizeof *names)]);
  if (is_taken(builder, name)) return fun;
  Sort sort = funs_result(&builder->bank->funs, fun);
  FunInfo info = {.name = name, .origin = FUN_DECLARED};
  return bank_script_fun(builder->bank, &info, &sort);
}

static Fun visible_as(const Builder *builder, Fun fun)
{
  for (size_t i = 0; i < builder->visible.count; i++)
    if (builder->visible.items[i].fun == fun) return builder->visible.items[i].as;
  return 0;
}

static void declare(Builder *builder, Fun fun)
{
  if (visible_as(builder, fun)) return;
  bool constant = funs_info(&builder->bank->funs, fun)->arity == 0;
  Fun as = constant && choose(builder->choice, 2) ? draw_alias(builder, fun) : fun;
  Visible visible = {fun, as, builder->global ? 0 : level(builder)};
  VEC_PUSH(&builder->visible, visible);
  add(builder, constant && choose(builder->choice, 4) ? CMD_DECLARE_CONST : CMD_DECLARE_FUN, as, 0);
}

static Term constant_term(const Builder *builder, Fun fun)
{
  Bank *bank = builder->bank;
  return bank_term(bank, funs_info(&bank->funs, fun)->op, funs_result(&bank->funs, fun), NULL, 0);
}

/* A Boolean that nothing else uses. */
static Term fresh_boolean(Builder *builder)
{
  char name[16];
  snprintf(name, sizeof name, "b%u", builder->names++);
  FunInfo info = {.name = intern(builder, name), .origin = FUN_DECLARED};
  Fun fun = bank_script_fun(builder->bank, &info, &builder->bank->bool_sort);
  add(builder, CMD_DECLARE_CONST, fun, 0);
  return constant_term(builder, fun);
}

/* A term of the goal, whose constants and functions are declared, by the names they have here. */
static Term grow_term(Builder *builder, Goal goal, uint32_t depth)
{
  Grower *grower = &builder->generator->grower;
  grower_restart(grower, grower->grammar);
  grower_grow(grower, goal, depth);
  for (size_t i = 0; i < grower->used.count; i++) declare(builder, grower->used.items[i]);
  for (size_t i = 0; i < grower->draft.count; i++) {
    uint32_t word = grower->draft.items[i];
    if (!(word & DRAFT_LEAF)) continue;
    Fun as = visible_as(builder, bank_fun(builder->bank, word & ~DRAFT_LEAF));
    if (as) grower->draft.items[i] = constant_term(builder, as) | DRAFT_LEAF;
  }
  return draft_term(grower, 0, grower->draft.count);
}

static Term grow_formula(Builder *builder)
{
  Generator *generator = builder->generator;
  Goal goal = grammar_goal(generator->grower.grammar, builder->bank->bool_sort, POSITION_ANY);
  return grow_term(builder, goal, generator_draw_depth(generator));
}

/* --- assertions and queries --------------------------------------------------------------- */

static Term negate(const Builder *builder, Term term)
{
  return build(builder->bank, "not", 0, &term, 1);
}

static void add_assert(Builder *builder, Term term, bool named)
{
  if (named) {
    builder->named.items[level(builder)] = 1;
    char name[16];
    snprintf(name, sizeof name, "n%u", builder->names++);
    Op op =
        bank_annotation_operator(builder->bank, intern(builder, ":named"), intern(builder, name));
    term = bank_term(builder->bank, op, builder->bank->bool_sort, &term, 1);
  }
  add(builder, CMD_ASSERT, term, 0);
}

static void add_status(Builder *builder, const char *status)
{
  add(builder, CMD_SET_INFO, intern(builder, ":status"), intern(builder, status));
}

static bool is_random(const Builder *builder)
{
  for (size_t i = 0; i < builder->random.count; i++)
    if (builder->random.items[i]) return true;
  return false;
}

static bool has_named(const Builder *builder)
{
  for (size_t i = 0; i < builder->named.count; i++)
    if (builder->named.items[i]) return true;
  return false;
}

static void push(Builder *builder, uint32_t levels)
{
  assert(levels > 0);
  add(builder, CMD_PUSH, levels, 0);
  for (uint32_t i = 0; i < levels; i++) add_level(builder);
}

static void pop(Builder *builder, uint32_t levels)
{
  assert(levels > 0 && levels <= level(builder));
  add(builder, CMD_POP, levels, 0);
  builder->random.count -= levels;
  builder->named.count -= levels;
  size_t kept = 0;
  for (size_t i = 0; i < builder->visible.count; i++)
    if (builder->visible.items[i].level <= level(builder))
      builder->visible.items[kept++] = builder->visible.items[i];
  builder->visible.count = kept;
}

static void assert_random(Builder *builder)
{
  Term term = grow_formula(builder);
  add_assert(builder, term, choose(builder->choice, 4) == 0);
  builder->random.items[level(builder)] = 1;
}

/* Satisfiable with what is known to be so: whatever the formula is, the Boolean can be chosen. */
static void assert_planted(Builder *builder)
{
  Term own = fresh_boolean(builder), formula = grow_formula(builder);
  Term sides[2] = {own, formula};
  static const char *const joins[] = {"=", "or", "=>"};
  uint32_t join = choose(builder->choice, 3);
  if (join == 2) {
    sides[0] = formula;
    sides[1] = own;
  }
  add_assert(builder, build(builder->bank, joins[join], 0, sides, 2), choose(builder->choice, 2));
}

static void ask_about_model(Builder *builder)
{
  if (!builder->models) return;
  if (choose(builder->choice, 2)) add(builder, CMD_GET_MODEL, 0, 0);
  U32Vec terms = {0};
  for (size_t i = 0; i < builder->visible.count && terms.count < 4; i++) {
    Fun as = builder->visible.items[i].as;
    SortClass class = sorts_class(&builder->bank->sorts, funs_result(&builder->bank->funs, as));
    if (funs_info(&builder->bank->funs, as)->arity == 0 && class != SORT_FUNCTION)
      VEC_PUSH(&terms, constant_term(builder, as));
  }
  if (terms.count) add_list(builder, CMD_GET_VALUE, terms.items, (uint32_t)terms.count);
  VEC_FREE(&terms);
  /* cvc5 fails if there is nothing to assign. */
  if (builder->assignments && has_named(builder)) add(builder, CMD_GET_ASSIGNMENT, 0, 0);
}

static void check(Builder *builder)
{
  bool random = is_random(builder);
  if (choose(builder->choice, 3) == 0) {
    Term literals[2] = {fresh_boolean(builder), fresh_boolean(builder)};
    if (choose(builder->choice, 2)) literals[1] = negate(builder, literals[1]);
    add_status(builder, random ? "unknown" : "sat");
    add_list(builder, CMD_CHECK_SAT_ASSUMING, literals, 1 + choose(builder->choice, 2));
  } else {
    add_status(builder, random ? "unknown" : "sat");
    add(builder, CMD_CHECK_SAT, 0, 0);
  }
  if (!random) ask_about_model(builder);
}

/* Some Boolean and its negation, in a scope of their own. */
static void refute(Builder *builder)
{
  push(builder, 1);
  Term own = fresh_boolean(builder);
  add_assert(builder, own, true);
  add_assert(builder, negate(builder, own), true);
  add_status(builder, "unsat");
  add(builder, CMD_CHECK_SAT, 0, 0);
  if (builder->cores) add(builder, CMD_GET_UNSAT_CORE, 0, 0);
  if (builder->proofs) add(builder, CMD_GET_PROOF, 0, 0);
  pop(builder, 1);
}

static void refute_assumptions(Builder *builder)
{
  Term own = fresh_boolean(builder);
  Term literals[2] = {own, negate(builder, own)};
  add_status(builder, "unsat");
  add_list(builder, CMD_CHECK_SAT_ASSUMING, literals, 2);
  if (builder->assumptions) add(builder, CMD_GET_UNSAT_ASSUMPTIONS, 0, 0);
}

/* --- definitions -------------------------------------------------------------------------- */

static bool is_number_in_difference_logic(const Builder *builder, Sort sort)
{
  Arithmetic arithmetic = builder->generator->settings->logic.arithmetic;
  SortClass class = sorts_class(&builder->bank->sorts, sort);
  return (class == SORT_INT || class == SORT_REAL) &&
         (arithmetic == ARITH_DIFFERENCE || arithmetic == ARITH_OFFSET);
}

/* A function of one argument to Bool, whose body is a formula about it. */
static Fun make_function(Builder *builder, FunOrigin origin)
{
  assert(origin == FUN_DEFINED || origin == FUN_RECURSIVE);
  Bank *bank = builder->bank;
  Grammar *grammar = builder->generator->grower.grammar;
  Random *random = &builder->choice->random;
  Sort rank[2] = {draft_define_sort(grammar->universe, grammar, random), bank->bool_sort};
  if (is_number_in_difference_logic(builder, rank[0])) rank[0] = bank->bool_sort;
  Term parameter = bank_variable(bank, intern(builder, "p"), rank[0], 0);
  Term body = grow_formula(builder);
  Goal goal = grammar_goal(grammar, rank[0], POSITION_ANY);
  Term sides[2] = {parameter, grow_term(builder, goal, 1)};
  SortClass class = sorts_class(&bank->sorts, rank[0]);
  if (class != SORT_FUNCTION) {
    Term both[2] = {body, build(bank, "=", 0, sides, 2)};
    body = build(bank, choose(builder->choice, 2) ? "and" : "or", 0, both, 2);
  }
  char name[16];
  snprintf(name, sizeof name, "f%u", builder->names++);
  FunInfo info = {.name = intern(builder, name),
                  .arity = 1,
                  .origin = (uint8_t)origin,
                  .version = (uint32_t)bank->funs.items.count, /* not that of another script */
                  .definition = bank_binder(bank, OP_LAMBDA, sorts_function(&bank->sorts, rank, 2),
                                            &parameter, 1, &body)};
  return bank_script_fun(bank, &info, rank);
}

static void assert_application(Builder *builder, Fun fun)
{
  assert(funs_info(&builder->bank->funs, fun)->arity == 1);
  Bank *bank = builder->bank;
  Sort sort = funs_rank(&bank->funs, fun)[0];
  Grammar *grammar = builder->generator->grower.grammar;
  Term arg = grow_term(builder, grammar_goal(grammar, sort, POSITION_ANY), 1);
  Term term = bank_term(bank, funs_info(&bank->funs, fun)->op, bank->bool_sort, &arg, 1);
  add_assert(builder, term, false);
  builder->random.items[level(builder)] = 1;
}

/* A call of f with a smaller integer, until there is none above 0: it ends for every p. */
static void add_recursion(const Builder *builder, StrBuf *text, uint32_t f)
{
  static const char *const last[] = {"true", "false", "(= p 0)"};
  bool negated = choose(builder->choice, 2);
  strbuf_printf(text, "(ite (<= p 0) %s %s(f%u (- p %u))%s)", last[choose(builder->choice, 3)],
                negated ? "(not " : "", f, 1 + choose(builder->choice, 3), negated ? ")" : "");
}

/* A function that calls itself, or two that call each other. */
static void define_recursion(Builder *builder, bool two)
{
  uint32_t f = builder->names, g = f + 1;
  StrBuf text;
  strbuf_init(&text, 0);
  builder->names += 2;
  if (two) {
    strbuf_printf(&text, "(define-funs-rec ((f%u ((p Int)) Bool) (f%u ((p Int)) Bool)) (", f, g);
    add_recursion(builder, &text, g);
    add_recursion(builder, &text, f);
    strbuf_add_char(&text, ')');
  } else {
    strbuf_printf(&text, "(define-fun-rec f%u ((p Int)) Bool ", f);
    add_recursion(builder, &text, f);
  }
  strbuf_add_char(&text, ')');
  add_text(builder, strbuf_text(&text));
  strbuf_deinit(&text);
  const Command *command = &builder->script->commands.items[builder->script->commands.count - 1];
  assert_application(builder, two ? script_list(builder->script, command)[0] : command->a);
}

static void define(Builder *builder)
{
  const Logic *logic = &builder->generator->settings->logic;
  /* cvc5 wants quantifiers for it, and z3 no logic that is smaller than ALL. */
  bool recursive = logic->all && (logic->parts & LOGIC_QUANTIFIERS) && (logic->parts & LOGIC_INTS);
  uint32_t what = recursive ? choose(builder->choice, 3) : 0;
  if (what && choose(builder->choice, 2)) {
    define_recursion(builder, what == 2);
    return;
  }
  if (what == 2) {
    Fun funs[2] = {make_function(builder, FUN_RECURSIVE), make_function(builder, FUN_RECURSIVE)};
    add_list(builder, CMD_DEFINE_FUNS_REC, funs, 2);
    assert_application(builder, funs[choose(builder->choice, 2)]);
    return;
  }
  Fun fun = make_function(builder, what ? FUN_RECURSIVE : FUN_DEFINED);
  add(builder, what ? CMD_DEFINE_FUN_REC : CMD_DEFINE_FUN, fun, 0);
  assert_application(builder, fun);
}

/* (define-const f Bool formula) */
static void define_constant(Builder *builder)
{
  char name[16];
  Term body = grow_formula(builder);
  snprintf(name, sizeof name, "c%u", builder->names++);
  FunInfo info = {.name = intern(builder, name), .origin = FUN_DEFINED, .definition = body};
  Fun fun = bank_script_fun(builder->bank, &info, &builder->bank->bool_sort);
  add(builder, CMD_DEFINE_CONST, fun, 0);
  add_assert(builder, constant_term(builder, fun), false);
  builder->random.items[level(builder)] = 1;
}

static void declare_more(Builder *builder)
{
  const GenSettings *settings = builder->generator->settings;
  char text[64];
  snprintf(text, sizeof text, "(define-sort S%u () Bool)", builder->names++);
  add_text(builder, text);
  if (!(settings->logic.parts & LOGIC_UF)) return;
  snprintf(text, sizeof text, "(declare-sort S%u %u)", builder->names++,
           choose(builder->choice, 2));
  add_text(builder, text);
  if (!settings->standard_27) return;
  snprintf(text, sizeof text, "(declare-sort-parameter S%u)", builder->names++);
  add_text(builder, text);
}

/* --- the rest ----------------------------------------------------------------------------- */

/* Allowed in every state. */
static void ask_anything(Builder *builder)
{
  static const char *const infos[] = {":name", ":version", ":authors", ":error-behavior"};
  switch (choose(builder->choice, 4)) {
  case 0: add(builder, CMD_ECHO, intern(builder, "a \"\"b\"\" c"), 0); break;
  case 1: add(builder, CMD_GET_INFO, intern(builder, infos[choose(builder->choice, 4)]), 0); break;
  case 2: add(builder, CMD_GET_OPTION, intern(builder, ":produce-models"), 0); break;
  default:
    if (builder->assertions) add(builder, CMD_GET_ASSERTIONS, 0, 0);
    break;
  }
}

/* Said in both cases: solvers keep some options over a reset. */
static bool draw_option(Builder *builder, const char *name, bool allowed)
{
  bool on = choose(builder->choice, 2) && allowed;
  add(builder, CMD_SET_OPTION, intern(builder, name), intern(builder, on ? "true" : "false"));
  return on;
}

/* Options stand before the logic, and all that the universe declares after it. */
static void begin(Builder *builder)
{
  Generator *generator = builder->generator;
  const GenSettings *settings = generator->settings;
  builder->visible.count = 0;
  drop_levels(builder);
  /* z3 has no proofs where it has only a SAT solver, and cvc4 none with several queries: rarely, since then it answers nothing. */
  bool has_proofs = !(settings->logic.parts & (LOGIC_BITVECTORS | LOGIC_FLOATS)) &&
                    choose(builder->choice, 4) == 0;
  builder->global = draw_option(builder, ":global-declarations", true);
  builder->models = draw_option(builder, ":produce-models", true);
  builder->cores = draw_option(builder, ":produce-unsat-cores", true);
  builder->proofs = draw_option(builder, ":produce-proofs", has_proofs);
  builder->assumptions = draw_option(builder, ":produce-unsat-assumptions", true);
  builder->assignments = draw_option(builder, ":produce-assignments", builder->models);
  builder->assertions = draw_option(builder, ":produce-assertions", true);
  generator_set_logic(generator, builder->script);
  Grower *grower = generator_begin(generator, choose(builder->choice, settings->worlds));
  size_t first = builder->script->commands.count;
  grower->needs = UINT64_MAX;
  generator_declare(grower, builder->script);
  for (size_t i = first; i < builder->script->commands.count; i++) {
    Command *command = &builder->script->commands.items[i];
    if (command->kind == CMD_DECLARE_DATATYPES && command->count == 1)
      command->kind = CMD_DECLARE_DATATYPE;
  }
}

/* z3 does not forget datatypes by a reset, and takes new ones of the same name for them. */
static bool has_datatypes(const Builder *builder)
{
  const Script *script = &builder->generator->grower.grammar->universe->declarations;
  for (size_t i = 0; i < script->commands.count; i++)
    if (script->commands.items[i].kind == CMD_DECLARE_DATATYPES) return true;
  return false;
}

/* Back to the start: with other options and sorts, or without assertions. Declarations go with the
 * latter too, unless they are global; that is where solvers differ. */
static void start_again(Builder *builder)
{
  if (builder->global && choose(builder->choice, 2)) {
    add(builder, CMD_RESET_ASSERTIONS, 0, 0);
    drop_levels(builder);
    return;
  }
  if (has_datatypes(builder)) return;
  add(builder, CMD_RESET, 0, 0);
  begin(builder);
}

static void take_step(Builder *builder)
{
  uint32_t deep = level(builder);
  switch (choose(builder->choice, 16)) {
  case 0:
  case 1:
    if (deep < NESTING) push(builder, 1 + choose(builder->choice, 2));
    break;
  case 2:
  case 3:
    if (deep) pop(builder, 1 + choose(builder->choice, deep));
    break;
  case 4:
  case 5: check(builder); break;
  case 6: refute(builder); break;
  case 7: refute_assumptions(builder); break;
  case 8: define(builder); break;
  case 9:
    if (builder->generator->settings->standard_27) define_constant(builder);
    break;
  case 10: declare_more(builder); break;
  case 11: ask_anything(builder); break;
  case 12:
    if (choose(builder->choice, 3) == 0) start_again(builder);
    break;
  default:
    if (is_random(builder) || choose(builder->choice, 2))
      assert_random(builder);
    else
      assert_planted(builder);
    break;
  }
}

void incremental_script(Generator *generator, Script *script)
{
  enum { STEPS_EACH = 4 };
  Builder builder = {.generator = generator,
                     .bank = generator->bank,
                     .choice = &generator->choice,
                     .script = script};
  begin(&builder);
  /* Something is known at first. */
  assert_planted(&builder);
  check(&builder);
  uint64_t steps = (uint64_t)STEPS_EACH * generator_draw_asserts(generator);
  for (uint64_t i = 0; i < steps; i++) take_step(&builder);
  check(&builder);
  VEC_FREE(&builder.visible);
  VEC_FREE(&builder.random);
  VEC_FREE(&builder.named);
}
