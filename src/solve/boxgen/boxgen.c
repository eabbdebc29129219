#include "solve/boxgen/boxgen.h"

#include <assert.h>
#include <inttypes.h>

#include "solve/boxgen/expression.h"

enum {
  CONSTANTS = 4, /* of each sort */
  WIDTHS = 6,
  CONSTANTS_MAX = CONSTANTS * (WIDTHS + 2) /* with Bool and Int */
};

static const uint32_t widths[WIDTHS] = {8, 16, 32, 64, 5, 24};

/* The sort of a number: a vector, or 0 for Bool, or SORT_INT. Int is taken modulo 2^20, so that nothing overflows. */
enum { SORT_BOOL, SORT_INT = 100, INT_BITS = 20 };

typedef struct {
  uint32_t arguments;
  uint32_t sorts[EXPRESSION_MAX_ARGUMENTS + 1]; /* the result last */
  uint64_t mask;                                /* of the result */
  BoxExpression expression;
} GenBox;

/* A constant of the script with its value in the model that was chosen. */
typedef struct {
  uint32_t sort;
  uint64_t value;
} GenConstant;

typedef struct {
  const BoxgenSettings *settings;
  Random random;
  GenBox boxes[BOXGEN_MOST];
  GenConstant constants[CONSTANTS_MAX];
  uint32_t constant_count;
  StrBuf *out;
} Gen;

/* --- sorts and values --- */

