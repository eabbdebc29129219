#include "agreement/terms.h"

#include <string.h>

#include "smt/draw/draw_rank.h"
#include "smt/draw/draw_value.h"
#include "smt/eval/machine.h"
#include "smt/term/build.h"
#include "smt/term/traverse.h"
#include "smt/text/theory.h"
#include "smt/value/value_term.h"

void find_operators(const Bank *bank, U32Vec *operators)
{
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const KernelEntry *entry = value_operator_entry(bank, fun);
    if (entry && entry->kernel) VEC_PUSH(operators, fun);
  }
}

void source_init(Source *source, uint64_t seed, uint32_t number)
{
  *source = (Source){.seed = seed, .number = number, .bank = theory_create_bank()};
  source->printer = printer_create(source->bank, &(PrintOptions){.share = SHARE_TREE});
  find_operators(source->bank, &source->operators);
}

void source_deinit(Source *source)
{
  index_free(&source->seen);
  VEC_FREE(&source->operators);
  printer_destroy(source->printer);
  bank_destroy(source->bank);
}

void equations_clear(Equations *equations)
{
  for (size_t i = 0; i < equations->count; i++) free(equations->items[i].text);
  equations->count = 0;
}

/* Drawing */

/* An application to values, of this theory and with this sort; 0 if none was met. */
static Term draw_nested(const Source *source, Random *random, uint16_t theory, Sort sort)
{
  enum { TRIALS = 12 };
  Bank *bank = source->bank;
  for (int trial = 0; trial < TRIALS; trial++) {
    Fun fun = source->operators.items[random_below(random, source->operators.count)];
    DrawnRank rank;
    Term args[DRAW_ARGS];
    if (funs_info(&bank->funs, fun)->theory != theory || !draw_rank(bank, random, fun, &rank))
      continue;
    if (rank.result != sort) continue;
    bool whole = true;
    for (uint32_t i = 0; i < rank.arg_count && whole; i++)
      whole = (args[i] = draw_value(bank, random, rank.args[i])) != 0;
    if (whole) return draw_apply(bank, &rank, args);
  }
  return 0;
}

static Term draw_application(const Source *source, Random *random, bool nest)
{
  Bank *bank = source->bank;
  Fun fun = source->operators.items[source->number];
  uint16_t theory = funs_info(&bank->funs, fun)->theory;
  DrawnRank rank;
  Term args[DRAW_ARGS];
  if (!draw_rank(bank, random, fun, &rank)) return 0;
  for (uint32_t i = 0; i < rank.arg_count; i++) {
    bool nested = random_chance(random, 1, nest ? 2 : 10);
    args[i] = nested ? draw_nested(source, random, theory, rank.args[i]) : 0;
    if (!args[i]) args[i] = draw_value(bank, random, rank.args[i]);
    if (!args[i]) return 0;
  }
  return draw_apply(bank, &rank, args);
}

static bool is_transcendental(const Bank *bank, Fun fun)
{
  static const char prefix[] = "Transcendentals";
  Symbol theory = bank->theories.items[funs_info(&bank->funs, fun)->theory].name;
  return symbols_length(&bank->symbols, theory) >= strlen(prefix) &&
         memcmp(symbols_text(&bank->symbols, theory), prefix, strlen(prefix)) == 0;
}

/* A term whose value can be written: regular expressions are tested with a string, and numbers that are
 * hardly ever rational are mostly compared. */
static Term draw_term(const Source *source, Random *random, bool nest)
{
  Bank *bank = source->bank;
  Term term = draw_application(source, random, nest);
  Sort sort = term ? bank_sort(bank, term) : 0;
  if (term && sorts_class(&bank->sorts, sort) == SORT_REGLAN) {
    Term membership[2] = {draw_value(bank, random, bank->string_sort), term};
    return build(bank, "str.in_re", 0, membership, 2);
  }
  if (sort && sort == bank->real_sort && is_transcendental(bank, bank_fun(bank, term)) &&
      random_chance(random, 3, 4)) {
    Term sides[2] = {term, draw_value(bank, random, sort)};
    return build(bank, random_chance(random, 1, 2) ? "<" : ">", 0, sides, 2);
  }
  return term;
}

static bool is_new(Source *source, Term term)
{
  uint32_t hash = term * 2654435761U; /* Knuth's, of the golden ratio */
  IndexProbe probe = index_probe(&source->seen, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (id == term) return false;
  index_insert(&source->seen, hash, term);
  return true;
}

/* Evaluating */

/* Powers can have millions of digits, which no solver needs to read. */
static bool is_handy(Value value)
{
  enum { LIMBS = 64 };
  if (!value.boxed) return true;
  if (value.kind == VALUE_INT) return value.big->size < LIMBS && value.big->size > -LIMBS;
  if (value.kind != VALUE_REAL) return true;
  RatioView view;
  mpq_srcptr number = value_view_real(value, &view);
  return mpz_size(mpq_numref(number)) < LIMBS && mpz_size(mpq_denref(number)) < LIMBS;
}

static bool has_function(const Bank *bank, Term term)
{
  bool found = false;
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term part; !found && (part = walk_next(&walk));)
    found = sorts_class(&bank->sorts, bank_sort(bank, part)) == SORT_FUNCTION;
  walk_deinit(&walk);
  return found;
}

static void add_equation(Source *source, Term term, Value computed, Equations *equations)
{
  Bank *bank = source->bank;
  Term value = is_handy(computed) ? value_to_term(bank, bank_sort(bank, term), computed) : 0;
  Term sides[2] = {term, value};
  Term equation = value ? build(bank, "=", 0, sides, 2) : 0;
  if (!equation) {
    source->undetermined++;
    return;
  }
  StrBuf text;
  strbuf_init(&text, 0);
  printer_term(source->printer, &text, equation);
  Equation made = {term, value, equation, NULL, has_function(bank, equation)};
  made.text = mem_copy_string(strbuf_text(&text), text.length);
  VEC_PUSH(equations, made);
  strbuf_deinit(&text);
}

/* A machine for each call: literals live as long as their machine. */
static void evaluate(Source *source, const U32Vec *terms, Equations *equations)
{
  Machine *machine =
      machine_create(source->bank, NULL, &(EvalLimits){.bytes = (size_t)1 << 28}, false);
  Program *program = program_create(machine, terms->items, (uint32_t)terms->count);
  program_run(program);
  for (uint32_t i = 0; i < terms->count; i++)
    add_equation(source, terms->items[i], program_value(program, i), equations);
  program_destroy(program);
  machine_destroy(machine);
}

void source_draw(Source *source, uint32_t times, bool nest, Equations *equations)
{
  U32Vec terms = {0};
  for (uint32_t i = 0; i < times; i++) {
    Random random = random_stream(source->seed, source->number, source->drawn++);
    Term term = draw_term(source, &random, nest);
    if (term && is_new(source, term)) VEC_PUSH(&terms, term);
  }
  source->terms += (uint32_t)terms.count;
  if (terms.count) evaluate(source, &terms, equations);
  VEC_FREE(&terms);
}