static uint64_t mask_of(uint32_t sort)
{
  uint32_t width = sort == SORT_BOOL ? 1 : sort == SORT_INT ? INT_BITS : sort;
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static void put_sort(StrBuf *out, uint32_t sort)
{
  if (sort == SORT_BOOL)
    strbuf_add_text(out, "Bool");
  else if (sort == SORT_INT)
    strbuf_add_text(out, "Int");
  else
    strbuf_printf(out, "(_ BitVec %u)", sort);
}

static void put_value(StrBuf *out, uint32_t sort, uint64_t value)
{
  if (sort == SORT_BOOL)
    strbuf_add_text(out, value ? "true" : "false");
  else if (sort == SORT_INT)
    strbuf_printf(out, "%" PRIu64, value);
  else
    strbuf_printf(out, "(_ bv%" PRIu64 " %u)", value, sort);
}

static uint32_t some_sort(Random *random)
{
  uint64_t choice = random_below(random, 10);
  return choice == 0 ? SORT_INT : widths[random_below(random, WIDTHS)];
}

/* --- boxes --- */

static void make_box(Gen *gen, GenBox *box)
{
  Random *random = &gen->random;
  *box = (GenBox){.arguments = 1 + (uint32_t)random_below(random, 3)};
  for (uint32_t i = 0; i < box->arguments; i++) box->sorts[i] = some_sort(random);
  box->sorts[box->arguments] = random_chance(random, 1, 6) ? SORT_BOOL : some_sort(random);
  box->mask = mask_of(box->sorts[box->arguments]);
  boxgen_expression_make(&box->expression, box->arguments,
                         box->arguments + (uint32_t)random_below(random, 7), random);
}

static uint64_t call(const GenBox *box, const uint64_t *arguments)
{
  return boxgen_expression_value(&box->expression, arguments) & box->mask;
}

static const char *c_type(uint32_t sort)
{
  if (sort == SORT_BOOL) return "bool";
  if (sort == SORT_INT) return "int64_t";
  return sort <= 8 ? "uint8_t" : sort <= 16 ? "uint16_t" : sort <= 32 ? "uint32_t" : "uint64_t";
}

static void put_box(const GenBox *box, uint32_t number, StrBuf *source)
{
  strbuf_printf(source, "%s f%u(", c_type(box->sorts[box->arguments]), number);
  for (uint32_t i = 0; i < box->arguments; i++)
    strbuf_printf(source, "%s%s x%u", i ? ", " : "", c_type(box->sorts[i]), i);
  strbuf_add_text(source, ")\n{\n");
  for (uint32_t i = 0; i < box->arguments; i++)
    strbuf_printf(source, "  uint64_t a%u = (uint64_t)x%u%s;\n", i, i,
                  box->sorts[i] == SORT_INT ? " & 0xfffff" : "");
  boxgen_expression_put_c(&box->expression, source);
  strbuf_printf(source, "  return t%u & %" PRIu64 "u;\n}\n", box->expression.count - 1, box->mask);
}

/* --- terms --- */

/* A constant of the sort; a new one is declared if there are not enough. */
static uint32_t some_constant(Gen *gen, uint32_t sort)
{
  uint32_t found[CONSTANTS], count = 0;
  for (uint32_t i = 0; i < gen->constant_count && count < CONSTANTS; i++)
    if (gen->constants[i].sort == sort) found[count++] = i;
  bool full = count == CONSTANTS || gen->constant_count == CONSTANTS_MAX;
  if (count && (full || random_chance(&gen->random, 1, 2)))
    return found[random_below(&gen->random, count)];
  assert(gen->constant_count < CONSTANTS_MAX);
  uint64_t value = random_u64(&gen->random) >> random_below(&gen->random, 64);
  gen->constants[gen->constant_count] = (GenConstant){sort, value & mask_of(sort)};
  strbuf_printf(gen->out, "(declare-const x%u ", gen->constant_count);
  put_sort(gen->out, sort);
  strbuf_add_text(gen->out, ")\n");
  if (sort == SORT_INT)
    strbuf_printf(gen->out, "(assert (and (<= 0 x%u) (< x%u %d)))\n", gen->constant_count,
                  gen->constant_count, 1 << INT_BITS);
  return gen->constant_count++;
}

/* A box with a result of the sort, or -1. */
static int some_box_of(Gen *gen, uint32_t sort)
{
  uint32_t first = (uint32_t)random_below(&gen->random, gen->settings->boxes);
  for (uint32_t i = 0; i < gen->settings->boxes; i++) {
    uint32_t number = (first + i) % gen->settings->boxes;
    if (gen->boxes[number].sorts[gen->boxes[number].arguments] == sort) return (int)number;
  }
  return -1;
}

/* A call as text; its value under the chosen model. Arguments of a call within one are constants. */
static uint64_t put_call(Gen *gen, uint32_t number, bool nested, StrBuf *text)
{
  const GenBox *box = &gen->boxes[number];
  uint64_t arguments[EXPRESSION_MAX_ARGUMENTS];
  strbuf_printf(text, "(f%u", number);
  for (uint32_t i = 0; i < box->arguments; i++) {
    int inner = nested || !random_chance(&gen->random, 1, 3) ? -1 : some_box_of(gen, box->sorts[i]);
    strbuf_add_char(text, ' ');
    if (inner >= 0) {
      arguments[i] = put_call(gen, (uint32_t)inner, true, text); /* one level deep */
    } else {
      uint32_t constant = some_constant(gen, box->sorts[i]);
      arguments[i] = gen->constants[constant].value;
      strbuf_printf(text, "x%u", constant);
    }
  }
  strbuf_add_char(text, ')');
  return call(box, arguments);
}

/* An assertion about a call that is true under the chosen model. */
static void put_assertion(Gen *gen, uint32_t number)
{
  Random *random = &gen->random;
  uint32_t sort = gen->boxes[number].sorts[gen->boxes[number].arguments];
  StrBuf text;
  strbuf_init(&text, 0);
  uint64_t value = put_call(gen, number, false, &text);
  StrBuf *out = gen->out;
  uint64_t other = random_u64(random) & mask_of(sort);
  const char *less = sort == SORT_INT ? "<" : "bvult";
  strbuf_add_text(out, "(assert ");
  if (sort == SORT_BOOL) {
    strbuf_printf(out, value ? "%s" : "(not %s)", strbuf_text(&text));
  } else if (random_chance(random, 1, 3)) {
    strbuf_printf(out, "(= %s ", strbuf_text(&text));
    put_value(out, sort, value);
    strbuf_add_char(out, ')');
  } else {
    bool below = value < other;
    strbuf_printf(out, below ? "(%s %s " : "(not (%s %s ", less, strbuf_text(&text));
    put_value(out, sort, other);
    strbuf_add_text(out, below ? ")" : "))");
  }
  strbuf_add_text(out, ")\n");
  strbuf_deinit(&text);
}

/* --- contradictions --- */

/* Equal arguments have different results. */
static void put_congruence(Gen *gen, uint32_t number)
{
  const GenBox *box = &gen->boxes[number];
  StrBuf *out = gen->out;
  for (uint32_t i = 0; i < 2 * box->arguments; i++) {
    strbuf_printf(out, "(declare-const y%u ", i);
    put_sort(out, box->sorts[i / 2]);
    strbuf_add_text(out, ")\n");
    if (i % 2) strbuf_printf(out, "(assert (= y%u y%u))\n", i - 1, i);
  }
  strbuf_add_text(out, "(assert (distinct");
  for (uint32_t side = 0; side < 2; side++) {
    strbuf_printf(out, " (f%u", number);
    for (uint32_t i = 0; i < box->arguments; i++) strbuf_printf(out, " y%u", 2 * i + side);
    strbuf_add_char(out, ')');
  }
  strbuf_add_text(out, "))\n");
}

/* A call with numbers does not have its result. */
static void put_wrong_fact(Gen *gen, uint32_t number)
{
  const GenBox *box = &gen->boxes[number];
  uint64_t arguments[EXPRESSION_MAX_ARGUMENTS];
  strbuf_printf(gen->out, "(assert (distinct (f%u", number);
  for (uint32_t i = 0; i < box->arguments; i++) {
    arguments[i] = random_u64(&gen->random) & mask_of(box->sorts[i]);
    strbuf_add_char(gen->out, ' ');
    put_value(gen->out, box->sorts[i], arguments[i]);
  }
  strbuf_add_text(gen->out, ") ");
  put_value(gen->out, box->sorts[box->arguments], call(box, arguments));
  strbuf_add_text(gen->out, "))\n");
}

/* A number that the box never answers, for all values of its one argument of eight bits. */
static void put_missing_result(Gen *gen, uint32_t number)
{
  const GenBox *box = &gen->boxes[number];
  bool seen[1 << 16] = {false};
  assert(box->arguments == 1 && box->sorts[0] == 8 && box->sorts[1] == 16);
  for (uint64_t x = 0; x < 256; x++) seen[call(box, &x)] = true;
  uint64_t missing = random_below(&gen->random, 1 << 16);
  while (seen[missing]) missing = (missing + 1) % (1 << 16);
  strbuf_printf(gen->out,
                "(declare-const y (_ BitVec 8))\n(assert (= (f%u y) (_ bv%" PRIu64 " 16)))\n",
                number, missing);
}

static const char *put_contradiction(Gen *gen)
{
  uint32_t number = (uint32_t)random_below(&gen->random, gen->settings->boxes);
  const GenBox *last = &gen->boxes[gen->settings->boxes - 1];
  if (last->arguments == 1 && last->sorts[0] == 8 && last->sorts[1] == 16) {
    put_missing_result(gen, gen->settings->boxes - 1);
    return "the last box never has this result, as counted through";
  }
  if (random_chance(&gen->random, 1, 2)) {
    put_congruence(gen, number);
    return "equal arguments have different results";
  }
  put_wrong_fact(gen, number);
  return "a call does not have the result that it has";
}

/* --- all --- */

static void put_declarations(Gen *gen, StrBuf *script, StrBuf *source)
{
  strbuf_add_text(source, "#include <stdbool.h>\n#include <stdint.h>\n\n");
  for (uint32_t i = 0; i < gen->settings->boxes; i++) {
    const GenBox *box = &gen->boxes[i];
    strbuf_printf(script, "(declare-cb f%u (", i);
    for (uint32_t k = 0; k < box->arguments; k++) {
      strbuf_add_text(script, k ? " " : "");
      put_sort(script, box->sorts[k]);
    }
    strbuf_add_text(script, ") ");
    put_sort(script, box->sorts[box->arguments]);
    strbuf_add_text(script, ")\n");
    put_box(box, i, source);
  }
}

static void make_boxes(Gen *gen)
{
  uint32_t count = gen->settings->boxes;
  for (uint32_t i = 0; i < count; i++) make_box(gen, &gen->boxes[i]);
  /* One that can be counted through, for a third of the contradictions. */
  GenBox *last = &gen->boxes[count - 1];
  if (!gen->settings->unsat || !random_chance(&gen->random, 1, 3)) return;
  *last = (GenBox){.arguments = 1, .sorts = {8, 16}, .mask = mask_of(16)};
  boxgen_expression_make(&last->expression, 1, 1 + (uint32_t)random_below(&gen->random, 7),
                         &gen->random);
}

static void put_known(const Gen *gen, const char *why, StrBuf *script)
{
  strbuf_add_text(script, "; known: ");
  strbuf_add_text(script, why ? why : "true for");
  for (uint32_t i = 0; i < gen->constant_count && !why; i++) {
    strbuf_printf(script, "%s x%u = ", i ? "," : "", i);
    put_value(script, gen->constants[i].sort, gen->constants[i].value);
  }
  strbuf_add_char(script, '\n');
}

void boxgen_make(const BoxgenSettings *settings, uint64_t index, StrBuf *script, StrBuf *source)
{
  assert(settings->boxes > 0 && settings->boxes <= BOXGEN_MOST && settings->assertions > 0);
  StrBuf body;
  strbuf_init(&body, 0);
  Gen gen = {.settings = settings,
             .random = random_stream(settings->seed, settings->unsat, index),
             .out = &body};
  make_boxes(&gen);
  for (uint32_t i = 0; i < settings->assertions; i++) put_assertion(&gen, i % settings->boxes);
  const char *why = settings->unsat ? put_contradiction(&gen) : NULL;
  const char *answer = settings->unsat ? "unsat" : "sat";
  strbuf_printf(script, "; box: %08" PRIu64 ".c\n; answer: %s\n", index, answer);
  put_known(&gen, why, script);
  strbuf_printf(script, "(set-info :status %s)\n", answer);
  put_declarations(&gen, script, source);
  strbuf_add(script, body.bytes, body.length);
  strbuf_add_text(script, "(check-sat)\n");
  strbuf_deinit(&body);
}
